extension Canvas {
  /// Fills an area with a one-cell glyph; a glyph of another width becomes a blank.
  package mutating func fill(_ area: Rectangle, style: Style = .text, glyph: DisplayText = " ") {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    var scalar: Unicode.Scalar = " "
    if glyph.columns == 1, let first = glyph.plain.unicodeScalars.first { scalar = first }
    let filledCell = Cell(glyph: drawable(scalar).value, style: style)
    for row in area.row..<area.endRow {
      blankCutGlyphs(around: area.column..<area.endColumn, row: row)
      let start = row * size.columns + area.column
      // Faster than setting cell after cell; frames fill large areas.
      cells.withUnsafeMutableBufferPointer { cells in
        cells[start..<start + area.columns].update(repeating: filledCell)
      }
    }
  }

  /// Changes the style of every cell in an area, keeping the glyphs.
  package mutating func restyle(_ area: Rectangle, _ change: (Style) -> Style) {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      for column in area.column..<area.endColumn {
        let index = row * size.columns + column
        cells[index].style = change(cells[index].style)
      }
    }
  }

  /// Swaps foreground and background of an area, as on the row under the cursor.
  package mutating func reverse(_ area: Rectangle) {
    restyle(area) { $0.reversed() }
  }

  /// Draws a border with a title and a right-aligned subtitle in its top edge.
  ///
  /// Areas with fewer than two columns or rows get no border.
  package mutating func border(
    _ area: Rectangle, _ look: BorderLook = BorderLook(), title: DisplayText = .empty,
    subtitle: DisplayText = .empty
  ) {
    let hasRoomForCorners = area.columns >= 2 && area.rows >= 2
    guard hasRoomForCorners else { return }
    let style = look.style
    let boxes = isASCII ? .ascii : look.boxes
    fill(area.top(1), style: style, glyph: boxes.horizontal)
    fill(area.bottom(1), style: style, glyph: boxes.horizontal)
    fill(area.left(1), style: style, glyph: boxes.vertical)
    fill(area.right(1), style: style, glyph: boxes.vertical)
    fill(area.top(1).left(1), style: style, glyph: boxes.topLeft)
    fill(area.top(1).right(1), style: style, glyph: boxes.topRight)
    fill(area.bottom(1).left(1), style: style, glyph: boxes.bottomLeft)
    fill(area.bottom(1).right(1), style: style, glyph: boxes.bottomRight)
    // The corners, and a piece of the line beside each, are not covered.
    let edge = area.top(1).inset(columns: 2, rows: 0)
    let titleColumns = drawTitle(title, on: edge, look)
    drawSubtitle(subtitle, on: edge.droppingLeft(titleColumns), style: style)
  }

  /// Draws the title between two blanks at the left of an edge, as in `┌─ title ─────┐`, cut if
  /// necessary; returns the number of columns used.
  private mutating func drawTitle(
    _ title: DisplayText, on edge: Rectangle, _ look: BorderLook
  ) -> Int {
    let blanks = 2
    guard !title.isEmpty, edge.columns > blanks else { return 0 }
    let titleColumns = min(title.columns, edge.columns - blanks)
    let titleStyle = look.titleStyle ?? look.style
    draw(" ", at: edge.origin, style: look.style)
    draw(title, at: edge.origin.moved(columns: 1), style: titleStyle, within: titleColumns)
    draw(" ", at: edge.origin.moved(columns: 1 + titleColumns), style: look.style)
    return blanks + titleColumns
  }

  /// Draws the subtitle between two blanks at the right of an edge, as in `┌──── subtitle ─┐`; not
  /// at all if it would be cut or touch the title.
  private mutating func drawSubtitle(_ subtitle: DisplayText, on edge: Rectangle, style: Style) {
    guard !subtitle.isEmpty else { return }
    let spaced = " " + subtitle + " "
    let pieceOfLine = 1  // Between the title and the subtitle.
    guard pieceOfLine + spaced.columns <= edge.columns else { return }
    drawRightAligned(spaced, at: Point(column: edge.endColumn, row: edge.row), style: style)
  }

  /// Draws another canvas over this one, with its first cell at `point`; its cursor is ignored.
  package mutating func draw(_ other: Canvas, at point: Point) {
    let area = Rectangle(origin: point, size: other.size).intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      for column in area.column..<area.endColumn {
        let source = other[Point(column: column - point.column, row: row - point.row)]
        let isFirst = column == area.column
        let isLast = column + 1 == area.endColumn
        // The second half of a wide glyph was drawn with the first one, unless that is outside.
        if source.isContinuation, !isFirst { continue }
        let lacksFirstHalf = source.isContinuation
        let lacksSecondHalf = source.isWide && isLast
        let glyph = lacksFirstHalf || lacksSecondHalf ? " " : other.text(of: source)
        draw(DisplayText(glyph), at: Point(column: column, row: row), style: source.style)
      }
    }
  }
}
