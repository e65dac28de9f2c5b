import VirgaCanvas
import VirgaManifest

/// The lines of the matrix: the rows that a view shows and that pass the filter, below their features.
///
/// Where alike rows are shown too, features with differences come first, and in each of them the rows that differ.
struct MatrixLines: Sendable {
  /// Where a line stands in the table; the line with a feature's name has no row.
  struct Place: Equatable, Sendable {
    private let feature: Int32
    private let rowOrNone: Int32

    init(group: Int, row: Int? = nil) {
      (feature, rowOrNone) = (Int32(group), Int32(row ?? -1))
    }

    /// The place of its feature.
    var group: Int { Int(feature) }
    /// Which of the rows of its feature it is.
    var row: Int? { rowOrNone < 0 ? nil : Int(rowOrNone) }
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
    let changes = ChangeWords(wanted, in: view.pairs)
    var shown = [Bool](repeating: false, count: table.rows.count)
    for (group, inID) in table.ids.map({ wanted.wordsFound(in: $0) }).enumerated() {
      for row in table.rows.range(group)
      where inID | found[Int(table.rows.names[row])] | changes.found(in: row, of: table) == wanted.everyWord {
        if view.shows(view.looks[row]) {
          shown[row] = true
          matching += 1
        } else if view.looks[row].contains(.isThere) {
          leftOut += 1
        }
      }
    }
    places.reserveCapacity(min(matching * 2, matching + table.features.count))
    take(shown, of: table, in: view)
    measure(shown, of: table, in: view)
  }

  /// Puts the rows that are shown in order, each feature's under its name.
  private mutating func take(_ shown: [Bool], of table: MatrixTable, in view: MatrixView) {
    var alikeEverywhere: [Place] = []
    for group in table.rows.features {
      let rows = table.rows.range(group)
      func append(_ differing: Bool, to places: inout [Place]) {
        for row in rows where shown[row] && view.looks[row].contains(.differs) == differing {
          places.append(Place(group: group, row: row - rows.lowerBound))
        }
      }
      let heading = places.count
      places.append(Place(group: group))
      append(true, to: &places)
      if places.count > heading + 1 {
        append(false, to: &places)
      } else {
        places.removeLast()
        let heading = alikeEverywhere.count
        alikeEverywhere.append(Place(group: group))
        append(false, to: &alikeEverywhere)
        if alikeEverywhere.count == heading + 1 { alikeEverywhere.removeLast() }
      }
    }
    places += alikeEverywhere
  }

  /// Finds how wide names and cells are of what is shown.
  private mutating func measure(_ shown: [Bool], of table: MatrixTable, in view: MatrixView) {
    let (nameWidths, columns) = (table.names.map(\.width), view.shown)
    var widest = 10
    var widths = [UInt8](repeating: 0, count: columns.count)
    table.rows.widths.withUnsafeBufferPointer { cells in
      for (row, isShown) in shown.enumerated() where isShown {
        widest = max(widest, nameWidths[Int(table.rows.names[row])])
        for place in columns.indices {
          widths[place] = max(widths[place], cells[row * table.rows.columns + columns[place]])
        }
      }
    }
    nameColumns = 3 + widest
    cellColumns = widths.map(Int.init)
  }
}

/// The words of a filter that say what a further manifest did, such as `retyped`.
private struct ChangeWords {
  private var words: [ComparisonChange: UInt64] = [:]
  private let pairs: [ComparedPair]

  init(_ filter: Filter, in pairs: [ComparedPair]) {
    self.pairs = pairs
    guard !pairs.isEmpty else { return }
    for change in ComparisonChange.allCases {
      let found = filter.wordsEqual(to: change.rawValue)
      if found != 0 { words[change] = found }
    }
  }

  /// Those of them that are true of a row of a table, a bit each.
  func found(in row: Int, of table: MatrixTable) -> UInt64 {
    guard !words.isEmpty, let change = table.change(row, in: pairs) else { return 0 }
    return words[change] ?? 0
  }
}
