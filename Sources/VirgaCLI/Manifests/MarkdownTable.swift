import VirgaSource

/// The parts of a table in a Markdown document, in which names and values are shown as code.
///
/// Anybody may have written the names and values, so each is HTML without characters that have a
/// meaning in Markdown: nothing in them ends a cell or a line, or mentions somebody.
enum MarkdownTable {
  /// The maximum number of characters before the note about rows that are left out, which has at
  /// most 500: a document has at most 60,000, because a comment on GitHub may have 65,536.
  static let maxLength = 59_500

  /// A line of a table: `| cell | cell |`.
  static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  /// The number of characters from which a value is folded, and how many of them are still shown.
  private static let foldedLength = 80
  private static let shownLength = 40

  /// The characters of a value or a name after which the rest is left out.
  private static let maxValueLength = 3_000
  private static let maxNameLength = 200

  /// The names in a list before `and 7 more`.
  private static let maxListed = 10

  /// A value in a cell.
  ///
  /// A long one is folded, so that only its beginning is shown until the reader unfolds it; a very
  /// long one is also cut, with the number of missing characters.
  static func value(_ text: String) -> String {
    let text = text.showingInvisible
    if text.isEmpty { return "" }
    let length = text.unicodeScalars.count
    let isFolded = length > foldedLength
    guard isFolded else { return code(text) }
    let cutLength = length - maxValueLength
    let cut = cutLength > 0 ? " (\(cutLength.withCommas) more characters)" : ""
    let summary = code(text.shortened(to: shownLength))
    return "<details><summary>\(summary)</summary>"
      + "\(code(text.shortened(to: maxValueLength)))\(cut)</details>"
  }

  /// The name of a value, a feature, a channel or a file.
  static func name(_ text: String) -> String {
    code(text.showingInvisible.shortened(to: maxNameLength))
  }

  /// The names with commas between them; after some of them, how many more there are.
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(maxListed).map(name).joined(separator: ", ")
    let more = names.count - maxListed
    return more > 0 ? "\(shown) and \(more) more" : shown
  }

  /// The text as code in HTML: `a|b` → `<code>a&#124;b</code>`.
  ///
  /// Each ASCII character that is not in ``harmless`` becomes a character reference.
  private static func code(_ text: String) -> String {
    var html = ""
    for scalar in text.unicodeScalars {
      let isPlain = !scalar.isASCII || harmless.contains(scalar)
      html += isPlain ? String(scalar) : "&#\(scalar.value);"
    }
    return "<code>\(html)</code>"
  }

  /// The ASCII characters that have no meaning in Markdown and HTML inside a line.
  private static let harmless = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;-=()+?'\"{}%"
      .unicodeScalars)
}
