/// A cell's place on a canvas; columns and rows count from 0.
public struct Point: Hashable, Sendable {
  /// The column, from 0 at the left.
  public var column: Int
  /// The row, from 0 at the top.
  public var row: Int

  /// The place at `column` and `row`, both from 0.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The first cell.
  public static let zero = Point(column: 0, row: 0)

  /// The place so many columns and rows further on.
  public func moved(columns: Int = 0, rows: Int = 0) -> Point {
    Point(column: column &+ columns, row: row &+ rows)
  }
}
