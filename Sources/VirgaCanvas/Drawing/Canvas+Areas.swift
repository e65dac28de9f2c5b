extension Canvas {
  /// Fills an area with a one-cell glyph; other glyphs become a blank.
  package mutating func fill(_ area: Rectangle, style: Style = .text, glyph: DisplayText = " ") {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    let scalar = glyph.columns == 1 ? glyph.plain.unicodeScalars.first ?? " " : " "
    let cell = Cell(glyph: isASCII ? scalar.asciiFallback.value : scalar.value, style: style)
    for row in area.row..<area.endRow {
      blankHalves(around: area.column..<area.endColumn, row: row)
      let start = row * size.columns + area.column
      cells.withUnsafeMutableBufferPointer {
        $0[start..<start + area.columns].update(repeating: cell)
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

  /// Copies a line's cells to another line; does nothing if either is outside.
  package mutating func copy(line: Int, to other: Int) {
    let lines = 0..<size.rows
    guard lines.contains(line), lines.contains(other) else { return }
    let (from, to) = (line * size.columns, other * size.columns)
    cells.replaceSubrange(to..<to + size.columns, with: cells[from..<from + size.columns])
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
    guard area.columns >= 2, area.rows >= 2 else { return }
    let (style, boxes) = (look.style, isASCII ? .ascii : look.boxes)
    fill(area.top(1), style: style, glyph: boxes.horizontal)
    fill(area.bottom(1), style: style, glyph: boxes.horizontal)
    fill(area.left(1), style: style, glyph: boxes.vertical)
    fill(area.right(1), style: style, glyph: boxes.vertical)
    fill(area.top(1).left(1), style: style, glyph: boxes.topLeft)
    fill(area.top(1).right(1), style: style, glyph: boxes.topRight)
    fill(area.bottom(1).left(1), style: style, glyph: boxes.bottomLeft)
    fill(area.bottom(1).right(1), style: style, glyph: boxes.bottomRight)
    drawOnEdge(area, title: title, subtitle: subtitle, look)
  }

  /// `┌─ title ──── subtitle ─┐`: the subtitle is left out if it does not fit.
  private mutating func drawOnEdge(
    _ area: Rectangle, title: DisplayText, subtitle: DisplayText, _ look: BorderLook
  ) {
    let style = look.style
    let edge = area.top(1).inset(columns: 2, rows: 0)
    var used = 0
    if !title.isEmpty && edge.columns >= 3 {
      used = 2 + min(title.columns, edge.columns - 2)
      draw(" ", at: edge.origin, style: style)
      draw(
        title, at: edge.origin.moved(columns: 1), style: look.titleStyle ?? style, within: used - 2)
      draw(" ", at: edge.origin.moved(columns: used - 1), style: style)
    }
    if !subtitle.isEmpty && used + subtitle.columns + 3 <= edge.columns {
      drawRightAligned(
        " " + subtitle + " ", at: Point(column: edge.endColumn, row: edge.row), style: style)
    }
  }

  /// Draws another canvas over this one, with its first cell at `point`; its cursor is ignored.
  package mutating func draw(_ other: Canvas, at point: Point) {
    let area = Rectangle(origin: point, size: other.size).intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      for column in area.column..<area.endColumn {
        let source = other[Point(column: column - point.column, row: row - point.row)]
        if source.isContinuation && column > area.column { continue }
        let isCut = source.isContinuation || (source.isWide && column + 1 == area.endColumn)
        let glyph = isCut ? " " : other.text(of: source)
        draw(DisplayText(glyph), at: Point(column: column, row: row), style: source.style)
      }
    }
  }
}
