package import VirgaJSON
import VirgaManifest

/// The left list: the features that pass the filter, and the one that is selected.
package struct FeatureList: Equatable, Sendable {
  /// A feature that is shown, or an edit of one that is gone.
  package struct Row: Equatable, Sendable {
    /// Its place in the manifest's features; nil where the manifest does not have it any more.
    package var index: Int?
    /// What it was called where the manifest does not have it any more.
    fileprivate(set) var lost = ""
    /// Which of the names inside the feature the filter found, where it is not the id that fits.
    fileprivate(set) var innerPlace: Int?
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

  private var ids: [String] = []
  private var names: [[String]] = []
  private var filtered = ""
  private var generation = 0
  private var passing: NameSet?
  private var lost: [String] = []

  /// The selected row.
  package var selectedRow: Row? {
    rows.indices.contains(scroll.cursor) ? rows[scroll.cursor] : nil
  }

  /// The name inside a row's feature that the filter found, where it is not the id that fits.
  package func inner(of row: Row) -> String? {
    row.index.flatMap { index in row.innerPlace.map { names[index][$0] } }
  }

  /// The id of a row's feature.
  package func id(of row: Row) -> String { row.index.map { ids[$0] } ?? row.lost }

  /// The feature under the cursor that the manifest does not have any more; nil where it has it.
  package var selectedLost: String? { selectedRow.flatMap { $0.index == nil ? $0.lost : nil } }

  /// Finds the rows again after the manifest or the filter changed, and the selected feature among them.
  ///
  /// - Parameter keepsSelection: false while a filter is typed: the best fit is selected then.
  package mutating func refresh(_ workspace: Workspace, keepsSelection: Bool = true) {
    if generation != workspace.generation {
      ids = workspace.features.map(\.id)
      names = []
      filtered = ""
      generation = workspace.generation
    }
    let wanted = selectedID
    rows = filteredRows(workspace)
    let kept = keepsSelection ? rows.firstIndex { id(of: $0) == wanted } : nil
    scroll.cursor = kept ?? (keepsSelection ? min(scroll.cursor, max(rows.count - 1, 0)) : 0)
    noteSelection(workspace)
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
    noteSelection(workspace)
    return true
  }

  /// Remembers the feature under the cursor; without rows the last one stays remembered.
  package mutating func noteSelection(_ workspace: Workspace) {
    guard let row = selectedRow else { return }
    selectedID = id(of: row)
  }

  private mutating func filteredRows(_ workspace: Workspace) -> [Row] {
    let wanted = Filter(filter.text)
    let gone = lost.filter { wanted.isEmpty || wanted.containsWhole($0) }.map { Row(lost: $0) }
    return featureRows(wanted, in: workspace) + gone
  }

  private mutating func featureRows(_ wanted: Filter, in workspace: Workspace) -> [Row] {
    let features = workspace.features
    // What does not fit the beginning of a filter does not fit more of it either.
    let isNarrower = !filtered.isEmpty && filter.text.hasPrefix(filtered)
    let all = passing.map { passing in features.indices.filter { passing.contains(features[$0].id) } }
    let everything = all ?? Array(features.indices)
    filtered = filter.text
    if wanted.isEmpty { return everything.map { Row(index: $0) } }
    if names.isEmpty { names = features.map { Self.innerNames(of: $0, in: workspace.manifest) } }
    var ranks = wholeRanks(wanted, among: isNarrower ? rows.compactMap(\.index) : everything, of: features)
    if ranks.isEmpty {
      ranks = everything.compactMap { index in wanted.score(features[index].id).map { Self.rank($0, index) } }
    }
    ranks.sort()
    return ranks.map { rank in
      let inner = rank & Self.noInner
      return Row(index: (rank >> 12) & 0xFFFF_FFFF, innerPlace: inner == Self.noInner ? nil : inner)
    }
  }

  /// The features that hold what is wanted as it was typed, in their ids or inside.
  private func wholeRanks(_ wanted: Filter, among candidates: [Int], of features: [Feature]) -> [Int] {
    var ranks: [Int] = []
    ranks.reserveCapacity(candidates.count)
    for index in candidates {
      let id = features[index].id
      if wanted.containsWhole(id), let score = wanted.score(id) {
        ranks.append(Self.rank(score, index))
      } else if let inner = names[index].firstIndex(where: { wanted.containsWhole($0) }), inner < Self.noInner {
        ranks.append(Self.rank(900, index, inner))
      }
    }
    return ranks
  }

  /// One number to sort by: the best score first, then the order of the manifest; the place of the name inside is last.
  private static func rank(_ score: Int, _ index: Int, _ inner: Int = noInner) -> Int {
    (-score << 44) | (index << 12) | inner
  }

  /// Stands for no name inside, in the last twelve bits of a rank.
  private static let noInner = 0xFFF

  /// The names a person may look for a feature by: its variables, and the fields and variants of their types.
  private static func innerNames(of feature: Feature, in manifest: Manifest?) -> [String] {
    var found: [String] = []
    var seen: NameSet = []
    func visit(_ type: VariableType) {
      switch type {
      case .option(let inner), .list(let inner): visit(inner)
      case .map(let key, let value):
        visit(key)
        visit(value)
      case .enumeration(let name):
        guard seen.insert(name), let definition = manifest?.enumeration(name, in: feature.module) else {
          return
        }
        found += definition.variants.map(\.name)
      case .object(let name):
        guard seen.insert(name), let definition = manifest?.object(name, in: feature.module) else { return }
        for field in definition.fields {
          found.append(field.name)
          visit(field.type)
        }
      case .string, .int, .double, .boolean, .text, .image, .alias: break
      }
    }
    for variable in feature.variables {
      found.append(variable.name)
      visit(variable.type)
    }
    return found
  }
}
