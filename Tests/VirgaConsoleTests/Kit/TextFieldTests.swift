import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Text fields") struct TextFieldTests {
  @Test(
    "keys type, move and delete at the caret",
    arguments: [
      .init("a letter is inserted at the caret", ("ac", ["Left", "b"], "abc")),
      .init(
        "Ctrl-W deletes the last word and the blanks after it",
        ("channel  beta ", ["Ctrl-W"], "channel  ")),
      .init("Ctrl-U deletes to the start", ("channel beta", ["Left", "Left", "Ctrl-U"], "ta")),
      .init("Home and End move to the ends", ("bc", ["Home", "a", "End", "d"], "abcd")),
      .init("nothing is deleted from an empty field", ("", ["Backspace", "Delete", "Ctrl-W"], "")),
      .init("Backspace deletes a whole emoji", ("a👩‍👧b", ["Left", "Backspace"], "ab")),
    ] as [Behavior<(start: String, keys: [KeyPress], end: String)>])
  func keys(_ behavior: Behavior<(start: String, keys: [KeyPress], end: String)>) {
    let (start, keys, end) = behavior.example
    var field = TextField(start)
    for key in keys {
      let command = KeyMap().command(for: [key], in: [.typing(.text)])
      if key.isTyped, case .character(let character) = key.key {
        field.insert(String(character))
      } else if let action = TextCommands.keys.first(where: { $0.name == command?.name })?.action {
        field.perform(action)
      } else {
        Issue.record("\(key) was not taken")
      }
    }
    #expect(field.text == end)
  }

  @Test("a proposal is selected, so that typing replaces it") func proposals() {
    var field = TextField("export ", proposing: "channels.md")
    #expect(
      field.text == "export channels.md" && field.typed == "export " && field.proposedCount == 11)
    field.insert("/")
    field.insert("tmp/")
    #expect(field.text == "export /tmp/" && field.proposedCount == 0)
    for motion in [.left, .right, .wordLeft, .lineStart] as [TextAction.Motion] {
      var deleted = TextField("export ", proposing: "channels.md")
      deleted.perform(.delete(motion))
      #expect(deleted.text == "export " && deleted.caret == 7)
    }
  }

  @Test(
    "moving the caret accepts the proposal",
    arguments: [
      (TextAction.Motion.left, "export x/channels.md"), (.right, "export channels.mdx/"),
      (.lineEnd, "export channels.mdx/"), (.lineStart, "x/export channels.md"),
    ]) func keptProposal(motion: TextAction.Motion, expected: String)
  {
    var field = TextField("export ", proposing: "channels.md")
    field.perform(.move(motion))
    #expect(field.text == "export channels.md" && field.proposedCount == 0)
    field.insert("x/")
    #expect(field.text == expected)
  }

  @Test("a proposal that begins with a combining mark joins the text before it")
  func joinedProposal() {
    var field = TextField("export ", proposing: "\u{301}a")
    #expect(field.caret == field.text.count)
    field.insert("b")
    #expect(field.text == "export \u{301}b")
  }

  @Test("pasted lines become one line") func pasting() {
    var field = TextField()
    field.insert("a\nb\tc")
    #expect(field.text == "a b c")
  }

  @Test("Ctrl-U keeps the protected prefix, unless the caret is inside it")
  func deletingAtWhatIsKept() {
    var field = TextField("set-context x", keeping: "set-context ")
    field.perform(.delete(.lineStart))
    field.perform(.delete(.lineStart))
    #expect(field.text == "set-context " && field.caret == 12)
    field.perform(.move(.left))
    field.perform(.delete(.lineStart))
    #expect(field.text == " ")
  }
}
