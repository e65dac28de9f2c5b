import VirgaCanvas

extension Command {
  /// The context in which the keys of a command apply.
  enum Context: Hashable, Sendable {
    /// Everywhere, also while text is typed.
    case always
    /// Everywhere, unless a line of text is typed or a list is over the screen.
    case everywhere
    /// In every list and text while nothing is typed, on the screen or over it.
    case lists
    case picker
    case screen(Screen)
    case panel(Panel)
    case typing(Typing)

    /// The screen of the context; nil if it is not bound to one.
    var screen: Screen? {
      switch self {
      case .always, .everywhere, .lists, .picker, .typing: nil
      case .screen(let screen): screen
      case .panel(let panel): panel.screen
      }
    }

    /// Whether its keys act on a text, so that characters are typed first.
    var isForText: Bool { if case .typing = self { true } else { self == .panel(.editor) } }

    /// Whether keys can never run a command in this context, because their first key types a
    /// character.
    func takesAsText(_ keys: [KeyPress]) -> Bool { isForText && keys.first?.isTyped == true }

    /// The contexts that apply while a panel has the focus, nearest first; while a line is typed or
    /// a list is over the screen, those of `of(_: Typing)` or `ofPicker` apply instead.
    ///
    /// `lists` has the keys that move in any list or text.
    static func of(_ focus: Panel) -> [Command.Context] {
      // The config editor is a text, whose keys move the caret and delete.
      let ofPanel: [Command.Context] =
        focus == .editor ? [.panel(focus), .typing(.text)] : [.panel(focus)]
      // In the editor, keys that type a character run no command of these contexts.
      return ofPanel + [.screen(focus.screen), .everywhere, .lists, .always]
    }

    /// The contexts that apply to a list over the screen while nothing is typed.
    static let ofPicker: [Command.Context] = [.picker, .lists, .always]

    /// The contexts that apply while a kind of text is typed, nearest first.
    ///
    /// No typed text has the kind `text` or `list`: these only hold the keys that other kinds
    /// share. Those of `text` edit any text, and those of `list` move in the list below a text.
    static func of(_ typing: Typing) -> [Command.Context] {
      switch typing {
      case .overlay: [.typing(typing), .typing(.list), .typing(.text), .picker, .always]
      case .filter: [.typing(typing), .typing(.list), .typing(.text), .always]
      // The contexts of the editor, in which completions are shown, include `typing(.text)`.
      case .completion: [.typing(typing), .typing(.list)] + of(Panel.editor)
      case .value, .text, .list: [.typing(typing), .typing(.text), .always]
      }
    }

    /// The sets of contexts that apply at once: one for each panel with the focus, for a list over
    /// the screen, and for each kind of typed text.
    static let setsThatApplyAtOnce =
      Panel.allCases.map(of) + [ofPicker] + Typing.allCases.map(of)
  }

  /// What is typed; the raw values are the headings in the list of keys.
  enum Typing: String, CaseIterable, Sendable {
    case text = "typing"
    case list = "typing above a list"
    case overlay = "list"
    case filter, value
    /// The text of the config editor while completions are shown.
    case completion
  }
}
