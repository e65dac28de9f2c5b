import Testing

@testable import VirgaConsole

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

  @Test("what was typed and deleted again by hand is what is applied, and another text of its size is not")
  func typedBack() {
    var editor = ConfigEditor("{}")
    editor.type("x")
    editor.perform(.delete(.left), page: 1)
    #expect(editor.isChanged && !editor.isUnapplied)
    editor.replaceAll(with: "[]")
    #expect(editor.isUnapplied)
  }
}
