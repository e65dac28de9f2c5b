/// The possible kinds of a value, as far as they are known without a context.
package struct ValueKinds: OptionSet, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let null = ValueKinds(rawValue: 1)
  package static let boolean = ValueKinds(rawValue: 2)
  /// An integer from the context.
  package static let integer = ValueKinds(rawValue: 4)
  /// A number in an expression, or the result of arithmetic.
  package static let real = ValueKinds(rawValue: 8)
  package static let text = ValueKinds(rawValue: 16)
  package static let list = ValueKinds(rawValue: 32)
  package static let object = ValueKinds(rawValue: 64)
  package static let number: ValueKinds = [.integer, .real]
  package static let any: ValueKinds = [.null, .boolean, .number, .text, .list, .object]

  /// The one kind that a value has.
  package init(of value: ExpressionValue) {
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

  /// The kinds with both kinds of numbers if one of them is possible, for operators other than
  /// `in`, which do not distinguish them.
  var withAllNumbers: ValueKinds { isDisjoint(with: .number) ? self : union(.number) }

  /// The kinds that have a falsy value: all but lists and objects.
  var falsy: ValueKinds { intersection([.null, .boolean, .number, .text]) }

  /// The kinds as text, such as "a string or null".
  package var description: String {
    let names: [(kind: ValueKinds, name: String)] = [
      (.boolean, "a Boolean"), (.number, "a number"), (.text, "a string"), (.list, "a list"),
      (.object, "an object"), (.null, "null"),
    ]
    guard self != .any else { return "any value" }
    let possible = names.filter { !isDisjoint(with: $0.kind) }
    return possible.map(\.name).joined(separator: " or ")
  }
}
