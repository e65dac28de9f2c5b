/// Prints rows as they are measured.
struct Table {
  /// Selects the rows that contain one of these words; empty for all.
  var words: [String]

  func printHead() {
    Self.write([
      "task", "input", "unit", "virga", "target", "", "baseline", "ratio", "compared with",
    ])
    Self.write(Self.widths.map { String(repeating: "-", count: $0) })
  }

  /// Measures and prints the rows with a bound; true if all are within their bounds.
  func holds(_ rows: [Row]) -> Bool {
    var holds = true
    for row in rows {
      guard let bound = row.bound else { continue }
      let measured = Self.leastExceeding(of: row, bound)
      holds = holds && measured?.isWithin == true
      Self.write([
        row.task, row.input, row.unit.title, Self.text(measured?.figure),
        "≤ \(Self.text(measured?.bound ?? bound))", measured?.isWithin == true ? "✓" : "✗",
      ])
    }
    return holds
  }

  /// A figure, and the bound that is right for the machine at the time of the measurement.
  private struct Measured {
    var figure: Double
    var bound: Double
    var isWithin: Bool { figure <= bound }
  }

  /// Measures up to eight times, until the figure is within the bound: other work on the machine
  /// only adds to it.
  ///
  /// Nil if the row cannot be measured.
  private static func leastExceeding(of row: Row, _ bound: Double) -> Measured? {
    var least: Measured?
    for _ in 0..<8 {
      guard let figure = row.figure() else { return nil }
      let slowdown = row.unit.isTime ? MachineSpeed.slowdown : 1
      let measured = Measured(figure: figure, bound: bound * slowdown)
      if measured.isWithin { return measured }
      if figure < least?.figure ?? .infinity { least = measured }
    }
    return least
  }

  /// Measures and prints a row if it is selected.
  func print(_ row: Row) {
    let line = "\(row.task) \(row.input)"
    guard words.isEmpty || words.contains(where: line.contains) else { return }
    let figure = row.figure()
    let baseline = figure == nil ? nil : row.baseline?.figure()
    let ratio: Double? =
      if let figure, let baseline, baseline > 0 { figure / baseline } else { nil }
    let name = row.baseline.map { baseline == nil ? "\($0.name): not measured" : $0.name } ?? ""
    let target = Self.target(of: row, figure, ratio)
    Self.write([
      row.task, row.input, row.unit.title, Self.text(figure), target.text, target.mark,
      Self.text(baseline),
      Self.text(ratio), name,
    ])
  }

  /// The row's target, and whether it is met.
  private static func target(
    of row: Row, _ figure: Double?, _ ratio: Double?
  ) -> (text: String, mark: String) {
    let (text, measured, limit): (String, Double?, Double)
    switch row.target {
    case nil: return ("", "")
    case .figure(let most): (text, measured, limit) = ("< \(Self.text(most))", figure, most)
    case .ratio(let most): (text, measured, limit) = ("< \(Self.text(most)) ×", ratio, most)
    }
    guard let measured else { return (text, "") }
    return (text, measured < limit ? "✓" : "✗")
  }

  private static let widths = [38, 20, 5, 9, 9, 1, 9, 7, 13]

  private static func write(_ cells: [String]) {
    let columns = zip(cells, widths).enumerated().map { index, cell in
      let filling = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return [3, 4, 6, 7].contains(index) ? filling + cell.0 : cell.0 + filling
    }
    let line = columns.joined(separator: "  ")
    Swift.print(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    Output.flush()
  }

  /// A figure with three significant digits; a dash for nil.
  static func text(_ figure: Double?) -> String {
    guard let figure else { return "–" }
    let decimals =
      figure >= 100 || figure == figure.rounded() ? 0 : figure >= 10 ? 1 : figure >= 1 ? 2 : 3
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((figure * Double(scale)).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: decimals - fraction.count)
      + fraction
  }
}
