public import VirgaSource

/// A JSON value that preserves the order of members and the digits of numbers.
///
/// Two values are equal if they mean the same JSON: the order of members is ignored, numbers are
/// compared by exact value (`1`, `1.0` and `1e0` are equal) and strings by Unicode scalars. Use
/// ``isIdentical(to:)`` to compare order and spelling too.
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

  /// Whether it is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The value of a boolean; nil for anything else.
  public var booleanValue: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The value of a number that is a 64-bit integer (`3`, `3.0`, `3e0`); otherwise nil.
  public var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let number): number.exact.integer
    default: nil
    }
  }

  /// The nearest double of a number, infinity if it is out of range; nil for anything else.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let number): number.double
    default: nil
    }
  }

  /// The text of a string; nil for anything else.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements of an array; nil for anything else.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members of an object; nil for anything else.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The member `key` of an object; nil if not an object or missing.
  public subscript(key: String) -> JSONValue? { objectValue?[key] }

  /// The element of an array at `index` (from 0); nil if this is not an array or the index is out
  /// of range.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// A number with the shortest digits that round-trip to `value`; `null` for infinities and NaN.
  public init(_ value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }

  /// The number spelled `literal`, as an integer if possible; nil if invalid.
  public init?(numberLiteral literal: String) {
    guard let number = JSONNumber(literal) else { return nil }
    self = Self.number(spelled: number)
  }

  /// The value of a number: an integer if it is spelled as one that fits 64 bits, except for `-0`,
  /// which keeps its sign as a number.
  static func number(spelled number: JSONNumber) -> JSONValue {
    guard number.literal != "-0", let integer = Int64(number.literal) else {
      return .number(number)
    }
    return .integer(integer)
  }

  /// Parses `text` as RFC 8259 JSON; problems call the text `name`.
  ///
  /// - Throws: `Problems` with every mistake in the text, in order; no part of it is used then. A
  ///   repeated key is one of them.
  public static func parse(_ text: String, name: String = "-") throws(Problems) -> JSONValue {
    try parse(Array(text.utf8), name: name)
  }

  /// Parses UTF-8 `bytes` as RFC 8259 JSON; problems call the text `name`.
  ///
  /// - Throws: `Problems` with every mistake in the text, in order; no part of it is used then. A
  ///   repeated key is one of them.
  public static func parse(_ bytes: [UInt8], name: String = "-") throws(Problems) -> JSONValue {
    try parse(bytes, name: name, limits: JSONLimits())
  }

  /// Parses UTF-8 `bytes` within limits; problems call the text `name`.
  ///
  /// - Throws: `Problems` with all errors and warnings, if there is an error: a text without a
  ///   readable root always has one. Warnings alone, such as of a byte-order mark, are ignored.
  package static func parse(
    _ bytes: [UInt8], name: String = "-", limits: JSONLimits
  ) throws(Problems) -> JSONValue {
    let (builder, mistakes) = JSONParser.read(bytes, limits: limits)
    // The values need no positions in the text.
    let document = builder.finished(name: name, language: .json, position: nil)
    let hasErrors = mistakes.contains { $0.severity == .error }
    guard let root = document.readableRoot, !hasErrors else {
      // Lines are only counted for a text with mistakes.
      let source = SourceText(name: name, bytes: bytes)
      throw Problems(mistakes.map { $0.problem(in: source) })
    }
    return root.json
  }
}

extension JSONValue: Hashable {
  /// Whether both mean the same JSON.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      number.exact == ExactNumber(integer)
    // As names, by their bytes: Swift's `==` takes `é` for `e` with a combining accent.
    case (.string(let left), .string(let right)): Name(left) == Name(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Hashes the meaning of the value, so that equal values have equal hashes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null:
      // Any constant will do, because all nulls are equal.
      hasher.combine(0 as UInt8)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value):
      // Hashed like a `number`, because `1` and `1.0` are equal.
      hasher.combine(ExactNumber(value))
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }

  /// Whether both are equal, with identical member order and number spellings, which `==` ignores.
  package func isIdentical(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left.literal == right.literal
    case (.integer, .number), (.number, .integer): false
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
    case (.object(let left), .object(let right)): left.isIdentical(to: right)
    default: self == other
    }
  }
}

// No nil literal, because `condition ? nil : value`, meant as an optional, would silently become
// `null`.

extension JSONValue: ExpressibleByBooleanLiteral {
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// A number; `null` if the literal is out of a double's range.
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
  /// Creates an object with members in the literal's order; the last value of a repeated key wins.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONObject(members))
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line; the same as ``compact``.
  public var description: String { compact }

  /// The value as JSON on one line, without spaces; `/` stays unescaped.
  public var compact: String { printed(indent: nil) }

  /// The value as JSON on several lines, without a final line end; each level is indented by
  /// `indent` spaces.
  public func pretty(indent: Int = 2) -> String { printed(indent: max(0, indent)) }

  /// The value as JSON; `indent` is the number of spaces per level, nil to print on one line.
  private func printed(indent: Int?) -> String {
    var printer = JSONPrinter(indent: indent)
    printer.write(self)
    return String(decoding: printer.output, as: UTF8.self)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as JSON on one line.
  public var description: String { JSONValue.object(self).compact }
}
