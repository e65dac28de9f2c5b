/// Breaks texts into lines.
enum Wrapping {
  /// The words of `text` in lines of at most `width` signs; its own line ends stay, a longer word is cut.
  static func lines(_ text: String, width: Int) -> [String] {
    if text.isPlain { return plainLines(Array(text.utf8), width: width) }
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

  /// The same for texts of bytes that are a sign each.
  private static func plainLines(_ bytes: [UInt8], width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      var line: [UInt8] = []
      for whole in paragraph.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
        var word = whole
        while !word.isEmpty {
          let piece = word.prefix(width)
          word = word.dropFirst(width)
          if !line.isEmpty, line.count + 1 + piece.count > width {
            lines.append(String(decoding: line, as: UTF8.self))
            line = []
          }
          if !line.isEmpty { line.append(0x20) }
          line += piece
        }
      }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
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
