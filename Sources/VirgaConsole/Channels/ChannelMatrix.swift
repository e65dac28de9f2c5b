import VirgaCanvas
package import VirgaJSON
package import VirgaManifest
package import VirgaWorkbench

/// Screen 3: values as rows, channels and manifests as columns.
package struct ChannelMatrix: Equatable, Sendable {
  /// A line of the matrix.
  package struct Line: Sendable {
    /// The feature's id.
    package var feature: String
    /// The values; nil for the line with the feature's name.
    package var row: ComparisonRow?
  }

  /// Which rows are shown.
  package enum Rows: Sendable {
    /// Those in which any two columns differ.
    case differing
    /// Those in which a further manifest differs from the first.
    case changed
    /// All of them.
    case every
  }

  /// What is counted of all rows, whether they are shown or not.
  package struct Counts: Equatable, Sendable {
    /// How many rows there are.
    package var rows = 0
    /// How many of them differ.
    package var differing = 0
    /// In how many of them a further manifest differs from the first.
    package var changed = 0
    /// How many features have a row that differs.
    package var features = 0
    /// How many rows are the same in each column and the next one.
    package var alike: [Int] = []
  }

  /// The filter of the rows.
  package var filter = FilterField()
  /// The cursor among the lines.
  package var scroll = Scroll()
  /// The column under the cursor.
  package var column = 0
  /// Whether the cursor has been put on the channel of the session and on the first value.
  var isPlaced = false
  /// The first column in sight beside the first of all, which is always in sight where two are.
  package internal(set) var firstColumn = 1
  /// Which rows are shown.
  package internal(set) var rows = Rows.differing
  /// The rows that are marked, each by its feature and its name with a line break between.
  package internal(set) var marked: NameSet = [] { didSet { countMarks() } }
  /// How many of them are not among the lines.
  var markedOutOfSight = 0
  /// Whether what the session lays over the manifest is included.
  package internal(set) var includesSession = true
  /// How far the layers are scrolled.
  package internal(set) var layersTop = 0
  /// How much wider, in columns of the terminal, the person made the names.
  package internal(set) var growth = 0
  /// The columns that are shown.
  package private(set) var columns: [ComparisonColumn] = []
  /// The titles of the columns that were taken away.
  package private(set) var hidden: [String] = []
  /// What is counted.
  package private(set) var counts = Counts()

  /// The manifests that stand beside the first.
  private(set) var others: [ComparedManifest] = []
  var found = MatrixLines()
  private(set) var table: MatrixTable?
  var view = MatrixView()
  private var asked: Asked?
  private var askedCount = 0
  private var othersCount = 0
  private var key: Key?
  var lineKey: LineKey?
  private var layersKey: LayersKey?
  private var rowsInSight: [Int: SeenRows] = [:]
  var kept: Kept?
  /// Whether the cursor stays on nothing, and goes to the first value.
  var startsOver = false

  /// What the cursor stays on while lines come and go.
  struct Kept: Equatable, Sendable {
    var feature: String
    var name: String?
    /// Whether it is to be shown even where the rows that are shown leave it out.
    var isWanted = false
  }

  /// The rows of a feature, and what of them is in the columns that are shown.
  private struct SeenRows {
    var every: [ComparisonRow]
    var shown: [ComparisonRow]

    init(every: [ComparisonRow], showing columns: [Int]) {
      self.every = every
      shown = every.map { $0.showing(columns) }
    }
  }

  private struct Asked: Equatable, Sendable {
    var generation: Int
    var others: Int
  }

  private struct Key: Equatable, Sendable {
    var table: Int
    var hidden: [String]
    var session: Int?
  }

  /// What the layers were shown for.
  private struct LayersKey: Equatable, Sendable {
    var matrix: Key?
    var place: MatrixLines.Place?
    var column: Int
    var room: Size
  }

  struct LineKey: Equatable, Sendable {
    var filter: String
    var rows: Rows
  }

  /// A matrix of nothing.
  package init() {}

  /// The same lines of the same columns, with the same cursor.
  package static func == (left: ChannelMatrix, right: ChannelMatrix) -> Bool {
    left.key == right.key && left.lineKey == right.lineKey && left.scroll == right.scroll
      && left.column == right.column && left.firstColumn == right.firstColumn && left.filter == right.filter
      && left.layersTop == right.layersTop && left.growth == right.growth && left.marked == right.marked
      && left.includesSession == right.includesSession && left.hidden == right.hidden
      && left.askedCount == right.askedCount
  }
}

