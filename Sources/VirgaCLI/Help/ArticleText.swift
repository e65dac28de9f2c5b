import VirgaEmbedded

/// An article as lines for a terminal: headings in capitals, a table row as its cells with the last
/// one below.
enum ArticleText {
  static func lines(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var isInTable = false
    for line in linked(String(decoding: bytes, as: UTF8.self)).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      let isRow = line.hasPrefix("| ")
      // The first row is the head, and what follows it are dashes.
      let isHead = isRow && !isInTable || line.hasPrefix("| ---")
      isInTable = isRow
      if line.hasPrefix("<!--") || isHead { continue }
      if isRow {
        let cells = cells(line)
        lines.append("  " + cells.dropLast().joined(separator: "  "))
        lines += wrapped(cells[cells.count - 1], indent: 6)
      } else if line.hasPrefix("#") {
        lines.append(line.drop { $0 == "#" || $0 == " " }.uppercased())
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }

  static func cells(_ row: Substring) -> [String] {
    row.replacing("\\|", with: "\u{0}").split(separator: "|").map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).replacing(
        "\u{0}", with: "|")
    }
  }

  static func wrapped(_ text: some StringProtocol, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return text.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < 80 {
        lines[lines.count - 1] = last + " " + String(word)
      } else {
        lines.append(margin + String(word))
      }
    }
  }

  private static func linked(_ text: String) -> String {
    Articles.all.reduce(text) { $0.replacing("<doc:\($1.name)>", with: "`virga help \($1.topic)`") }
  }
}
