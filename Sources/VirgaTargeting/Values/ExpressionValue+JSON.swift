public import VirgaJSON

extension ExpressionValue {
  /// The value of a piece of JSON; a number that is no 64-bit integer becomes a real.
  public init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let number): self = .finite(number.double)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(ExpressionValue.init))
    case .object(let members): self = .object(Self.members(of: members))
    }
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
    case .real(let value): JSONNumber(RealText.spelling(of: value)).map(JSONValue.number) ?? .null
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members):
      .object(JSONObject(members.sorted { ByteText.isLess($0.key, $1.key) }.map { ($0.key, $0.value.json) }))
    }
  }
}
