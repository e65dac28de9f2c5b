import Testing

@testable import VirgaConsole

@Suite("Whether a text is applied") struct UnappliedTextTests {
  @Test("what was typed and taken back is what is applied") func takenBack() {
    var editor = ConfigEditor("{}")
    #expect(!editor.isChanged)
    editor.type("x")
    #expect(editor.isChanged)
    editor.undo()
    #expect(!editor.isChanged)
    editor.redo()
    editor.begin(over: editor.buffer.text)
    #expect(!editor.isChanged)
    editor.undo()
    #expect(editor.isChanged)
  }

  @Test("what was typed and deleted again by hand is what is applied, and another text of its size is not")
  func typedBack() {
    var editor = ConfigEditor("{}")
    editor.type("x")
    editor.perform(.delete(.left), page: 1)
    #expect(!editor.isChanged)
    editor.replaceAll(with: "[]")
    #expect(editor.isChanged)
  }
}
