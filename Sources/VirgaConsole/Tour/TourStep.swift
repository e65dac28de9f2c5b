package import VirgaCanvas

/// What somebody does to a guided tour.
package enum TourStep: Equatable, Sendable {
  /// Goes to the next stop.
  case goOn
  /// Goes to the stop before.
  case goBack
  /// Has it wait here, or go on by itself again.
  case pause
  /// Ends it, and does nothing else.
  case end
  /// Ends it by doing something with the console, which means what it always means.
  case leave
}

extension State {
  /// What an event does to the tour that is shown; nil where it does nothing to it.
  package func tourStep(of event: TerminalEvent) -> TourStep? {
    guard messages.caption != nil else { return nil }
    switch event {
    case .key("Space"), .key("Enter"), .key("Right"): return .goOn
    case .key("Backspace"), .key("Left"): return .goBack
    case .key("p"): return .pause
    case .key("Esc"), .key("q"): return .end
    case .key, .paste: return .leave
    case .mouse(let mouse) where mouse.action == .press: return HintLine.tourStep(at: mouse.point, in: self) ?? .leave
    case .mouse, .resize, .focus: return nil
    }
  }
}
