import VirgaCanvas

/// A line of text in several styles.
struct StyledLine: Equatable, Sendable {
  var pieces: [Piece]

  struct Piece: Equatable, Sendable {
    var text: DisplayText
    var style: Style
  }

  init(pieces: [Piece]) { self.pieces = pieces }

  /// A line of texts, each with its style.
  init(of pieces: (DisplayText, Style)...) {
    self.pieces = pieces.map { text, style in Piece(text: text, style: style) }
  }

  init(_ text: DisplayText, _ style: Style = .text) { pieces = [Piece(text: text, style: style)] }

  /// A text about a problem: a red sign, then the text like any other.
  static func problem(_ text: DisplayText) -> StyledLine {
    StyledLine(of: (PanelSymbols.problem, .warning), (" " + text, .text))
  }

  static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(pieces: left.pieces + right.pieces)
  }

  /// Its text without styles.
  var text: DisplayText {
    // Starts with the first piece, because most lines have only one.
    pieces.dropFirst().reduce(pieces.first?.text ?? .empty) { text, piece in text + piece.text }
  }

  /// Its width, in cells.
  var columns: Int { pieces.reduce(0) { sum, piece in sum + piece.text.columns } }

  /// Appends a text in a style.
  mutating func add(_ text: DisplayText, _ style: Style = .text) {
    pieces.append(Piece(text: text, style: style))
  }

  /// The line, cut to a number of columns with an ellipsis at its end.
  func truncated(to limit: Int) -> StyledLine {
    guard columns > limit else { return self }
    var line = prefix(limit)
    // The last piece fits, so nothing would show that more follows: with "…" it is too long, and
    // cutting it leaves the ellipsis in its last cell.
    if let last = line.pieces.popLast() {
      line.add((last.text + "…").truncated(to: last.text.columns), last.style)
    }
    return line
  }

  /// The line, wrapped like ``DisplayText/wrapped(to:)``; each part keeps its styles.
  ///
  /// - Parameter rows: The most lines; if there are more, the last one is cut with an ellipsis.
  func wrapped(to limit: Int, atMost rows: Int = .max) -> [StyledLine] {
    guard columns > limit else { return [self] }
    var lines: [StyledLine] = []
    var rest = self
    // Wrapping the text alone tells how wide each line is; the styled line is cut at these widths.
    for text in self.text.wrapped(to: limit) {
      // The blanks at which a line was broken are not in the wrapped text.
      let blanks = rest.text.plain.prefix { $0 == " " }.count
      if !lines.isEmpty { rest = rest.dropping(blanks) }
      let isLastRow = lines.count == rows - 1
      if isLastRow { return lines + [rest.truncated(to: limit)] }
      lines.append(rest.prefix(text.columns))
      rest = rest.dropping(text.columns)
    }
    return lines
  }

  /// The first columns of the line; none if `count` is negative.
  private func prefix(_ count: Int) -> StyledLine { slice(0..<max(0, count)) }

  /// The line without its first columns.
  func dropping(_ count: Int) -> StyledLine { slice(min(count, columns)..<columns) }

  /// The part of the line in a range of columns.
  private func slice(_ range: Range<Int>) -> StyledLine {
    var line = StyledLine(pieces: [])
    var pieceStart = 0
    for piece in pieces {
      let pieceEnd = pieceStart + piece.text.columns
      let part = range.clamped(to: pieceStart..<pieceEnd)
      if !part.isEmpty {
        // The piece counts its columns from its own start.
        let partOfPiece = part.lowerBound - pieceStart..<part.upperBound - pieceStart
        line.add(piece.text.slice(partOfPiece), piece.style)
      }
      pieceStart = pieceEnd
    }
    return line
  }
}

extension Canvas {
  /// Draws the lines for which there is room, with a blank column on each side.
  mutating func draw(_ lines: some Sequence<StyledLine>, in area: Rectangle) {
    let margin = 1
    for (row, line) in lines.prefix(area.rows).enumerated() {
      let start = area.origin.moved(columns: margin, rows: row)
      draw(line, at: start, within: area.columns - 2 * margin)
    }
  }

  /// Draws a line from `point` on; what is beyond a number of columns is cut.
  mutating func draw(_ line: StyledLine, at point: Point, within columns: Int) {
    var usedColumns = 0
    for piece in line.pieces {
      let leftColumns = max(0, columns - usedColumns)
      let start = point.moved(columns: usedColumns)
      usedColumns += draw(piece.text, at: start, style: piece.style, within: leftColumns)
      let isCut = piece.text.columns > leftColumns
      if isCut { break }
      // Blanks at the end of a piece are drawn again without its style, so that they are not
      // underlined or highlighted.
      let blanks = piece.style == .text ? 0 : piece.text.endBlanks
      if blanks > 0 {
        let startOfBlanks = start.moved(columns: piece.text.columns - blanks)
        fill(Rectangle(origin: startOfBlanks, size: Size(columns: blanks, rows: 1)))
      }
    }
  }
}
