/// A number that is not simply a 64-bit integer, as it was spelled: `3.0`, `1e3`, `-0`, forty digits.
///
/// Two numbers are equal when their exact values are, whatever the spelling.
public struct JSONNumber: Sendable {
  /// The spelling; always a number of RFC 8259.
  public let literal: String

  /// The number spelled `literal`, nil where JSON has no such number.
  public init?(_ literal: String) {
    guard Self.isNumber(literal.utf8) else { return nil }
    self.literal = literal
  }

  /// The number with the shortest digits that give `value` back, nil for infinities and NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    literal = value.description
  }

  /// A number whose spelling the parser has checked.
  init(checked literal: String) { self.literal = literal }

  /// The nearest double; infinity where the number is out of a double's range.
  public var double: Double { Double(literal) ?? 0 }

  var exact: ExactNumber { ExactNumber(literal) }

  private static func isNumber(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    if rest.first == Byte.minus { rest.removeFirst() }
    let whole = rest.prefix(while: Byte.isDigit)
    guard let first = whole.first, first != Byte.zero || whole.count == 1 else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == Byte.point {
      rest.removeFirst()
      guard removeDigits(from: &rest) else { return false }
    }
    if let mark = rest.first, mark | 0x20 == Byte.e {
      rest.removeFirst()
      if rest.first == Byte.plus || rest.first == Byte.minus { rest.removeFirst() }
      guard removeDigits(from: &rest) else { return false }
    }
    return rest.isEmpty
  }

  private static func removeDigits(from text: inout String.UTF8View.SubSequence) -> Bool {
    let digits = text.prefix(while: Byte.isDigit)
    text = text.dropFirst(digits.count)
    return !digits.isEmpty
  }
}

extension JSONNumber: Hashable {
  /// Whether both have the same exact value.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.literal == right.literal || left.exact == right.exact
  }

  /// Feeds the exact value, so that equal numbers hash alike.
  public func hash(into hasher: inout Hasher) { hasher.combine(exact) }
}

extension JSONNumber: CustomStringConvertible {
  /// The spelling.
  public var description: String { literal }
}
