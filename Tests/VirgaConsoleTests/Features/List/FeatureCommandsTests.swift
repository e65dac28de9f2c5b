import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("List of features") struct FeatureCommandsTests {
  private var console: ConsoleDriver

  init() throws { console = try ConsoleDriver(yaml: MarkingTests.yaml, channel: "a") }

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

  @Test("the counts of list-features are those of the rows that it lists")
  mutating func counts() throws {
    console.send(.session(Session(entries: [EntryKey(.edit, "gone"): ["x": 1]])))
    console.act("F") { $0.titles.first == "all" && $0.titles.contains("changed") }
    let counts = Dictionary(uniqueKeysWithValues: zip(console.titles, console.details))
    console.press("Esc")
    for subset in ["changed", "overridden", "orphaned"] {
      console.run("list-features \(subset)")
      #expect(counts[subset] == "\(console.ids.count)", "\(subset)")
    }
  }

  @Test("select stays on its screen if the manifest does not have the feature")
  mutating func unknownFeature() {
    console.act("2", ":select nope") { $0.screen == .flags && $0.message?.kind == .refusal }
  }

  @Test("an edit of a missing feature has a line of its own, where d drops it")
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
    console.act("Enter Esc G") {
      $0.selected == nil && $0.features.selectedUnknownFeature == "gone"
    }
    #expect(
      console.sees("the manifest has no feature of this name; d drops the edit")
        && console.sees("\"x\": 1"))
    console.act("Space e i Enter m") { $0.session.operations.count == 1 }
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
      $0.mismatchedOverrides.count == 1
    }
    console.act("d") { $0.mismatchedOverrides.isEmpty && $0.session.overrideCount == 0 }
  }
}
