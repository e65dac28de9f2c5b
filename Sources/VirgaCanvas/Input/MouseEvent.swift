/// What a mouse did.
package struct MouseEvent: Hashable, Sendable {
  /// What happened.
  package var action: Action
  /// The button concerned; none for the wheel.
  package var button: Button?
  /// The cell under the pointer.
  package var point: Point
  /// The keys that were held.
  package var modifiers: Modifiers

  /// What can happen.
  package enum Action: Hashable, Sendable {
    /// A button went down, came up, or the pointer moved while one was down.
    case press, release, drag
    /// The wheel was turned by one notch.
    case wheelUp, wheelDown
  }

  /// The buttons that terminals report.
  package enum Button: Hashable, Sendable {
    /// The first, second and third button.
    case left, middle, right
  }

  /// An event; see the properties.
  package init(_ action: Action, button: Button? = nil, at point: Point, modifiers: Modifiers = []) {
    self.action = action
    self.button = button
    self.point = point
    self.modifiers = modifiers
  }
}
