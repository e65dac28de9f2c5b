package import VirgaCanvas
import VirgaManifest

/// One of the console's screens; the digit of its place leads there.
package enum Screen: String, CaseIterable, Sendable {
  /// Features, their values and their edits.
  case features
  /// Every flag with its three checks.
  case flags
  /// Channels and manifests side by side.
  case channels
  /// Recipes and what becomes of them.
  case experiments
  /// What happened.
  case events

  /// The screen that is meant by its name or by its digit; nil where there is none.
  package init?(written text: String) {
    guard let screen = Self.allCases.first(where: { $0.rawValue == text || "\($0.digit)" == text }) else { return nil }
    self = screen
  }

  /// What the screen is made of.
  var parts: any ScreenParts.Type {
    switch self {
    case .features: FeatureScreen.self
    case .flags: FlagScreen.self
    case .channels: ChannelScreen.self
    case .experiments: ExperimentScreen.self
    case .events: EventScreen.self
    }
  }

  /// The key that leads there.
  package var digit: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

  /// What the screen is called in the first line.
  package var title: String {
    switch self {
    case .features: "Features"
    case .flags: "Flags"
    case .channels: "Channels"
    case .experiments: "Experiments"
    case .events: "Events"
    }
  }

  /// The screen's panels, in the order in which `Tab` goes through them.
  var panels: [Panel] { parts.panels }
}

extension State {
  /// The screen on the terminal.
  package var screen: Screen { focus.screen }

  /// The title of the terminal's window or tab, which names the manifest first: tabs cut long titles at their end.
  package var windowTitle: DisplayText {
    DisplayText("\(workspace.manifest?.title ?? options.manifestName): \(screen.title) - virga")
  }

  /// What the screen on the terminal is made of.
  var parts: any ScreenParts.Type { screen.parts }

  /// Goes to a screen, to the panel in which it was left.
  mutating func show(_ screen: Screen) {
    guard let first = screen.panels.first, screen != self.screen else { return }
    search.field.isTyping = false
    parts.stopTyping(&self)
    focus = trail.lastFocus[screen] ?? first
    settle()
  }
}
