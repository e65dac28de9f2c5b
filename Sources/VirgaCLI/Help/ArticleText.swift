import VirgaCanvas
import VirgaEmbedded

/// An article as lines for a terminal: headings are in capitals, words and tables stay whole.
struct ArticleText {
  /// The width of the lines, in cells.
  private let width: Int
  /// The module that the article is about, such as `VirgaFlags`; its links start from there.
  private let module: String
  private var lines: [String] = []

  /// The lines of an article; comments and the heads of tables are left out.
  static func lines(_ article: Article, width: Int) -> [String] {
    lines(article.bytes, of: article.room, width: width)
  }

  /// The lines of an article in Markdown about a module, from which its links start.
  static func lines(_ bytes: [UInt8], of module: String, width: Int) -> [String] {
    var text = ArticleText(width: width, module: module)
    for block in MarkdownBlock.all(in: String(decoding: bytes, as: UTF8.self)) {
      text.append(block)
    }
    return text.lines
  }

  private init(width: Int, module: String) {
    self.width = width
    self.module = module
  }

  /// Adds the lines of a block; in a list, the lines after the first are indented below its text.
  private mutating func append(_ block: MarkdownBlock) {
    switch block {
    case .blank: lines.append("")
    case .heading(let text): lines.append(plain(text).uppercased())
    case .code(let code): lines += code.map { "  " + $0 }
    case .table(let rows): lines += HelpTable(rows.map { $0.map(plain) }).lines(width: width)
    case .paragraph(let text, let mark):
      let margin = String(repeating: " ", count: mark.count)
      let wrapped = Self.wrapped(plain(text), width: width, margin: margin)
      // On the first line the mark, such as `- `, replaces the margin.
      lines += wrapped.enumerated().map { index, line in
        index == 0 ? mark + String(line.dropFirst(mark.count)) : line
      }
    }
  }

  /// The words of a text in lines of at most `width` columns, each after `margin`, by default six
  /// blanks; a longer word has a line of its own.
  static func wrapped(
    _ text: some StringProtocol, width: Int, margin: String = "      "
  ) -> [String] {
    var lines: [String] = []
    // The columns of the last line so far.
    var usedColumns = 0
    for word in text.split(separator: " ") {
      let wordColumns = DisplayText(whole: String(word)).columns
      let columnsOfBlank = 1
      let columnsWithWord = usedColumns + columnsOfBlank + wordColumns
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

  /// A text of the article without marks.
  private func plain(_ text: String) -> String { Self.plain(text, of: module) }

  /// A text of an article without marks: code without backticks, and links as what opens them.
  ///
  /// `[Keys](Keys.md)` is `virga help keys`, and `[FML](https://a.example)` is `FML
  /// (https://a.example)`. Adjacent code, such as the keys of a command, is separated by commas.
  ///
  /// - Parameter module: The module that the article is about.
  static func plain(_ text: String, of module: String) -> String {
    let linksAsText = text.replacing(/\[([^\]`]+)\]\(([^)]+)\)/) { link -> String in
      let label = String(link.1)
      let address = String(link.2)
      if let topic = Articles.topic(at: address, from: module) { return "virga help \(topic)" }
      // The text of a link to a file of the repository is its path there.
      return address.hasPrefix("../") ? label : "\(label) (\(address))"
    }
    let codeSeparated = linksAsText.replacing("` `", with: "`, `")
    return codeSeparated.replacing("`", with: "")
  }
}
