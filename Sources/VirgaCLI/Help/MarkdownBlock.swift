/// A part of an article in Markdown, as far as the articles use it.
enum MarkdownBlock {
  case blank
  case heading(String)
  /// A text without line ends, after a mark such as `- `, which is empty outside lists.
  case paragraph(String, mark: String)
  case code([String])
  /// The rows of a table; the first one has the heads.
  case table([[String]])

  /// The blocks of a text; comments, and the lines below the heads of tables, are left out.
  static func all(in text: String) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var isInCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isFence = line.hasPrefix("```")
      let isComment = line.hasPrefix("<!--")
      let isLineBelowHeads = line.hasPrefix("| ---")
      if isFence {
        isInCode.toggle()
        if isInCode { blocks.append(.code([])) }
      } else if isInCode {
        blocks.append(codeLine: line)
      } else if !isComment, !isLineBelowHeads {
        blocks.append(line)
      }
    }
    return blocks
  }

  /// The cells of a table's row, without blanks around them: `| a | b\|c |` has `a` and `b|c`.
  fileprivate static func cells(_ row: Substring) -> [String] {
    // Replaces an escaped bar while the row is split; no article contains this character.
    let placeholder = "\u{0}"
    return row.replacing("\\|", with: placeholder).split(separator: "|").map { cell in
      trimmed(cell).replacing(placeholder, with: "|")
    }
  }

  /// The text without blanks at its start and end.
  fileprivate static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension [MarkdownBlock] {
  /// Adds a line to the last block, which is code.
  fileprivate mutating func append(codeLine line: Substring) {
    guard case .code(let lines) = last else { return }
    self[count - 1] = .code(lines + [String(line)])
  }

  /// Adds a line that is not code, to the last block if it continues that.
  fileprivate mutating func append(_ line: Substring) {
    if line.isEmpty { return append(.blank) }
    if line.hasPrefix("#") {
      return append(.heading(MarkdownBlock.trimmed(line.drop { $0 == "#" })))
    }
    if line.hasPrefix("| ") {
      let cells = MarkdownBlock.cells(line)
      guard case .table(let rows) = last else { return append(.table([cells])) }
      return self[count - 1] = .table(rows + [cells])
    }
    // `- ` or `1. ` begins an item of a list.
    if let itemMark = line.prefixMatch(of: /-\ |[0-9]+\.\ /) {
      let textOfItem = String(line[itemMark.range.upperBound...])
      return append(.paragraph(textOfItem, mark: String(itemMark.output)))
    }
    let text = MarkdownBlock.trimmed(line)
    guard case .paragraph(let start, let mark) = last else {
      return append(.paragraph(text, mark: ""))
    }
    self[count - 1] = .paragraph("\(start) \(text)", mark: mark)
  }
}
