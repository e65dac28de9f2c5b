/// What a mouse did.
public struct MouseEvent: Hashable, Sendable {
  /// What happened.
  public var action: Action
  /// The button concerned; none for the wheel.
  public var button: Button?
  /// The cell under the pointer.
  public var point: Point
  /// The keys that were held.
  public var modifiers: Modifiers

  /// What can happen.
  public enum Action: Hashable, Sendable {
    /// A button went down, came up, or the pointer moved while one was down.
    case press, release, drag
    /// The wheel was turned by one notch.
    case wheelUp, wheelDown
  }

  /// The buttons that terminals report.
  public enum Button: Hashable, Sendable {
    /// The first, second and third button.
    case left, middle, right
  }

  /// An event; see the properties.
  public init(_ action: Action, button: Button? = nil, at point: Point, modifiers: Modifiers = []) {
    self.action = action
    self.button = button
    self.point = point
    self.modifiers = modifiers
  }
}
