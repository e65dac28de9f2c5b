/// A screen of the console; the digit of its position goes there.
package enum Screen: String, CaseIterable, Sendable {
  /// Features, their values and their edits.
  case features
  /// Every flag with its three checks.
  case flags
  /// Channels and manifests side by side.
  case channels
  /// Recipes and the client's status in them.
  case experiments
  /// The event log.
  case events

  /// The screen with a name or digit, such as `flags` or `2`; nil for other text.
  package init?(written text: String) {
    guard let screen = Self.allCases.first(where: { $0.rawValue == text || "\($0.digit)" == text })
    else { return nil }
    self = screen
  }

  /// The type of the screen's state, which declares its panels.
  var type: any ConsoleScreen.Type {
    switch self {
    case .features: FeaturesScreen.self
    case .flags: FlagsScreen.self
    case .channels: ChannelsScreen.self
    case .experiments: ExperimentsScreen.self
    case .events: EventsScreen.self
    }
  }

  /// The key of the screen: its position, from 1.
  package var digit: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

  /// The screen's title in the first line.
  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The screen's panels in `Tab` order.
  var panels: [Panel] { type.panels }

  /// The view that draws a panel and moves its cursor; nil for a panel of another screen.
  func view(of panel: Panel) -> (any PanelView)? { type.view(of: panel) }
}

extension Model {
  /// The state of a screen.
  subscript(screen: Screen) -> any ConsoleScreen {
    switch screen {
    case .features: features
    case .flags: flags
    case .channels: channels
    case .experiments: experiments
    case .events: events
    }
  }

  /// The screen that is shown.
  var shownScreen: any ConsoleScreen { self[screen] }
}
