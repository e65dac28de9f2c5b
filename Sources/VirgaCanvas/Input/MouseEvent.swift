/// An event of the mouse.
package struct MouseEvent: Hashable, Sendable {
  /// The kind of event.
  package var action: Action
  /// The button; nil for the wheel.
  package var button: Button?
  /// The cell under the pointer.
  package var point: Point
  /// The modifiers.
  package var modifiers: Modifiers

  /// The kinds of events.
  package enum Action: Hashable, Sendable {
    /// A button was pressed or released, or the pointer moved while one was pressed.
    case press, release, drag
    /// The wheel moved by one notch.
    case wheelUp, wheelDown
  }

  /// The buttons that terminals report.
  package enum Button: Hashable, Sendable {
    /// The first, second and third button.
    case left, middle, right
  }

  /// Creates an event.
  package init(_ action: Action, button: Button? = nil, at point: Point, modifiers: Modifiers = [])
  {
    self.action = action
    self.button = button
    self.point = point
    self.modifiers = modifiers
  }
}
