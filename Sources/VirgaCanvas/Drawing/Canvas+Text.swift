extension Canvas {
  /// Draws a text from a place to the right, and says how many columns it took, whether or not they are visible.
  ///
  /// - Parameter limit: the most columns to take; a longer text ends in an ellipsis, or with `.empty` for
  ///   `ellipsis` is cut off.
  @discardableResult
  package mutating func draw(
    _ text: DisplayText, at point: Point, style: Style = .text, within limit: Int? = nil,
    ellipsis: DisplayText = .ellipsis
  ) -> Int {
    let text = limit.map { text.truncated(to: $0, with: ellipsis) } ?? text
    guard point.row >= 0, point.row < size.rows, point.column < size.columns else { return text.columns }
    let last = point.column.addedWithin(text.columns)
    let visible = max(0, point.column)..<max(0, min(size.columns, last))
    guard !visible.isEmpty else { return text.columns }
    blankHalves(around: visible, row: point.row)
    let skipped = visible.lowerBound.distanceWithin(from: point.column)
    let shown = skipped == 0 && last <= size.columns ? text : text.slice(skipped..<skipped + visible.count)
    place(shown, at: point.row * size.columns + visible.lowerBound, style: style)
    return text.columns
  }

  private mutating func place(_ text: DisplayText, at start: Int, style: Style) {
    guard text.isASCII else { return placeScalars(text, at: start, style: style) }
    var template = Cell.blank(style)
    var plain = text.plain
    cells.withUnsafeMutableBufferPointer { cells in
      plain.withUTF8 { bytes in
        for (offset, byte) in bytes.enumerated() {
          template.glyph = UInt32(byte)
          cells[start + offset] = template
        }
      }
    }
  }

  private mutating func placeScalars(_ text: DisplayText, at start: Int, style: Style) {
    var index = start
    var opensWithDots = false
    for scalar in text.plain.unicodeScalars {
      switch CellWidth(scalar) {
      case .mark:
        if !isASCII && index > start { add(mark: scalar, to: cells[index - 1].isContinuation ? index - 2 : index - 1) }
      case .narrow, .replaced:
        cells[index] = Cell(glyph: isASCII ? scalar.asciiTwin.value : scalar.value, style: style)
        if isASCII, scalar == "…" {
          // One dot alone could be a full stop: the cell beside it becomes the other.
          if index > start { cells[index - 1].glyph = Unicode.Scalar(".").value } else { opensWithDots = true }
        }
        index += 1
      case .wide:
        hasWide = true
        cells[index] = Cell(glyph: isASCII ? 0x3F : scalar.value, style: style, span: isASCII ? .narrow : .wideStart)
        cells[index + 1] = Cell(glyph: isASCII ? 0x3F : 0x20, style: style, span: isASCII ? .narrow : .wideEnd)
        index += 2
      }
    }
    if opensWithDots, index > start + 1 { cells[start + 1].glyph = Unicode.Scalar(".").value }
  }

  /// Draws several pieces in turn, each in its style, and says how many columns they took.
  @discardableResult
  package mutating func draw(
    _ pieces: [(text: DisplayText, style: Style)], at point: Point, within limit: Int? = nil
  ) -> Int {
    var used = 0
    for piece in pieces {
      let left = limit.map { max(0, $0 - used) }
      used += draw(piece.text, at: point.moved(columns: used), style: piece.style, within: left)
      if piece.text.columns > left ?? .max { break }
    }
    return used
  }

  /// Draws a text so that it ends before the column of `point`, and says how many columns it took.
  @discardableResult
  package mutating func drawEnding(
    _ text: DisplayText, at point: Point, style: Style = .text, within limit: Int? = nil
  ) -> Int {
    let text = limit.map { text.truncated(to: $0) } ?? text
    return draw(text, at: point.moved(columns: -text.columns), style: style)
  }
}
