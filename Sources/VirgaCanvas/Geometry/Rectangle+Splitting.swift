// Dividing a rectangle for layouts. Counts are clamped, so none can be out of range.
extension Rectangle {
  /// Its first `count` rows.
  package func top(_ count: Int) -> Rectangle {
    Rectangle(column: column, row: row, columns: columns, rows: count.clamped(to: rows))
  }

  /// Its last `count` rows.
  package func bottom(_ count: Int) -> Rectangle {
    droppingTop(rows - count.clamped(to: rows))
  }

  /// Its first `count` columns.
  package func left(_ count: Int) -> Rectangle {
    Rectangle(column: column, row: row, columns: count.clamped(to: columns), rows: rows)
  }

  /// Its last `count` columns.
  package func right(_ count: Int) -> Rectangle {
    droppingLeft(columns - count.clamped(to: columns))
  }

  /// All but its first `count` rows.
  package func droppingTop(_ count: Int) -> Rectangle {
    let count = count.clamped(to: rows)
    return Rectangle(
      column: column, row: row.addingClamped(count), columns: columns, rows: rows - count)
  }

  /// All but its last `count` rows.
  package func droppingBottom(_ count: Int) -> Rectangle {
    top(rows - count.clamped(to: rows))
  }

  /// All but its first `count` columns.
  package func droppingLeft(_ count: Int) -> Rectangle {
    let count = count.clamped(to: columns)
    return Rectangle(
      column: column.addingClamped(count), row: row, columns: columns - count, rows: rows)
  }

  /// All but its last `count` columns.
  package func droppingRight(_ count: Int) -> Rectangle {
    left(columns - count.clamped(to: columns))
  }

  /// Its first `rows` rows, and the rest.
  package func split(top rows: Int) -> (top: Rectangle, bottom: Rectangle) {
    (top(rows), droppingTop(rows))
  }

  /// Its first `columns` columns, and the rest.
  package func split(left columns: Int) -> (left: Rectangle, right: Rectangle) {
    (left(columns), droppingLeft(columns))
  }

  /// The row that is `offset` rows below the first one; empty outside of the rectangle.
  package func line(_ offset: Int) -> Rectangle {
    offset < 0 ? top(0) : droppingTop(offset).top(1)
  }

  /// A rectangle of the given size in the middle, clamped to this one.
  package func centred(_ inner: Size) -> Rectangle {
    let innerColumns = min(inner.columns, columns)
    let innerRows = min(inner.rows, rows)
    return Rectangle(
      column: column.addingClamped((columns - innerColumns) / 2),
      row: row.addingClamped((rows - innerRows) / 2),
      columns: innerColumns, rows: innerRows)
  }
}

extension Int {
  /// The number, or the nearest one from 0 to `limit`.
  fileprivate func clamped(to limit: Int) -> Int { Swift.max(0, Swift.min(self, limit)) }
}
