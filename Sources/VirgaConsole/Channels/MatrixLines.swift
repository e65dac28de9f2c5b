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

  /// Leaves the names at least as wide as they were.
  mutating func keepNames(of earlier: MatrixLines) { nameColumns = max(nameColumns, earlier.nameColumns) }

  init(of table: MatrixTable, in view: MatrixView, fitting filter: String) {
    let wanted = Filter(filter)
    let inNames = table.names.map { wanted.wordsFound(in: $0.text) }
    let inIDs = wanted.isEmpty ? [] : table.ids.map { wanted.wordsFound(in: $0) }
    let words = ChangeWords(wanted)
    let changes = table.patterns.map { words.found(in: $0, view.pairs) }
    let shows = view.looks.map { view.shows($0) }
    var widths = Widths(of: table, in: view.shown)
    var (alike, alikeEverywhere): ([Place], [Place]) = ([], [])
    for group in table.rows.features {
      let rows = table.rows.range(group)
      let inID = wanted.isEmpty ? 0 : inIDs[group]
      let heading = places.count
      places.append(Place(group: group))
      alike.removeAll(keepingCapacity: true)
      for row in rows {
        let pattern = Int(table.rows.patterns[row])
        guard inID | inNames[Int(table.rows.names[row])] | changes[pattern] == wanted.everyWord else { continue }
        guard shows[pattern] else {
          if view.looks[pattern].contains(.isThere) { leftOut += 1 }
          continue
        }
        matching += 1
        widths.measure(row, of: table)
        let place = Place(group: group, row: row - rows.lowerBound)
        if view.looks[pattern].contains(.differs) { places.append(place) } else { alike.append(place) }
      }
      if places.count > heading + 1 {
        places += alike
      } else {
        places.removeLast()
        if !alike.isEmpty { alikeEverywhere += [Place(group: group)] + alike }
      }
    }
    places += alikeEverywhere
    nameColumns = 3 + widths.name
    cellColumns = widths.cells.map(Int.init)
  }

  /// How wide names and cells are of the rows that are shown.
  private struct Widths {
    private(set) var name = 10
    private(set) var cells: [UInt8]
    private let names: [Int]
    private let shown: [Int]

    init(of table: MatrixTable, in shown: [Int]) {
      self.shown = shown
      names = table.names.map(\.width)
      cells = [UInt8](repeating: 0, count: shown.count)
    }

    mutating func measure(_ row: Int, of table: MatrixTable) {
      name = max(name, names[Int(table.rows.names[row])])
      let start = row * table.rows.columns
      for place in shown.indices { cells[place] = max(cells[place], table.rows.widths[start + shown[place]]) }
    }
  }
}

/// The words of a filter that say what a further manifest did, such as `retyped`.
private struct ChangeWords {
  private var words: [ComparisonChange: UInt64] = [:]

  init(_ filter: Filter) {
    for change in ComparisonChange.allCases {
      let found = filter.wordsEqual(to: change.rawValue)
      if found != 0 { words[change] = found }
    }
  }

  /// Those of them that are true of the rows of a pattern, a bit each.
  func found(in pattern: MatrixPattern, _ pairs: [ComparedPair]) -> UInt64 {
    guard !words.isEmpty, let change = pattern.change(in: pairs) else { return 0 }
    return words[change] ?? 0
  }
}
