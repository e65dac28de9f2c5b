/// A part of a canvas.
package struct Rectangle: Hashable, Sendable {
  /// The leftmost column, from 0.
  package var column: Int
  /// The topmost row, from 0.
  package var row: Int
  /// The size; never negative.
  package var size: Size

  /// The part that starts at `column` and `row`; a negative extent counts as 0.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    size = Size(columns: columns, rows: rows)
  }

  /// The part of the given size that starts at `origin`.
  package init(origin: Point, size: Size) {
    self.init(column: origin.column, row: origin.row, columns: size.columns, rows: size.rows)
  }

  /// How many columns it covers; never negative.
  package var columns: Int {
    get { size.columns }
    set { size.columns = newValue }
  }
  /// How many rows it covers; never negative.
  package var rows: Int {
    get { size.rows }
    set { size.rows = newValue }
  }
  /// Its first cell.
  package var origin: Point { Point(column: column, row: row) }
  /// The column after its last.
  package var endColumn: Int { column.addedWithin(columns) }
  /// The row after its last.
  package var endRow: Int { row.addedWithin(rows) }
  /// Whether it covers no cell.
  package var isEmpty: Bool { size.isEmpty }

  /// Whether the cell at `point` is part of it.
  package func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  /// The cells that both cover; empty where they do not meet.
  package func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(column, other.column)
    let top = max(row, other.row)
    let columns = max(left, min(endColumn, other.endColumn)).distanceWithin(from: left)
    let rows = max(top, min(endRow, other.endRow)).distanceWithin(from: top)
    return Rectangle(column: left, row: top, columns: columns, rows: rows)
  }

  /// What is left after taking `amount` cells away from every side.
  package func inset(by amount: Int) -> Rectangle { inset(columns: amount, rows: amount) }

  /// What is left after taking columns away from left and right, and rows from top and bottom.
  package func inset(columns: Int, rows: Int) -> Rectangle {
    droppingLeft(columns).droppingRight(columns).droppingTop(rows).droppingBottom(rows)
  }
}

extension Rectangle: CustomStringConvertible {
  /// Its size and first cell, such as `80x24 at 0,0`.
  package var description: String { "\(size) at \(column),\(row)" }
}

extension Int {
  /// The sum, or the nearest number there is.
  func addedWithin(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number there is.
  func distanceWithin(from other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
