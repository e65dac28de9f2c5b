/// The possible kinds of a value, as far as they are known without a context.
public struct ValueKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt8

  /// Creates kinds from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Null.
  public static let null = ValueKinds(rawValue: 1)
  /// True or false.
  public static let boolean = ValueKinds(rawValue: 2)
  /// An integer from the context.
  public static let integer = ValueKinds(rawValue: 4)
  /// A number in an expression, or the result of arithmetic.
  public static let real = ValueKinds(rawValue: 8)
  /// A string.
  public static let text = ValueKinds(rawValue: 16)
  /// A list.
  public static let list = ValueKinds(rawValue: 32)
  /// An object.
  public static let object = ValueKinds(rawValue: 64)
  /// Either kind of number.
  public static let number: ValueKinds = [.integer, .real]
  /// Every kind.
  public static let any: ValueKinds = [.null, .boolean, .number, .text, .list, .object]

  /// The kind of a value.
  public init(of value: ExpressionValue) {
    self =
      switch value {
      case .null: .null
      case .boolean: .boolean
      case .integer, .largeInteger: .integer
      case .real: .real
      case .string: .text
      case .array: .list
      case .object: .object
      }
  }

  /// Operators other than `in` do not distinguish the kinds of numbers.
  var withAllNumbers: ValueKinds { isDisjoint(with: .number) ? self : union(.number) }

  var falsy: ValueKinds { intersection([.null, .boolean, .number, .text]) }
}

extension ValueKinds: CustomStringConvertible {
  /// The kinds as text, such as `a text or null`.
  public var description: String {
    let names: [(ValueKinds, String)] = [
      (.boolean, "a Boolean"), (.number, "a number"), (.text, "a string"), (.list, "a list"), (.object, "an object"),
      (.null, "null"),
    ]
    guard self != .any else { return "any value" }
    return names.filter { !isDisjoint(with: $0.0) }.map(\.1).joined(separator: " or ")
  }
}
