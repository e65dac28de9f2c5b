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

  @Test("a path that is proposed gives way to an absolute one, as long as nobody touched it")
  func proposals() {
    var field = TextField("export ", proposing: "channels.md")
    #expect(field.text == "export channels.md")
    field.insert("/")
    field.insert("tmp/")
    #expect(field.text == "export /tmp/")
    var kept = TextField("export ", proposing: "channels.md")
    kept.perform(.delete(.left))
    kept.insert("/")
    #expect(kept.text == "export channels.m/")
    var longer = TextField("export ", proposing: "channels")
    longer.insert(".csv")
    #expect(longer.text == "export channels.csv")
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
