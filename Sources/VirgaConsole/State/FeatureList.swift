package import VirgaJSON

/// The left list: the features that pass the filter, and the one that is selected.
package struct FeatureList: Equatable, Sendable {
  /// A feature that is shown, or an edit of one that is gone.
  package struct Row: Equatable, Sendable {
    /// What the rows are sorted by.
    fileprivate var rank: FeatureRank

    /// Its place in the manifest's features; nil where the manifest does not have it any more.
    package var index: Int? { rank.isLost ? nil : rank.place }

    /// Which of the names inside the feature the filter found, where it is not the id that fits.
    package var innerPlace: Int? { rank.inner }
  }

  /// Which features are listed, by what became of them.
  package enum Selection: String, CaseIterable, Sendable {
    /// Every feature.
    case all
    /// Those that the session itself overrides.
    case overridden
    /// Those with a value that is not the default of its variable.
    case changed
    /// Those that a recipe of this client configures.
    case enrolled
    /// Those of other manifests that this one imports.
    case imported
    /// Those with problems in the channel on screen.
    case problems
    /// Those whose edit does not fit any more.
    case orphaned
    /// Those with a text that was kept as a draft and is not applied.
    case drafts
  }

  /// What is typed into the filter.
  package var filter = TextField()
  /// Which features are listed.
  package internal(set) var selection = Selection.all
  /// The ids of the features that are marked.
  package internal(set) var marked: NameSet = []
  /// Whether keys go to the filter.
  package var isTyping = false
  /// The rows that pass the filter: by fit while there is a filter, else by id.
  package private(set) var rows: [Row] = []
  /// The cursor and the window.
  package var scroll = Scroll()
  /// The feature under the cursor, kept by id while the manifest is read again.
  package private(set) var selectedID: String?

  private var index = FeatureIndex()
  private var filtered = ""
  private var generation = 0
  private var passing: NameSet?
  private var lost: [String] = []

  /// The selected row.
  package var selectedRow: Row? {
    rows.indices.contains(scroll.cursor) ? rows[scroll.cursor] : nil
  }

  /// The name inside a row's feature that the filter found, where it is not the id that fits.
  package func inner(of row: Row) -> String? { index.inner(of: row.rank) }

  /// The ids of all features.
  var names: PackedNames { index.packed }

  /// The id of a row's feature.
  package func id(of row: Row) -> String { row.rank.isLost ? lost[row.rank.place] : index.ids[row.rank.place] }

  /// The feature under the cursor that the manifest does not have any more; nil where it has it.
  package var selectedLost: String? { selectedRow.flatMap { $0.rank.isLost ? id(of: $0) : nil } }

  /// Finds the rows again after the manifest or the filter changed, and the selected feature among them.
  ///
  /// - Parameter keepsSelection: false while a filter is typed: the best fit is selected then.
  package mutating func refresh(_ workspace: Workspace, keepsSelection: Bool = true) {
    if generation != workspace.generation {
      index = workspace.manifest.map(FeatureIndex.init) ?? FeatureIndex()
      filtered = ""
      generation = workspace.generation
    }
    let wanted = selectedID
    rows = filteredRows()
    let kept = keepsSelection ? rows.firstIndex { id(of: $0) == wanted } : nil
    scroll.cursor = kept ?? (keepsSelection ? min(scroll.cursor, max(rows.count - 1, 0)) : 0)
    noteSelection()
  }

  /// Lists only the features of a selection, those with these ids; nil lists all.
  ///
  /// - Parameter lost: what the manifest does not have any more stands behind them.
  mutating func show(_ ids: NameSet?, lost: [String], in workspace: Workspace) {
    guard ids != passing || lost != self.lost else { return }
    passing = ids
    self.lost = lost
    filtered = ""
    refresh(workspace)
  }

  /// Selects the feature called `id`, if it passes the filter.
  package mutating func select(_ id: String, in workspace: Workspace) -> Bool {
    guard let row = rows.firstIndex(where: { self.id(of: $0) == id }) else { return false }
    scroll.cursor = row
    noteSelection()
    return true
  }

  /// Remembers the feature under the cursor; without rows the last one stays remembered.
  package mutating func noteSelection() {
    guard let row = selectedRow else { return }
    selectedID = id(of: row)
  }

  private mutating func filteredRows() -> [Row] {
    let wanted = Filter(filter.text)
    let gone = lost.indices.filter { wanted.isEmpty || wanted.containsWhole(lost[$0]) }
    return (featureRanks(wanted) + gone.map(FeatureRank.init(lost:))).map(Row.init)
  }

  private mutating func featureRanks(_ wanted: Filter) -> [FeatureRank] {
    // What does not fit the beginning of a filter does not fit more of it either.
    let isNarrower = !filtered.isEmpty && filter.text.hasPrefix(filtered)
    filtered = filter.text
    let all = passing.map { passing in index.ids.indices.filter { passing.contains(index.ids[$0]) } }
    let everything = all ?? Array(index.ids.indices)
    if wanted.isEmpty { return everything.map { FeatureRank(place: $0) } }
    let whole = index.ranks(fitting: wanted, among: isNarrower ? rows.compactMap(\.index) : everything)
    return (whole.isEmpty ? index.ranks(scattering: wanted, among: everything) : whole).sorted()
  }
}
