import VirgaCanvas

/// Commands for text: those of each kind of line, those that edit or move, and those that type.
enum TextCommands {
  static let all =
    lines + commands(keys, in: .typing(.text)) + commands(editorKeys, in: .panel(.editor)) + typing

  /// While a line is typed: overlay, filter, value or completion.
  private static let lines: [Command] = [
    Command("choose", "choose") { model in model.chooseInOverlay() }
      .in(.picker).keys("Enter").hint(.main, when: \.canChoose)
      .titled { model in
        if [.keys, .commandLine].contains(model.overlay?.kind) { return "run" }
        return switch model.overlay?.selected?.invocation?.name {
        case "drop": "drop"
        case "reset-client": "reset"
        default: "choose"
        }
      }
      .when({ $0.overlay != nil }, else: .noListOpen),
    Command("close-list", "close") { model in model.leaveList() }
      .in(.picker).keys("Esc", "Ctrl-C").hint(.second).titled {
        $0.overlay?.isFiltered == true ? "clear" : "close"
      }
      .when({ $0.overlay != nil }, else: .noListOpen).help("Clears the filter of the list first."),
    Command("complete-line", "complete", does: { $0.completeLine() }).in(.typing(.overlay)).keys(
      "Tab"
    ).hint(.fourth)
      .when({ $0.overlay?.kind == .commandLine }, else: .onlyCommandLine)
      .help(
        "Completes the command line with the line under the cursor, ready for an argument; on the typed text itself, completes as much as all matches share."
      ),

    textCommand("keep-filter", "keep", .typing(.filter)) { $0.endLineKeepingText() }
      .keys("Enter", "Tab").hint(.main)
      .titled { $0.typedLine?.isSearch == true && $0.focus != .editor ? "then n N" : "keep" },
    textCommand("drop-filter", "clear", .typing(.filter)) { $0.endLineClearingText() }
      .keys("Esc", "Ctrl-C").hint(.second),

    textCommand("set-typed", "set", .typing(.value)) {
      $0.features.setTypedValue($0.shared)
    }.keys("Enter")
      .hint(.main),
    textCommand("leave-typed", "leave as it was", .typing(.value)) { model in
      model.features.editing.typedValue = nil
      return .says(.unchanged)
    }
    .keys("Esc", "Ctrl-C").hint(.second),

    textCommand("take-completion", "accept it", .typing(.completion)) { model in
      model.edit { $0.acceptCompletion() }
    }
    .keys("Tab").hint(.main),
    textCommand("take-or-break", "accept it, or break the line", .typing(.completion)) { model in
      model.edit { $0.completionTakesEnter ? $0.acceptCompletion() : $0.breakLine() }
    }
    .keys("Enter")
    .help(
      "Accepts the selected completion if you asked for it or chose it, or if the typed text is incomplete."
    ),
    textCommand("close-completion", "close", .typing(.completion)) { model in
      model.edit { $0.completion = nil }
    }
    .keys("Esc", "Ctrl-C").hint(.second),

    textCommand("list-down", "down the list", .typing(.list)) { $0.moveInList(by: 1) }
      .keys("Down", "Ctrl-N").hint(.third).opposite("list-up").titled { _ in "move" },
    textCommand("list-up", "up the list", .typing(.list)) { $0.moveInList(by: -1) }
      .keys("Up", "Ctrl-P"),
    textCommand("list-page-down", "a page down the list", .typing(.list)) {
      $0.moveInList(by: $0.listPageRows)
    }.keys("PgDn"),
    textCommand("list-page-up", "a page up the list", .typing(.list)) {
      $0.moveInList(by: -$0.listPageRows)
    }
    .keys("PgUp"),
  ]

  /// What a script uses in place of the keyboard.
  private static let typing: [Command] = [
    Command("type", "type a text") { model, argument in model.press(argument.map { KeyPress($0) })
    }
    .argument(.text).when({ $0.isTyping }, else: .nothingTakesText)
    .help("Types into what takes text: a filter, the command line, a value, the config editor."),
    Command("press", "press keys") { model, argument in
      let words = argument.split(separator: " ").map(String.init)
      if let unknown = words.first(where: { KeyPress($0) == nil }) {
        return .refused(.noKey(unknown))
      }
      return model.press(words.compactMap { KeyPress($0) })
    }
    .argument(.text).help("Presses keys as if by hand, as in `press Tab Ctrl-S`."),
  ]

  typealias Key = (name: String, title: String, keys: [String], action: TextAction)

