import VirgaCanvas
import VirgaJSON
import VirgaManifest

struct MatrixItem: ListItem {
  package struct ID: Hashable, Sendable {
    let feature: Name
    let name: Name

    init(_ feature: String, _ name: String) { (self.feature, self.name) = (Name(feature), Name(name)) }
  }

  package let id: ID
  /// The value in every column, including hidden ones.
  let row: ComparisonRow
  /// The width of the name in cells.
  let nameColumns: Int
  /// The approximate width of each value in cells.
  let cellColumns: [Int]
  /// Whether any of the shown columns has it.
  private(set) var isPresent = true
  /// Whether two of the shown columns differ.
  private(set) var differs = false
  /// The change by a further manifest, see ``ComparedPair``.
  private(set) var change: ComparisonChange?

  init(_ row: ComparisonRow) {
    self.row = row
    id = ID(row.feature, row.name)
    nameColumns = DisplayText(row.name).columns
    cellColumns = row.cells.map(MatrixCell.width)
  }

  var section: String? { row.feature }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    guard !fuzzy else { return nil }
    let isMatch = filter.allWords { word in
      word.occurs(in: row.name) || word.occurs(in: row.feature) || change.map { word.isAll(of: $0.rawValue) } == true
    }
    return isMatch ? 0 : nil
  }

  /// `pairs` says which columns compare a manifest with an earlier one.
  mutating func compare(_ columns: [Int], _ pairs: [ComparedPair]) {
    differs = row.differs(among: columns)
    isPresent = columns.contains { row.cells[$0].isPresent } && (differs || !row.isAboutTypes)
    change = row.change(in: pairs)
  }

  package static func == (left: MatrixItem, right: MatrixItem) -> Bool {
    left.id == right.id && left.isPresent == right.isPresent && left.differs == right.differs
      && left.change == right.change
      && left.row.cells.elementsEqual(right.row.cells) { $0.isSame(as: $1) }
  }
}
