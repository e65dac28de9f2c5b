import Testing
import VirgaCanvas

@testable import VirgaConsole

extension ConsoleDriver {
  /// Sends an event, and checks everything that it changed: the old state, changed by `change`, is the new one.
  ///
  /// What follows from other properties, such as the layout and the log of messages, need not be named.
  @discardableResult
  mutating func step(
    _ event: Event, _ change: (inout State) throws -> Void, at location: SourceLocation = #_sourceLocation
  ) rethrows -> [Effect] {
    let said = state.status
    var expected = state
    send(event)
    try change(&expected)
    expected.settle()
    expected.noteMessage(since: said)
    guard expected != state else { return effects }
    let found = StateDifference.lines(expected, state)
    Issue.record("\(event) changed\n\(found.joined(separator: "\n"))", sourceLocation: location)
    return effects
  }

  /// Runs a command, and checks everything that it changed.
  @discardableResult
  mutating func step(
    _ line: String, at location: SourceLocation = #_sourceLocation, _ change: (inout State) throws -> Void
  ) rethrows -> [Effect] {
    try step(.command(line), change, at: location)
  }

  /// Presses a key, and checks everything that it changed.
  @discardableResult
  mutating func step(
    key: KeyPress, at location: SourceLocation = #_sourceLocation, _ change: (inout State) throws -> Void
  ) rethrows -> [Effect] {
    try step(.terminal(.key(key)), change, at: location)
  }
}

/// Says in which properties two values differ.
enum StateDifference {
  /// A line for each property that differs, `path: expected ≠ found`, in the order of the properties.
  static func lines(_ expected: Any, _ found: Any, at path: String = "") -> [String] {
    guard !isEqual(expected, found) else { return [] }
    let (old, new) = (Mirror(reflecting: expected), Mirror(reflecting: found))
    let isStructure = old.displayStyle == .struct && old.children.count == new.children.count && !old.children.isEmpty
    let inner =
      !isStructure
      ? []
      : zip(old.children, new.children).flatMap { old, new in
        lines(old.value, new.value, at: path + "." + (old.label ?? ""))
      }
    return inner.isEmpty ? ["\(path): \(short(expected)) ≠ \(short(found))"] : inner
  }

  private static func isEqual(_ left: Any, _ right: Any) -> Bool {
    guard let left = left as? any Equatable else { return "\(left)" == "\(right)" }
    return isEqual(equatable: left, right)
  }

  private static func isEqual<Value: Equatable>(equatable left: Value, _ right: Any) -> Bool { left == right as? Value }

  private static func short(_ value: Any) -> String { String("\(value)".prefix(300)) }
}
