import VirgaJSON
import VirgaManifest
import VirgaTargeting
import VirgaWorkbench

/// Screen 3: values as rows, channels and manifests as columns.
struct ChannelMatrix: Sendable {
  /// A line of the matrix.
  package struct Line: Sendable {
    /// The feature's id.
    package var feature: String
    /// The values in the columns that are shown; nil for the heading of a feature.
    package var row: ComparisonRow?
  }

  /// Which rows are shown.
  enum Rows: Sendable {
    /// Those in which any two columns differ.
    case differing
    /// Those in which a further manifest differs from the first.
    case changed
    /// All of them.
    case every
  }

  /// What is counted of rows, whether they are shown or not.
  struct Counts: Equatable, Sendable {
    package var rows = 0
    /// How many of the rows differ.
    package var differing = 0
    /// In how many of them a further manifest differs from the first.
    package var changed = 0
    /// How many features have a row that differs.
    package var features = 0
    /// In how many rows each column agrees with the next one.
    var equal: [Int] = []
  }

  /// The values, with those first whose feature has a difference, and in a feature those that differ.
  var list = ListModel<MatrixItem>()
  /// The layers of the selected cell.
  var layers = TextScroll()
  /// The column under the cursor, among those that are shown.
  package var column = 0
  /// The first column in sight beside the first of all, which is always in sight if two are.
  var firstColumn = 1
  /// Which rows are shown.
  package internal(set) var rows = Rows.differing
  /// Whether what the session lays over the manifest is included.
  var includesSession = true
  /// How much wider, in columns of the terminal, the person made the names.
  var growth = 0
  /// The columns that are shown.
  package private(set) var columns: [ComparisonColumn] = []
  /// The titles of the columns that were dropped.
  package private(set) var hidden: [String] = []
  package private(set) var counts = Counts()
  /// The manifests beside the first.
  private(set) var others: [ComparedManifest] = []
  /// The pairs of shown columns that show what one manifest makes of another.
  private(set) var pairs: [ComparedPair] = []
  /// How wide names are at least: dropping a column does not make them narrower.
  private(set) var leastName = 0

  /// Shows the differences again, from the first row and column; columns stay.
  mutating func reset() {
    (list, layers, rows, includesSession) = (ListModel(), TextScroll(), .differing, true)
    (column, firstColumn, isPlaced) = (0, 1, false)
  }

  /// The places of the shown columns among all.
  private var shown: [Int] = []
  private var every: [MatrixItem] = []
  private var compared: ComparedFeatures?
  private var background = Background<ComparisonRequest, ComparedFeatures>()
  /// What was compared, and what was requested last.
  private var source, requested: ComparisonRequest.Source?
  private var compares = Derived<Compared, Void>()
  private var lists = Derived<Listed, Void>()
  private var othersCount = 0
  private var isPlaced = false
  /// Where the cursor goes with the next comparison.
  private var target: Target?

  /// What the values follow from.
  private struct Compared: Equatable, Sendable {
    let source: ComparisonRequest.Source?
    let hidden: [String]
    let layers: SessionLayers?
  }

  private struct Listed: Equatable, Sendable {
    let compared: Compared
    let rows: Rows
  }

  private struct Target: Equatable, Sendable {
    let feature: String
    let name: String?
  }

  package init() {}
}

// What is shown.
extension ChannelMatrix {
  var lineCount: Int { list.count }
  /// Whether a comparison is under way; until it is there the last one is shown.
  var isComparing: Bool { background.pending != nil }
  var selectedLine: Line? { list.rows.indices.contains(list.scroll.cursor) ? line(list.scroll.cursor) : nil }
  var selectedColumn: ComparisonColumn? { columns.indices.contains(column) ? columns[column] : nil }
  /// Every line, with its values.
  package var lines: [Line] { list.rows.indices.map(line) }
  /// Whether columns of several manifests are shown.
  var hasManifests: Bool { !pairs.isEmpty }

  /// The cell under the cursor; nil on a feature's name.
  var selectedCell: ComparedCell? {
    guard let row = selectedLine?.row, row.cells.indices.contains(column) else { return nil }
    return row.cells[column]
  }

  /// The line at an index of the list.
  func line(_ index: Int) -> Line {
    switch list.rows[index] {
    case .heading(let feature, _): Line(feature: feature)
    case .item(let index): Line(feature: list.items[index].row.feature, row: row(list.items[index]))
    }
  }

  /// The values in the columns that are shown.
  func row(_ item: MatrixItem) -> ComparisonRow { item.row.showing(shown) }

  /// What is counted of the rows of the feature under the cursor.
  var countsHere: Counts? {
    selectedLine.map { line in counts(of: every.filter { ByteText.areEqual($0.row.feature, line.feature) }) }
  }

