import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// Screen 3: values as rows, channels and manifests as columns.
struct ChannelsScreen: Sendable {
  /// Which rows are listed; the raw value is the title of the key that lists them.
  enum RowKind: String, Sendable {
    /// Rows in which any two columns differ.
    case differing = "only differences"
    /// Rows in which a further manifest differs from the first.
    case changedFromFirstManifest = "only changes"
    case every = "every value"
  }

  var list = ListModel<MatrixItem>()
  /// The index of the column under the cursor, among the shown columns.
  var column = 0
  /// Which rows are listed.
  var rowKind = RowKind.differing
  /// Whether the session's layers are over the values of the first manifest.
  var includesSession = true
  /// The shown columns.
  private(set) var columns: [ComparisonColumn] = []
  /// The titles of the columns that `drop-column` or `compare` hid; a pair that is shown alone
  /// hides all others too.
  var droppedTitles: [String] = []
  /// The titles of the marked columns, in the order in which they were marked.
  var markedColumns: [String] = []
  /// The two columns that are shown alone; nil while the others are shown too.
  var pairShownAlone: ShownPair?
  /// The manifests besides the first.
  private(set) var furtherManifests: [ComparedManifest] = []
  /// The pairs of shown columns that compare a manifest with an earlier one.
  private(set) var comparedPairs: [ComparedPair] = []
  /// All values by feature: features with differences first, and within each the differing values
  /// first.
  private(set) var itemsByFeature: [[MatrixItem]] = []
  private(set) var counts = Counts()
  /// The list for whose rows the panel has room: as it was when the screen was shown, or when the
  /// filter, the kind of rows, the columns or the manifests changed last.
  ///
  /// It stays when a value changes, which may add or remove rows: no border moves.
  private(set) var reservedList = ListModel<MatrixItem>()
  /// The widths that all values needed when the screen was shown, or the columns or the manifests
  /// changed last.
  ///
  /// They depend neither on the filter nor on the kind of rows, and stay when a value changes: no
  /// column moves.
  private(set) var reservedWidths = MatrixContentWidths()

  /// The last comparison; nil before the first.
  private(set) var compared: ComparedFeatures?
  private var background = Background<[ComparisonColumn], ComparedFeatures>()
  /// The identity of the workspace whose comparison was requested; nil if a manifest was added
  /// since.
  private var requestedIdentity: Int?
  private var valueInput = LastInput<ValueInput>()
  private var listInput = LastInput<ListInput>()
  private var roomInput = LastInput<RoomInput>()
  private var widthInput = LastInput<WidthInput>()
  /// Where the cursor goes as soon as a comparison exists; nil if it stays.
  ///
  /// At the start it goes to the session's channel.
  var cursorTarget: Target? = Target()
  /// The value that had the focus when the person left screen 1 for this one; nil if none had it.
  ///
  /// The cursor goes to it as soon as a comparison exists.
  var valueLeftOnScreen1: ValuePlace?

  /// A target of the cursor, which always is in the session's channel.
  struct Target: Sendable {
    /// Nil if the cursor stays in its row.
    var feature: String?
    /// The path of a value of the feature; nil for the feature's heading.
    var value: String?
  }

  /// What the values are computed from: the columns, and the session's layers if the matrix
  /// includes them.
  private struct ValueInput: Equatable, Sendable {
    let droppedTitles: [String]
    let pairShownAlone: ShownPair?
    let layers: SessionLayers?
  }

  /// What the listed rows depend on, besides the filter.
  private struct ListInput: Equatable, Sendable {
    let rowKind: RowKind
    let values: ValueInput
  }

  /// What the room of the matrix depends on, besides the manifests.
  private struct RoomInput: Equatable, Sendable {
    let rowKind: RowKind
    let filter: String
    let droppedTitles: [String]
    let pairShownAlone: ShownPair?
  }

  /// What the widths of the columns depend on, besides the manifests and the session.
  private struct WidthInput: Equatable, Sendable {
    let droppedTitles: [String]
    let pairShownAlone: ShownPair?
  }

  /// Counts of the values in the shown columns, listed or not.
  struct Counts: Sendable {
    var values = 0
    var differing = 0
    var changed = 0
    /// The number of features with a value that differs.
    var differingFeatures = 0
    /// For each column but the last, how many of its values equal the next column's.
    var agreeing: [Int] = []
  }

  // The comparison.

  /// Whether a comparison is finished; that of a large manifest begins when the screen is shown.
  var hasComparison: Bool { compared != nil }

  /// Whether a comparison is running; until it ends, the last one is shown.
  var isComparing: Bool { background.pending != nil }

