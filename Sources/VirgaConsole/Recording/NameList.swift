import VirgaJSON

/// A command's argument for one name as plain text, or several as a JSON list.
enum NameList {
  /// Writes names; a single one that looks like JSON becomes a list.
  static func written(_ names: [String]) -> String {
    if names.count == 1, !names[0].hasPrefix("["), !names[0].hasPrefix("{") { return names[0] }
    return JSONValue.array(names.map { .string($0) }).compact
  }

  /// Reads the names at the start of a text; those with blanks must be in `known`.
  static func read(_ text: String, known: some Sequence<String>) -> (names: [String], rest: String) {
    if text.hasPrefix("["), let list = list(text) { return list }
    let longest = known.filter { text == $0 || text.hasPrefix($0 + " ") }.max { $0.utf8.count < $1.utf8.count }
    let name = longest ?? String(text.prefix { $0 != " " })
    return (name.isEmpty ? [] : [name], String(text.dropFirst(name.count).drop { $0 == " " }))
  }

  private static func list(_ text: String) -> (names: [String], rest: String)? {
    for end in text.indices where text[end] == "]" {
      let rest = text[text.index(after: end)...]
      guard let list = (try? JSONValue.parse(String(text[...end])))?.arrayValue else { continue }
      return (list.compactMap(\.stringValue), String(rest.drop { $0 == " " }))
    }
    return nil
  }
}
