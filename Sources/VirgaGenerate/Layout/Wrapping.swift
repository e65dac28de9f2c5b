/// Breaks texts into lines.
enum Wrapping {
  /// The words of `text` in lines of at most `width` signs; its own line ends stay, a longer word is cut.
  static func lines(_ text: String, width: Int) -> [String] {
    let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var lines = paragraphs.flatMap { wrapped($0, width: width) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func wrapped(_ paragraph: Substring, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(whereSeparator: \.isWhitespace).flatMap({ pieces(of: $0, width: width) }) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }

  /// The text in pieces of at most `width` signs, cut behind a blank where there is one.
  static func pieces(of text: Substring, width: Int) -> [Substring] {
    var pieces: [Substring] = []
    var rest = text
    while rest.count > width {
      let whole = rest.prefix(width)
      let end = whole.lastIndex(of: " ").map { whole.index(after: $0) } ?? whole.endIndex
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
    return pieces + [rest]
  }
}
