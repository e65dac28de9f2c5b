/// A part of a canvas.
package struct Rectangle: Hashable, Sendable {
  /// The leftmost column, from 0.
  package var column: Int
  /// The topmost row, from 0.
  package var row: Int
  /// The size; never negative.
  package var size: Size

  /// Creates the part that starts at `column` and `row`; negative extents count as 0.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    size = Size(columns: columns, rows: rows)
  }

  /// Creates the part of a size that starts at `origin`.
  package init(origin: Point, size: Size) {
    self.init(column: origin.column, row: origin.row, columns: size.columns, rows: size.rows)
  }

  /// The number of columns; never negative.
  package var columns: Int {
    get { size.columns }
    set { size.columns = newValue }
  }
  /// The number of rows; never negative.
  package var rows: Int {
    get { size.rows }
    set { size.rows = newValue }
  }
  /// The first cell.
  package var origin: Point { Point(column: column, row: row) }
  /// The column after the last one.
  package var endColumn: Int { column.addingClamped(columns) }
  /// The row after the last one.
  package var endRow: Int { row.addingClamped(rows) }
  /// Whether it contains no cells.
  package var isEmpty: Bool { size.isEmpty }

  /// Whether it contains the cell at `point`.
  package func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  /// The cells in both rectangles; empty if they do not overlap.
  package func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(column, other.column)
    let top = max(row, other.row)
    let right = max(left, min(endColumn, other.endColumn))
    let bottom = max(top, min(endRow, other.endRow))
    return Rectangle(
      column: left, row: top, columns: right.subtractingClamped(left),
      rows: bottom.subtractingClamped(top))
  }

  /// The rectangle without `amount` cells on every side.
  package func inset(by amount: Int) -> Rectangle { inset(columns: amount, rows: amount) }

  /// The rectangle without columns on the left and right, and rows at top and bottom.
  package func inset(columns: Int, rows: Int) -> Rectangle {
    droppingLeft(columns).droppingRight(columns).droppingTop(rows).droppingBottom(rows)
  }
}

extension Rectangle: CustomStringConvertible {
  /// The size and first cell, such as `80x24 at 0,0`.
  package var description: String { "\(size) at \(column),\(row)" }
}

extension Int {
  /// The sum, clamped to the range of Int.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    // Adding a negative number overflows below, a positive one above.
    return other < 0 ? .min : .max
  }

  /// The difference, clamped to the range of Int.
  func subtractingClamped(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    guard overflow else { return difference }
    // Subtracting a negative number overflows above, a positive one below.
    return other < 0 ? .max : .min
  }
}
