import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

/// A comparison of all features that is to be made beside what else is done.
package struct ComparisonOrder: Equatable, Sendable {
  /// Which order it is; what an earlier one found is not heard.
  let number: Int
  let columns: [ComparisonColumn]

  /// Makes the comparison; with ten thousand features that takes about a second.
  package func run() -> MatrixTable { MatrixTable(columns, number: number) }

  /// The same order for columns of the same names, in the same sequence.
  package static func == (left: ComparisonOrder, right: ComparisonOrder) -> Bool {
    left.number == right.number && left.columns.map(\.title) == right.columns.map(\.title)
  }
}

/// Which rows every feature has in some columns, and where they differ, but not their values.
///
/// That is all it takes to find, count and filter lines within a keystroke; the values of the few rows in sight are
/// found when they are drawn.
package struct MatrixTable: Sendable {
  /// The rows of a feature.
  struct Group: Sendable {
    var feature: String
    /// The number of each row's name.
    var names: [Int32] = []
    /// For each row and then each column the first column that shows the same, or one of the absences.
    var classes: [UInt16] = []
    /// How many columns of the terminal each of these takes, roughly.
    var widths: [UInt8] = []
  }

  /// What rows of many features are called.
  struct Name: Sendable {
    var text: String
    /// How many columns of the terminal it takes.
    var width: Int
    var isAboutTypes: Bool
  }

  private static let missing = UInt16.max - 1
  private static let noFeature = UInt16.max

  let number: Int
  let columns: [ComparisonColumn]
  private(set) var groups: [Group] = []
  private(set) var names: [Name] = []
  /// The place of each feature among the groups.
  private(set) var places: NameTable<Int> = [:]

  private var numbers: NameTable<Int32> = [:]
  private var covering: SessionLayers?
  private var uncovered: [Int: Group] = [:]

  init(_ columns: [ComparisonColumn], number: Int) {
    self.columns = columns
    self.number = number
    let comparison = Comparison(columns)
    for (place, id) in comparison.featureIDs.enumerated() {
      places[id] = place
      groups.append(group(id, comparison.rows(of: id)))
    }
  }

  /// Lays what a session brings over the columns of the first manifest, or over none.
  ///
  /// Only the features are compared again over which something else lies than before.
  mutating func cover(with layers: SessionLayers?) {
    let before = covering
    covering = layers
    let covered = layers.map { $0.overridden.union(NameSet($0.enrolled.keys)) } ?? []
    for (place, group) in uncovered where !covered.contains(group.feature) {
      groups[place] = group
      uncovered[place] = nil
    }
    let changed = before.flatMap { layers?.features(unlike: $0) }
    for id in covered {
      guard let place = places[id] else { continue }
      if uncovered[place] == nil {
        uncovered[place] = groups[place]
      } else if changed?.contains(id) == false {
        continue
      }
      groups[place] = group(id, comparison.rows(of: id))
    }
  }

  /// The rows of a group with their values.
  func rows(of place: Int) -> [ComparisonRow] {
    (uncovered[place] == nil ? Comparison(columns) : comparison).rows(of: groups[place].feature)
  }

  /// The row of a group that is called `name`; of a value with others inside, the first of those.
  func row(_ name: String, of place: Int) -> Int? {
    func row(where fits: (String) -> Bool) -> Int? { groups[place].names.firstIndex { fits(names[Int($0)].text) } }
    return row { $0 == name } ?? row { $0.hasPrefix(name + ".") }
  }

  /// The comparison with what lies over the first manifest.
  private var comparison: Comparison {
    let covering = covering
    return Comparison(columns) { column, feature in
      guard let covering, column.source == 0 else { return column.manifest.merged(feature, channel: column.channel) }
      return column.manifest.merged(feature, channel: column.channel, under: covering[feature.id])
    }
  }

  private mutating func group(_ id: String, _ rows: [ComparisonRow]) -> Group {
    var group = Group(feature: id)
    for row in rows {
      group.names.append(nameNumber(row))
      for (column, cell) in row.cells.enumerated() {
        group.classes.append(Self.absence(cell) ?? Self.kind(row.cells.firstIndex { $0.isSame(as: cell) } ?? column))
        group.widths.append(UInt8(MatrixCell.width(of: cell)))
      }
    }
    return group
  }

  private mutating func nameNumber(_ row: ComparisonRow) -> Int32 {
    let name = row.name
    if let known = numbers[name] { return known }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(Name(text: name, width: DisplayText(name).columns, isAboutTypes: row.isAboutTypes))
    return number
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

extension MatrixTable {
  /// How a row looks in some columns.
  struct Look {
    var isThere = false
    var differs = false
    /// Whether a further manifest says something else than the first one.
    var isChanged = false
  }

  /// How a row of a group looks in what is seen; a row about types is there only where they differ.
  func look(_ row: Int, of group: Group, in view: MatrixView) -> Look {
    guard let first = view.shown.first else { return Look() }
    let start = row * columns.count
    let one = group.classes[start + first]
    var look = Look(isThere: one < Self.missing)
    for column in view.shown.dropFirst() {
      let other = group.classes[start + column]
      if other != one { look.differs = true }
      if other < Self.missing { look.isThere = true }
    }
    look.isChanged = look.differs && view.pairs.contains { isChanged(row, of: group, from: $0.old, to: $0.new) }
    if names[Int(group.names[row])].isAboutTypes { look.isThere = look.differs }
    return look
  }

  /// Whether one of two columns has something in a row of a group that the other has not, or not so.
  private func isChanged(_ row: Int, of group: Group, from old: Int, to new: Int) -> Bool {
    let start = row * columns.count
    let (old, new) = (group.classes[start + old], group.classes[start + new])
    return old != new && (old < Self.missing || new < Self.missing)
  }

  /// Whether two columns show the same in a row of a group.
  func isAlike(_ row: Int, of group: Group, _ left: Int, _ right: Int) -> Bool {
    let start = row * columns.count
    return group.classes[start + left] == group.classes[start + right]
  }
}