  /// Requests a comparison of the manifest with the others, if one of them changed since the last
  /// request: loading the manifest changes its identity, and adding another one (`add`) sets
  /// `requestedIdentity` to nil.
  ///
  /// Returns the requested comparison to run now; nil if none waits, or if one is running.
  ///
  /// - Parameters:
  ///   - workspace: The manifest.
  ///   - path: The path of the manifest; empty for the embedded demo.
  mutating func startComparison(
    of workspace: Workspace, path: String
  ) -> Background<[ComparisonColumn], ComparedFeatures>.Job? {
    if let manifest = workspace.manifest, requestedIdentity != workspace.identity {
      requestedIdentity = workspace.identity
      let first = ComparedManifest(path: path.isEmpty ? manifest.name : path, manifest: manifest)
      background.request(ComparedManifest.columns(of: [first] + furtherManifests))
    }
    return background.start()
  }

  /// Shows a finished comparison, unless a newer one was requested.
  ///
  /// If it lacks a column that was hidden, that column is forgotten; if it lacks one of the pair
  /// that is shown alone, the pair ends.
  mutating func accept(_ reply: Background<[ComparisonColumn], ComparedFeatures>.Reply) {
    guard let comparison = background.accept(reply)?.answer else { return }
    compared = comparison
    // Without the last inputs, values and rows are computed again.
    valueInput = LastInput()
    listInput = LastInput()
    // The panel and its columns get the room that the new rows and values need.
    reserveRoomAtNextRefresh()
    let titles = Set(comparison.columns.map(\.title))
    droppedTitles.removeAll { !titles.contains($0) }
    let isPairBroken = pairShownAlone?.titles.contains { !titles.contains($0) } == true
    if isPairBroken { endPair() }
  }

  /// Adds a manifest, or replaces the one with the same path and channels; returns whether it
  /// replaced one.
  mutating func add(_ other: ComparedManifest) -> Bool {
    // Makes the screen request a new comparison, which includes this manifest.
    requestedIdentity = nil
    let index = furtherManifests.firstIndex {
      $0.path == other.path && $0.channels == other.channels
    }
    if let index { furtherManifests[index] = other } else { furtherManifests.append(other) }
    return index != nil
  }

  // The columns.

  /// The column under the cursor; nil before the first comparison.
  var selectedColumn: ComparisonColumn? { columns.indices.contains(column) ? columns[column] : nil }

  /// The manifest of the selected column; nil for the first manifest, and before the first
  /// comparison.
  var selectedFurtherManifest: ComparedManifest? {
    selectedColumn.flatMap { furtherManifest(of: $0) }
  }

  /// The manifest of a column; nil for the first manifest, which has the index 0.
  func furtherManifest(of column: ComparisonColumn) -> ComparedManifest? {
    column.isOfFirstManifest ? nil : furtherManifests[column.manifestIndex - 1]
  }

  /// Whether columns of several manifests are shown.
  var comparesManifests: Bool { !comparedPairs.isEmpty }

  /// Moves the cursor to the next column (1) or to the previous one (-1); it stays in the last and
  /// the first one.
  mutating func stepColumn(_ step: Int) {
    let lastColumn = columns.count - 1
    column = max(0, min(column + step, lastColumn))
  }

  // The rows.

  /// The feature of the value under the cursor, or of the heading.
  var selectedFeature: String? { list.selected?.row.feature ?? list.selectedHeading }

  /// The row of the value under the cursor; nil on the heading of a feature.
  var selectedRow: ComparisonRow? { list.selected?.row }

  /// The cell under the cursor; nil on the heading of a feature.
  var selectedCell: ComparedCell? { selectedRow.map { $0.cells[column] } }

  /// The marked rows, or else the one under the cursor.
  var markedOrSelectedRows: [ComparisonRow] { list.markedOrSelected.map(\.row) }

  /// The marked rows, or else all that are shown.
  var rowsToExport: [ComparisonRow] {
    (list.markCount == 0 ? list.shownItems : list.markedItems).map(\.row)
  }

  /// The rows that the command `only-differences` lists next: after rows that differ, those that a
  /// further manifest changed (if several are shown), then every value, then the first ones again.
  var nextRowKind: RowKind {
    switch rowKind {
    case .differing: comparesManifests ? .changedFromFirstManifest : .every
    case .changedFromFirstManifest: .every
    case .every: .differing
    }
  }

  /// Whether a value is listed with rows of the current ``rowKind``.
  private func isListed(_ item: MatrixItem) -> Bool {
    switch rowKind {
    case .differing: item.differs
    case .changedFromFirstManifest: item.change != nil
    case .every: true
    }
  }

