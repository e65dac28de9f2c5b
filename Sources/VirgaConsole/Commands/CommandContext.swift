extension Command {
  /// The context in which the keys of a command apply.
  enum Context: Hashable, Sendable {
    /// Everywhere, also while text is typed.
    case always
    /// Everywhere, unless text is typed or a list is over the screen.
    case everywhere
    /// In every list and text while nothing is typed, on the screen or over it.
    case lists
    case picker
    /// Only on a screen.
    case screen(Screen)
    /// Only while a panel has the focus.
    case panel(Panel)
    /// Only while text is typed.
    case typing(Typing)

    /// The screen of the context; nil if it is not bound to one.
    var screen: Screen? {
      switch self {
      case .always, .everywhere, .lists, .picker, .typing: nil
      case .screen(let screen): screen
      case .panel(let panel): panel.screen
      }
    }

    /// The context in words; nil for everywhere.
    var title: String? {
      switch self {
      case .always, .everywhere, .lists: nil
      case .picker: "list"
      case .screen(let screen): screen.title
      case .panel(let panel): panel.title
      case .typing(let typing): typing.title
      }
    }
  }

  enum Typing: CaseIterable, Sendable {
    case text
    case list
    case overlay
    case filter
    case expression
    case value
    case find
    /// The text of the config editor while completions are shown.
    case completion

    var title: String {
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
