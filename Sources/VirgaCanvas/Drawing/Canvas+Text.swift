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
    let isInRows = (0..<size.rows).contains(point.row)
    guard isInRows, point.column < size.columns else { return text.columns }
    let end = point.column.addingClamped(text.columns)
    let visibleEnd = max(0, min(size.columns, end))
    let visible = max(0, point.column)..<visibleEnd
    guard !visible.isEmpty else { return text.columns }
    blankCutGlyphs(around: visible, row: point.row)
    let hiddenAtStart = visible.lowerBound.subtractingClamped(point.column)
    let isWhole = hiddenAtStart == 0 && end <= size.columns
    let shown = isWhole ? text : text.slice(hiddenAtStart..<hiddenAtStart + visible.count)
    place(shown, at: point.row * size.columns + visible.lowerBound, style: style)
    return text.columns
  }

  /// Puts a text into the cells from an index of ``cells`` on, all of which exist.
  private mutating func place(_ text: DisplayText, at start: Int, style: Style) {
    guard text.isASCII else { return placeScalars(text, at: start, style: style) }
    // Each byte is a character of one cell. Only the glyph changes from cell to cell, so one cell
    // is made and copied.
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

  /// Writes a text, which fits, into the cells from the index `start` on.
  ///
  /// Marks are added to the character before them. In ASCII marks are left out, and an ellipsis
  /// becomes two dots if there is room.
  private mutating func placeScalars(_ text: DisplayText, at start: Int, style: Style) {
    var index = start
    var ellipses: [Int] = []
    for scalar in text.plain.unicodeScalars {
      switch CellWidth(scalar) {
      case .mark:
        let isFirst = index == start
        if !isASCII && !isFirst {
          let followsWideGlyph = cells[index - 1].isContinuation
          add(mark: scalar, to: followsWideGlyph ? index - 2 : index - 1)
        }
      case .narrow, .replaced:
        cells[index] = Cell(glyph: drawable(scalar).value, style: style)
        if isASCII, scalar == "…" { ellipses.append(index) }
        index += 1
      case .wide:
        placeWide(scalar, at: index, style: style)
        index += 2
      }
    }
    doubleDots(of: ellipses, in: start..<index)
  }

  /// Puts a wide glyph into two cells: `??` on a canvas for ASCII.
  private mutating func placeWide(_ scalar: Unicode.Scalar, at index: Int, style: Style) {
    hasWide = true
    guard !isASCII else {
      let unknown = Cell(glyph: Unicode.Scalar("?").value, style: style)
      cells[index] = unknown
      cells[index + 1] = unknown
      return
    }
    cells[index] = Cell(glyph: scalar.value, style: style, span: .wideStart)
    cells[index + 1] = Cell(glyph: Unicode.Scalar(" ").value, style: style, span: .wideEnd)
  }

  /// Makes the cell before each ellipsis a dot too, as one dot could be a full stop: `abc…`, drawn
  /// as `abc.` in ASCII, becomes `ab..`.
  ///
  /// If the text in the cells `range` begins with the ellipsis, the cell after it becomes a dot.
  private mutating func doubleDots(of ellipses: [Int], in range: Range<Int>) {
    for index in ellipses {
      let hasCellBefore = index > range.lowerBound
      let neighbor = hasCellBefore ? index - 1 : index + 1
      if neighbor < range.upperBound { cells[neighbor].glyph = Unicode.Scalar(".").value }
    }
  }

  /// Draws several pieces in a row, each in its style, up to the first that has to be cut to
  /// `limit` columns; returns the number of columns used.
  @discardableResult
  package mutating func draw(
    _ pieces: [(text: DisplayText, style: Style)], at point: Point, within limit: Int? = nil
  ) -> Int {
    var used = 0
    for piece in pieces {
      let room = limit.map { max(0, $0 - used) }
      used += draw(piece.text, at: point.moved(columns: used), style: piece.style, within: room)
      let wasCut = piece.text.columns > room ?? .max
      if wasCut { break }
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
