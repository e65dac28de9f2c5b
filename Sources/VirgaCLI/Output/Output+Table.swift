import VirgaCanvas
import VirgaJSON
import VirgaRuntime
import VirgaWorkbench

extension Output {
  /// Prints the rows as a JSON array, or as a text table with heads, which is left out if it is
  /// empty.
  static func table<Row>(_ table: Table<Row>, of rows: [Row], isJSON: Bool) {
    guard !isJSON else { return json(.array(rows.map { .object(table.json(of: $0)) })) }
    guard !rows.isEmpty else { return }
    self.table(rows.map(table.cells), heads: table.heads)
  }

  /// Prints a text table with heads.
  static func table(_ rows: [[String]], heads: [String]) { columns([heads] + rows) }

  /// The largest width of a column, so that one long cell does not spread all rows; the cell itself
  /// is not cut.
  private static let maxColumnWidth = 90

  /// Prints rows as aligned columns with two blanks between them; rows may have fewer cells.
  ///
  /// The last cell of a row is not padded.
  static func columns(_ rows: [[String]]) {
    let rowsOfCells = rows.map { row in row.map { DisplayText(whole: $0) } }
    let columnCount = rows.map(\.count).max() ?? 0
    var widths = [Int](repeating: 0, count: columnCount)
    for cells in rowsOfCells {
      for (column, cell) in cells.enumerated() {
        let wantedWidth = min(cell.columns, maxColumnWidth)
        widths[column] = max(widths[column], wantedWidth)
      }
    }
    for cells in rowsOfCells {
      let padded = cells.enumerated().map { column, cell in
        let isLast = column == cells.count - 1
        return isLast ? cell : cell.padded(to: widths[column])
      }
      line(padded.joined(separator: "  ").plain)
    }
  }
}
