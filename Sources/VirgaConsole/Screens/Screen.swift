package import VirgaCanvas
import VirgaManifest

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

  /// The screen with a name or digit; nil if there is none.
  package init?(written text: String) {
    guard let screen = Self.allCases.first(where: { $0.rawValue == text || "\($0.digit)" == text }) else { return nil }
    self = screen
  }

  var parts: any ScreenParts.Type {
    switch self {
    case .features: FeatureScreen.self
    case .flags: FlagScreen.self
    case .channels: ChannelScreen.self
    case .experiments: ExperimentScreen.self
    case .events: EventScreen.self
    }
  }

  /// The digit key of the screen.
  package var digit: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

  /// The screen's title in the first line.
  package var title: String {
    switch self {
    case .features: "Features"
    case .flags: "Flags"
    case .channels: "Channels"
    case .experiments: "Experiments"
    case .events: "Events"
    }
  }

  /// The screen's panels in `Tab` order.
  var panels: [Panel] { parts.panels }
}

extension State {
  /// The current screen.
  package var screen: Screen { focus.screen }

  /// The title of the terminal's window or tab; begins with the manifest, as tabs cut titles.
  package var windowTitle: DisplayText {
    DisplayText("\(workspace.manifest?.title ?? options.manifestName): \(screen.title) - virga")
  }

  var parts: any ScreenParts.Type { screen.parts }

  mutating func show(_ screen: Screen) {
    guard let first = screen.panels.first, screen != self.screen else { return }
    search.field.isTyping = false
    parts.stopTyping(&self)
    focus = navigation.lastFocus[screen] ?? first
    reconcile()
  }
}
