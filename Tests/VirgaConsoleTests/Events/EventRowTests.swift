import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Event rows and details") struct EventRowTests {
  private var console = ConsoleDriver.onEvents()
  private var small = ConsoleDriver.onEvents(FrameCase.goldenSize)

  @Test(
    "event names are never cut, and 80 columns leave out the milliseconds",
    arguments: TelemetryEvent.Name.allCases)
  mutating func names(name: TelemetryEvent.Name) {
    let events: Event = .events([EventSamples.event(1, name.rawValue)], isWhole: true)
    console.send(events) { $0.sees(" 12:04:59.120 \(name.rawValue) ") }
    small.send(events) { $0.sees(" 12:04:59 \(name.rawValue) ") }
  }

  @Test(
    "a narrow list cuts event names in the middle, and counts the kinds that do not fit on the line"
  )
  func narrow() {
    let kinds = [
      "exposure", "enrollment", "enrollment_status", "unenrollment", "set", "malformed_feature",
    ]
    var tiny = ConsoleDriver.onEvents(Size(columns: 60, rows: 15))
    tiny.show(kinds.enumerated().map { EventSamples.event(Int64($0) + 1, $1) })
    tiny.act("g") {
      $0.sees(" enrollment  ") && $0.sees(" enrollm…tus ") && $0.lines[2].contains(" +3 ")
    }
  }

  @Test(
    "a long recipe is wrapped below itself at 80 columns, without a column for features if there are none"
  )
  mutating func longRecipes() throws {
    var event = EventSamples.event(1, "enrollment_status", feature: nil)
    (event.slug, event.branch) = (
      "android-default-toolbar-placement-treatment-a-rollout", "treatment-a"
    )
    small.show([event, EventSamples.event(2, "enrollment", feature: nil)])
    #expect(!small.sees("Event", "Feature ") && small.sees("Event ", " Recipe · branch"))
    let row = try small.row(of: " android-default-toolbar-placement-treatment-a- ")
    #expect(small.lines[row + 1].contains(" rollout · treatment-a "))
    #expect(
      small.lines[row + 2].contains(" order-2026 · treatment-a "), "a short one takes one line")
  }

  @Test("on a wide screen a long recipe is cut before its branch, so that branches stay distinct")
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

  @Test(
    "details show recipe, branch and reason before time, kind and id, from the top for each event")
  mutating func details() {
    var event = EventSamples.event(1, "enrollment")
    event.reason = "qualified"
    small.show([event, EventSamples.event(2)])
    small.press("g")
    let keys = small.lines.compactMap { line in
      line.firstRange(of: #/│   "(\w+)": /#).map { line[$0].filter { $0.isLetter } }
    }
    #expect(keys == ["slug", "branch", "reason", "feature"])
    small.act("Tab End") { $0.sees("\"process\"") && $0.top(of: .event) > 0 }
    small.act("Shift-Tab j") { $0.top(of: .event) == 0 }
  }

  @Test(
    "events of this console come from `you`, and rows say why something failed, was not recorded or was undone"
  )
  mutating func reasons() {
    var (own, status) = (
      EventSamples.event(7), EventSamples.event(8, "enrollment_status", feature: nil)
    )
    own.process = console.model.options.process
    status.extra = ["status": "Error", "error_string": "no such transform"]
    var (malformed, set) = (
      EventSamples.event(9, "malformed_feature"), EventSamples.event(10, "set")
    )
    (malformed.reason, malformed.suppressed) = ("edit: unknown key", "no app got the text")
    set.reason = "set pinned-limit = 3"
    var undo = set
    (set.suppressed, undo.id, undo.kind) = (SessionEvent.undone, 11, SessionEvent.undoKind)
    console.add(own, status, malformed, set, undo)
    #expect(console.sees(" example-app 4121 ") && console.sees(" you "))
    #expect(console.sees(" enrollment_status –", "no such transform"))
    #expect(console.sees(" malformed_feature homescreen", "edit: unknown key  no app"))
    #expect(
      console.model.events.shown.suffix(2).map(\.summary) == [
        "undone: set pinned-limit = 3", "set pinned-limit = 3",
      ])
  }
}

@Suite("Going from an event to its subject") struct EventSubjectTests {
  @Test("Enter goes to the feature, or else to the recipe, or says that it is gone") func going()
    throws
  {
    var console = ConsoleDriver.onEvents()
    console.act("g Enter") { $0.selected == "homescreen" && $0.model.screen == .features }
    console.act("5 j j Enter", says: .recipeGone("order-2026").about("go to what it is about"))
    console.openDemoRecipes()
    var event = EventSamples.event(1, "enrollment", feature: nil)
    event.slug = "homepage-order-2026"
    console.send(.events([event], isWhole: true)) { $0.hints.contains("Enter go there") }
    console.act("Enter") {
      $0.model.screen == .experiments
        && $0.model.experiments.selected?.slug == "homepage-order-2026"
    }
  }

  @Test("Enter on a stored flag value goes to the flag, or to the variable if no flag reads it")
  func choices() throws {
    let variables = ["compact: Boolean = true", "title: String = a, pref-key: title-key"]
    var console = try ConsoleDriver(
      yaml: ConsoleDriver.yaml(["menu": variables]), channel: "nightly")
    func goToLast() throws {
      console.show([try #require(console.model.session.operations.last?.events.first)])
      console.act(":events", "Enter")
    }
    func word() -> String? {
      CommandTable.command(named: "go-to-event")?.title(in: console.model)
    }
    console.run("select-flag menuCompact", "choose-value off")
    let stored = try #require(console.model.session.operations.last?.events.first)
    try goToLast()
    #expect(console.model.screen == .flags && console.model.flags.selectedFlag?.id == "menuCompact")
    try console.elsewhere { try $0.setPreference("title-key", to: "b") }
    try goToLast()
    #expect(console.model.screen == .features && console.path == "title")
    console.press("5")
    #expect(word() == "go to the variable")

    var undone = stored
    (undone.kind, undone.time, undone.process) = (
      SessionEvent.undoKind, EventSamples.start, "another 1"
    )
    console.show([undone])
    #expect(word() == "go to the flag", "also from what was taken back")
    console.run(
      "clock +1d", "choose-value on", "flag-layer", "choose-value on", "drop-flag", "features")
    try goToLast()
    #expect(console.model.screen == .flags, "with a clock of its own, and of both layers at once")
    let event = SessionEvent(
      time: EventSamples.start, kind: SessionEvent.operationKind, process: "another 1"
    ) {
      $0.reason = "set nobodys"
    }
    try console.elsewhere { _ in
      SessionOperation(
        "set nobodys",
        changes: [EntryChange(EntryKey(.preference, "nobodys"), from: nil, to: true)],
        time: EventSamples.start, process: "another 1"
      ).causing([event])
    }
    try goToLast()
    #expect(console.message == .eventHasNoSubject.about("go to what it is about"))
  }

  @Test(
    "x exposes the feature under the cursor on any screen",
    arguments: [("g x", "homescreen"), ("3 g x", "app-menu")])
  func exposing(keys: String, feature: String) throws {
    func exposed(_ console: ConsoleDriver) -> String? {
      guard case .commit(let operation)? = console.effects.first else { return nil }
      return operation.label
    }
    var console = ConsoleDriver.onEvents()
    console.act(keys)
    #expect(exposed(console) == "expose \(feature)")
    console.act("1 g x") { exposed($0) == "expose \($0.ids[0])" }
  }
}