  /// Which rows are shown next when the person goes through them.
  var rowsAfter: Rows {
    switch rows {
    case .differing: hasManifests ? .changed : .every
    case .changed: .every
    case .every: .differing
    }
  }

  /// How many values the filter matches that are not shown.
  var hiddenMatchCount: Int {
    let filter = Filter(list.filter.text)
    return every.count { $0.isThere && !isShown($0) && $0.rank(filter, scattered: false) != nil }
  }

  /// How many columns of the terminal the widest name takes.
  var nameColumns: Int { max(leastName, 3 + max(10, list.widest(\.nameColumns))) }

  /// How many the widest cell of each shown column takes, roughly.
  var cellColumns: [Int] { shown.map { place in list.widest { $0.cellColumns[place] } } }

  private func isShown(_ item: MatrixItem) -> Bool {
    switch rows {
    case .differing: item.isThere && item.differs
    case .changed: item.isThere && item.change != nil
    case .every: item.isThere
    }
  }

  private func counts(of items: [MatrixItem]) -> Counts {
    var counts = Counts()
    let neighbors = Array(zip(shown, shown.dropFirst()))
    counts.equal = neighbors.map { _ in 0 }
    var differing: NameSet = []
    for item in items where item.isThere {
      counts.rows += 1
      if item.change != nil { counts.changed += 1 }
      if item.differs {
        counts.differing += 1
        differing.insert(item.row.feature)
      }
      for (index, pair) in neighbors.enumerated() where item.row.cells[pair.0].isSame(as: item.row.cells[pair.1]) {
        counts.equal[index] += 1
      }
    }
    counts.features = differing.count
    return counts
  }
}

extension ListModel where Item == MatrixItem {
  /// The most that a number is of the items that are shown.
  fileprivate func widest(_ number: (MatrixItem) -> Int) -> Int {
    rows.reduce(0) { widest, row in
      if case .item(let index) = row { max(widest, number(items[index])) } else { widest }
    }
  }
}

// What is marked.
extension ChannelMatrix {
  /// The most rows that are copied at a time: more is more than terminals take.
  static let mostCopied = 2_000

  /// The rows that a command acts on: the marked ones, else the one under the cursor.
  var subjects: [ComparisonRow] { list.subjects.map(row) }

  /// The features of these rows.
  var subjectFeatures: [String] {
    list.markCount == 0
      ? [selectedLine?.feature].compactMap(\.self) : list.markedItems.map(\.row.feature).withoutRepeats
  }

  /// What is copied or written: the marked rows, else all that are shown.
  func draft(as format: ComparisonFormat) -> MatrixDraft? {
    guard compared != nil else { return nil }
    let items = list.markCount == 0 ? list.shown : list.markedItems
    return MatrixDraft(format: format, rows: items.map(row), columns: columns)
  }

  /// How many rows are marked, and how many of them are not shown; nil if none is marked.
  var markedWords: String? {
    guard list.markCount > 0 else { return nil }
    let inSight = list.shown.count { list.marked.contains($0.id) }
    let hidden = list.markCount - inSight
    return "\(list.markCount) marked" + (hidden > 0 ? ", \(hidden) out of sight" : "")
  }
}

// What is compared.
extension ChannelMatrix {
  /// Adds another manifest as columns; one of the same path and channels is replaced.
  ///
  /// - Returns: Whether one was replaced.
  @discardableResult package mutating func add(_ other: ComparedManifest) -> Bool {
    othersCount += 1
    if let place = others.firstIndex(where: { $0.path == other.path && $0.channels == other.channels }) {
      others[place] = other
      return true
    }
    others.append(other)
    return false
  }

  /// Drops a column, unless it is the only one.
  package mutating func hide(_ title: String) {
    if columns.count > 1, !hidden.contains(title) { hidden.append(title) }
  }

  /// Drops the columns of all channels of the first manifest but some, and brings these back.
  mutating func showOnly(_ wanted: [String], of channels: [String]) {
    let own =
      compared?.columns.filter { $0.source == 0 }.map { ($0.title, $0.channel ?? "") } ?? channels.map { ($0, $0) }
    hidden.removeAll { title in own.contains { $0.0 == title } }
    hidden += own.filter { !wanted.contains($0.1) }.map(\.0)
  }

  /// Brings a column back.
  mutating func unhide(_ title: String) { hidden.removeAll { $0 == title } }