  static let keys: [Key] = [
    ("caret-left", "a character left", ["Left", "Ctrl-B"], .move(.left)),
    ("caret-right", "a character right", ["Right", "Ctrl-F"], .move(.right)),
    ("word-left", "a word left", ["Ctrl-Left", "Alt-Left", "Alt-b"], .move(.wordLeft)),
    ("word-right", "a word right", ["Ctrl-Right", "Alt-Right", "Alt-f"], .move(.wordRight)),
    ("line-start", "start of the line", ["Home", "Ctrl-A"], .move(.lineStart)),
    ("line-end", "end of the line", ["End", "Ctrl-E"], .move(.lineEnd)),
    (
      "delete-back", "delete the character before", ["Backspace", "Ctrl-H", "Shift-Backspace"],
      .delete(.left)
    ),
    ("delete-forward", "delete the character after", ["Delete"], .delete(.right)),
    (
      "delete-word-back", "delete the word before", ["Ctrl-W", "Ctrl-Backspace", "Alt-Backspace"],
      .delete(.wordLeft)
    ),
    (
      "delete-word-forward", "delete the word after", ["Alt-d", "Ctrl-Delete", "Alt-Delete"],
      .delete(.wordRight)
    ),
    ("delete-to-start", "delete to the line's start", ["Ctrl-U"], .delete(.lineStart)),
    ("delete-to-end", "delete to the line's end", ["Ctrl-K"], .delete(.lineEnd)),
  ]

  static let editorKeys: [Key] = [
    ("row-up", "a row up", ["Up", "Ctrl-Up"], .move(.rows(-1))),
    ("row-down", "a row down", ["Down", "Ctrl-Down"], .move(.rows(1))),
    ("text-page-up", "a page up", ["PgUp", "Ctrl-B"], .move(.pages(-1))),
    ("text-page-down", "a page down", ["PgDn"], .move(.pages(1))),
    ("text-start", "start of the text", ["Ctrl-Home", "Alt-Home"], .move(.textStart)),
    ("text-end", "end of the text", ["Ctrl-End", "Alt-End"], .move(.textEnd)),
    ("break-line", "break the line", ["Enter"], .breakLine),
    ("indent", "move lines to the right", ["Tab"], .indent),
    ("outdent", "move lines to the left", ["Shift-Tab"], .outdent),
    ("select-left", "select a character left", ["Shift-Left"], .move(.left, selects: true)),
    ("select-right", "select a character right", ["Shift-Right"], .move(.right, selects: true)),
    (
      "select-word-left", "select a word left", ["Ctrl-Shift-Left", "Alt-Shift-Left"],
      .move(.wordLeft, selects: true)
    ),
    (
      "select-word-right", "select a word right", ["Ctrl-Shift-Right", "Alt-Shift-Right"],
      .move(.wordRight, selects: true)
    ),
    (
      "select-line-start", "select to the start of the line", ["Shift-Home"],
      .move(.lineStart, selects: true)
    ),
    (
      "select-line-end", "select to the end of the line", ["Shift-End"],
      .move(.lineEnd, selects: true)
    ),
    ("select-up", "select a row up", ["Shift-Up"], .move(.rows(-1), selects: true)),
    ("select-down", "select a row down", ["Shift-Down"], .move(.rows(1), selects: true)),
    ("select-page-up", "select a page up", ["Shift-PgUp"], .move(.pages(-1), selects: true)),
    ("select-page-down", "select a page down", ["Shift-PgDn"], .move(.pages(1), selects: true)),
    (
      "select-text-start", "select to the start of the text", ["Ctrl-Shift-Home"],
      .move(.textStart, selects: true)
    ),
    (
      "select-text-end", "select to the end of the text", ["Ctrl-Shift-End"],
      .move(.textEnd, selects: true)
    ),
  ]

  /// A command for typed text, which can be run only while the keys of its context work.
  private static func textCommand(
    _ name: String, _ title: String, _ context: Command.Context,
    run: @escaping @Sendable (inout Model) -> Outcome
  ) -> Command {
    Command(name, title, run: run).in(context).when(
      { $0.keyContexts.contains(context) }, else: .noSuchText)
  }

  /// A command for each entry of a table of keys, which does the entry's action on the typed text.
  private static func commands(_ keys: [Key], in context: Command.Context) -> [Command] {
    keys.map { key in
      textCommand(key.name, key.title, context) { model in model.perform(key.action) }
        .keys(key.keys)
    }
  }
}
