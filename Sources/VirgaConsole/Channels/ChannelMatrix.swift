import VirgaCanvas
package import VirgaManifest
package import VirgaSession

/// Screen 3: values as rows, channels and manifests as columns.
package struct ChannelMatrix: Equatable, Sendable {
  /// A line of the matrix.
  package struct Line: Sendable {
    /// The feature's id.
    package var feature: String
    /// The values; nil for the line with the feature's name.
    package var row: ComparisonRow?
  }

  /// Where a line stands in the table; the line with a feature's name has no row.
  struct Place: Equatable, Sendable {
    var group: Int
    var row: Int?
  }

  /// What is counted of all rows, whether they are shown or not.
  package struct Counts: Equatable, Sendable {
    /// How many rows there are.
    package var rows = 0
    /// How many of them differ.
    package var differing = 0
    /// How many features have a row that differs.
    package var features = 0
    /// How many rows are the same in each column and the next one.
    package var alike: [Int] = []
    /// How many rows pass the filter, of those that it looks at.
    package var matching = 0
  }

  /// The filter of the rows.
  package var filter = FilterField()
  /// The cursor among the lines.
  package var scroll = Scroll()
  /// The column under the cursor.
  package var column = 0
  /// The first column in sight.
  package internal(set) var firstColumn = 0
  /// Whether rows that are the same everywhere are left out.
  package internal(set) var showsOnlyDifferences = true
  /// Whether what the session lays over the manifest is included.
  package internal(set) var includesSession = true
  /// How far the layers are scrolled.
  package internal(set) var layersTop = 0
  /// How much wider, in columns, the person made the first column.
  package internal(set) var growth = 0
  /// The columns that are shown.
  package private(set) var columns: [ComparisonColumn] = []
  /// The columns that were taken away, by title.
  package private(set) var hidden: [String] = []
  /// What is counted.
  package private(set) var counts = Counts()
  /// How many columns of the terminal the widest name in the lines takes.
  package private(set) var widestName = 12

  private var places: [Place] = []
  private var shown: [Int] = []
  private var table: MatrixTable?
  private var others: [ComparedManifest] = []
  private var asked: Asked?
  private var askedCount = 0
  private var othersCount = 0
  private var key: Key?
  private var lineKey: LineKey?
  private var rowsInSight: [Int: [ComparisonRow]] = [:]
  private var kept: Kept?

  /// What the cursor stays on while lines come and go.
  private struct Kept: Sendable {
    var feature: String
    var name: String?
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

  private struct LineKey: Equatable, Sendable {
    var filter: String
    var showsOnlyDifferences: Bool
  }

  /// A matrix of nothing.
  package init() {}

  /// How many lines there are.
  package var lineCount: Int { places.count }

  /// Whether a comparison is under way; until it is there the last one is shown.
  package var isComparing: Bool { askedCount != table?.number ?? 0 }

  /// The line under the cursor.
  package var selectedLine: Line? { places.indices.contains(scroll.cursor) ? line(scroll.cursor) : nil }

  /// The cell under the cursor; nil on a feature's name.
  package var selectedCell: ComparedCell? {
    guard let row = selectedLine?.row, row.cells.indices.contains(column) else { return nil }
    return row.cells[column]
  }

  /// Every line, with its values; that takes as long as comparing all that is shown.
  package var lines: [Line] {
    var lines: [Line] = []
    var (group, rows): (Int, [ComparisonRow]) = (-1, [])
    for place in places {
      if place.group != group { (group, rows) = (place.group, rowsOf(place.group)) }
      lines.append(Line(feature: feature(place), row: place.row.map { rows[$0] }))
    }
    return lines
  }

  /// The rows that are shown, with their values.
  package var shownRows: [ComparisonRow] { lines.compactMap(\.row) }

  /// The titles that `add-column` can bring back.
  package var hiddenTitles: [String] { hidden }

  /// The line at a place in the list.
  func line(_ index: Int) -> Line {
    let place = places[index]
    return Line(feature: feature(place), row: place.row.map { rowsOf(place.group)[$0] })
  }

  private func feature(_ place: Place) -> String { table?.groups[place.group].feature ?? "" }

  private func rowsOf(_ group: Int) -> [ComparisonRow] {
    rowsInSight[group] ?? table?.rows(of: group).map { $0.showing(shown) } ?? []
  }
}

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

  /// Takes a column away.
  package mutating func hide(_ title: String) {
    if columns.count > 1, !hidden.contains(title) { hidden.append(title) }
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
  mutating func take(_ found: MatrixTable) {
    guard found.number == askedCount else { return }
    kept = lineToKeep
    table = found
    places = []
    key = nil
    hidden.removeAll { title in !found.columns.contains { $0.title == title } }
  }

  /// Finds rows and lines again where anything that they depend on changed.
  package mutating func refresh(under layers: SessionLayers, generation: Int) {
    guard let columns = table?.columns else { return }
    let kept = kept ?? lineToKeep
    let wanted = Key(table: askedCount, hidden: hidden, session: includesSession ? generation : nil)
    if wanted != key {
      if wanted.session != key?.session || key == nil { table?.cover(with: includesSession ? layers : nil) }
      key = wanted
      shown = columns.indices.filter { !hidden.contains(columns[$0].title) }
      self.columns = shown.map { columns[$0] }
      rowsInSight = [:]
      count()
      lineKey = nil
    }
    let lines = LineKey(filter: filter.text, showsOnlyDifferences: showsOnlyDifferences)
    if lines != lineKey {
      lineKey = lines
      findLines()
      restore(kept)
    }
    self.kept = nil
    column = min(max(column, 0), max(self.columns.count - 1, 0))
  }

  /// Finds the values of the rows in a window, so that drawing them is all that is left to do.
  mutating func settleRows(in window: Range<Int>) {
    let wanted = Set(places[window].map(\.group))
    if rowsInSight.count > 200 { rowsInSight = rowsInSight.filter { wanted.contains($0.key) } }
    for group in wanted where rowsInSight[group] == nil { rowsInSight[group] = rowsOf(group) }
  }

  private mutating func count() {
    guard let table else { return }
    counts = Counts(alike: Array(repeating: 0, count: max(shown.count - 1, 0)))
    for group in table.groups {
      var differs = false
      for row in group.names.indices {
        let look = table.look(row, of: group, in: shown)
        guard look.isThere else { continue }
        counts.rows += 1
        if look.differs {
          counts.differing += 1
          differs = true
        }
        for place in counts.alike.indices
        where table.isAlike(row, of: group, shown[place], shown[place + 1]) {
          counts.alike[place] += 1
        }
      }
      if differs { counts.features += 1 }
    }
  }

  private mutating func findLines() {
    guard let table else { return }
    let wanted = Filter(filter.text)
    let found = table.names.map { wanted.wordsFound(in: $0.text) }
    places = []
    counts.matching = 0
    var widest = 10
    for (place, group) in table.groups.enumerated() {
      let foundInID = wanted.wordsFound(in: group.feature)
      var isNamed = false
      for row in group.names.indices {
        let name = Int(group.names[row])
        guard foundInID | found[name] == wanted.everyWord else { continue }
        let look = table.look(row, of: group, in: shown)
        guard look.isThere, look.differs || !showsOnlyDifferences else { continue }
        if !isNamed { places.append(Place(group: place)) }
        isNamed = true
        places.append(Place(group: place, row: row))
        counts.matching += 1
        widest = max(widest, table.names[name].width)
      }
      if isNamed { widest = max(widest, DisplayText(group.feature).columns) }
    }
    widestName = 2 + widest
  }

  /// The feature and the name of the line under the cursor.
  private var lineToKeep: Kept? {
    guard let table, places.indices.contains(scroll.cursor) else { return nil }
    let place = places[scroll.cursor]
    let group = table.groups[place.group]
    guard let row = place.row else { return Kept(feature: group.feature) }
    return Kept(feature: group.feature, name: table.names[Int(group.names[row])].text)
  }

  private mutating func restore(_ kept: Kept?) {
    guard let kept, let table, let group = table.places[kept.feature] else { return clampCursor() }
    let names = table.groups[group].names
    let row = kept.name.flatMap { name in names.firstIndex { table.names[Int($0)].text == name } }
    guard kept.name == nil || row != nil, let place = places.firstIndex(of: Place(group: group, row: row)) else {
      return clampCursor()
    }
    scroll.cursor = place
  }

  private mutating func clampCursor() { scroll.cursor = min(scroll.cursor, max(places.count - 1, 0)) }

  /// The same lines of the same columns, with the same cursor.
  package static func == (left: ChannelMatrix, right: ChannelMatrix) -> Bool {
    left.key == right.key && left.lineKey == right.lineKey && left.scroll == right.scroll
      && left.column == right.column && left.firstColumn == right.firstColumn && left.filter == right.filter
      && left.layersTop == right.layersTop && left.growth == right.growth
      && left.includesSession == right.includesSession && left.hidden == right.hidden
      && left.askedCount == right.askedCount
  }
}
