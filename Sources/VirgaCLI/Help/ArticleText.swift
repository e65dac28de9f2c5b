import VirgaEmbedded

/// An article as lines for a terminal: headings in capitals, a table row as its cells with the last
/// one below.
enum ArticleText {
  /// The column at which a text below a row begins.
  private static let indent = 6
  /// The width at which lines are wrapped, in characters.
  private static let width = 80

  /// The lines of an article in Markdown; comments and the heads of tables are left out.
  static func lines(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var isInTable = false
    let text = linked(String(decoding: bytes, as: UTF8.self))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isRow = line.hasPrefix("| ")
      let isFirstRow = isRow && !isInTable
      let isLineOfDashes = line.hasPrefix("| ---")
      isInTable = isRow
      if isFirstRow || isLineOfDashes || line.hasPrefix("<!--") { continue }
      if isRow {
        let cells = cells(line)
        lines.append("  " + cells.dropLast().joined(separator: "  "))
        lines += wrapped(cells[cells.count - 1])
      } else if line.hasPrefix("#") {
        lines.append(line.drop { $0 == "#" || $0 == " " }.uppercased())
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }

  /// The cells of a table's row, without blanks around them: `| a | b\|c |` has `a` and `b|c`.
  static func cells(_ row: Substring) -> [String] {
    // A zero replaces an escaped bar while the row is split.
    let bar = "\u{0}"
    return row.replacing("\\|", with: bar).split(separator: "|").map { cell in
      let trimmed = cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      return String(trimmed).replacing(bar, with: "|")
    }
  }

  /// The words of a text in lines that are indented and not wider than a terminal.
  static func wrapped(_ text: some StringProtocol) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = last + " " + String(word)
      } else {
        lines.append(margin + String(word))
      }
    }
    return lines
  }

  /// The text with links to articles as commands: `<doc:Keys>` is `virga help keys`.
  private static func linked(_ text: String) -> String {
    var linked = text
    for article in Articles.all {
      linked = linked.replacing("<doc:\(article.name)>", with: "`virga help \(article.topic)`")
    }
    return linked
  }
}
