import Testing
import VirgaConsole

@Suite("Whether a text is applied") struct UnappliedTextTests {
  @Test("what was typed and taken back is what is applied") func takenBack() {
    var editor = ConfigEditor("{}")
    #expect(!editor.isUnapplied)
    editor.type("x")
    #expect(editor.isUnapplied)
    editor.undo()
    #expect(!editor.isUnapplied)
    editor.redo()
    editor.noteApplied()
    #expect(!editor.isUnapplied)
    editor.undo()
    #expect(editor.isUnapplied)
    editor.noteApplied(false)
    #expect(editor.isUnapplied)
  }

  @Test("a text with problems that comes from elsewhere is not said to be ready") func written() throws {
    var console = try ConsoleDriver()
    console.run("select homescreen")
    console.send(.written("{ \"gone\": 1 }", feature: "homescreen"))
    #expect(console.status == "the text is here, with 1 problem")
    console.send(.written("{ \"sections-enabled\": { \"pocket\": false } }", feature: "homescreen"))
    #expect(console.status == "the text is here; Ctrl-S applies it")
  }
}
