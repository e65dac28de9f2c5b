import VirgaManifest

/// The rows of features, one feature after the other: what each is called, and which columns show the same in it.
///
/// Numbers without gaps, as a letter that is typed goes through all of them.
struct MatrixRows: Sendable {
  /// The number of each row's name.
  private(set) var names: [Int32] = []
  /// For each row and then each column the first column that shows the same, or one of the absences.
  private(set) var classes: [UInt16] = []
  /// How many columns of the terminal each of these takes, roughly.
  private(set) var widths: [UInt8] = []
  /// How many columns there are.
  let columns: Int

  /// Where the rows of each feature begin, and where those of the last one end.
  private var bounds = [0]

  /// Stands for a column that lacks the row; what is not less has nothing to show.
  static let missing = UInt16.max - 1
  private static let noFeature = UInt16.max

  /// No rows, of so many columns.
  init(columns: Int) { self.columns = columns }

  /// How many rows there are.
  var count: Int { names.count }

  /// The places of the features.
  var features: Range<Int> { 0..<bounds.count - 1 }

  /// The rows of a feature.
  func range(_ feature: Int) -> Range<Int> { bounds[feature]..<bounds[feature + 1] }

  /// What the first pair of columns that differs makes of a row; nil where none does, see ``ComparisonRow``.
  func change(_ row: Int, in pairs: [ComparedPair], isAboutTypes: Bool) -> ComparisonChange? {
    pairs.lazy.compactMap { pair -> ComparisonChange? in
      let (old, new) = (classes[row * columns + pair.old], classes[row * columns + pair.new])
      switch (old < Self.missing, new < Self.missing) {
      case (false, false): return nil
      case (false, true): return .added
      case (true, false): return .removed
      case (true, true): return old == new ? nil : isAboutTypes ? .retyped : .changed
      }
    }.first
  }

  /// Appends a feature with its rows and the numbers of their names.
  mutating func append(_ rows: [(ComparisonRow, name: Int32)]) {
    for (row, name) in rows {
      names.append(name)
      for (column, cell) in row.cells.enumerated() {
        classes.append(Self.absence(cell) ?? Self.kind(row.cells.firstIndex { $0.isSame(as: cell) } ?? column))
        widths.append(UInt8(MatrixCell.width(of: cell)))
      }
    }
    bounds.append(count)
  }

  /// Appends the features of others.
  mutating func append(_ other: MatrixRows) {
    bounds += other.bounds.dropFirst().map { $0 + count }
    names += other.names
    classes += other.classes
    widths += other.widths
  }

  /// The rows of one feature alone.
  func only(_ feature: Int) -> MatrixRows {
    var only = MatrixRows(columns: columns)
    let (rows, cells) = (range(feature), cells(of: feature))
    only.names += names[rows]
    only.classes += classes[cells]
    only.widths += widths[cells]
    only.bounds.append(rows.count)
    return only
  }

  /// Puts the rows of one feature in the place of another.
  mutating func replace(_ feature: Int, with other: MatrixRows) {
    let (rows, cells) = (range(feature), cells(of: feature))
    names.replaceSubrange(rows, with: other.names)
    classes.replaceSubrange(cells, with: other.classes)
    widths.replaceSubrange(cells, with: other.widths)
    guard other.count != rows.count else { return }
    for place in (feature + 1)..<bounds.count { bounds[place] += other.count - rows.count }
  }

  private func cells(of feature: Int) -> Range<Int> {
    let rows = range(feature)
    return rows.lowerBound * columns..<rows.upperBound * columns
  }

  /// A column as what shows the same; those beyond the largest number are not told apart.
  private static func kind(_ column: Int) -> UInt16 { UInt16(min(column, Int(missing) - 1)) }

  private static func absence(_ cell: ComparedCell) -> UInt16? {
    switch cell {
    case .leaf, .type: nil
    case .missing: missing
    case .noFeature: noFeature
    }
  }
}
