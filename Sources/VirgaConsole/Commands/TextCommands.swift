import VirgaCanvas

/// The commands that only change the typed text or move in it, and those that type.
enum TextCommands {
  static let all = keys.map { command($0, in: .typing(.text)) } + editorKeys.map { command($0, in: .panel(.editor)) }

  /// What a script uses in place of the keyboard.
  static let typing: [Command] = [
    Command("type", "type a text") { model, argument in press(argument.map { KeyPress($0) }, &model) }
      .argument(.text).records(.nothing).when({ $0.isTyping }, else: .nothingTakesText)
      .help("Types into what takes text: a filter, the command line, a value, the config editor."),
    Command("press", "press keys") { model, argument in
      let words = argument.split(separator: " ").map(String.init)
      if let unknown = words.first(where: { KeyPress($0) == nil }) { return .refused(.noKey(unknown)) }
      return press(words.compactMap { KeyPress($0) }, &model)
    }
    .argument(.text).records(.nothing).help("Presses keys as if by hand, as in `press Tab Ctrl-S`."),
  ]

  /// The actions by the names of their commands.
  static let actions = Dictionary(uniqueKeysWithValues: (keys + editorKeys).map { ($0.name, $0.action) })

  private typealias Key = (name: String, title: String, keys: [String], action: TextAction)

  private static let keys: [Key] = [
    ("caret-left", "a character left", ["Left", "Ctrl-B"], .move(.left)),
    ("caret-right", "a character right", ["Right", "Ctrl-F"], .move(.right)),
    ("word-left", "a word left", ["Ctrl-Left", "Alt-Left", "Alt-b"], .move(.wordLeft)),
    ("word-right", "a word right", ["Ctrl-Right", "Alt-Right", "Alt-f"], .move(.wordRight)),
    ("line-start", "start of the line", ["Home", "Ctrl-A"], .move(.lineStart)),
    ("line-end", "end of the line", ["End", "Ctrl-E"], .move(.lineEnd)),
    ("delete-back", "delete the character before", ["Backspace", "Ctrl-H", "Shift-Backspace"], .delete(.left)),
    ("delete-forward", "delete the character after", ["Delete"], .delete(.right)),
    (
      "delete-word-back", "delete the word before", ["Ctrl-W", "Ctrl-Backspace", "Alt-Backspace"], .delete(.wordLeft)
    ),
    ("delete-word-forward", "delete the word after", ["Alt-d", "Ctrl-Delete", "Alt-Delete"], .delete(.wordRight)),
    ("delete-to-start", "delete to the line's start", ["Ctrl-U"], .delete(.lineStart)),
    ("delete-to-end", "delete to the line's end", ["Ctrl-K"], .delete(.lineEnd)),
  ]

  private static let editorKeys: [Key] =
    movingKeys
    + selectingKeys.map { ("select-\($0.name)", "select \($0.title)", $0.keys, .move($0.motion, selects: true)) }

  private static let movingKeys: [Key] = [
    ("row-up", "a row up", ["Up", "Ctrl-Up"], .move(.rows(-1))),
    ("row-down", "a row down", ["Down", "Ctrl-Down"], .move(.rows(1))),
    ("text-page-up", "a page up", ["PgUp", "Ctrl-B"], .move(.pages(-1))),
    ("text-page-down", "a page down", ["PgDn"], .move(.pages(1))),
    ("text-start", "start of the text", ["Ctrl-Home", "Alt-Home"], .move(.textStart)),
    ("text-end", "end of the text", ["Ctrl-End", "Alt-End"], .move(.textEnd)),
    ("break-line", "break the line", ["Enter"], .breakLine),
    ("indent", "move lines to the right", ["Tab"], .indent),
    ("outdent", "move lines to the left", ["Shift-Tab"], .outdent),
  ]

  private static let selectingKeys: [(name: String, title: String, keys: [String], motion: TextAction.Motion)] = [
    ("left", "a character left", ["Shift-Left"], .left),
    ("right", "a character right", ["Shift-Right"], .right),
    ("word-left", "a word left", ["Ctrl-Shift-Left", "Alt-Shift-Left"], .wordLeft),
    ("word-right", "a word right", ["Ctrl-Shift-Right", "Alt-Shift-Right"], .wordRight),
    ("line-start", "to the start of the line", ["Shift-Home"], .lineStart),
    ("line-end", "to the end of the line", ["Shift-End"], .lineEnd),
    ("up", "a row up", ["Shift-Up"], .rows(-1)),
    ("down", "a row down", ["Shift-Down"], .rows(1)),
    ("page-up", "a page up", ["Shift-PgUp"], .pages(-1)),
    ("page-down", "a page down", ["Shift-PgDn"], .pages(1)),
    ("text-start", "to the start of the text", ["Ctrl-Shift-Home"], .textStart),
    ("text-end", "to the end of the text", ["Ctrl-Shift-End"], .textEnd),
  ]

  private static func command(_ key: Key, in context: Command.Context) -> Command {
    Command(key.name, key.title) { model, _ in model.perform(key.action) }
      .in(context).keys(key.keys).when(isReached(context))
  }

  static func isReached(_ context: Command.Context) -> @Sendable (Model) -> Command.Availability {
    { $0.keyContexts.contains(context) ? .applies() : .refused(.noSuchText) }
  }

  /// Handles keys one after the other, each as its own event.
  private static func press(_ keys: [KeyPress], _ model: inout Model) -> Outcome {
    // What the keys run is recorded, not the key presses.
    let depth = model.recording.depth
    model.recording.depth = 0
    defer { model.recording.depth = depth }
    var effects: [Effect] = []
    for key in keys {
      effects += model.apply(model.handle(.key(key)))
      model.reconcile()
    }
    return .done(effects)
  }
}
