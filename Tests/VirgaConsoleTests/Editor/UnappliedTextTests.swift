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
}
