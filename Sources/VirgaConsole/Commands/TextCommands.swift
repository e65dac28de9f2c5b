extension CommandTable {
  /// Moving and deleting in any text that is typed, then what only the config editor's text has.
  static let textCommands: [Command] = textKeys.map(Self.command) + editorTextKeys.map(Self.command)

  /// What the text commands do, by name.
  package static let textActions = Dictionary(
    uniqueKeysWithValues: (textKeys + editorTextKeys).map { ($0.name, $0.action) })

  /// A command that does nothing but change or move in the text that is typed.
  private struct TextKey: Sendable {
    var name: String
    var title: String
    var keys: [String]
    var context: Command.Context
    var action: TextAction

    init(_ name: String, _ title: String, _ keys: String..., in context: Command.Context, _ action: TextAction) {
      (self.name, self.title, self.keys, self.context, self.action) = (name, title, keys, context, action)
    }
  }

  private static let textKeys: [TextKey] = [
    TextKey("caret-left", "a character left", "Left", "Ctrl-B", in: .typing(.text), .move(.left)),
    TextKey("caret-right", "a character right", "Right", "Ctrl-F", in: .typing(.text), .move(.right)),
    TextKey("word-left", "a word left", "Ctrl-Left", "Alt-Left", "Alt-b", in: .typing(.text), .move(.wordLeft)),
    TextKey("word-right", "a word right", "Ctrl-Right", "Alt-Right", "Alt-f", in: .typing(.text), .move(.wordRight)),
    TextKey("line-start", "start of the line", "Home", "Ctrl-A", in: .typing(.text), .move(.lineStart)),
    TextKey("line-end", "end of the line", "End", "Ctrl-E", in: .typing(.text), .move(.lineEnd)),
    TextKey(
      "delete-back", "delete the character before", "Backspace", "Ctrl-H", "Shift-Backspace", in: .typing(.text),
      .delete(.left)),
    TextKey("delete-forward", "delete the character behind", "Delete", in: .typing(.text), .delete(.right)),
    TextKey(
      "delete-word-back", "delete the word before", "Ctrl-W", "Ctrl-Backspace", "Alt-Backspace", in: .typing(.text),
      .delete(.wordLeft)),
    TextKey(
      "delete-word-forward", "delete the word behind", "Alt-d", "Ctrl-Delete", "Alt-Delete", in: .typing(.text),
      .delete(.wordRight)),
    TextKey("delete-to-start", "delete to the line's start", "Ctrl-U", in: .typing(.text), .delete(.lineStart)),
    TextKey("delete-to-end", "delete to the line's end", "Ctrl-K", in: .typing(.text), .delete(.lineEnd)),
  ]

  private static let editorTextKeys: [TextKey] = [
    TextKey("row-up", "a row up", "Up", "Ctrl-Up", in: .panel(.editor), .move(.rows(-1))),
    TextKey("row-down", "a row down", "Down", "Ctrl-Down", in: .panel(.editor), .move(.rows(1))),
    TextKey("text-page-up", "a page up", "PgUp", "Ctrl-B", in: .panel(.editor), .move(.pages(-1))),
    TextKey("text-page-down", "a page down", "PgDn", in: .panel(.editor), .move(.pages(1))),
    TextKey("text-start", "start of the text", "Ctrl-Home", "Alt-Home", in: .panel(.editor), .move(.textStart)),
    TextKey("text-end", "end of the text", "Ctrl-End", "Alt-End", in: .panel(.editor), .move(.textEnd)),
    TextKey("break-line", "break the line", "Enter", in: .panel(.editor), .breakLine),
    TextKey("indent", "move lines to the right", "Tab", in: .panel(.editor), .indent),
    TextKey("outdent", "move lines to the left", "Shift-Tab", in: .panel(.editor), .outdent),
    selecting("left", "a character left", "Shift-Left", by: .left),
    selecting("right", "a character right", "Shift-Right", by: .right),
    selecting("word-left", "a word left", "Ctrl-Shift-Left", "Alt-Shift-Left", by: .wordLeft),
    selecting("word-right", "a word right", "Ctrl-Shift-Right", "Alt-Shift-Right", by: .wordRight),
    selecting("line-start", "to the start of the line", "Shift-Home", by: .lineStart),
    selecting("line-end", "to the end of the line", "Shift-End", by: .lineEnd),
    selecting("up", "a row up", "Shift-Up", by: .rows(-1)),
    selecting("down", "a row down", "Shift-Down", by: .rows(1)),
    selecting("page-up", "a page up", "Shift-PgUp", by: .pages(-1)),
    selecting("page-down", "a page down", "Shift-PgDn", by: .pages(1)),
    selecting("text-start", "to the start of the text", "Ctrl-Shift-Home", by: .textStart),
    selecting("text-end", "to the end of the text", "Ctrl-Shift-End", by: .textEnd),
  ]

  private static func selecting(
    _ name: String, _ title: String, _ keys: String..., by motion: TextAction.Motion
  ) -> TextKey {
    var text = TextKey("select-\(name)", "select \(title)", in: .panel(.editor), .move(motion, selects: true))
    text.keys = keys
    return text
  }

  private static func command(_ text: TextKey) -> Command {
    Command(text.name, text.title, keys: text.keys, in: text.context, when: isReached(text.context)) { state, _ in
      state.perform(text.action)
    }
  }

  /// Whether keys go to a context now.
  static func isReached(_ context: Command.Context) -> @Sendable (State) -> Command.Availability {
    { $0.keyContexts.contains(context) ? .applies() : .refused("nothing of the kind is typed now") }
  }
}
