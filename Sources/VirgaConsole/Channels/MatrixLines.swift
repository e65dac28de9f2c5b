import VirgaCanvas
import VirgaManifest

/// Which columns of a table are looked at, and which rows of it.
struct MatrixView: Equatable, Sendable {
  /// The places of the columns that are shown.
  var shown: [Int] = []
  /// Those of them that show what one manifest makes of another.
  var pairs: [ComparedPair] = []
  /// Which rows are shown.
  var rows = ChannelMatrix.Rows.differing

  /// Whether a row that looks so is shown.
  func shows(_ look: MatrixTable.Look) -> Bool {
    switch rows {
    case .differing: look.isThere && look.differs
    case .changed: look.isThere && look.isChanged
    case .every: look.isThere
    }
  }
}

/// The lines of the matrix: the rows that a view shows and that pass the filter, below their features.
///
/// Where alike rows are shown too, features with differences come first, and in each of them the rows that differ.
struct MatrixLines: Sendable {
  /// Where a line stands in the table; the line with a feature's name has no row.
  struct Place: Equatable, Sendable {
    var group: Int
    var row: Int?
  }

  private(set) var places: [Place] = []
  /// How many rows pass the filter.
  private(set) var matching = 0
  /// How many pass the filter and are not shown.
  private(set) var leftOut = 0
  /// How many columns of the terminal the widest name takes.
  private(set) var nameColumns = 12
  /// How many the widest cell of each column takes that is shown, roughly.
  private(set) var cellColumns: [Int] = []

  init() {}

  init(of table: MatrixTable, in view: MatrixView, fitting filter: String) {
    let wanted = Filter(filter)
    let found = table.names.map { wanted.wordsFound(in: $0.text) }
    var alikeEverywhere: [Place] = []
    var (widest, widths) = (10, [UInt8](repeating: 0, count: view.shown.count))
    for (place, group) in table.groups.enumerated() {
      let foundInID = wanted.wordsFound(in: group.feature)
      var (differing, alike): ([Place], [Place]) = ([], [])
      for row in group.names.indices {
        let name = Int(group.names[row])
        guard foundInID | found[name] == wanted.everyWord else { continue }
        let look = table.look(row, of: group, in: view)
        guard view.shows(look) else {
          if look.isThere { leftOut += 1 }
          continue
        }
        look.differs ? differing.append(Place(group: place, row: row)) : alike.append(Place(group: place, row: row))
        matching += 1
        widest = max(widest, table.names[name].width)
        for (column, source) in view.shown.enumerated() {
          widths[column] = max(widths[column], group.widths[row * table.columns.count + source])
        }
      }
      if !differing.isEmpty {
        places += [Place(group: place)] + differing + alike
      } else if !alike.isEmpty {
        alikeEverywhere += [Place(group: place)] + alike
      }
    }
    places += alikeEverywhere
    nameColumns = 3 + widest
    cellColumns = widths.map(Int.init)
  }
}

extension MatrixTable {
  /// What is counted of all rows that are there in a view, whether they are shown or not; or of those of one group.
  func counts(in view: MatrixView, of group: Int? = nil) -> ChannelMatrix.Counts {
    var counts = ChannelMatrix.Counts(alike: Array(repeating: 0, count: max(view.shown.count - 1, 0)))
    for group in group.map({ groups[$0...$0] }) ?? groups[...] {
      var differs = false
      for row in group.names.indices {
        let look = look(row, of: group, in: view)
        guard look.isThere else { continue }
        counts.rows += 1
        if look.isChanged { counts.changed += 1 }
        if look.differs {
          counts.differing += 1
          differs = true
        }
        for place in counts.alike.indices where isAlike(row, of: group, view.shown[place], view.shown[place + 1]) {
          counts.alike[place] += 1
        }
      }
      if differs { counts.features += 1 }
    }
    return counts
  }
}
