import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaTargeting
import VirgaWorkbench

/// Screen 3: values as rows, channels and manifests as columns.
struct ChannelMatrix: Sendable {
  package struct Line: Sendable {
    package var feature: String
    /// The values of the shown columns; nil for the heading of a feature.
    package var row: ComparisonRow?
  }

  enum Rows: Sendable {
    /// Rows in which any two columns differ.
    case differing
    /// Rows in which a further manifest differs from the first.
    case changed
    case every
  }

  /// Counts of rows, shown or not.
  struct Counts: Equatable, Sendable {
    package var rows = 0
    package var differing = 0
    package var changed = 0
    /// The number of features with a row that differs.
    package var features = 0
    /// For each column, the number of rows in which it agrees with the next one.
    var equal: [Int] = []
  }

  /// Features with differences first, and within a feature the values that differ first.
  var list = ListModel<MatrixItem>()
  var layers = TextScroll()
  /// The index among the shown columns.
  package var column = 0
  /// The first visible column after column 0, which stays visible if there is room.
  var firstColumn = 1
  package internal(set) var rows = Rows.differing
  var includesSession = true
  /// The extra width of the names, in terminal columns.
  var growth = 0
  package private(set) var columns: [ComparisonColumn] = []
  package private(set) var hidden: [String] = []
  package private(set) var counts = Counts()
  /// The manifests besides the first.
  private(set) var others: [ComparedManifest] = []
  /// The pairs of shown columns that compare a manifest with an earlier one.
  private(set) var pairs: [ComparedPair] = []
  /// The minimum width of the names; hiding a column does not make them narrower.
  private(set) var minNameWidth = 0

  /// Shows the differences again from the first row and column; keeps the columns.
  mutating func reset() {
    (list, layers, rows, includesSession) = (ListModel(), TextScroll(), .differing, true)
    (column, firstColumn, isPlaced) = (0, 1, false)
    (compares, lists) = (Derived(), Derived())
  }

  /// The indices of the shown columns among all.
  private var shown: [Int] = []
  private var every: [MatrixItem] = []
  private var compared: ComparedFeatures?
  private var background = Background<ComparisonRequest, ComparedFeatures>()
  /// The manifest whose comparison was requested; nil if its columns have changed since.
  private var requested: Workspace.Identity?
  private var compares = Derived<Compared, Void>()
  private var lists = Derived<Listed, Void>()
  private var isPlaced = false
  /// The cursor position for the next comparison.
  private var target: (feature: String, name: String?)?

  private struct Compared: Equatable, Sendable {
    let hidden: [String]
    let layers: SessionLayers?
  }

  private struct Listed: Equatable, Sendable {
    let compared: Compared
    let rows: Rows
  }
}

extension ChannelMatrix {
  /// Until it ends, the last one is shown.
  var isComparing: Bool { background.pending != nil }
  var selectedLine: Line? { list.rows.indices.contains(list.scroll.cursor) ? line(list.scroll.cursor) : nil }
  var selectedColumn: ComparisonColumn? { columns.indices.contains(column) ? columns[column] : nil }
  package var lines: [Line] { list.rows.indices.map(line) }
  /// Whether columns of several manifests are shown.
  var hasManifests: Bool { !pairs.isEmpty }

  /// Nil on the heading of a feature.
  var selectedCell: ComparedCell? {
    guard let row = selectedLine?.row, row.cells.indices.contains(column) else { return nil }
    return row.cells[column]
  }

  func line(_ index: Int) -> Line {
    switch list.rows[index] {
    case .heading(let feature, _): Line(feature: feature)
    case .item(let index): Line(feature: list.items[index].row.feature, row: row(list.items[index]))
    }
  }

  func row(_ item: MatrixItem) -> ComparisonRow { item.row.showing(shown) }

  var countsHere: Counts? {
    selectedLine.map { line in counts(of: every.filter { $0.row.feature.isSameName(as: line.feature) }) }
  }

  var rowsAfter: Rows {
    switch rows {
    case .differing: hasManifests ? .changed : .every
    case .changed: .every
    case .every: .differing
    }
  }

