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
    let test = RowTest(of: table, in: view, Filter(filter))
    var widths = Widths(of: table)
    var (alike, alikeEverywhere): ([Place], [Place]) = ([], [])
    places.reserveCapacity(table.rows.count + table.features.count)
    table.rows.read { names, patterns, cells in
      for group in table.rows.features {
        let rows = table.rows.range(group)
        let inID = test.wordsInID(of: group)
        let heading = places.count
        places.append(Place(group: group))
        alike.removeAll(keepingCapacity: true)
        for row in rows {
          let (name, pattern) = (Int(names[row]), Int(patterns[row]))
          guard test.passes(name, pattern, inID) else { continue }
          let look = view.looks[pattern]
          guard test.shows[pattern] else {
            if look.contains(.isThere) { leftOut += 1 }
            continue
          }
          matching += 1
          widths.measure(row, name, cells)
          let place = Place(group: group, row: row - rows.lowerBound)
          if look.contains(.differs) { places.append(place) } else { alike.append(place) }
        }
        if places.count > heading + 1 {
          places += alike
        } else {
          places.removeLast()
          if !alike.isEmpty { alikeEverywhere += [Place(group: group)] + alike }
        }
      }
    }
    places += alikeEverywhere
    nameColumns = 3 + widths.name
    cellColumns = view.shown.map(widths.cell)
  }
}

/// Whether a row passes a filter and is among those that are shown.
private struct RowTest {
  /// For each pattern whether its rows are shown.
  let shows: [Bool]

  private let wanted: UInt64
  private let inNames: [UInt64]
  private let inIDs: [UInt64]
  private let changes: [UInt64]

  init(of table: MatrixTable, in view: MatrixView, _ filter: Filter) {
    shows = view.looks.map { view.shows($0) }
    wanted = filter.everyWord
    guard !filter.isEmpty else {
      (inNames, inIDs, changes) = ([], [], [])
      return
    }
    inNames = table.names.map { filter.wordsFound(in: $0.text) }
    inIDs = table.ids.map { filter.wordsFound(in: $0) }
    let words = ChangeWords(filter)
    changes = table.patterns.map { words.found(in: $0, view.pairs) }
  }

  /// The words that stand in the id of a feature, a bit each.
  func wordsInID(of group: Int) -> UInt64 { wanted == 0 ? 0 : inIDs[group] }

  /// Whether every word stands in the name of a row, in its feature's id or in what a further manifest did to it.
  func passes(_ name: Int, _ pattern: Int, _ inID: UInt64) -> Bool {
    wanted == 0 || inID | inNames[name] | changes[pattern] == wanted
  }
}

/// How wide names and cells are of the rows that are shown.
private struct Widths {
  private(set) var name = 10
  private var cells: [SIMD8<UInt8>]
  private let names: [Int]

  init(of table: MatrixTable) {
    names = table.names.map(\.width)
    cells = [SIMD8<UInt8>](repeating: .zero, count: table.rows.widthCount)
  }

  /// Takes in a row with the number of its name; `widths` are those of all rows.
  mutating func measure(_ row: Int, _ name: Int, _ widths: UnsafeBufferPointer<SIMD8<UInt8>>) {
    self.name = max(self.name, names[name])
    for place in cells.indices { cells[place] = pointwiseMax(cells[place], widths[row * cells.count + place]) }
  }

  /// How wide the cells of a column are.
  func cell(_ column: Int) -> Int { Int(cells[column / 8][column % 8]) }
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
