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

  /// A longer cell does not widen its column, so that one long cell does not spread all rows.
  private static let maxColumnWidth = 90

  /// Prints rows as aligned columns with two blanks between them; rows may have fewer cells.
  ///
  /// The last cell of a row is not padded.
  static func columns(_ rows: [[String]]) {
    let lines = rows.map { $0.map { DisplayText(whole: $0) } }
    var widths = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
    for cells in lines {
      for (column, cell) in cells.enumerated() {
        widths[column] = max(widths[column], min(cell.columns, maxColumnWidth))
      }
    }
    for cells in lines {
      let padded = cells.enumerated().map { column, cell in
        column == cells.count - 1 ? cell : cell.padded(to: widths[column])
      }
      line(padded.joined(separator: "  ").plain)
    }
  }
}
