import VirgaCanvas
import VirgaEmbedded

/// An article as lines for a terminal: headings are in capitals, words and tables stay whole.
struct ArticleText {
  /// The width of the lines, in cells.
  private let width: Int
  private var lines: [String] = []

  /// The lines of an article in Markdown; comments and the heads of tables are left out.
  static func lines(_ bytes: [UInt8], width: Int) -> [String] {
    var text = ArticleText(width: width)
    for block in MarkdownBlock.all(in: String(decoding: bytes, as: UTF8.self)) {
      text.append(block)
    }
    return text.lines
  }

  private init(width: Int) { self.width = width }

  /// Adds the lines of a block; in a list, the lines after the first are indented below its text.
  private mutating func append(_ block: MarkdownBlock) {
    switch block {
    case .blank: lines.append("")
    case .heading(let text): lines.append(Self.plain(text).uppercased())
    case .code(let code): lines += code.map { "  " + $0 }
    case .table(let rows): lines += HelpTable(rows.map { $0.map(Self.plain) }).lines(width: width)
    case .paragraph(let text, let mark):
      let margin = String(repeating: " ", count: mark.count)
      let wrapped = Self.wrapped(Self.plain(text), width: width, margin: margin)
      // On the first line the mark, such as `- `, replaces the margin.
      lines += wrapped.enumerated().map { index, line in
        index == 0 ? mark + String(line.dropFirst(mark.count)) : line
      }
    }
  }

  /// The words of a text in lines of at most `width` cells, each after `margin`; a longer word has
  /// a line of its own.
  static func wrapped(
    _ text: some StringProtocol, width: Int, margin: String = "      "
  ) -> [String] {
    var lines: [String] = []
    // The cells of the last line so far.
    var usedColumns = 0
    for word in text.split(separator: " ") {
      let wordColumns = DisplayText(whole: String(word)).columns
      let columnsWithWord = usedColumns + 1 + wordColumns
      if let last = lines.last, columnsWithWord <= width {
        lines[lines.count - 1] = last + " " + String(word)
        usedColumns = columnsWithWord
      } else {
        lines.append(margin + String(word))
        usedColumns = margin.count + wordColumns
      }
    }
    return lines
  }

  /// A text without marks: code without backticks, and links as what opens them.
  ///
  /// `<doc:Keys>` is `virga help keys`, and `[FML](https://a.example)` is `FML
  /// (https://a.example)`. Adjacent code, such as the keys of a command, is separated by commas.
  static func plain(_ text: String) -> String {
    var plain = text
    for article in Articles.all {
      plain = plain.replacing("<doc:\(article.name)>", with: "virga help \(article.topic)")
    }
    let linksAsText = plain.replacing(/\[([^\]`]+)\]\(([^)]+)\)/) { link -> String in
      let text = link.1
      let address = link.2
      return "\(text) (\(address))"
    }
    let codeSeparated = linksAsText.replacing("` `", with: "`, `")
    return codeSeparated.replacing("`", with: "")
  }
}
