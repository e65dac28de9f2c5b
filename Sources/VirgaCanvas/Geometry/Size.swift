/// The size of a screen or a part of it, in cells.
package struct Size: Hashable, Sendable {
  /// The number of columns; never negative.
  package var columns: Int { didSet { columns = max(0, columns) } }
  /// The number of rows; never negative.
  package var rows: Int { didSet { rows = max(0, rows) } }

  /// Creates a size; negative numbers count as 0.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// The empty size.
  package static let zero = Size(columns: 0, rows: 0)

  /// Whether it contains no cells.
  package var isEmpty: Bool { columns == 0 || rows == 0 }

  /// The area of a canvas of this size.
  package var bounds: Rectangle { Rectangle(column: 0, row: 0, columns: columns, rows: rows) }
}

extension Size: CustomStringConvertible {
  /// The size as `columns` x `rows`, such as `80x24`.
  package var description: String { "\(columns)x\(rows)" }
}
