import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("Pickers") struct PickerTests {
  private var console = ConsoleDriver().after("c")

  @Test("arrows move in a list")
  mutating func arrows() {
    #expect(console.chosen == "nightly")
    for (keys, channel) in [("Down Down", "release"), ("Up", "beta"), ("PgUp", "developer")] {
      console.act(keys)
      #expect(console.chosen == channel)
    }
  }

  @Test("letters narrow a list at once")
  mutating func letters() {
    console.act("'rel") { $0.titles == ["release"] && $0.chosen == "release" }
    console.act("Enter") { $0.channel == "release" && $0.picker == nil }
  }

  @Test("Esc clears the filter of a list before it closes the list")
  mutating func filter() {
    console.act("'/jk") { $0.field == "jk" && $0.titles.isEmpty }
    console.act("Esc") { $0.titles.count == 4 && $0.picker?.field.isEmpty == true }
    console.act("'/rel") { $0.titles == ["release"] }
    console.act("Backspace Backspace Backspace") { $0.titles.count == 4 }
    console.act("Backspace") { $0.picker == nil }
  }

  @Test("Enter chooses the match of a filter") mutating func chosenMatch() {
    console.press("Esc")
    console.act("c / b Enter") { $0.channel == "beta" }
    console.act("c", ":filter rel", ":choose") { $0.channel == "release" }
  }

  @Test("only commands that discard something ask first")
  func asking() throws {
    #expect(
      CommandTable.all.filter { $0.asks != nil }.map(\.name) == [
        "drop-edit", "drop-all", "drop-flag", "drop-flags", "drop-value", "drop-recipe",
        "quit",
      ])
  }

  @Test("only the argument yes skips the question") func answered() throws {
    var console = ConsoleDriver().after(":select homescreen", ":set pinned-limit 3", ":drop-all")
    #expect(console.picker?.title == "Drop the override" && console.effects.isEmpty)
    console.act("Esc", ":drop-all no") {
      $0.picker != nil && $0.session.overrideCount == 1
    }
    console.act("Enter") { $0.picker == nil && $0.session.overrideCount == 0 }
    console.run("set pinned-limit 3", "drop-all yes")
    #expect(console.picker == nil && console.session.overrideCount == 0)
  }

  @Test("answers are counted only if nothing is listed below them") mutating func counting() {
    console.press("Esc")
    console.send(.fileExists(OutputFile(path: "out.md", text: "x", what: "1 row")))
    #expect(console.picker?.count == 2 && console.titles.count == 2)
    console.run("keep-file", "select homescreen", "set pinned-limit 3", "drop-all")
    #expect(
      console.picker?.count == 1
        && console.titles == ["drop it", "homescreen ▸ pinned-limit"])
    console.act("Esc", ":set greeting Hi", ":drop-all")
    #expect(
      console.picker?.count == 1 && console.titles.count == 4,
      "a line and its parts are one entry")
  }
}