  /// All values of a feature, listed or not.
  func items(of feature: String) -> [MatrixItem] {
    // Each element has the values of one feature, at least one.
    itemsByFeature.first { items in items[0].row.feature.isSameName(as: feature) } ?? []
  }

  /// Which manifests lack a feature, as in `not in old.yaml`, empty if none does; and whether a
  /// later manifest added or removed it.
  func absence(of id: String) -> (words: String, change: ComparisonChange?) {
    let columnsWithout = columns.filter { $0.manifest.feature(id) == nil }
    guard !columnsWithout.isEmpty else { return ("", nil) }
    // A feature that the first shown manifest lacks was added by a later one.
    let isNew = columnsWithout.contains { $0.manifestIndex == columns.first?.manifestIndex }
    let files = columnsWithout.map(\.file).withoutRepeats
    return ("not in \(files.joined(separator: ", "))", isNew ? .added : .removed)
  }

  /// Computes values and rows again if what they depend on has changed, and the room that the
  /// panel keeps for them; before the first comparison there are none.
  ///
  /// - Parameters:
  ///   - layers: The session's layers.
  ///   - isOnScreen: Whether the screen is shown: only then a changed value must not move borders.
  mutating func refresh(under layers: SessionLayers, isOnScreen: Bool) {
    guard let compared else { return }
    let input = ValueInput(
      droppedTitles: droppedTitles, pairShownAlone: pairShownAlone,
      layers: includesSession ? layers : nil)
    let haveValuesChanged = valueInput.remember(input)
    if haveValuesChanged { computeValues(of: compared, under: input.layers) }
    let haveRowsChanged = listInput.remember(ListInput(rowKind: rowKind, values: input))
    if haveRowsChanged { list.show(itemsByFeature.joined().filter(isListed)) }
    reserveRows(isOnScreen: isOnScreen)
    if isOnScreen { reserveWidths() }
  }

  /// Gives the panel room for the rows that are listed now, in ``reservedList``.
  ///
  /// On screen it keeps the room that it has, so that a changed value moves no border, until a
  /// person chooses other rows, another filter or other columns.
  private mutating func reserveRows(isOnScreen: Bool) {
    let isOtherChoice = roomInput.remember(
      RoomInput(
        rowKind: rowKind, filter: list.filter.field.typed, droppedTitles: droppedTitles,
        pairShownAlone: pairShownAlone))
    if isOtherChoice || !isOnScreen { reservedList = list }
  }

  /// Measures the values for ``reservedWidths`` but only if other columns are shown than at the
  /// last measurement: a changed value or another filter moves no column.
  private mutating func reserveWidths() {
    let input = WidthInput(droppedTitles: droppedTitles, pairShownAlone: pairShownAlone)
    let areOtherColumns = widthInput.remember(input)
    guard areOtherColumns else { return }
    reservedWidths = MatrixContentWidths(itemsByFeature.joined(), columns: columns.count)
  }

  /// Makes the next refresh on screen reserve room for the rows and values that it has then.
  mutating func reserveRoomAtNextRefresh() {
    roomInput = LastInput()
    widthInput = LastInput()
  }

  /// Moves the cursor to the session's channel and to the feature or value on which `compare` was
  /// run (`cursorTarget`); if that is not listed, clears the filter and lists every value.
  ///
  /// The target waits for the first comparison. The cursor goes to it once: it is nil afterwards.
  mutating func goToTarget(_ shared: Shared) {
    guard hasComparison else { return }
    guard let target = cursorTarget.take() else { return }
    goToColumn(of: shared.channel)
    guard let feature = target.feature else { return }
    // True if the value is listed.
    if select(target.value, of: feature) { return }
    let isInComparison = !items(of: feature).isEmpty
    guard isInComparison else { return }
    // The kind of rows that is listed, or the filter, hides it: list all rows.
    clearFilter()
    listEveryValue(shared)
    _ = select(target.value, of: feature)
  }

  /// Moves the cursor to a value of a feature, or to the heading of the feature if `value` is nil.
  ///
  /// False if it exists but is not listed. A value that no column has counts as selected, because
  /// listing more rows would not show it.
  private mutating func select(_ value: String?, of feature: String) -> Bool {
    guard let value else { return list.selectHeading(feature) }
    guard let item = item(of: value, in: feature) else { return true }
    return list.select(item.id)
  }

