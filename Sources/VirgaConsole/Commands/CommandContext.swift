extension Command {
  /// Where keys of a command apply.
  enum Context: Hashable, Sendable {
    /// Wherever keys go, also while text is typed.
    case always
    /// Wherever no text is typed and nothing lies over the screen.
    case everywhere
    /// In every list and text, on a screen or over it, while nothing is typed.
    case lists
    /// In a list that lies over the screen.
    case picker
    /// Only on a screen.
    case screen(Screen)
    /// Only while a panel has the focus.
    case panel(Panel)
    /// Only while text is typed.
    case typing(Typing)

    /// The screen that the context is bound to; nil for everywhere.
    package var screen: Screen? {
      switch self {
      case .always, .everywhere, .lists, .picker, .typing: nil
      case .screen(let screen): screen
      case .panel(let panel): panel.screen
      }
    }

    /// Where that is, in words; nil for everywhere.
    package var title: String? {
      switch self {
      case .always, .everywhere, .lists: nil
      case .picker: "list"
      case .screen(let screen): screen.title
      case .panel(let panel): panel.title
      case .typing(let typing): typing.title
      }
    }
  }

  /// What is typed where keys are text.
  enum Typing: CaseIterable, Sendable {
    /// Any text: a line, or that of the config editor.
    case text
    /// A line with a list that follows it.
    case list
    /// The line of a list that lies over the screen.
    case overlay
    /// A filter or a search.
    case filter
    /// A targeting expression.
    case expression
    /// A value in its row.
    case value
    /// What is searched for in the config editor.
    case find
    /// The config editor's text while it proposes how to go on.
    case completion

    /// Where that is, in words.
    package var title: String {
      switch self {
      case .text: "typing"
      case .list: "typing above a list"
      case .overlay: "list"
      case .filter: "filter"
      case .expression: "expression"
      case .value: "value"
      case .find: "search in the edit"
      case .completion: "completion"
      }
    }
  }
}