  var hiddenMatchCount: Int {
    let filter = Filter(list.filter.text)
    return every.count { $0.isPresent && !isShown($0) && $0.rank(filter, fuzzy: false) != nil }
  }

  var nameColumns: Int {
    max(minNameWidth, 3 + max(10, list.rows.indices.lazy.compactMap(list.item).map(\.nameColumns).max() ?? 0))
  }

  /// The approximate width of the widest cell of each shown column among `rows`.
  func cellColumns(in rows: Range<Int>, absent: Int) -> [Int] {
    let seen = rows.compactMap(list.item)
    return shown.map { index in
      seen.lazy.map { $0.row.cells[index].isPresent ? $0.cellColumns[index] : absent }.max() ?? 0
    }
  }

  /// The width of a shown column whose head and cells among `rows` are whole.
  func wholeColumns(of column: Int, in rows: Range<Int>) -> Int {
    let cells = rows.compactMap(list.item).map { MatrixCell.wholeWidth(of: $0.row.cells[shown[column]]) }
    return (cells + MatrixPanel.heads(of: columns[column], in: self).map(\.columns)).max() ?? 0
  }

  private func isShown(_ item: MatrixItem) -> Bool {
    item.isPresent && (rows == .every || (rows == .changed ? item.change != nil : item.differs))
  }

  private func counts(of items: [MatrixItem]) -> Counts {
    let items = items.filter(\.isPresent)
    let differing = items.filter(\.differs).map(\.row.feature)
    return Counts(
      rows: items.count, differing: differing.count, changed: items.count { $0.change != nil },
      features: Set(naming: differing).count,
      equal: zip(shown, shown.dropFirst()).map { one, next in
        items.count { $0.row.cells[one].isSame(as: $0.row.cells[next]) }
      })
  }

  /// The maximum number of rows to copy; terminals do not accept more.
  static let maxCopiedRows = 2_000

  var subjects: [ComparisonRow] { list.subjects.map(row) }

  var subjectFeatures: [String] {
    list.markCount == 0
      ? [selectedLine?.feature].compactMap(\.self) : list.markedItems.map(\.row.feature).withoutRepeats
  }

  func draft(as format: ComparisonFormat) -> MatrixDraft? {
    guard compared != nil else { return nil }
    let items = list.markCount == 0 ? list.shown : list.markedItems
    return MatrixDraft(format: format, rows: items.map(row), columns: columns)
  }

  var markedWords: String? {
    guard list.markCount > 0 else { return nil }
    let inSight = list.shown.count { list.marked.contains($0.id) }
    let hidden = list.markCount - inSight
    return "\(list.markCount) marked" + (hidden > 0 ? ", \(hidden) out of sight" : "")
  }
}

// The comparison.
extension ChannelMatrix {
  /// Replaces one with the same path and channels; returns whether it did.
  @discardableResult package mutating func add(_ other: ComparedManifest) -> Bool {
    requested = nil
    let index = others.firstIndex { $0.path == other.path && $0.channels == other.channels }
    if let index { others[index] = other } else { others.append(other) }
    return index != nil
  }

  /// Does nothing if it is the only one.
  package mutating func hide(_ title: String) {
    if columns.count > 1, !hidden.contains(title) { hidden.append(title) }
  }

  /// Shows only some channels of the first manifest, and hides its other columns.
  mutating func showOnly(_ wanted: [String], of channels: [String]) {
    let own =
      compared?.columns.filter { $0.source == 0 }.map { ($0.title, $0.channel ?? "") } ?? channels.map { ($0, $0) }
    hidden.removeAll { title in own.contains { $0.0 == title } }
    hidden += own.filter { !wanted.contains($0.1) }.map(\.0)
  }

  mutating func unhide(_ title: String) { hidden.removeAll { $0 == title } }

  /// Nil if it is done or already running.
  mutating func startComparison(
    of workspace: Workspace, path: String
  ) -> Background<ComparisonRequest, ComparedFeatures>.Job? {
    if let manifest = workspace.manifest, requested != workspace.identity {
      requested = workspace.identity
      let first = ComparedManifest(path: path.isEmpty ? manifest.name : path, manifest: manifest)
      background.request(ComparisonRequest(columns: ComparedManifest.columns(of: [first] + others)))
    }
    return background.start()
  }

