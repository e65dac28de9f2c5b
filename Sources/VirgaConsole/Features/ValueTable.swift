import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The values of the selected feature as a tree with the person's folds.
struct ValueTable: Sendable {
  var list = ListModel<ValueRow>()
  var search = FilterField()

  /// By feature.
  private var folds: [Name: ValueRows.Folds] = [:]
  /// The path under the cursor when a feature was left, by feature.
  private var cursors: [Name: String] = [:]
  /// The feature that is shown.
  private var feature: Name?
  private var shown: Shown?
  private var basis = Derived<Void>()
  private var measured = Derived<Int>()

  private struct Shown: Sendable {
    let channels: [MergedFeature]
    let current: MergedFeature
    /// With everything unfolded.
    let unfolded: [ValueRow]
    let leafCount: Int
    let changedCount: Int

    init(
      _ feature: FeatureDefinition, in workspace: Workspace, _ manifest: Manifest, _ channel: String?,
      _ layers: FeatureLayers
    ) {
      let declared: [String?] = workspace.channels.isEmpty ? [nil] : workspace.channels
      let merged = declared.map { manifest.merged(feature, channel: $0, under: layers) }
      if let known = merged.first(where: { $0.channel.isSameName(as: channel) }) {
        (channels, current) = (merged, known)
      } else {
        // The current channel may not be declared in the manifest.
        current = manifest.merged(feature, channel: channel, under: layers)
        channels = merged.filter { $0.channel != nil } + [current]
      }
      unfolded = ValueRows.rows(of: current, in: manifest, unfolded: true)
      let leaves = current.leaves()
      (leafCount, changedCount) = (leaves.count, leaves.count(where: \.isChanged))
    }
  }

  var rows: [ValueRow] { list.items }
  var selectedRow: ValueRow? { list.selected }
  var featureID: String? { feature?.text }
  var current: MergedFeature? { shown?.current }
  /// Including folded ones.
  var leafCount: Int { shown?.leafCount ?? 0 }
  var changedCount: Int { shown?.changedCount ?? 0 }
  var unfolded: [ValueRow] { shown?.unfolded ?? [] }

  /// One entry without a channel if the manifest declares none; values are nil if the path does not exist.
  var acrossChannels: [(channel: String?, value: JSONValue?)] {
    guard let path = selectedRow?.path, case .key(let name) = path.components.first else { return [] }
    let inner = JSONPath(Array(path.components.dropFirst()))
    return (shown?.channels ?? []).map { ($0.channel, $0[name]?.json[inner]) }
  }

  /// Empty if any value is allowed.
  func choices(of row: ValueRow) -> [(value: JSONValue, description: String)] {
    row.type.flatMap { current?.choices(of: $0) } ?? []
  }

  /// Nil shows nothing.
  mutating func show(
    _ feature: FeatureDefinition?, channel: String?, in workspace: Workspace, under layers: SessionLayers
  ) {
    guard let manifest = workspace.manifest, let feature else {
      (list, search, shown, basis, self.feature) = (ListModel(), FilterField(), nil, Derived(), nil)
      return
    }
    let id = Name(feature.id)
    guard basis.isNew([id, layers, channel.map { Name($0) }, workspace.identity]) else { return }
    var path = selectedRow?.pathText
    if let left = self.feature, left != id {
      if let path { cursors[left.text] = path }
      list = ListModel()
      path = nil
    }
    (self.feature, shown) = (id, Shown(feature, in: workspace, manifest, channel, layers[feature.id]))
    fold(in: manifest, cursorAt: path ?? cursors[feature.id])
  }

  /// Folds or unfolds the value under the cursor, or all that is inside a path, itself included.
  mutating func setFolds(_ isOpen: Bool, inside path: JSONPath?, in manifest: Manifest) {
    guard let featureID, let selectedRow else { return }
    let rows = path.map { path in
      unfolded.filter { $0.isContainer && $0.path.components.starts(with: path.components) }
    }
    for row in rows ?? [selectedRow] { folds[featureID, default: [:]][row.pathText] = isOpen }
    fold(in: manifest, cursorAt: selectedRow.pathText)
  }

  /// Unfolds its parents; returns false if the path does not exist.
  mutating func reveal(_ path: JSONPath, in manifest: Manifest) -> Bool {
    guard let featureID, !path.isRoot else { return false }
    for ancestor in path.lineage.dropFirst() { folds[featureID, default: [:]][ancestor.description] = true }
    fold(in: manifest, cursorAt: path.description)
    return selectedRow?.path == path
  }

  /// With the cursor on a path, or on what hides it.
  private mutating func fold(in manifest: Manifest, cursorAt text: String?) {
    guard let featureID, let current else { return }
    list.show(ValueRows.rows(of: current, in: manifest, folds: folds[featureID] ?? [:]))
    let path = text.flatMap { try? JSONPath.parse($0) }
    for wanted in path?.lineage ?? [] where list.select(Name(wanted.description)) { return }
    list.scroll.cursor = 0
  }

  /// The width at which names and values are shown whole, with short layer names, as of the last ``measure(in:)``.
  var wantedColumns: Int { measured.output ?? 0 }

  mutating func measure(in model: Model) {
    _ = measured.value(for: [list.items, model.editing.value, model.channel.map { Name($0) }]) {
      ValueColumns.wanted(for: list.items, in: model)
    }
  }

  func allPaths() -> [String] { unfolded.map(\.pathText) }

  /// Values whose name or content holds the search, in reading order.
  func matches() -> [ValueRow] {
    let wanted = Filter(search.text)
    guard !wanted.isEmpty else { return [] }
    return unfolded.filter { row in
      if case .key(let name) = row.path.components.last, wanted.containsWhole(name) { return true }
      return !row.isContainer && wanted.containsWhole(row.value.compact)
    }
  }
}

extension JSONPath {
  /// The path and its parents, innermost first, without the root.
  var lineage: [JSONPath] { sequence(first: self, next: \.parent).prefix { !$0.isRoot } }
}