// What is shown.
extension ChannelMatrix {
  /// How many lines there are.
  package var lineCount: Int { found.places.count }

  /// Whether a comparison is under way; until it is there the last one is shown.
  package var isComparing: Bool { askedCount != table?.number ?? 0 }

  /// Whether rows and lines are those of the last comparison; one that came while another screen is shown waits.
  var isCurrent: Bool { key != nil }

  /// The line under the cursor.
  package var selectedLine: Line? { found.places.indices.contains(scroll.cursor) ? line(scroll.cursor) : nil }

  /// The column under the cursor.
  package var selectedColumn: ComparisonColumn? { columns.indices.contains(column) ? columns[column] : nil }

  /// The cell under the cursor; nil on a feature's name.
  package var selectedCell: ComparedCell? {
    guard let row = selectedLine?.row, row.cells.indices.contains(column) else { return nil }
    return row.cells[column]
  }

  /// What is counted of the rows of the feature under the cursor.
  var countsHere: Counts? {
    guard found.places.indices.contains(scroll.cursor) else { return nil }
    let group = found.places[scroll.cursor].group
    return table.map { view.counts(of: group..<group + 1, in: $0) }
  }

  /// Which rows are shown next, when the person goes through them.
  var rowsAfter: Rows {
    switch rows {
    case .differing: hasManifests ? .changed : .every
    case .changed: .every
    case .every: .differing
    }
  }

  /// Whether columns of several manifests are shown.
  var hasManifests: Bool { !view.pairs.isEmpty }

  /// The pairs of columns that show what one manifest makes of another, among those that are shown.
  var pairs: [ComparedPair] { ComparedPair.all(in: columns) }

  /// Every line, with its values; that takes as long as comparing all that is shown.
  package var lines: [Line] { lines(at: found.places) }

  /// The lines at places that stand by their groups, so that the rows of each are found once.
  func lines(at places: [MatrixLines.Place]) -> [Line] {
    var lines: [Line] = []
    var (group, rows): (Int, [ComparisonRow]) = (-1, [])
    for place in places {
      if place.group != group { (group, rows) = (place.group, rowsOf(place.group)) }
      lines.append(Line(feature: feature(place), row: place.row.map { rows[$0] }))
    }
    return lines
  }

  /// The line at a place in the list.
  func line(_ index: Int) -> Line {
    let place = found.places[index]
    return Line(feature: feature(place), row: place.row.map { rowsOf(place.group)[$0] })
  }

  /// The rows of a group in the columns that are shown.
  func rowsOf(_ group: Int) -> [ComparisonRow] {
    rowsInSight[group]?.shown ?? rowsRead(group).shown
  }

  private func rowsRead(_ group: Int) -> SeenRows {
    SeenRows(every: table?.rows(of: group) ?? [], showing: view.shown)
  }

  private func feature(_ place: MatrixLines.Place) -> String { table?.features[place.group] ?? "" }
}

// What is compared.
extension ChannelMatrix {
  /// Shows another manifest beside the first; one that was there already is replaced.
  ///
  /// - Returns: Whether it was there.
  @discardableResult package mutating func add(_ other: ComparedManifest) -> Bool {
    othersCount += 1
    if let place = others.firstIndex(where: { $0.path == other.path && $0.channels == other.channels }) {
      others[place] = other
      return true
    }
    others.append(other)
    return false
  }

  /// Takes a column away, unless it is the only one.
  package mutating func hide(_ title: String) {
    if columns.count > 1, !hidden.contains(title) { hidden.append(title) }
  }

