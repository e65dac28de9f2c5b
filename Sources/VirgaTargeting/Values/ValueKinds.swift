/// The kinds that a value may be of, as far as they are known before there is a context.
public struct ValueKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt8

  /// The kinds with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nothing.
  public static let null = ValueKinds(rawValue: 1)
  /// True or false.
  public static let boolean = ValueKinds(rawValue: 2)
  /// A whole number of the context.
  public static let integer = ValueKinds(rawValue: 4)
  /// A number of an expression's text, or the result of arithmetic.
  public static let real = ValueKinds(rawValue: 8)
  /// A text.
  public static let text = ValueKinds(rawValue: 16)
  /// A list.
  public static let list = ValueKinds(rawValue: 32)
  /// An object.
  public static let object = ValueKinds(rawValue: 64)
  /// Either kind of number.
  public static let number: ValueKinds = [.integer, .real]
  /// Whatever there is.
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

  /// The kinds with both kinds of number where there is one, as operators other than `in` hold them for the same.
  var withAllNumbers: ValueKinds { isDisjoint(with: .number) ? self : union(.number) }

  /// The kinds of which a value can count as false.
  var falsy: ValueKinds { intersection([.null, .boolean, .number, .text]) }
}

extension ValueKinds: CustomStringConvertible {
  /// The kinds in words, such as `a text or null`.
  public var description: String {
    let names: [(ValueKinds, String)] = [
      (.boolean, "a truth value"), (.number, "a number"), (.text, "a text"), (.list, "a list"), (.object, "an object"),
      (.null, "null"),
    ]
    guard self != .any else { return "any value" }
    return names.filter { !isDisjoint(with: $0.0) }.map(\.1).joined(separator: " or ")
  }
}
