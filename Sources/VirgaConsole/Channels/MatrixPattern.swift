import VirgaManifest

/// Which columns show the same in a row, and which have nothing to show.
///
/// Ten thousand features have few of them: what is asked of rows is asked of each of these once.
struct MatrixPattern: Hashable, Sendable {
  /// For each column the first one that shows the same, or one of the absences.
  let cells: [UInt16]
  /// Whether the row is about types: it is there only where they differ.
  let isAboutTypes: Bool

  /// Stands for a column that lacks the row; what is not less has nothing to show.
  private static let missing = UInt16.max - 1
  private static let noFeature = UInt16.max

  /// The pattern of a row.
  init(of row: ComparisonRow) {
    isAboutTypes = row.isAboutTypes
    cells = row.cells.enumerated().map { column, cell in
      switch cell {
      case .missing: Self.missing
      case .noFeature: Self.noFeature
      // Columns beyond the largest number are not told apart.
      case .leaf, .type: UInt16(min(row.cells.firstIndex { $0.isSame(as: cell) } ?? column, Int(Self.missing) - 1))
      }
    }
  }

  /// How a row looks in some columns, of which pairs show what one manifest makes of another.
  func look(in columns: [Int], _ pairs: [ComparedPair]) -> MatrixView.Look {
    guard let first = columns.first else { return [] }
    let isThere = columns.contains { self.isThere($0) }
    guard columns.contains(where: { cells[$0] != cells[first] }) else {
      return isThere && !isAboutTypes ? .isThere : []
    }
    let isChanged = pairs.contains { pair in
      cells[pair.old] != cells[pair.new] && (self.isThere(pair.old) || self.isThere(pair.new))
    }
    var look: MatrixView.Look = isThere || isAboutTypes ? [.isThere, .differs] : .differs
    if isChanged { look.insert(.isChanged) }
    return look
  }

  /// What the first pair of columns that differs makes of the row; nil where none does, see ``ComparisonRow``.
  func change(in pairs: [ComparedPair]) -> ComparisonChange? {
    pairs.lazy.compactMap { pair -> ComparisonChange? in
      switch (isThere(pair.old), isThere(pair.new)) {
      case (false, false): nil
      case (false, true): .added
      case (true, false): .removed
      case (true, true): cells[pair.old] == cells[pair.new] ? nil : isAboutTypes ? .retyped : .changed
      }
    }.first
  }

  private func isThere(_ column: Int) -> Bool { cells[column] < Self.missing }
}