  /// Takes away the columns of all channels of the first manifest but some, and brings these back.
  mutating func showOnly(_ wanted: [String], of channels: [String]) {
    let own = table?.columns.filter { $0.source == 0 }.map { ($0.title, $0.channel ?? "") } ?? channels.map { ($0, $0) }
    hidden.removeAll { title in own.contains { $0.0 == title } }
    hidden += own.filter { !wanted.contains($0.1) }.map(\.0)
  }

  /// Brings a column back.
  package mutating func unhide(_ title: String) { hidden.removeAll { $0 == title } }

  /// The comparison that is wanted now; nil where it was asked for already.
  mutating func order(_ workspace: Workspace, path: String) -> ComparisonOrder? {
    let wanted = Asked(generation: workspace.generation, others: othersCount)
    guard let manifest = workspace.manifest, wanted != asked else { return nil }
    asked = wanted
    askedCount += 1
    let first = ComparedManifest(path: path.isEmpty ? manifest.name : path, manifest: manifest)
    return ComparisonOrder(number: askedCount, columns: ComparedManifest.columns(of: [first] + others))
  }

  /// Takes what a comparison found; an earlier one than the last that was asked for is not heard.
  mutating func take(_ comparison: MatrixTable) {
    guard comparison.number == askedCount else { return }
    kept = kept ?? lineToKeep
    table = comparison
    found = MatrixLines()
    key = nil
    hidden.removeAll { title in !comparison.columns.contains { $0.title == title } }
  }

  /// Finds rows and lines again where anything that they depend on changed.
  package mutating func refresh(under layers: SessionLayers, generation: Int) {
    guard table != nil else { return }
    let kept = startsOver ? nil : kept ?? lineToKeep
    let wanted = Key(table: askedCount, hidden: hidden, session: includesSession ? generation : nil)
    let lines = LineKey(filter: filter.text, rows: rows)
    // Where a column was taken away the names stay where they are, whatever rows went with it.
    let isColumnLess = lines == lineKey && (key.map { wanted.hidden.count > $0.hidden.count } ?? false)
    if wanted != key {
      if wanted.session != key?.session || key == nil {
        table?.cover(with: includesSession ? layers : nil)
        rowsInSight = [:]
      }
      key = wanted
      chooseColumns()
      lineKey = nil
    }
    if lines != lineKey || self.kept != nil || startsOver, let table {
      lineKey = lines
      view.rows = rows
      let before = found
      found = MatrixLines(of: table, in: view, fitting: filter.text)
      if isColumnLess { found.keepNames(of: before) }
      restore(kept)
      countMarks()
    }
    self.kept = nil
    startsOver = false
  }

  /// Whether the layers are of another cell than before, or the panel is of another size; says so once.
  mutating func areLayersNew(in room: Size) -> Bool {
    let place = found.places.indices.contains(scroll.cursor) ? found.places[scroll.cursor] : nil
    let wanted = LayersKey(matrix: key, place: place, column: column, room: room)
    if wanted == layersKey { return false }
    layersKey = wanted
    return true
  }

  /// Finds the values of the rows in a window, so that drawing them is all that is left to do.
  mutating func settleRows(in window: Range<Int>) {
    let wanted = Set(found.places[window].map(\.group))
    if rowsInSight.count > 200 { rowsInSight = rowsInSight.filter { wanted.contains($0.key) } }
    for group in wanted where rowsInSight[group] == nil { rowsInSight[group] = rowsRead(group) }
  }

  /// Leaves out the columns that were taken away; the cursor stays in its column.
  private mutating func chooseColumns() {
    guard let table else { return }
    let title = selectedColumn?.title
    let shown = table.columns.indices.filter { !hidden.contains(table.columns[$0].title) }
    columns = shown.map { table.columns[$0] }
    view.look(at: shown, pairs.map { ComparedPair(old: shown[$0.old], new: shown[$0.new]) }, of: table)
    if rows == .changed, view.pairs.isEmpty { rows = .differing }
    let place = columns.firstIndex { $0.title == title }
    column = place ?? min(max(column, 0), max(columns.count - 1, 0))
    rowsInSight = rowsInSight.mapValues { SeenRows(every: $0.every, showing: shown) }
    counts = view.counts(of: table.rows.features, in: table)
  }
}
