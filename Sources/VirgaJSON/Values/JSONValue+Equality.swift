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
    case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds the meaning of the value, so that equal values hash alike.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(ExactNumber(value))
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }

  /// Whether both are the same down to the order of members and the spelling of numbers.
  public func isIdentical(to other: JSONValue) -> Bool {
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
