// There is no nil literal: `condition ? nil : value`, meant as an optional, would silently become `null`.

extension JSONValue: ExpressibleByBooleanLiteral {
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// A number; `null` where the literal is beyond the range of a double.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension JSONValue: ExpressibleByStringInterpolation {
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object whose members stand in the order of the literal; of a repeated key the last value counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(JSONObject(members)) }
}

extension JSONValue {
  /// A number with the shortest digits that give `value` back; `null` for infinities and NaN, which JSON lacks.
  public init(_ value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }

  /// The number spelled `literal`, as an integer where it is one; nil where JSON has no such number.
  public init?(numberLiteral literal: String) {
    guard let number = JSONNumber(literal) else { return nil }
    self = Self.number(spelled: number)
  }

  /// An integer where the spelling is that of one which fits 64 bits; `-0` keeps its sign.
  static func number(spelled number: JSONNumber) -> JSONValue {
    guard number.literal != "-0", let integer = Int64(number.literal) else { return .number(number) }
    return .integer(integer)
  }
}
