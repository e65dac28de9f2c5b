import Testing
import VirgaCanvas
import VirgaSession

@testable import VirgaConsole

@Suite("Pickers") struct PickerTests {
  private var console: ConsoleDriver

  init() throws {
    console = try ConsoleDriver()
    console.press("c")
  }

  @Test("letters are keys as in any list: j, k, g and G move, and others do nothing") mutating func keys() {
    #expect(console.chosen == "nightly")
    for (keys, channel) in [("j j", "release"), ("k", "beta"), ("g", "developer"), ("G", "release")] {
      console.act(keys)
      #expect(console.chosen == channel)
    }
    console.press("d")
    #expect(console.message == .nothingFor("d", list: "?") && console.titles.count == 4)
    console.press("Enter")
    #expect(console.model.channel == "release" && console.model.overlay == nil)
  }

  @Test("/ filters, Enter chooses the match, and Esc clears the filter before it closes the list")
  mutating func filter() {
    #expect(console.hints.contains("/ filter"))
    console.type("/jk")
    #expect(console.field == "jk" && console.titles.isEmpty && !console.hints.contains("/ filter"))
    console.press("Esc")
    #expect(console.titles.count == 4 && console.model.overlay?.isTyping == false)
    console.type("/rel")
    #expect(console.titles == ["release"])
    console.act("Backspace Backspace Backspace Backspace")
    #expect(console.model.overlay?.isTyping == false)
    console.press("Esc")
    #expect(console.model.overlay == nil)
    console.press("c", "/", "b", "Enter")
    #expect(console.model.channel == "beta")
    console.act("c", ":filter-list rel", ":choose")
    #expect(console.model.channel == "release")
  }

  @Test("only commands that discard something ask first, and only the argument yes skips the question")
  func asking() throws {
    #expect(
      CommandTable.all.filter { $0.asks != nil }.map(\.name) == [
        "drop-edit", "drop-all", "drop-flag", "drop-flags", "forget-flag", "forget-flags", "drop-value", "drop-branch",
        "quit",
      ])
    var console = try ConsoleDriver()
    console.run("select homescreen", "set pinned-limit 3", "drop-all")
    #expect(console.model.overlay?.title == "Drop the override" && console.effects.isEmpty)
    console.act("Esc", ":drop-all no")
    #expect(console.model.overlay != nil && console.model.session.overrideCount == 1)
    console.press("Enter")
    #expect(console.model.overlay == nil && console.model.session.overrideCount == 0)
    console.run("set pinned-limit 3", "drop-all yes")
    #expect(console.model.overlay == nil && console.model.session.overrideCount == 0)
  }

  @Test("answers are counted only if nothing is listed below them") mutating func counting() {
    console.press("Esc")
    console.send(.fileExists(FileDraft(path: "out.md", text: "x", what: "1 row")))
    #expect(console.model.overlay?.count == 2 && console.titles.count == 2)
    console.run("keep-file", "select homescreen", "set pinned-limit 3", "drop-all")
    #expect(console.model.overlay?.count == 1 && console.titles == ["drop it", "homescreen ▸ pinned-limit"])
    console.act("Esc", ":set greeting Hi", ":drop-all")
    #expect(console.model.overlay?.count == 1 && console.titles.count == 4, "a line and its parts are one entry")
  }
}
