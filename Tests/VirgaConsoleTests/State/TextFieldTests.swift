import Testing
import VirgaCanvas
import VirgaConsole

@Suite struct TextFieldTests {
  private func typed(_ start: String, _ keys: KeyPress...) -> String {
    var field = TextField(start)
    for key in keys {
      if key.isTyped, case .character(let character) = key.key {
        field.insert(String(character))
      } else if case .command(let command) = KeyMap().meaning(of: [key], in: [.typing(.text)]),
        let action = CommandTable.textActions[command.name]
      {
        field.perform(action)
      } else {
        Issue.record("\(key) was not taken")
      }
    }
    return field.text
  }

  @Test func lettersGoInAtTheCaret() {
    #expect(typed("ac", "Left", "b") == "abc")
  }

  @Test func aWordBackIsDeletedWithTheBlanksBehindIt() {
    #expect(typed("channel  beta ", "Ctrl-W") == "channel  ")
  }

  @Test func theLineUpToTheCaretIsDeleted() {
    #expect(typed("channel beta", "Left", "Left", "Ctrl-U") == "ta")
  }

  @Test func homeAndEndMoveTheCaret() {
    #expect(typed("bc", "Home", "a", "End", "d") == "abcd")
  }

  @Test func deletingAtTheEdgesDoesNothing() {
    #expect(typed("", "Backspace", "Delete", "Ctrl-W").isEmpty)
  }

  @Test func aFamilyIsOneStep() {
    #expect(typed("a👩‍👧b", "Left", "Backspace") == "ab")
  }

  @Test func pastedLinesBecomeOneLine() {
    var field = TextField()
    field.insert("a\nb\tc")
    #expect(field.text == "a b c")
  }

  @Test func whatConcernsSeveralLinesMeansNothing() {
    var field = TextField("ab")
    for action in [.breakLine, .indent, .outdent, .move(.rows(1)), .delete(.pages(1))] as [TextAction] {
      field.perform(action)
    }
    #expect(field == TextField("ab"))
  }
}
