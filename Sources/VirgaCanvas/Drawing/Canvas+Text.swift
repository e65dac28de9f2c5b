extension Canvas {
  /// Draws a text at a point; returns the number of columns used, visible or not.
  ///
  /// A text of more than `limit` columns ends in `ellipsis`, or is just cut if that is `.empty`.
  @discardableResult
  package mutating func draw(
    _ text: DisplayText, at point: Point, style: Style = .text, within limit: Int? = nil,
    ellipsis: DisplayText = .ellipsis
  ) -> Int {
    let text = limit.map { text.truncated(to: $0, with: ellipsis) } ?? text
    guard point.row >= 0, point.row < size.rows, point.column < size.columns else {
      return text.columns
    }
    let last = point.column.addedWithin(text.columns)
    let visible = max(0, point.column)..<max(0, min(size.columns, last))
    guard !visible.isEmpty else { return text.columns }
    blankHalves(around: visible, row: point.row)
    let skipped = visible.lowerBound.distanceWithin(from: point.column)
    let shown =
      skipped == 0 && last <= size.columns ? text : text.slice(skipped..<skipped + visible.count)
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
        if !isASCII && index > start {
          add(mark: scalar, to: cells[index - 1].isContinuation ? index - 2 : index - 1)
        }
      case .narrow, .replaced:
        cells[index] = Cell(
          glyph: isASCII ? scalar.asciiFallback.value : scalar.value, style: style)
        if isASCII, scalar == "…" {
          // One dot could be a full stop, so the cell next to it becomes a second one.
          if index > start {
            cells[index - 1].glyph = Unicode.Scalar(".").value
          } else {
            opensWithDots = true
          }
        }
        index += 1
      case .wide:
        hasWide = true
        cells[index] = Cell(
          glyph: isASCII ? 0x3F : scalar.value, style: style, span: isASCII ? .narrow : .wideStart)
        cells[index + 1] = Cell(
          glyph: isASCII ? 0x3F : 0x20, style: style, span: isASCII ? .narrow : .wideEnd)
        index += 2
      }
    }
    if opensWithDots, index > start + 1 { cells[start + 1].glyph = Unicode.Scalar(".").value }
  }

  /// Draws several pieces in a row, each in its style; returns the number of columns used.
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

  /// Draws a text that ends before the column of `point`; returns the number of columns used.
  @discardableResult
  package mutating func drawRightAligned(
    _ text: DisplayText, at point: Point, style: Style = .text, within limit: Int? = nil
  ) -> Int {
    let text = limit.map { text.truncated(to: $0) } ?? text
    return draw(text, at: point.moved(columns: -text.columns), style: style)
  }
}
