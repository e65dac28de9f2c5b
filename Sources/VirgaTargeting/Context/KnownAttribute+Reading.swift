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

  /// Why a value does not fit the attribute called `name`, as in `locale is text or null, and this is a number`.
  ///
  /// Nil where it fits, or where nobody knows the attribute. Any number passes for a whole one.
  public static func misfit(of value: JSONValue, for name: String) -> String? {
    let kinds = ValueKinds(of: ExpressionValue(value))
    guard let known = kindsByName[name], known.isDisjoint(with: kinds.withAllNumbers) else { return nil }
    return "\(name) is \(known), and this is \(kinds)"
  }

  /// What is wrong with a value as a person writes it; nil where it can be read.
  ///
  /// A text as it is begins with no quote and no bracket: such a one is JSON that was left unfinished.
  public static func mistake(inWritten text: String) -> String? {
    guard let first = text.first, "\"[{".contains(first), (try? JSONValue.parse(text)) == nil else { return nil }
    let way = first == "\"" ? "close the quote, or write the text without any" : "mend it, or write it in quotes"
    return "`\(text)` is no JSON; \(way)"
  }

  /// The shortest way to write a value that is given as JSON: a text without its quotes, where it is read as the same.
  public static func shortest(_ json: String, for name: String) -> String {
    guard case .string(let text)? = try? JSONValue.parse(json), !text.isEmpty, mistake(inWritten: text) == nil,
      text.first != " ", text.last != " ", !text.contains(where: \.isNewline),
      value(of: name, written: text) == .string(text)
    else { return json }
    return text
  }
}
