import VirgaCanvas

/// A line of text in several styles.
struct StyledLine: Equatable, Sendable {
  var pieces: [Piece]

  struct Piece: Equatable, Sendable {
    var text: DisplayText
    var style: Style
  }

  init(pieces: [Piece]) { self.pieces = pieces }

  init(of pieces: (DisplayText, Style)...) {
    self.pieces = pieces.map { Piece(text: $0.0, style: $0.1) }
  }

  init(_ text: DisplayText, _ style: Style = .text) { pieces = [Piece(text: text, style: style)] }

  static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(pieces: left.pieces + right.pieces)
  }

  /// Its text without styles.
  var text: DisplayText {
    pieces.dropFirst().reduce(pieces.first?.text ?? .empty) { $0 + $1.text }
  }

  var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }

  mutating func add(_ text: DisplayText, _ style: Style = .text) {
    pieces.append(Piece(text: text, style: style))
  }

  func truncated(to limit: Int) -> StyledLine {
    guard columns > limit else { return self }
    var line = prefix(limit)
    // "…" replaces the last cell, so that a piece that ends there does not hide that more follows.
    if let last = line.pieces.popLast() {
      line.add((last.text + "…").truncated(to: last.text.columns), last.style)
    }
    return line
  }

  /// - Parameter rows: The most lines; the last one is cut if there are more.
  func wrapped(to limit: Int, atMost rows: Int = .max) -> [StyledLine] {
    guard columns > limit else { return [self] }
    var lines: [StyledLine] = []
    var rest = self
    for text in self.text.wrapped(to: limit) {
      let blanks = rest.text.plain.prefix { $0 == " " }.count
      if !lines.isEmpty { rest = rest.dropping(blanks) }
      if lines.count == rows - 1 { return lines + [rest.truncated(to: limit)] }
      let end = rest.dropping(text.columns)
      lines.append(rest.prefix(text.columns))
      rest = end
    }
    return lines
  }

  private func prefix(_ count: Int) -> StyledLine { slice(0..<max(0, count)) }

  func dropping(_ count: Int) -> StyledLine { slice(min(count, columns)..<columns) }

  private func slice(_ range: Range<Int>) -> StyledLine {
    var line = StyledLine(pieces: [])
    // The column of the piece.
    var start = 0
    for piece in pieces {
      let part = range.clamped(to: start..<start + piece.text.columns)
      if !part.isEmpty {
        line.add(piece.text.slice(part.lowerBound - start..<part.upperBound - start), piece.style)
      }
      start += piece.text.columns
    }
    return line
  }
}

extension Canvas {
  /// Draws the lines for which there is room, with a blank column on each side.
  mutating func draw(_ lines: some Sequence<StyledLine>, in area: Rectangle) {
    for (row, line) in lines.prefix(area.rows).enumerated() {
      draw(line, at: area.origin.moved(columns: 1, rows: row), within: area.columns - 2)
    }
  }

  mutating func draw(_ line: StyledLine, at point: Point, within columns: Int) {
    var used = 0
    for piece in line.pieces {
      let left = max(0, columns - used)
      let start = point.moved(columns: used)
      used += draw(piece.text, at: start, style: piece.style, within: left)
      // Trailing blanks are not underlined or highlighted.
      if piece.text.columns > left { break }
      let blanks = piece.style == .text ? 0 : piece.text.endBlanks
      if blanks > 0 {
        fill(
          Rectangle(
            origin: start.moved(columns: piece.text.columns - blanks),
            size: Size(columns: blanks, rows: 1)))
      }
    }
  }
}
