import VirgaManifest

/// The rows of features, one feature after the other: what each is called, its pattern and how wide its cells are.
///
/// Numbers without gaps, as a letter that is typed goes through all of them.
struct MatrixRows: Sendable {
  /// The number of each row's name.
  private(set) var names: [Int32] = []
  /// The number of each row's pattern.
  private(set) var patterns: [Int32] = []
  /// For each row how many columns of the terminal its cells take, roughly: eight cells a number.
  private(set) var widths: [SIMD8<UInt8>] = []
  /// How many numbers of them each row has.
  let widthCount: Int

  /// Where the rows of each feature begin, and where those of the last one end.
  private var bounds = [0]

  /// No rows, of so many columns.
  init(columns: Int) { widthCount = (columns + 7) / 8 }

  /// How many rows there are.
  var count: Int { names.count }

  /// The places of the features.
  var features: Range<Int> { 0..<bounds.count - 1 }

  /// The rows of a feature.
  func range(_ feature: Int) -> Range<Int> { bounds[feature]..<bounds[feature + 1] }

  /// Gives the numbers of names and patterns, a number for each row, and the widths.
  func read(
    _ take: (
      _ names: UnsafeBufferPointer<Int32>, _ patterns: UnsafeBufferPointer<Int32>,
      _ widths: UnsafeBufferPointer<SIMD8<UInt8>>
    ) -> Void
  ) {
    names.withUnsafeBufferPointer { names in
      patterns.withUnsafeBufferPointer { patterns in
        widths.withUnsafeBufferPointer { take(names, patterns, $0) }
      }
    }
  }

  /// Appends a feature with its rows and the numbers of their names and patterns.
  mutating func append(_ rows: [(ComparisonRow, name: Int32, pattern: Int32)]) {
    for (row, name, pattern) in rows {
      names.append(name)
      patterns.append(pattern)
      var widths = [SIMD8<UInt8>](repeating: .zero, count: widthCount)
      for (column, cell) in row.cells.enumerated() {
        widths[column / 8][column % 8] = UInt8(MatrixCell.width(of: cell))
      }
      self.widths += widths
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
    var only = MatrixRows(columns: widthCount * 8)
    let (rows, widths) = (range(feature), widths(of: feature))
    only.names += names[rows]
    only.patterns += patterns[rows]
    only.widths += self.widths[widths]
    only.bounds.append(rows.count)
    return only
  }

  /// Puts the rows of one feature in the place of another.
  mutating func replace(_ feature: Int, with other: MatrixRows) {
    let (rows, widths) = (range(feature), widths(of: feature))
    names.replaceSubrange(rows, with: other.names)
    patterns.replaceSubrange(rows, with: other.patterns)
    self.widths.replaceSubrange(widths, with: other.widths)
    guard other.count != rows.count else { return }
    for place in (feature + 1)..<bounds.count { bounds[place] += other.count - rows.count }
  }

  private func widths(of feature: Int) -> Range<Int> {
    let rows = range(feature)
    return rows.lowerBound * widthCount..<rows.upperBound * widthCount
  }
}
