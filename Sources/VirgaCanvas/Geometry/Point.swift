/// The position of a cell on a canvas; columns and rows count from 0.
package struct Point: Hashable, Sendable {
  /// The column, from 0 at the left.
  package var column: Int
  /// The row, from 0 at the top.
  package var row: Int

  /// Creates a point; columns and rows count from 0.
  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The first cell.
  package static let zero = Point(column: 0, row: 0)

  /// The point moved by a number of columns and rows.
  package func moved(columns: Int = 0, rows: Int = 0) -> Point {
    Point(column: column &+ columns, row: row &+ rows)
  }
}
