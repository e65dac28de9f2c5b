import VirgaJSON
import VirgaSource

/// The text `{experiment}` in a config, in whose place the recipe's slug is put.
enum SlugPlaceholder {
  private static let text = "{experiment}"

  /// A config with the slug in place of the text, in values and keys of any depth.
  static func filled(_ config: JSONObject, with slug: String) -> JSONObject {
    JSONObject(config.map { (filled($0.key, slug), filled($0.value, slug)) })
  }

  private static func filled(_ value: JSONValue, _ slug: String) -> JSONValue {
    switch value {
    case .string(let text): .string(filled(text, slug))
    case .array(let elements): .array(elements.map { filled($0, slug) })
    case .object(let members): .object(filled(members, with: slug))
    default: value
    }
  }

  private static func filled(_ value: String, _ slug: String) -> String {
    value.utf8.contains(UInt8(ascii: "{")) ? value.replacing(bytesOf: text, with: slug) : value
  }
}