  /// Moves the cursor to the column of a channel of the first manifest, if it is shown; nil means
  /// the only column of a manifest that declares no channels.
  private mutating func goToColumn(of channel: String?) {
    let columnOfChannel = columns.firstIndex {
      $0.isOfFirstManifest && $0.channel.isSameName(as: channel)
    }
    column = columnOfChannel ?? column
  }

  /// Moves the cursor to the value that had the focus on screen 1; if it is not listed, clears the
  /// filter, and if that is not enough lists every value, and says so.
  ///
  /// The value waits for the first comparison. The cursor goes to it once: it is nil afterwards.
  ///
  /// Returns nil if nothing needs to be said: no value waits, or the value is listed.
  mutating func goToValueLeftOnScreen1(_ shared: Shared) -> StatusMessage? {
    guard hasComparison else { return nil }
    guard let value = valueLeftOnScreen1.take() else { return nil }
    guard let item = item(of: value.path, in: value.feature) else {
      return .inNoColumn(value.path)
    }
    goToColumn(of: shared.channel)
    if list.select(item.id) { return nil }
    clearFilter()
    if list.select(item.id) {
      // The panel gets room for the rows that the filter hid.
      reservedList = list
      return .clearedFilter(for: value.path)
    }
    // The value is among the rows of all kinds, because `item` was found.
    let rowKindBefore = rowKind
    listEveryValue(shared)
    list.select(item.id)
    return .listsEveryValue(
      for: value.path, insteadOf: rowKindBefore, next: titleOfNextRows,
      key: shared.keyName(of: "only-differences"))
  }

  /// Lists the rows that only the filter hid; which kind of rows is listed stays.
  private mutating func clearFilter() {
    list.filter = FilterField()
    list.refilter()
  }

  /// Lists all rows of the shown columns instead of those of the current ``rowKind``.
  private mutating func listEveryValue(_ shared: Shared) {
    rowKind = .every
    refresh(under: shared.layers, isOnScreen: true)
  }

  /// The row of the value with a path, or for a container that of a value in it, preferably one
  /// that differs: `cards` gives `cards.first` if there is no row `cards`.
  private func item(of path: String, in feature: String) -> MatrixItem? {
    let items = items(of: feature)
    // The name of a row of values is their path. A row of types, named `cards (type)`, is not the
    // row of the value `cards`.
    if let item = items.first(where: { $0.name.isSameName(as: path) }) { return item }
    let inner = items.filter { $0.name.hasPrefix(path + ".") }
    return inner.first(where: \.differs) ?? inner.first
  }

  /// Computes the shown columns, the values in them and their counts.
  private mutating func computeValues(
    of compared: ComparedFeatures, under layers: SessionLayers?
  ) {
    let shownIndices = compared.columns.indices.filter { isShown(compared.columns[$0].title) }
    showColumns(shownIndices.map { compared.columns[$0] })
    computeItems(of: compared, under: layers, inColumns: shownIndices)
    countValues()
  }

  /// Shows some columns; the cursor stays in its column if that is one of them.
  private mutating func showColumns(_ shown: [ComparisonColumn]) {
    let columnUnderCursor = selectedColumn
    columns = shown
    let titles = columns.map(\.title)
    markedColumns.removeAll { !titles.contains($0) }
    comparedPairs = ComparedPair.all(in: columns)
    // Without pairs, no column has changes to list.
    if rowKind == .changedFromFirstManifest, comparedPairs.isEmpty { rowKind = .differing }
    // If the column is no longer shown, the cursor keeps its index, or goes to the last column.
    let lastColumn = max(0, columns.count - 1)
    column = index(of: columnUnderCursor) ?? min(column, lastColumn)
  }

  /// Computes the values in the shown columns: features with values that differ between columns
  /// come first, and in each feature these values.
  private mutating func computeItems(
    of compared: ComparedFeatures, under layers: SessionLayers?, inColumns shownIndices: [Int]
  ) {
    // If all columns are shown, the rows are taken as they are, without a copy.
    let showsAllColumns = shownIndices.count == compared.columns.count
    let itemsOfFeatures = compared.rows(under: layers).map { rows -> [MatrixItem] in
      // A row has no item without a value in the shown columns, or if it compares types that agree.
      let items = rows.compactMap { row in
        MatrixItem(
          showsAllColumns ? row : row.showing(shownIndices), changesIn: comparedPairs)
      }
      return items.filter(\.differs) + items.filter { !$0.differs }
    }
    let nonempty = itemsOfFeatures.filter { !$0.isEmpty }
    // Values that differ come first, so that the first one says whether any does.
    itemsByFeature = nonempty.filter { $0[0].differs } + nonempty.filter { !$0[0].differs }
  }

