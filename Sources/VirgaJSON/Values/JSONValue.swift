/// A JSON value whose objects keep their order and whose numbers keep their digits.
///
/// Two values are equal when they mean the same JSON: the order of members does not count, numbers compare by
/// their exact value (`1`, `1.0` and `1e0` are equal) and strings scalar by scalar. Use ``isIdentical(to:)`` where
/// order and spelling count too.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number written as an integer that fits 64 bits.
  case integer(Int64)
  /// Any other number, with its spelling.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether it is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The truth value of a boolean, nil for anything else.
  public var booleanValue: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The integer of a number whose exact value is one that fits 64 bits (`3`, `3.0`, `3e0`), nil for anything else.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let number): number.exact.integer
    default: nil
    }
  }

  /// The nearest double of a number, nil for anything else; infinity for a ``JSONNumber`` that is out of range.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let number): number.double
    default: nil
    }
  }

  /// The text of a string, nil for anything else.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements of an array, nil for anything else.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members of an object, nil for anything else.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member `key` of an object; nil where there is none or this is no object.
  public subscript(key: String) -> JSONValue? { objectValue?[key] }

  /// The element at `index` of an array, from 0; nil where there is none or this is no array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
