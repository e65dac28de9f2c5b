import VirgaJSON

/// Texts of completions and pastes, laid out as they stand in a document.
enum SnippetText {
  /// A value or a member in compact JSON, spread over lines where it holds several values.
  ///
  /// - Parameter indentation: the blanks that the lines behind the first begin with.
  static func laidOut(_ text: String, indentation: String) -> String {
    if let value = try? JSONValue.parse(text) { return laidOut(value, indentation) }
    guard let object = (try? JSONValue.parse("{\(text)}"))?.objectValue, object.count > 0 else { return text }
    return members(of: object, indentation: indentation)
  }

  /// The members of an object, a line each.
  static func members(of object: JSONObject, indentation: String) -> String {
    object.map { "\(JSONValue.string($0.key).compact): \(laidOut($0.value, indentation))" }
      .joined(separator: ",\n" + indentation)
  }

  /// A value; containers with something inside take a line for each member.
  static func laidOut(_ value: JSONValue, _ indentation: String) -> String {
    value.pretty().split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + indentation)
  }
}
