public import VirgaJSON
import VirgaSource

/// A value in a targeting expression.
///
/// Integers only come from the context; numbers in an expression and results of arithmetic are
/// reals. The two are distinct kinds: `==` between two numbers ignores that, `in` and `==` between
/// lists do not.
public enum ExpressionValue: Sendable, Equatable {
  /// Null.
  case null
  /// True or false.
  case boolean(Bool)
  /// An integer from the context.
  case integer(Int64)
  /// An integer from the context between 2⁶³ and 2⁶⁴ − 1.
  case largeInteger(UInt64)
  /// A number in an expression, or the result of arithmetic.
  case real(Double)
  /// A string.
  case string(String)
  /// A list.
  case array([ExpressionValue])
  /// An object; its members are unordered.
  case object([Name: ExpressionValue])

  /// Whether `&&`, `||`, `? :` and filters treat it as true; false, null, 0 and the empty string
  /// are not.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .boolean(let value): value
    case .string(let value): !value.isEmpty
    case .integer, .largeInteger, .real: number != 0
    case .array, .object: true
    }
  }

  /// The value of a number; nil for anything else.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .largeInteger(let value): Double(value)
    case .real(let value): value
    case .null, .boolean, .string, .array, .object: nil
    }
  }

  /// The text of a string; nil for anything else.
  public var text: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The bytes that count for the limit of an evaluation: those of all strings in the value, and 8
  /// for each member of a list or an object.
  ///
  /// A number on its own counts nothing: the limit of steps is enough.
  ///
  /// Rule: VirgaTargeting/Expressions.
  package var byteCount: Int {
    let memberSize = 8
    switch self {
    case .string(let text): return text.utf8.count
    case .array(let members):
      return members.reduce(0) { sum, member in sum + memberSize + member.byteCount }
    case .object(let members):
      return members.reduce(0) { sum, member in
        sum + memberSize + member.key.text.utf8.count + member.value.byteCount
      }
    case .null, .boolean, .integer, .largeInteger, .real: return 0
    }
  }

  /// A real; null for infinity and NaN.
  static func realOrNull(_ value: Double) -> ExpressionValue {
    value.isFinite ? .real(value) : .null
  }

  /// A member of an object; null if the object lacks it, and for any other value.
  func member(_ name: String) -> ExpressionValue {
    if case .object(let members) = self, let value = members[name] { value } else { .null }
  }

  /// Whether two values are equal and of the same kind: the integer 1 is not the real 1, and equal
  /// strings have the same bytes.
  public static func == (left: ExpressionValue, right: ExpressionValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.largeInteger(let left), .largeInteger(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.string(let left), .string(let right)): left.isSameName(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.null, _), (.boolean, _), (.integer, _), (.largeInteger, _), (.real, _), (.string, _),
      (.array, _), (.object, _):
      false
    }
  }

  /// Converts JSON.
  ///
  /// A number that is written as an integer from −2⁶³ to 2⁶⁴−1 stays exact, as in clients, in 64
  /// bits with or without a sign. Any other becomes a real, or null if it is too large for one.
  public init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let number): self = Self.largeInteger(number.literal) ?? .realOrNull(number.double)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(ExpressionValue.init))
    case .object(let members): self = .object(Self.members(of: members))
    }
  }

  /// An integer from 2⁶³ to 2⁶⁴ − 1; nil for any other text.
  private static func largeInteger(_ literal: String) -> ExpressionValue? {
    guard let value = UInt64(literal), value > UInt64(Int64.max) else { return nil }
    return .largeInteger(value)
  }

  /// Converts the members of a JSON object to attributes.
  public static func members(of object: JSONObject) -> [Name: ExpressionValue] {
    let attributes = object.lazy.map { member in (member.key, ExpressionValue(member.value)) }
    return Dictionary(naming: attributes) { _, last in last }
  }

  /// The value as JSON: infinity and NaN, which JSON lacks, are null; the members of an object are
  /// sorted by key because they are unordered.
  package var json: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    // `RealText` spells infinity and NaN as `null`, which is not a number; all other spellings are.
    case .largeInteger(let value): JSONNumber(String(value)).map(JSONValue.number) ?? .null
    case .real(let value): JSONNumber(RealText.spelling(of: value)).map(JSONValue.number) ?? .null
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members): .object(Self.json(of: members))
    }
  }

  /// Members as a JSON object, sorted by key.
  private static func json(of members: [Name: ExpressionValue]) -> JSONObject {
    let sorted = members.sorted { $0.key < $1.key }
    return JSONObject(named: sorted.map { member in (member.key, member.value.json) })
  }
}

