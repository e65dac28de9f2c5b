extension CommandTable {
  static let textCommands =
    commands(textKeys, in: .typing(.text)) + commands(editorTextKeys, in: .panel(.editor))

  static let textActions = Dictionary(
    uniqueKeysWithValues: (textKeys + editorTextKeys).map { ($0.command.name, $0.action) })

  /// A command that only changes the typed text or moves in it.
  private typealias TextKey = (command: Command, action: TextAction)

  private static let textKeys: [TextKey] = [
    key("caret-left", "a character left", "Left", "Ctrl-B", does: .move(.left)),
    key("caret-right", "a character right", "Right", "Ctrl-F", does: .move(.right)),
    key("word-left", "a word left", "Ctrl-Left", "Alt-Left", "Alt-b", does: .move(.wordLeft)),
    key("word-right", "a word right", "Ctrl-Right", "Alt-Right", "Alt-f", does: .move(.wordRight)),
    key("line-start", "start of the line", "Home", "Ctrl-A", does: .move(.lineStart)),
    key("line-end", "end of the line", "End", "Ctrl-E", does: .move(.lineEnd)),
    key("delete-back", "delete the character before", "Backspace", "Ctrl-H", "Shift-Backspace", does: .delete(.left)),
    key("delete-forward", "delete the character after", "Delete", does: .delete(.right)),
    key(
      "delete-word-back", "delete the word before", "Ctrl-W", "Ctrl-Backspace", "Alt-Backspace",
      does: .delete(.wordLeft)),
    key(
      "delete-word-forward", "delete the word after", "Alt-d", "Ctrl-Delete", "Alt-Delete", does: .delete(.wordRight)),
    key("delete-to-start", "delete to the line's start", "Ctrl-U", does: .delete(.lineStart)),
    key("delete-to-end", "delete to the line's end", "Ctrl-K", does: .delete(.lineEnd)),
  ]

  private static let editorTextKeys: [TextKey] = [
    key("row-up", "a row up", "Up", "Ctrl-Up", does: .move(.rows(-1))),
    key("row-down", "a row down", "Down", "Ctrl-Down", does: .move(.rows(1))),
    key("text-page-up", "a page up", "PgUp", "Ctrl-B", does: .move(.pages(-1))),
    key("text-page-down", "a page down", "PgDn", does: .move(.pages(1))),
    key("text-start", "start of the text", "Ctrl-Home", "Alt-Home", does: .move(.textStart)),
    key("text-end", "end of the text", "Ctrl-End", "Alt-End", does: .move(.textEnd)),
    key("break-line", "break the line", "Enter", does: .breakLine),
    key("indent", "move lines to the right", "Tab", does: .indent),
    key("outdent", "move lines to the left", "Shift-Tab", does: .outdent),
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

  private static func key(_ name: String, _ title: String, _ keys: String..., does action: TextAction) -> TextKey {
    (Command(name, title) { state, _ in state.perform(action) }.keys(keys), action)
  }

  private static func selecting(
    _ name: String, _ title: String, _ keys: String..., by motion: TextAction.Motion
  ) -> TextKey {
    let action = TextAction.move(motion, selects: true)
    return (Command("select-\(name)", "select \(title)") { state, _ in state.perform(action) }.keys(keys), action)
  }

  private static func commands(_ keys: [TextKey], in context: Command.Context) -> [Command] {
    keys.map { $0.command.in(context).when(isReached(context)) }
  }

  static func isReached(_ context: Command.Context) -> @Sendable (State) -> Command.Availability {
    { $0.keyContexts.contains(context) ? .applies() : .refused(.noSuchText) }
  }
}
