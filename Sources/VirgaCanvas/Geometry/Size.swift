/// How many cells a screen or a part of it has.
package struct Size: Hashable, Sendable {
  /// The cells of a row; never negative.
  package var columns: Int { didSet { columns = max(0, columns) } }
  /// The rows; never negative.
  package var rows: Int { didSet { rows = max(0, rows) } }

  /// A size of `columns` by `rows`; what is negative counts as 0.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// No cells at all.
  package static let zero = Size(columns: 0, rows: 0)

  /// Whether there is no cell.
  package var isEmpty: Bool { columns == 0 || rows == 0 }

  /// The whole of a canvas of this size.
  package var bounds: Rectangle { Rectangle(column: 0, row: 0, columns: columns, rows: rows) }
}

extension Size: CustomStringConvertible {
  /// `columns` x `rows`, such as `80x24`.
  package var description: String { "\(columns)x\(rows)" }
}
