import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Marking rows") struct MarkingTests {
  private static let yaml = """
    channels: [a, b]
    features:
      one: { description: d, variables: { on: { description: d, type: Boolean, default: false },
        off: { description: d, type: Boolean, default: false }, size: { description: d, type: Int, default: 1 } } }
      three: { description: d, variables: { on: { description: d, type: Boolean, default: false } } }
      two: { description: d, variables: { on: { description: d, type: Boolean, default: false } },
        defaults: [{ channel: b, value: { on: true } }] }
    """
  private var console: ConsoleDriver

  init() throws { console = try ConsoleDriver(yaml: Self.yaml, channel: "a") }

  @Test(
    "dropping the overrides of marked features asks first and is one undo step; y i copies their ids"
  )
  mutating func features() {
    console.act(
      ":select one", ":set on true", ":select two", ":set on true", ":select one", "v v v y i")
    #expect(console.effects == [.copy("one\nthree\ntwo", what: "3 ids")])
    console.press("d")
    #expect(
      console.model.overlay?.title == "Drop overrides of 2 features"
        && console.model.session.overrideCount == 2)
    for (key, count) in [("Enter", 0), ("u", 2)] {
      console.act(key)
      #expect(console.model.session.overrideCount == count)
    }
    console.act("Esc") { $0.marked == [] }
  }

  @Test("marked Booleans are set together and dropped together, each in one operation")
  mutating func values() throws {
    console.act(":select one", ":open", "V Space") {
      $0.model.session[.edit, "one"] == ["on": true, "off": true]
    }
    #expect(console.model.session.operations.count == 1)
    console.press("j", "j", "Space")
    #expect(
      console.model.session[.edit, "one"] == ["on": false, "off": false],
      "the first of them decides, not the cursor")
    console.act("u y j")
    let copied = try console.copied()
    #expect(copied.what == "3 values as JSON")
    #expect(try JSONValue.parse(copied.text) == ["on": true, "off": true, "size": 1])
    console.act("d Enter") {
      $0.model.session[.edit, "one"] == nil && $0.status == "dropped 2 values of one"
    }
    console.act(":select two", ":select one", ":open") {
      $0.model.features.values.list.markCount == 0
    }
  }

  @Test("exposing several features reports totals, and suppressed exposures are not undo steps")
  mutating func exposing() {
    console.act("V x", says: .exposed(3, recorded: 0, suppressed: 3))
    #expect(console.model.session.operations.isEmpty && console.effects.count == 1)
    console.act("Esc x u", says: StatusMessage.nothingToUndo.about("undo"))
  }

  @Test("copy and export write only the marked events") func events() throws {
    var console = ConsoleDriver.onEvents().after("g v v y j")
    let copied = try console.copied()
    #expect(copied.what == "2 events" && copied.text.split(separator: "\n").count == 2)
    console.run("export-events some.ndjson")
    #expect(try console.written().text == copied.text)
  }

  @Test("list-features lists the changed or the overridden features") mutating func selections() {
    console.run("channel b", "select one", "set on true")
    for (step, ids) in [
      (":list-features changed", ["one", "two"]), (":list-features overridden", ["one"]),
      (":undo", []),
      ("Esc", ["one", "three", "two"]), ("f", []), ("f", ["one", "three", "two"]),
    ] {
      console.act(step)
      #expect(console.ids == ids, "\(step)")
    }
    console.act(":list-features overridden", ":select three") { $0.selected == "three" }
    console.act("F") { $0.details == ["3", "0", "1", "0", "0", "0", "0", "0"] }
  }

  @Test(
    "an edit that does not match is marked, and one of a missing feature has its own line, where d drops it"
  )
  mutating func orphans() {
    let edits: [EntryKey: JSONValue] = [
      EntryKey(.edit, "one"): ["on": 3], EntryKey(.edit, "gone"): ["x": 1],
    ]
    console.send(
      .session(Session(entries: edits.merging([EntryKey(.draft, "left"): "{ half"]) { $1 })))
    #expect(console.ids == ["one", "three", "two", "gone", "left"] && console.sees("Features 5 "))
    console.act(":list-features drafts", "j") { $0.ids == ["left"] && $0.sees("{ half") }
    console.act("d") { $0.status == "discarded the draft of left" && $0.ids == [] }
    console.act(":list-features orphaned") {
      $0.ids == ["one", "gone"] && $0.sees("! 1 lost edit, O")
    }
    #expect(console.lines[4].contains("! one") && console.lines[5].contains("! gone"))
    console.act("O") { $0.details.first == "! the manifest has no feature `gone`" }
    console.act("Esc Esc", "/", "'gon") { $0.ids == ["gone"] }
    console.act("Enter Esc G") { $0.selected == nil && $0.model.features.selectedOrphan == "gone" }
    #expect(
      console.sees("the manifest has no feature of this name; d drops the edit")
        && console.sees("\"x\": 1"))
    console.act("Space e i Enter m") { $0.model.session.operations.count == 1 }
    console.act(":features", "d") {
      $0.status == "dropped edit of gone" && $0.ids == ["one", "three", "two"]
    }
    console.act("u", says: .undone("drop edit of gone"))
    #expect(console.ids.last == "gone")
    console.act(":filter two") { $0.ids == ["two"] }
  }

  @Test("an app setting of the wrong type is an orphan until it is dropped") func setting() throws {
    var console = try ConsoleDriver(
      yaml: ConsoleDriver.yaml(["one": ["on: Boolean = true, pref-key: on-key"]]))
    console.send(.session(Session(entries: [EntryKey(.preference, "on-key"): 3]))) {
      $0.model.issues.orphans.count == 1
    }
    console.act("d") { $0.model.issues.orphans.isEmpty && $0.model.session.overrideCount == 0 }
  }

  @Test("Esc clears the filter before the marks, and V on marked rows clears all marks")
  func order() throws {
    var console = ConsoleDriver()
    console.act("v", ":filter homescreen", "V Esc") {
      $0.marked.count == 2 && $0.model.features.list.filter.text.isEmpty
    }
    for steps in [[":filter homescreen", "V"], ["Esc v Esc"]] {
      console.act(steps)
      #expect(console.marked == [])
    }
  }

  @Test("prompts count only the marked rows that the operation changes, even if there is one")
  func single() throws {
    var console = ConsoleDriver().after(":select homescreen", ":set pinned-limit 3")
    console.act(":focus features", "v", ":select search", ":focus features", "v d")
    #expect(console.marked == ["homescreen", "search"])
    #expect(console.model.overlay?.title == "Drop overrides of homescreen")
    console.act(
      "Esc", ":select homescreen", ":go pinned-limit", "v", ":go sections-enabled.pocket", "v d")
    #expect(console.model.overlay?.title == "Drop the edits of 1 value")
    console.act("Enter") {
      $0.status == "dropped pinned-limit" && $0.model.session.overrideCount == 0
    }
    console.act(":toggle") {
      $0.status?.hasPrefix("set homescreen ▸ sections-enabled.pocket = ") == true
    }
    console = try ChannelSamples.console()
    console.act(":select kept", ":set size 3", ":channels", "= V d")
    #expect(
      console.model.overlay?.title == "Drop the edits of 1 value"
        && console.model.session.overrideCount == 1)
    console.act("Enter") { $0.model.session.overrideCount == 0 }
  }
}
