import VirgaCanvas

/// The cells of a line: maps between bytes and columns.
///
/// Tabs are shown as arrows and other control characters as their pictures, so that nothing is hidden.
struct LineCells: Sendable {
  /// A part that is drawn at once: printable ASCII, or a single other character.
  struct Piece: Sendable {
    var offset: Int
    var bytes: Int
    var column: Int
    /// The drawn text; nil for a run of printable ASCII.
    var special: DisplayText?
    /// Whether it is a character that JSON should not contain unescaped.
    var isOdd = false

    var columns: Int { special?.columns ?? bytes }
  }

  private(set) var pieces: [Piece] = []
  private(set) var columns = 0

  init(_ line: String) {
    let count = line.utf8.count
    var offset = 0
    while offset < count {
      let plain = Self.plainRun(in: line, from: offset)
      if plain > 0 { append(Piece(offset: offset, bytes: plain, column: columns)) }
      offset += plain
      guard offset < count else { return }
      let start = line.utf8.index(line.startIndex, offsetBy: offset)
      let bytes = line.utf8.distance(from: start, to: line.index(after: start))
      append(Self.special(line[start], offset: offset, bytes: bytes, column: columns))
      offset += bytes
    }
  }

  /// The column of the position after `offset` bytes.
  func column(of offset: Int) -> Int {
    guard let piece = pieces.last(where: { $0.offset <= offset }) else { return 0 }
    let inside = offset - piece.offset
    if piece.special == nil { return piece.column + min(inside, piece.bytes) }
    return inside >= piece.bytes ? piece.column + piece.columns : piece.column
  }

  /// The number of bytes before the character in `column`; all bytes if it is past the end.
  func offset(at column: Int) -> Int {
    guard let piece = pieces.last(where: { $0.column <= column }) else { return 0 }
    let inside = column - piece.column
    if piece.special == nil { return piece.offset + min(inside, piece.bytes) }
    return inside >= piece.columns ? piece.offset + piece.bytes : piece.offset
  }

  private mutating func append(_ piece: Piece) {
    pieces.append(piece)
    columns += piece.columns
  }

  /// The number of bytes from `offset` that are printable ASCII without combining marks.
  private static func plainRun(in line: String, from offset: Int) -> Int {
    var line = line
    return line.withUTF8 { bytes in
      var end = offset
      while end < bytes.count, bytes[end] &- 0x20 < 0x5F { end += 1 }
      // The next character may be a mark that combines with the last one.
      return end < bytes.count && bytes[end] >= 0x80 && end > offset ? end - offset - 1 : end - offset
    }
  }

  private static func special(_ character: Character, offset: Int, bytes: Int, column: Int) -> Piece {
    let text: DisplayText = character == "\t" ? "→ " : DisplayText(String(character))
    let isOdd = character.unicodeScalars.first.map { $0.value < 0x20 || $0.value == 0x7F } ?? false
    return Piece(offset: offset, bytes: bytes, column: column, special: text, isOdd: isOdd)
  }
}

extension Canvas {
  /// Draws the cells of a line, starting at `first`, into a one-row area.
  mutating func draw(_ cells: LineCells, of line: String, from first: Int, tokens: [JSONToken], in area: Rectangle) {
    let window = first..<first + area.columns
    for piece in cells.pieces where piece.column < window.upperBound && piece.column + piece.columns > first {
      let position = area.origin.moved(columns: piece.column - first)
      if let special = piece.special {
        let style: Style = piece.isOdd ? .warning : Self.style(at: piece.offset, in: tokens)
        let hidden = max(0, first - piece.column)
        draw(
          special.slice(hidden..<min(special.columns, window.upperBound - piece.column)),
          at: position.moved(columns: hidden), style: style)
        continue
      }
      let start = piece.offset + max(0, first - piece.column)
      let end = piece.offset + min(piece.bytes, window.upperBound - piece.column)
      drawPlain(line, start..<end, at: area.origin.moved(columns: piece.column + start - piece.offset - first), tokens)
    }
  }

  private mutating func drawPlain(_ line: String, _ range: Range<Int>, at position: Point, _ tokens: [JSONToken]) {
    let bytes = line.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    draw(DisplayText(line[start..<bytes.index(start, offsetBy: range.count)]), at: position)
    for token in tokens {
      let part = token.range.clamped(to: range)
      guard !part.isEmpty else { continue }
      restyle(
        Rectangle(
          column: position.column + part.lowerBound - range.lowerBound, row: position.row, columns: part.count, rows: 1)
      ) { _ in token.style }
    }
  }

  private static func style(at offset: Int, in tokens: [JSONToken]) -> Style {
    tokens.first { $0.range.contains(offset) }?.style ?? .text
  }
}
