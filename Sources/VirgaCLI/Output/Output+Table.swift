import VirgaCanvas
import VirgaRuntime

extension Output {
  /// Writes rows in columns that are as wide as they have to be; the last column is never padded.
  static func table(_ rows: [[String]], heads: [String]) { columns([heads] + rows) }

  /// Writes rows as a table has them, without heads.
  static func columns(_ rows: [[String]]) {
    let lines = rows.map { $0.map { DisplayText(whole: $0) } }
    var widths = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
    for line in lines {
      for (column, cell) in line.enumerated() { widths[column] = max(widths[column], min(cell.columns, 90)) }
    }
    for cells in lines {
      let padded = cells.enumerated().map { column, cell in
        column == cells.count - 1 ? cell : cell.padded(to: widths[column])
      }
      line(padded.joined(separator: "  ").plain)
    }
  }
}
