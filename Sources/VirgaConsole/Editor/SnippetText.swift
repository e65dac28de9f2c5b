import VirgaJSON

/// Texts of completions and pastes, formatted as in a document.
enum SnippetText {
  /// A value or member in compact JSON, over several lines if it has several values.
  ///
  /// - Parameter indentation: The blanks before each line but the first.
  static func formatted(_ text: String, indentation: String) -> String {
    if let value = try? JSONValue.parse(text) { return formatted(value, indentation) }
    guard let object = (try? JSONValue.parse("{\(text)}"))?.objectValue, object.count > 0 else { return text }
    return members(of: object, indentation: indentation)
  }

  static func members(of object: JSONObject, indentation: String) -> String {
    object.map { "\(JSONValue.string($0.key).compact): \(formatted($0.value, indentation))" }
      .joined(separator: ",\n" + indentation)
  }

  /// A value; containers that are not empty have one line per member.
  static func formatted(_ value: JSONValue, _ indentation: String) -> String {
    value.pretty().split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + indentation)
  }
}
