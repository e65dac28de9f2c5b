import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

/// Editing the config in an external editor.
@Suite("The text in an editor outside") struct OutsideEditorTests {
  private var console: ConsoleDriver

  init() throws {
    console = try ConsoleDriver()
    console.run("select homescreen")
  }

  @Test("E hands the text over, and the answer is shown in the editor, not yet applied") mutating func outside() {
    console.act(":set pinned-limit 5", "E")
    let text = "{\n  \"pinned-limit\": 5\n}\n"
    #expect(console.effects == [.openEditor(text, feature: "homescreen")])
    console.send(.written("pinned-limit: many\n", feature: "homescreen"))
    #expect(console.state.editor?.buffer.text == "{\n  \"pinned-limit\": \"many\"\n}\n")
    #expect(console.state.editor?.findings.count == 1)
    #expect(console.state.session[.edit, "homescreen"] == ["pinned-limit": 5])
    console.press("Ctrl-U")
    #expect(console.state.editor?.buffer.text == text)
    for unchanged in [text, " \n"] {
      console.send(.written(unchanged, feature: "homescreen"))
      #expect(console.state.editor?.buffer.text == text)
    }
  }

  @Test("a text with problems that comes back says the first, as laying out does; applying counts them")
  mutating func writtenWithProblems() throws {
    console.send(.written("{\n  \"pinned-limit\": \"many\"\n}\n", feature: "homescreen"))
    let words = "fix this first: 2:19 Invalid value \"many\" for type Int"
    #expect(console.status == "the text is here; \(words)")
    #expect(console.state.editor?.cursor == TextPlace(line: 1, offset: 18))
    console.press("Ctrl-Home", "Ctrl-S")
    #expect(console.status == "not applied: fix 1 problem first")
    console.send(.written("{\n  \"pinned-limit\": man\n}\n", feature: "homescreen"))
    let broken = try #require(console.status)
    console.press("Ctrl-Home", "Ctrl-T")
    let refused = try #require(console.status)
    #expect(broken == "the text is here; \(refused)" && refused.hasPrefix("fix this first: 2:19 `man` is not a JSON"))
    #expect(console.state.editor?.cursor == TextPlace(line: 1, offset: 18))
    console.send(.written("{\"pinned-limit\": 4}\n", feature: "homescreen"))
    #expect(console.status == "the text is here; Ctrl-S applies it")
    let long = "{\"greeting\": \"\(String(repeating: "x", count: 40_000))\", \"pinned-limit\": \"many\"}\n"
    console.send(.written(long, feature: "homescreen"))
    #expect(console.status == "the text is here; it is being checked")
  }

  @Test("a text whose feature went while it was written is copied") mutating func writtenForNothing() {
    console.send(.written("{\"a\": 1}\n", feature: "gone"))
    #expect(console.effects == [.copy("{\"a\": 1}\n", what: "the text of gone")])
    #expect(
      console.status == "feature gone no longer exists; its text was copied (write-copied writes it to a file)")
    #expect(console.state.editor == nil)
  }
}