  /// The index that a column which was shown before has now; nil if it is no longer shown.
  ///
  /// Titles are not compared: they name the manifest only if several are compared, so loading
  /// another manifest changes them.
  private func index(of earlier: ComparisonColumn?) -> Int? {
    guard let earlier else { return nil }
    return columns.firstIndex {
      $0.manifestIndex == earlier.manifestIndex && $0.channel.isSameName(as: earlier.channel)
    }
  }

  /// Counts the values of all features, listed or not; in each feature, values that differ come
  /// first.
  private mutating func countValues() {
    let items = itemsByFeature.joined()
    counts = Counts(
      values: items.count, differing: items.count(where: \.differs),
      changed: items.count { $0.change != nil },
      differingFeatures: itemsByFeature.count { $0[0].differs },
      agreeing: columns.indices.dropLast().map { left in
        // Each column is compared with the next one. A value that differs nowhere needs no
        // comparison.
        items.count { !$0.differs || $0.row.cells[left].isSame(as: $0.row.cells[left + 1]) }
      })
  }
}

extension Background.Job where Request == [ComparisonColumn], Answer == ComparedFeatures {
  /// Compares all features in the columns, and replies to the request with the job's number; takes
  /// about a second for ten thousand features.
  package func run() -> Background.Reply { (number, ComparedFeatures(request)) }
}

/// All features in some columns, without the session's layers.
package struct ComparedFeatures: Sendable {
  let columns: [ComparisonColumn]
  private let rowsByFeature: [[ComparisonRow]]

  /// Compares all features in the columns by their defaults, without layers of the session.
  init(_ columns: [ComparisonColumn]) {
    self.columns = columns
    let comparison = Comparison(columns)
    rowsByFeature = comparison.featureIDs.map(comparison.rows)
  }

  /// The rows of each feature, with the session's layers over the values of the first manifest, or
  /// without any if they are nil.
  func rows(under layers: SessionLayers?) -> [[ComparisonRow]] {
    guard let layers else { return rowsByFeature }
    let comparison = comparison(under: layers)
    return rowsByFeature.map { rows in
      guard let id = rows.first?.feature else { return rows }
      // The session changes only features with an override or an enrolled recipe; the others keep
      // their rows, because comparing takes long.
      let hasSessionLayers = layers.overridden.contains(id) || layers.enrolled[id] != nil
      return hasSessionLayers ? comparison.rows(of: id) : rows
    }
  }

  /// Compares the columns with the session's layers over the values of the first manifest; other
  /// manifests have their defaults, because the session is not about them.
  ///
  /// The closure returns the merged values of a feature in a column.
  private func comparison(under layers: SessionLayers) -> Comparison {
    Comparison(columns) { column, feature in
      guard column.isOfFirstManifest else {
        return column.manifest.reading(of: feature, channel: column.channel)
      }
      return column.manifest.reading(
        of: feature, channel: column.channel, under: layers[feature.id])
    }
  }
}

/// A row of the matrix: a value of a feature in the shown columns.
struct MatrixItem: ListItem {
  let id: Name
  /// The path of the value, and what of its type the row is about.
  let name: String
  /// The value in each of the shown columns.
  let row: ComparisonRow
  /// Whether any two of them differ.
  let differs: Bool
  /// The change by a further manifest.
  let change: ComparisonChange?

  /// Creates a row; nil if none of the columns has the value, or if the row compares types instead
  /// of values and they agree.
  ///
  /// - Parameter pairs: The columns of further manifests, each with the column of the first
  ///   manifest for the same channel: if their values differ, the further manifest changed the
  ///   value.
  init?(_ row: ComparisonRow, changesIn pairs: [ComparedPair]) {
    self.row = row
    name = row.name
    differs = row.differs
    guard row.cells.contains(where: \.isPresent) else { return nil }
    if row.isAboutTypes, !differs { return nil }
    // The separator does not occur in ids of features.
    id = Name("\(row.feature)\n\(name)")
    change = row.change(in: pairs)
  }

  var section: String? { row.feature }

  /// 0 if each word of a filter occurs in the name or the feature, or is the change, as in
  /// `homescreen added`; else nil.
  ///
  /// All matches keep their order. Scattered letters (`fuzzy`) never match.
  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    guard !fuzzy else { return nil }
    let isMatch = filter.allWords { word in
      let isChange = change.map { word.isAll(of: $0.rawValue) } ?? false
      return isChange || word.occurs(in: name) || word.occurs(in: row.feature)
    }
    return isMatch ? 0 : nil
  }
}
