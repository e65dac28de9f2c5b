public import VirgaJSON

/// A value in a targeting expression.
///
/// Integers come from the context only; every number in an expression's text and every result of arithmetic is a
/// real. The two are distinct kinds: `==` between two numbers compares them loosely, `in` and `==` between lists do not.
public enum ExpressionValue: Sendable {
  /// Nothing.
  case null
  /// True or false.
  case boolean(Bool)
  /// A whole number from the context.
  case integer(Int64)
  /// A whole number from the context that only an unsigned integer can hold: from 2⁶³ to 2⁶⁴ − 1.
  case largeInteger(UInt64)
  /// A number of an expression's text, or the result of arithmetic.
  case real(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([ExpressionValue])
  /// An object; its members have no order.
  case object(NameTable<ExpressionValue>)
}

extension ExpressionValue {
  /// Whether `&&`, `||`, `? :` and filters take the value for true: all but false, null, 0 and the empty text.
  public var isTruthy: Bool {
    switch self {
    case .null: false
    case .boolean(let value): value
    case .integer(let value): value != 0
    case .largeInteger: true
    case .real(let value): value != 0
    case .string(let value): !value.isEmpty
    case .array, .object: true
    }
  }

  /// The value as a number; nil where it is none.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .largeInteger(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// The value as a text; nil where it is none.
  public var text: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The result of arithmetic: a real, or null where the number is not finite.
  static func finite(_ value: Double) -> ExpressionValue {
    value.isFinite ? .real(value) : .null
  }

  /// The member called `name`; null where there is none or the value is no object.
  func member(_ name: String) -> ExpressionValue {
    if case .object(let members) = self, let value = members[name] { value } else { .null }
  }
}

extension ExpressionValue: Equatable {
  /// Whether two values are the same, kind for kind: the integer 1 is not the real 1.
  public static func == (left: ExpressionValue, right: ExpressionValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.largeInteger(let left), .largeInteger(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.string(let left), .string(let right)): ByteText.areEqual(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}