  mutating func accept(_ reply: Background<ComparisonRequest, ComparedFeatures>.Reply) {
    guard let (_, comparison) = background.accept(reply) else { return }
    (compared, compares, lists) = (comparison, Derived(), Derived())
    hidden.removeAll { title in !comparison.columns.contains { $0.title == title } }
  }

  package mutating func refresh(under layers: SessionLayers) {
    guard let compared else { return }
    let before = compares.input
    let wanted = Compared(hidden: hidden, layers: includesSession ? layers : nil)
    if compares.isNew(wanted) {
      if before == nil || before?.layers != wanted.layers { every = compared.items(under: wanted.layers) }
      minNameWidth = wanted.hidden.count > before?.hidden.count ?? .max ? nameColumns : 0
      chooseColumns(of: compared)
    }
    if lists.isNew(Listed(compared: wanted, rows: rows)) { showRows() }
    goToTarget()
  }

  /// The cursor stays in its column.
  private mutating func chooseColumns(of compared: ComparedFeatures) {
    let title = selectedColumn?.title
    shown = compared.columns.indices.filter { !hidden.contains(compared.columns[$0].title) }
    columns = shown.map { compared.columns[$0] }
    pairs = ComparedPair.all(in: columns)
    if rows == .changed, pairs.isEmpty { rows = .differing }
    let titleIndex = columns.firstIndex { $0.title == title }
    column = titleIndex ?? min(max(column, 0), max(columns.count - 1, 0))
    let allPairs = pairs.map { ComparedPair(old: shown[$0.old], new: shown[$0.new]) }
    for index in every.indices { every[index].compare(shown, allPairs) }
    counts = counts(of: every)
  }

  private mutating func showRows() {
    let here = list.selected?.id
    let listed = every.filter(isShown)
    let differing = Set(naming: listed.filter(\.differs).map(\.row.feature))
    let features = Dictionary(grouping: listed) { Name($0.row.feature) }
    let order = listed.map(\.row.feature).withoutRepeats
    let sorted = order.filter(differing.contains) + order.filter { !differing.contains($0) }
    list.show(
      sorted.flatMap { id in
        let own = features[Name(id)] ?? []
        return own.filter(\.differs) + own.filter { !$0.differs }
      })
    let isLost = here != nil && list.selected?.id != here
    if isLost { moveToValue() }
  }
}

// The cursor.
extension ChannelMatrix {
  /// Takes effect as soon as a comparison exists.
  mutating func go(to feature: String, _ path: String?) {
    target = (feature, path)
    isPlaced = false
  }

  /// Moves the cursor once to a channel of the first manifest and to a value.
  mutating func place(on channel: String?) {
    guard !isPlaced, !columns.isEmpty else { return }
    isPlaced = true
    column = columns.firstIndex { $0.source == 0 && $0.channel.isSameName(as: channel) } ?? column
    if list.scroll.cursor == 0, list.count > 1 { list.scroll.cursor = 1 }
  }

  private mutating func moveToValue() {
    list.scroll.cursor = min(list.scroll.cursor, max(list.count - 1, 0))
    if list.scroll.cursor + 1 < list.count, list.isHeading(list.scroll.cursor) { list.scroll.cursor += 1 }
  }

  private mutating func goToTarget() {
    guard let target else { return }
    self.target = nil
    guard let name = target.name else { return _ = list.selectHeading(target.feature) }
    let own = every.filter { $0.isPresent && $0.row.feature.isSameName(as: target.feature) }
    func first(_ isMatch: (String) -> Bool) -> MatrixItem? {
      let found = own.filter { isMatch($0.row.name) }
      return found.first(where: \.differs) ?? found.first
    }
    // A container is represented by its first inner value.
    guard let item = first({ $0.isSameName(as: name) }) ?? first({ $0.hasPrefix(name + ".") }) else { return }
    if list.select(item.id) { return }
    rows = .every
    list.filter = FilterField()
    showRows()
    list.select(item.id)
  }
}
