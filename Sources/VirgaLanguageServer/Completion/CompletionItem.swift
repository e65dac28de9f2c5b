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
  /// - Parameter index: Its place in the list, in which clients keep it.
  func json(replacing range: JSONValue, index: Int) -> JSONValue {
    // The numbers of LSP: a snippet, and lines that get the indentation of the first one.
    let snippetFormat: JSONValue = 2
    let adjustsIndentation: JSONValue = 2
    let digits = 5
    var json: JSONObject = [
      "label": .string(label), "kind": .integer(kind.rawValue),
      "sortText": .string(index.hexadecimal(digits)), "filterText": .string(filterText),
      "textEdit": ["range": range, "newText": .string(text)],
    ]
    if !detail.isEmpty { json["detail"] = .string(detail) }
    if !documentation.isEmpty { json["documentation"] = .string(documentation) }
    if isSnippet { json["insertTextFormat"] = snippetFormat }
    if text.contains("\n") { json["insertTextMode"] = adjustsIndentation }
    return .object(json)
  }

  /// What is compared with the typed text: in JSON, names are typed after a quote.
  private var filterText: String { text.hasPrefix("\"") ? "\"" + label : label }
}
