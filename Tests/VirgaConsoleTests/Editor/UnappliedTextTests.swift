import Testing

@testable import VirgaConsole

@Suite("Unapplied text") struct UnappliedTextTests {
  @Test("a text is unchanged again after undo") func takenBack() {
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

  @Test("a text is unchanged again after its typing is deleted, but not if it only has the same length")
  func typedBack() {
    var editor = ConfigEditor("{}")
    editor.type("x")
    editor.perform(.delete(.left), page: 1)
    #expect(!editor.isChanged)
    editor.replaceAll(with: "[]")
    #expect(editor.isChanged)
  }
}
