public import VirgaJSON

/// The `$l10n` objects of a config, each of which stands for a text in the client's language.
///
/// Only the desktop client fills them in from a recipe's `localizations`; mobile clients hand them on as they are.
public enum LocalizedText {
  /// A config with a text in place of each `$l10n` object, and the ids for which there was none.
  ///
  /// Where `texts` has no entry the text in the object itself is taken.
  public static func filled(
    _ config: JSONObject, from texts: [String: String]
  ) -> (config: JSONObject, missing: [String]) {
    var missing: [String] = []
    return (filled(config, from: texts, &missing), missing)
  }

  /// The recipe's texts for a locale, such as `de-AT`; nil where it has none for it, so that no client gets it.
  public static func texts(of recipe: Recipe, for locale: String) -> [String: String]? { recipe.localizations?[locale] }

  private static func filled(
    _ config: JSONObject, from texts: [String: String], _ missing: inout [String]
  ) -> JSONObject {
    var result = config
    for (key, value) in config { result[key] = filled(value, from: texts, &missing) }
    return result
  }

  private static func filled(
    _ value: JSONValue, from texts: [String: String], _ missing: inout [String]
  ) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { filled($0, from: texts, &missing) })
    case .object(let members):
      guard let (id, fallback) = localized(members) else { return .object(filled(members, from: texts, &missing)) }
      if let text = texts[id] { return .string(text) }
      missing.append(id)
      return fallback.map(JSONValue.string) ?? value
    default: return value
    }
  }

  private static func localized(_ members: JSONObject) -> (id: String, text: String?)? {
    guard let body = members["$l10n"], let id = body["id"]?.stringValue else { return nil }
    return (id, body["text"]?.stringValue)
  }
}