  /// The comparison to start now; nil if it was made already, or is being made.
  mutating func startComparison(
    of workspace: Workspace, path: String
  ) -> Background<ComparisonRequest, ComparedFeatures>.Job? {
    let source = ComparisonRequest.Source(manifest: workspace.identity, others: othersCount)
    if let manifest = workspace.manifest, source != requested {
      requested = source
      let first = ComparedManifest(path: path.isEmpty ? manifest.name : path, manifest: manifest)
      background.request(
        ComparisonRequest(source: source, columns: ComparedManifest.columns(of: [first] + others)))
    }
    return background.start()
  }

  /// Shows a comparison if it answers the last request.
  mutating func accept(_ reply: Background<ComparisonRequest, ComparedFeatures>.Reply) {
    guard let (request, comparison) = background.accept(reply) else { return }
    (compared, source) = (comparison, request.source)
    hidden.removeAll { title in !comparison.columns.contains { $0.title == title } }
  }

  /// Recomputes columns and rows after anything that they depend on changed.
  package mutating func refresh(under layers: SessionLayers) {
    guard let compared else { return }
    let before = compares.input
    let wanted = Compared(source: source, hidden: hidden, layers: includesSession ? layers : nil)
    if compares.isNew(wanted) {
      if before?.source != wanted.source || before?.layers != wanted.layers {
        every = compared.items(under: wanted.layers)
      }
      leastName = wanted.hidden.count > before?.hidden.count ?? .max ? nameColumns : 0
      chooseColumns(of: compared)
    }
    if lists.isNew(Listed(compared: wanted, rows: rows)) { showRows() }
    goToTarget()
  }

  /// Compares the columns that are not dropped; the cursor stays in its column.
  private mutating func chooseColumns(of compared: ComparedFeatures) {
    let title = selectedColumn?.title
    shown = compared.columns.indices.filter { !hidden.contains(compared.columns[$0].title) }
    columns = shown.map { compared.columns[$0] }
    pairs = ComparedPair.all(in: columns)
    if rows == .changed, pairs.isEmpty { rows = .differing }
    let place = columns.firstIndex { $0.title == title }
    column = place ?? min(max(column, 0), max(columns.count - 1, 0))
    let allPairs = pairs.map { ComparedPair(old: shown[$0.old], new: shown[$0.new]) }
    for index in every.indices { every[index].compare(shown, allPairs) }
    counts = counts(of: every)
  }

  /// Lists features with a difference before others, and in a feature the rows that differ before others.
  private mutating func showRows() {
    let here = list.selected?.id
    let listed = every.filter(isShown)
    var differing: NameSet = []
    for item in listed where item.differs { differing.insert(item.row.feature) }
    let features = Dictionary(grouping: listed.indices) { ExactText(listed[$0].row.feature) }
    let order = listed.map(\.row.feature).withoutRepeats
    let sorted = order.filter(differing.contains) + order.filter { !differing.contains($0) }
    list.show(
      sorted.flatMap { id in
        let own = (features[ExactText(id)] ?? []).map { listed[$0] }
        return own.filter(\.differs) + own.filter { !$0.differs }
      })
    let isLost = here != nil && list.selected?.id != here
    if isLost { moveToValue() }
  }
}

// Where the cursor is.
extension ChannelMatrix {
  /// Moves the cursor to a value, or to its feature, as soon as there is something to compare.
  mutating func go(to feature: String, _ path: String?) {
    target = Target(feature: feature, name: path)
    isPlaced = false
  }

  /// Moves the cursor to a channel of the first manifest, and from the first heading to the value below; once.
  mutating func place(on channel: String?) {
    guard !isPlaced, !columns.isEmpty else { return }
    isPlaced = true
    column = columns.firstIndex { $0.source == 0 && $0.channel.isSameName(as: channel) } ?? column
    if list.scroll.cursor == 0, lineCount > 1 { list.scroll.cursor = 1 }
  }

  /// Moves the cursor from a heading to the value below.
  private mutating func moveToValue() {
    list.scroll.cursor = min(list.scroll.cursor, max(lineCount - 1, 0))
    if list.scroll.cursor + 1 < lineCount, list.isHeading(list.scroll.cursor) { list.scroll.cursor += 1 }
  }

  private mutating func goToTarget() {
    guard let target else { return }
    self.target = nil
    guard let name = target.name else {
      list.selectHeading(target.feature)
      return
    }
    let own = every.filter { $0.isThere && ByteText.areEqual($0.row.feature, target.feature) }
    func first(_ isMatch: (String) -> Bool) -> MatrixItem? {
      let found = own.filter { isMatch($0.row.name) }
      return found.first(where: \.differs) ?? found.first
    }
    // A value with others inside is found by the first of those.
    guard let item = first({ ByteText.areEqual($0, name) }) ?? first({ $0.hasPrefix(name + ".") }) else { return }
    if list.select(item.id) { return }
    rows = .every
    list.filter = FilterField()
    showRows()
    list.select(item.id)
  }
}
