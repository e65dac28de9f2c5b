package import VirgaCanvas

/// An action of a person in a guided tour.
package enum TourStep: Equatable, Sendable {
  /// Goes to the next stop.
  case goOn
  /// Goes to the stop before.
  case goBack
  /// Pauses it, or continues it automatically.
  case pause
  /// Ends it without doing anything else.
  case end
  /// Ends it with an event that then acts as usual.
  case leave
}

extension State {
  /// The tour step of an event while a caption is shown; nil if it is none.
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
