public import VirgaJSON

extension KnownAttribute {
  /// The value of an attribute as a person writes it: JSON, or a text as it is.
  ///
  /// What a known attribute can only be as a text is one, also where it looks like a number: the version `131.3`.
  public static func value(of name: String, written text: String) -> JSONValue {
    guard let value = try? JSONValue.parse(text) else { return .string(text) }
    guard let kinds = kindsByName[name], kinds.isDisjoint(with: ValueKinds(of: ExpressionValue(value)).withAllNumbers),
      kinds.contains(.text)
    else { return value }
    return .string(text)
  }
}
