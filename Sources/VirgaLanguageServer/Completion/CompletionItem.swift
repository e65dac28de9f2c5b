import VirgaJSON
import VirgaSource

/// Something that can be inserted where somebody types.
struct CompletionItem {
  /// What it is; the number of LSP selects the sign beside it.
  enum Kind: Int64 {
    case variable = 6
    case type = 7
    case key = 10
    case value = 12
    case variant = 20
    case snippet = 15
    case file = 17
    case folder = 19
  }

  var label: String
  var kind: Kind
  /// A few words beside the label.
  var detail = ""
  var documentation = ""
  var text: String
  /// Whether the text has places to fill in, such as `${1:name}`.
  var isSnippet = false

  /// The item of LSP, which replaces a range.
  ///
  /// - Parameters:
  ///   - index: Its place in the list, in which clients keep it.
  ///   - isAfterQuote: Whether the range begins with a quote that was typed.
  func json(replacing range: JSONValue, index: Int, isAfterQuote: Bool) -> JSONValue {
    // The numbers of LSP: a snippet, and lines that get the indentation of the first one.
    let snippetFormat: JSONValue = 2
    let adjustsIndentation: JSONValue = 2
    // Clients sort the texts, so all indices have the same length.
    let digits = 5
    // Clients compare it with what the range has, the quote included.
    let filterText = isAfterQuote && text.hasPrefix("\"") ? "\"" + label : label
    var json: JSONObject = [
      "label": .string(label), "kind": .integer(kind.rawValue),
      "sortText": .string(index.hexadecimal(digits: digits)), "filterText": .string(filterText),
      "textEdit": ["range": range, "newText": .string(text)],
    ]
    if !detail.isEmpty { json["detail"] = .string(detail) }
    if !documentation.isEmpty { json["documentation"] = .string(documentation) }
    if isSnippet { json["insertTextFormat"] = snippetFormat }
    if text.contains("\n") { json["insertTextMode"] = adjustsIndentation }
    return .object(json)
  }

  /// The item for a place after an open quote: a key alone, and a text without quotes of its own.
  var insideQuotes: CompletionItem {
    var item = self
    item.text = kind == .key ? label : text.trimmingQuotes
    return item
  }
}

extension YAMLPlace {
  /// Items as they are written at the place; the range in JSON has the quotes.
  func written(_ items: [CompletionItem]) -> [CompletionItem] {
    guard isInQuotes, style != .json else { return items }
    return items.filter { !$0.isSnippet }.map(\.insideQuotes)
  }
}
