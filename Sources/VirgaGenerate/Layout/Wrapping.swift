/// Breaks texts into lines.
enum Wrapping {
  /// The words of `text` in lines of at most `width` signs; its own line ends stay, a longer word is cut.
  static func lines(_ text: String, width: Int) -> [String] {
    if text.isPlain { return plainLines(text, width: width) }
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
  private static func plainLines(_ text: String, width: Int) -> [String] {
    var text = text
    var lines: [String] = []
    text.withUTF8 { bytes in
      var line: [UInt8] = []
      line.reserveCapacity(width)
      var start = 0
      for end in 0...bytes.count {
        let byte = end < bytes.count ? bytes[end] : 0x0A
        guard byte == 0x20 || byte == 0x09 || byte == 0x0A else { continue }
        add(bytes[start..<end], to: &line, &lines, width: width)
        start = end + 1
        if byte == 0x0A { finish(&line, &lines) }
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Adds a word to the line, or to the next one where it has no room.
  private static func add(
    _ word: Slice<UnsafeBufferPointer<UInt8>>, to line: inout [UInt8], _ lines: inout [String], width: Int
  ) {
    var rest = word
    while !rest.isEmpty {
      let piece = rest.prefix(width)
      rest = rest.dropFirst(width)
      if !line.isEmpty, line.count + 1 + piece.count > width { finish(&line, &lines) }
      if !line.isEmpty { line.append(0x20) }
      line.append(contentsOf: piece)
    }
  }

  private static func finish(_ line: inout [UInt8], _ lines: inout [String]) {
    lines.append(String(decoding: line, as: UTF8.self))
    line.removeAll(keepingCapacity: true)
  }

  /// The text in pieces of at most `width` signs, cut behind a blank where there is one.
  static func pieces(of text: Substring, width: Int) -> [Substring] {
    var pieces: [Substring] = []
    var rest = text
    while let limit = rest.index(rest.startIndex, offsetBy: width, limitedBy: rest.endIndex), limit < rest.endIndex {
      let whole = rest[..<limit]
      let end = whole.lastIndex(of: " ").map { whole.index(after: $0) } ?? whole.endIndex
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
    return pieces + [rest]
  }
}
