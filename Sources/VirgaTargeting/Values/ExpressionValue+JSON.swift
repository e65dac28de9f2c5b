public import VirgaJSON

extension ExpressionValue {
  /// The value of a piece of JSON; a number becomes a real unless it is written as an integer from −2⁶³ to 2⁶⁴ − 1.
  public init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let number): self = Self.largeInteger(number.literal) ?? .finite(number.double)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(ExpressionValue.init))
    case .object(let members): self = .object(Self.members(of: members))
    }
  }

  private static func largeInteger(_ literal: String) -> ExpressionValue? {
    guard let value = UInt64(literal), value > UInt64(Int64.max) else { return nil }
    return .largeInteger(value)
  }

  /// The members of a JSON object as attributes.
  public static func members(of object: JSONObject) -> NameTable<ExpressionValue> {
    NameTable(object.lazy.map { ($0.key, ExpressionValue($0.value)) }) { $1 }
  }

  /// The value as JSON; the members of an object are sorted by key, as they have no order of their own.
  public var json: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .largeInteger(let value): JSONNumber(String(value)).map(JSONValue.number) ?? .null
    case .real(let value): JSONNumber(RealText.spelling(of: value)).map(JSONValue.number) ?? .null
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members):
      .object(JSONObject(members.sorted { ByteText.isLess($0.key, $1.key) }.map { ($0.key, $0.value.json) }))
    }
  }
}