extension ExpressionValue: CustomStringConvertible {
  /// The value as compact JSON, which is hashed for a bucket, so keys are in byte order, and reals
  /// always have a fraction.
  public var description: String {
    var bytes: [UInt8] = []
    appendCompactJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as compact UTF-8 JSON.
  ///
  /// Buckets are hashes of these bytes, so they must be the same as in clients.
  package func appendCompactJSON(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .largeInteger(let value): bytes += String(value).utf8
    case .real(let value): bytes += RealText.spelling(of: value).utf8
    case .string(let value): Self.appendQuoted(value, to: &bytes)
    case .array(let members):
      Self.append(members, between: "[", "]", to: &bytes) { member, bytes in
        member.appendCompactJSON(to: &bytes)
      }
    case .object(let members):
      // By the bytes of their keys, as names are compared.
      let sorted = members.sorted { $0.key < $1.key }
      Self.append(sorted, between: "{", "}", to: &bytes) { member, bytes in
        Self.appendQuoted(member.key.text, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.appendCompactJSON(to: &bytes)
      }
    }
  }

  /// Appends a JSON string; only quotes, backslashes and control characters are escaped.
  package static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case 0..<UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes += JSONPrinter.escapeSequence(UInt32(byte)).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends members between brackets, separated by commas.
  private static func append<Member>(
    _ members: [Member], between open: Unicode.Scalar, _ close: Unicode.Scalar,
    to bytes: inout [UInt8],
    _ appendMember: (Member, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      appendMember(member, &bytes)
    }
    bytes.append(UInt8(ascii: close))
  }
}

/// Spells reals in compact JSON: the shortest digits that round-trip.
///
/// From 0.00001 to below 10¹⁶ they are written out, beyond that with an exponent. The spelling is
/// hashed, so it must match the SDK's exactly.
///
/// | value | digits | digits before point | spelling |
/// | --- | --- | --- | --- |
/// | 1200 | `12` | 4 | `1200.0` |
/// | 1.25 | `125` | 1 | `1.25` |
/// | 0.0025 | `25` | −2 | `0.0025` |
/// | 2.5 · 10¹⁶ | `25` | 17 | `2.5e16` |
enum RealText {
  /// The number of digits before the point up to which a number is written out.
  private static let maxWholeDigits = 16
  /// The number of zeros between the point and the first other digit up to which it is.
  private static let maxLeadingZeros = 4

  /// The spelling of a real; `null` if it is not finite.
  static func spelling(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    guard value != 0 else { return value.sign == .minus ? "-0.0" : "0.0" }
    let sign = value < 0 ? "-" : ""
    return sign + spelling(of: significantDigits(of: value.magnitude))
  }

  /// The spelling of a positive number by its digits and the number of digits before the point.
  private static func spelling(of number: SignificantDigits) -> String {
    let digits = number.digits
    let digitsBeforePoint = number.digitsBeforePoint
    switch digitsBeforePoint {
    // `12` with 4 digits before the point gives `1200.0`.
    case 1...maxWholeDigits where digitsBeforePoint >= digits.count:
      return digits + String(repeating: "0", count: digitsBeforePoint - digits.count) + ".0"
    // `125` and 1 give `1.25`.
    case 1...maxWholeDigits:
      return "\(digits.prefix(digitsBeforePoint)).\(digits.dropFirst(digitsBeforePoint))"
    // `25` and −2 give `0.0025`.
    case -maxLeadingZeros...0:
      return "0." + String(repeating: "0", count: -digitsBeforePoint) + digits
    // Too large or too small to be written out: `25` and 17 give `2.5e16`.
    default:
      let fraction = digits.count > 1 ? ".\(digits.dropFirst())" : ""
      return "\(digits.prefix(1))\(fraction)e\(digitsBeforePoint - 1)"
    }
  }

  /// A positive number without leading and trailing zeros.
  private struct SignificantDigits {
    /// At least one digit.
    var digits: String
    /// How many of the digits stand before the decimal point; more than there are for `1200`, and
    /// negative for the zeros after the point of `0.0025`.
    var digitsBeforePoint: Int
  }

  /// The shortest digits of a positive number that round-trip, taken from Swift's spelling.
  ///
  /// `1.25e-07`, which is 0.000000125, has the digits `125`. Its `digitsBeforePoint` is −6, because
  /// 6 zeros follow the point.
  private static func significantDigits(of value: Double) -> SignificantDigits {
    let parts = value.description.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".")
    let whole = mantissa[0]
    let allDigits = whole + (mantissa.count > 1 ? mantissa[1] : "")
    let leadingZeroCount = allDigits.prefix { $0 == "0" }.count
    var digits = allDigits.dropFirst(leadingZeroCount)
    while digits.last == "0", digits.count > 1 { digits.removeLast() }
    return SignificantDigits(
      digits: String(digits), digitsBeforePoint: whole.count - leadingZeroCount + exponent)
  }
}
