import VirgaCanvas
import VirgaJSON
import VirgaManifest

/// A value in the list of the matrix, listed under its feature.
struct MatrixItem: ListItem {
  /// What identifies a value.
  package struct ID: Hashable, Sendable {
    let feature: Name
    let name: Name

    init(_ feature: String, _ name: String) { (self.feature, self.name) = (Name(feature), Name(name)) }
  }

  package let id: ID
  /// The value in every column, those that are dropped among them.
  let row: ComparisonRow
  /// How many cells of the terminal the name takes.
  let nameColumns: Int
  /// How many cells of the terminal each value takes, roughly.
  let cellColumns: [Int]
  /// Whether any of the columns that are shown has it.
  private(set) var isThere = true
  /// Whether two of these columns differ.
  private(set) var differs = false
  /// What a further manifest did to it, see ``ComparedPair``.
  private(set) var change: ComparisonChange?

  init(_ row: ComparisonRow) {
    self.row = row
    id = ID(row.feature, row.name)
    nameColumns = DisplayText(row.name).columns
    cellColumns = row.cells.map(MatrixCell.width)
  }

  var section: String? { row.feature }

  func rank(_ filter: Filter, scattered: Bool) -> Int? {
    guard !scattered else { return nil }
    let isMatch = filter.allWords { word in
      word.stands(in: row.name) || word.stands(in: row.feature) || change.map { word.isAll(of: $0.rawValue) } == true
    }
    return isMatch ? 0 : nil
  }

  /// Compares some of the columns, of which pairs show what one manifest makes of another.
  mutating func compare(_ columns: [Int], _ pairs: [ComparedPair]) {
    differs = row.differs(among: columns)
    isThere = columns.contains { row.cells[$0].isThere } && (differs || !row.isAboutTypes)
    change = row.change(in: pairs)
  }

  package static func == (left: MatrixItem, right: MatrixItem) -> Bool {
    left.id == right.id && left.isThere == right.isThere && left.differs == right.differs && left.change == right.change
      && left.row.cells.elementsEqual(right.row.cells) { $0.isSame(as: $1) }
  }
}
