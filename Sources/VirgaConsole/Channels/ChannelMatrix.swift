import VirgaCanvas
package import VirgaManifest
package import VirgaSession

/// Screen 3: values as rows, channels and manifests as columns.
package struct ChannelMatrix: Equatable, Sendable {
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
  /// The lines that pass.
  package private(set) var lines = Lines()
  /// How many columns the widest name in the lines takes.
  package private(set) var widestName = 0
  /// How many rows there are in all.
  package private(set) var rowCount = 0
  /// How many rows differ.
  package private(set) var differingCount = 0
  /// How many features have a row that differs.
  package private(set) var differingFeatures = 0
  /// How many rows are the same in each column and the next one.
  package private(set) var alike: [Int] = []

  private var others: [ComparedManifest] = []
  private var rows: [ComparisonRow] = []
  private var outlines: [Outline] = []
  private var key: Key?
  private var lineKey: LineKey?

  private struct Key: Equatable, Sendable {
    var generation: Int
    var others: Int
    var hidden: [String]
    var session: Int?
  }

  private struct LineKey: Equatable, Sendable {
    var filter: String
    var showsOnlyDifferences: Bool

    /// Whether what passes other lines does not pass cannot pass these either.
    func isNarrower(than other: LineKey?) -> Bool {
      guard let other, !other.filter.isEmpty else { return false }
      return showsOnlyDifferences == other.showsOnlyDifferences && filter.hasPrefix(other.filter)
    }
  }

  /// A matrix of nothing.
  package init() {}

  /// The line under the cursor.
  package var selectedLine: Line? { lines.indices.contains(scroll.cursor) ? lines[scroll.cursor] : nil }

  /// The cell under the cursor; nil on a feature's name.
  package var selectedCell: ComparedCell? {
    guard let row = selectedLine?.row, row.cells.indices.contains(column) else { return nil }
    return row.cells[column]
  }

  /// The rows that are shown.
  package var shownRows: [ComparisonRow] { lines.compactMap(\.row) }

  /// The titles that `add-column` can bring back.
  package var hiddenTitles: [String] { hidden }

  /// Shows another manifest beside the first; one that was there already is replaced.
  package mutating func add(_ other: ComparedManifest) {
    others.removeAll { $0.path == other.path && $0.channels == other.channels }
    others.append(other)
    key = nil
  }

  /// Takes a column away.
  package mutating func hide(_ title: String) {
    if columns.count > 1, !hidden.contains(title) { hidden.append(title) }
  }

  /// Brings a column back.
  package mutating func unhide(_ title: String) { hidden.removeAll { $0 == title } }

  /// Finds rows and lines again where anything that they depend on changed.
  package mutating func refresh(_ workspace: Workspace, path: String, under layers: SessionLayers, generation: Int) {
    guard let manifest = workspace.manifest else { return }
    let wanted = Key(
      generation: workspace.generation, others: others.count, hidden: hidden,
      session: includesSession ? generation : nil)
    if wanted != key {
      key = wanted
      let first = ComparedManifest(path: path.isEmpty ? manifest.name : path, manifest: manifest)
      let all = ComparedManifest.columns(of: [first] + others)
      hidden.removeAll { title in !all.contains { $0.title == title } }
      columns = all.filter { !hidden.contains($0.title) }
      compare(under: includesSession ? layers : nil)
      lineKey = nil
    }
    let lines = LineKey(filter: filter.text, showsOnlyDifferences: showsOnlyDifferences)
    if lines != lineKey {
      if lines.isNarrower(than: lineKey) {
        findLines(among: self.lines.rowPlaces)
      } else {
        findLines(among: rows.indices)
      }
      lineKey = lines
    }
    column = min(max(column, 0), max(columns.count - 1, 0))
  }

  private mutating func compare(under layers: SessionLayers?) {
    let plain = Comparison(columns)
    let covered = Comparison(columns) { column, feature in
      guard let layers, column.source == 0 else { return column.manifest.merged(feature, channel: column.channel) }
      return column.manifest.merged(feature, channel: column.channel, under: layers[feature.id])
    }
    rows = plain.featureIDs.flatMap { id in (layers?[id].isEmpty ?? true ? plain : covered).rows(of: id) }
    rowCount = rows.count
    outlines = Outline.outlines(of: rows)
    differingCount = outlines.count(where: \.differs)
    differingFeatures = Set(outlines.lazy.filter(\.differs).map(\.first)).count
    alike = columns.indices.dropLast().map { place in rows.count { !$0.differs(among: [place, place + 1]) } }
  }

  private mutating func findLines(among candidates: some Collection<Int>) {
    let kept = selectedLine
    let wanted = Filter(filter.text)
    var places: [Int] = []
    var feature = -1
    widestName = 0
    for place in candidates where !showsOnlyDifferences || outlines[place].differs {
      let outline = outlines[place]
      guard wanted.isEmpty || wanted.containsWhole(rows[place].feature, or: rows[place].path) else { continue }
      if feature != outline.first {
        feature = outline.first
        places.append(~place)
      }
      places.append(place)
      widestName = max(widestName, outline.columns)
    }
    if places.isEmpty { widestName = 12 }
    lines = Lines(rows: rows, places: places)
    let place = kept.flatMap { lines.place(of: $0) }
    scroll.cursor = place ?? min(scroll.cursor, max(lines.count - 1, 0))
  }

  /// The same lines of the same columns, with the same cursor.
  package static func == (left: ChannelMatrix, right: ChannelMatrix) -> Bool {
    left.key == right.key && left.lineKey == right.lineKey && left.scroll == right.scroll
      && left.column == right.column && left.firstColumn == right.firstColumn && left.filter == right.filter
      && left.layersTop == right.layersTop && left.growth == right.growth
      && left.includesSession == right.includesSession && left.hidden == right.hidden
  }
}

extension FeatureLayers {
  /// Whether nothing lies over the manifest's defaults.
  var isEmpty: Bool { config == nil && preferences.isEmpty }
}
