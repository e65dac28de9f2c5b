public import VirgaJSON

extension Recipe {
  /// A config of the recipe for people to read: with a text in place of each `$l10n` object.
  ///
  /// The text is that of the recipe's `localizations` for the locale, such as `de-AT`, else the one in the object itself.
  /// Only desktop clients fill it in; mobile ones hand the objects on as they are (SDK: Localization).
  public func localized(_ config: JSONObject, for locale: String?) -> JSONObject {
    let texts = locale.flatMap { localizations?[$0] } ?? [:]
    return Self.filled(.object(config), from: texts).objectValue ?? config
  }

  private static func filled(_ value: JSONValue, from texts: [String: String]) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { filled($0, from: texts) })
    case .object(let members):
      guard let body = members["$l10n"], let id = body["id"]?.stringValue else {
        return .object(JSONObject(members.map { ($0.key, filled($0.value, from: texts)) }))
      }
      return (texts[id] ?? body["text"]?.stringValue).map(JSONValue.string) ?? value
    default: return value
    }
  }
}
