import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Event rows and details") struct LoggedEventTests {
  private var console = ConsoleDriver.onEvents()
  private var small = ConsoleDriver.onEvents(FrameCase.goldenSize)

  @Test(
    "event names are never cut, even where milliseconds are left out",
    arguments: TelemetryEvent.Name.allCases)
  mutating func names(name: TelemetryEvent.Name) {
    let events: Event = .events([EventSamples.event(1, name.rawValue)], replacesAll: true)
    console.run("kinds all")
    small.run("kinds all")
    console.send(events) { $0.sees(" 12:04:59.120   \(name.rawValue) ") }
    small.send(events) { $0.sees(" 12:04:59   \(name.rawValue) ") }
  }

  @Test("a narrow list shortens event names and counts the kinds without room")
  func narrow() {
    let kinds = [
      "exposure", "enrollment", "enrollment_status", "unenrollment", "set", "malformed_feature",
    ]
    var tiny = ConsoleDriver.onEvents(Size(columns: 60, rows: 15))
    tiny.run("kinds all")
    tiny.show(kinds.enumerated().map { EventSamples.event(Int64($0) + 1, $1) })
    tiny.act("g") {
      $0.sees(" enrollment  ") && $0.sees(" enrollm…tus ") && $0.lines[2].contains(" +3 ")
    }
  }

  @Test("a long recipe is wrapped below itself at 80 columns")
  mutating func longRecipes() throws {
    var event = EventSamples.event(1, "enrollment_status", feature: nil)
    (event.slug, event.branch) = (
      "android-default-toolbar-placement-treatment-a-rollout", "treatment-a"
    )
    small.run("kinds all")
    small.show([event, EventSamples.event(2, "enrollment", feature: nil)])
    #expect(!small.sees("Event", "Feature ") && small.sees("Event ", " Recipe · branch"))
    let row = try small.row(of: " android-default-toolbar-placement-treatment-a- ")
    #expect(small.lines[row + 1].contains(" rollout · treatment-a "))
    #expect(
      small.lines[row + 2].contains(" order-2026 · treatment-a "), "a short one takes one line")
  }

  @Test("a long recipe on a wide screen is cut before its branch")
  mutating func branches() {
    let slug = "android-long-term-holdback-validation-first-run-sub-experiment"
    console.show(
      ["treatment-a", "treatment-b"].enumerated().map { place, branch in
        var event = EventSamples.event(Int64(place) + 1, "enrollment", feature: nil)
        (event.slug, event.branch, event.process) = (slug, branch, "writer \(place)")
        return event
      })
    for branch in ["treatment-a", "treatment-b"] {
      #expect(
        console.lines.contains { $0.contains("experiment · \(branch) ") && !$0.contains(slug) })
    }
  }

  @Test("details show recipe, branch and reason before time, kind and id")
  mutating func details() {
    var event = EventSamples.event(1, "enrollment")
    event.reason = "qualified"
    small.show([event, EventSamples.event(2)])
    small.press("g")
    let keys = small.lines.compactMap { line in
      line.firstRange(of: #/│   "(\w+)": /#).map { line[$0].filter { $0.isLetter } }
    }
    #expect(keys == ["slug", "branch", "reason", "feature"])
  }

  @Test("details of another event start at the top") mutating func detailsStart() {
    var event = EventSamples.event(1, "enrollment")
    event.reason = "qualified"
    small.show([event, EventSamples.event(2)])
    small.press("g")
    small.act("Tab End") { $0.sees("\"process\"") && $0.top(of: .event) > 0 }
    small.act("Shift-Tab j") { $0.top(of: .event) == 0 }
  }

  @Test("a long recipe of an undone event is cut before its branch too")
  mutating func undoneBranch() {
    var event = EventSamples.event(1, "enrollment", feature: nil)
    (event.slug, event.branch, event.suppressed) = (
      "android-long-term-holdback-validation-first-run-sub-experiment", "treatment-a",
      SessionEvent.undone
    )
    console.run("kinds all")
    console.show([event])
    let row = console.lines.first { $0.contains("undone: android") }
    #expect(row?.contains("experiment · treatment-a") == true, "\(console.lines)")
  }

  @Test("rows say who caused an event and why it failed, was not recorded or was undone")
  mutating func reasons() {
    var (own, status) = (
      EventSamples.event(7), EventSamples.event(8, "enrollment_status", feature: nil)
    )
    own.process = console.process
    status.extra = ["status": "Error", "error_string": "no such transform"]
    var (malformed, set) = (
      EventSamples.event(9, "malformed_feature"), EventSamples.event(10, "set")
    )
    (malformed.reason, malformed.suppressed) = ("edit: unknown key", "no app got the text")
    set.reason = "set pinned-limit = 3"
    var undo = set
    (set.suppressed, undo.id, undo.kind) = (SessionEvent.undone, 11, SessionEvent.undoKind)
    console.add(own, status, malformed, set, undo)
    // Reasons are whole in some more columns than the usual ones.
    console.resize(140, 40)
    console.run("kinds all")
    #expect(console.sees(" example-app ") && console.sees(" you, 2026-11-21 "))
    #expect(!console.sees(" example-app 4121 "))
    #expect(console.sees(" enrollment_status ", " – ", "no such transform"))
    #expect(console.sees(" malformed_feature ", " homescreen ", "edit: unknown key  no app"))
    #expect(console.sees("undone: example-app set homescreen ▸ pinned-limit = 3"))
    #expect(console.sees("example-app undid “set pinned-limit = 3”"))
    #expect(
      console.events.shown.suffix(2).map(\.summary) == [
        "undone: set pinned-limit = 3", "set pinned-limit = 3",
      ])
  }
}
