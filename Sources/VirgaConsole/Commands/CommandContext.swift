extension Command {
  /// The context in which the keys of a command apply.
  enum Context: Hashable, Sendable {
    /// Everywhere, also while text is typed.
    case always
    /// Everywhere, unless text is typed or a list is over the screen.
    case everywhere
    /// In every list and text while nothing is typed, on the screen or over it.
    case lists
    /// In a list over the screen.
    case picker
    /// Only on a screen.
    case screen(Screen)
    /// Only while a panel has the focus.
    case panel(Panel)
    /// Only while text is typed.
    case typing(Typing)

    /// The screen of the context; nil if it is not bound to one.
    package var screen: Screen? {
      switch self {
      case .always, .everywhere, .lists, .picker, .typing: nil
      case .screen(let screen): screen
      case .panel(let panel): panel.screen
      }
    }

    /// The context in words; nil for everywhere.
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

  /// The kind of text being typed.
  enum Typing: CaseIterable, Sendable {
    /// Any text: a line, or the text of the config editor.
    case text
    /// A line above a list of matches.
    case list
    /// The line of a list over the screen.
    case overlay
    /// A filter or a search.
    case filter
    /// A targeting expression.
    case expression
    /// A value in its row.
    case value
    /// The search of the config editor.
    case find
    /// The text of the config editor while completions are shown.
    case completion

    /// The kind in words.
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
