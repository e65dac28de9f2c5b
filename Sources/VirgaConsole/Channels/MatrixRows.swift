import VirgaManifest

/// The rows of features, one feature after the other: what each is called, its pattern and how wide its cells are.
///
/// Numbers without gaps, as a letter that is typed goes through all of them.
struct MatrixRows: Sendable {
  /// The number of each row's name.
  private(set) var names: [Int32] = []
  /// The number of each row's pattern.
  private(set) var patterns: [Int32] = []
  /// For each row and then each column how many columns of the terminal the cell takes, roughly.
  private(set) var widths: [UInt8] = []
  /// How many columns there are.
  let columns: Int

  /// Where the rows of each feature begin, and where those of the last one end.
  private var bounds = [0]

  /// No rows, of so many columns.
  init(columns: Int) { self.columns = columns }

  /// How many rows there are.
  var count: Int { names.count }

  /// The places of the features.
  var features: Range<Int> { 0..<bounds.count - 1 }

  /// The rows of a feature.
  func range(_ feature: Int) -> Range<Int> { bounds[feature]..<bounds[feature + 1] }

  /// Appends a feature with its rows and the numbers of their names and patterns.
  mutating func append(_ rows: [(ComparisonRow, name: Int32, pattern: Int32)]) {
    for (row, name, pattern) in rows {
      names.append(name)
      patterns.append(pattern)
      widths += row.cells.map { UInt8(MatrixCell.width(of: $0)) }
    }
    bounds.append(count)
  }

  /// Appends the features of others.
  mutating func append(_ other: MatrixRows) {
    bounds += other.bounds.dropFirst().map { $0 + count }
    names += other.names
    patterns += other.patterns
    widths += other.widths
  }

  /// The rows of one feature alone.
  func only(_ feature: Int) -> MatrixRows {
    var only = MatrixRows(columns: columns)
    let (rows, cells) = (range(feature), cells(of: feature))
    only.names += names[rows]
    only.patterns += patterns[rows]
    only.widths += widths[cells]
    only.bounds.append(rows.count)
    return only
  }

  /// Puts the rows of one feature in the place of another.
  mutating func replace(_ feature: Int, with other: MatrixRows) {
    let (rows, cells) = (range(feature), cells(of: feature))
    names.replaceSubrange(rows, with: other.names)
    patterns.replaceSubrange(rows, with: other.patterns)
    widths.replaceSubrange(cells, with: other.widths)
    guard other.count != rows.count else { return }
    for place in (feature + 1)..<bounds.count { bounds[place] += other.count - rows.count }
  }

  private func cells(of feature: Int) -> Range<Int> {
    let rows = range(feature)
    return rows.lowerBound * columns..<rows.upperBound * columns
  }
}
