import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The values of the selected feature as a tree with the person's folds.
struct ValueTable: Sendable {
  /// The visible rows.
  var list = ListModel<ValueRow>()
  /// The search.
  var search = FilterField()

  /// The folded or unfolded containers, by feature and path.
  private var folds: [Name: ValueRows.Folds] = [:]
  /// The path under the cursor when a feature was left, by feature.
  private var cursors: [Name: String] = [:]
  private var shown = Derived<Source, Shown>()

  /// A value and its channel.
  struct ChannelValue: Equatable, Sendable {
    /// The channel; nil if the manifest declares none.
    package let channel: String?
    /// The value there; nil if the path does not exist.
    package let value: JSONValue?
  }

  private struct Source: Equatable, Sendable {
    let manifest: Workspace.Identity
    let layers: SessionLayers
    let feature: Name
    let channel: Name?
  }

  private struct Shown: Sendable {
    /// The values in every channel.
    let channels: [MergedFeature]
    /// The values in the current channel.
    let current: MergedFeature
    /// The rows with every object and map unfolded.
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

  package init() {}

  /// The rows, from top to bottom.
  package var rows: [ValueRow] { list.items }
  /// The row under the cursor.
  var selectedRow: ValueRow? { list.selected }
  /// The feature that the rows belong to.
  package var featureID: String? { shown.input?.feature.text }
  /// The merged values of the feature in the current channel.
  var current: MergedFeature? { shown.output?.current }
  /// The number of leaves of the feature, including folded ones.
  var leafCount: Int { shown.output?.leafCount ?? 0 }
  /// The number of changed leaves.
  var changedCount: Int { shown.output?.changedCount ?? 0 }
  /// The rows with every object and map unfolded.
  var unfolded: [ValueRow] { shown.output?.unfolded ?? [] }

  /// The value of the row under the cursor in every channel; one entry if the manifest declares none.
  var acrossChannels: [ChannelValue] {
    guard let shown = shown.output, let path = selectedRow?.path else { return [] }
    return shown.channels.map { ChannelValue(channel: $0.channel, value: Self.value(at: path, in: $0)) }
  }

  private static func value(at path: JSONPath, in merged: MergedFeature) -> JSONValue? {
    guard case .key(let name) = path.components.first else { return nil }
    return merged[name]?.json[JSONPath(Array(path.components.dropFirst()))]
  }

  /// The allowed values of a row with their descriptions; empty if any value is allowed.
  func choices(of row: ValueRow) -> [(value: JSONValue, description: String)] {
    row.type.flatMap { current?.choices(of: $0) } ?? []
  }

  /// Shows a feature in a channel with the session's layers; nil shows nothing.
  mutating func show(
    _ feature: FeatureDefinition?, channel: String?, in workspace: Workspace, under layers: SessionLayers
  ) {
    guard let manifest = workspace.manifest, let feature else {
      (list, search, shown) = (ListModel(), FilterField(), Derived())
      return
    }
    let source = Source(
      manifest: workspace.identity, layers: layers, feature: Name(feature.id),
      channel: channel.map { Name($0) })
    guard source != shown.input else { return }
    var path = selectedRow?.pathText
    if let left = shown.input?.feature, left != source.feature {
      if let path { cursors[left.text] = path }
      list = ListModel()
      path = nil
    }
    shown = Derived(source, Shown(feature, in: workspace, manifest, channel, layers[feature.id]))
    fold(in: manifest, cursorAt: path ?? cursors[feature.id])
  }

  /// Folds or unfolds the row at an index; the cursor stays on it.
  mutating func setFold(_ isOpen: Bool, at index: Int, in manifest: Manifest) {
    guard rows.indices.contains(index), let featureID else { return }
    folds[featureID, default: [:]][rows[index].pathText] = isOpen
    fold(in: manifest, cursorAt: rows[index].pathText)
  }

  /// Folds or unfolds a path and every container below it; an empty path means all.
  mutating func setFolds(_ isOpen: Bool, below path: JSONPath, in manifest: Manifest) {
    guard let featureID else { return }
    var changed = folds[featureID] ?? [:]
    for place in allEntries() where place.scalar == nil && place.path.components.starts(with: path.components) {
      changed[place.path.description] = isOpen
    }
    folds[featureID] = changed
    fold(in: manifest, cursorAt: selectedRow?.pathText)
  }

  /// Moves the cursor to a path, unfolding its parents; returns false if it does not exist.
  mutating func reveal(_ path: JSONPath, in manifest: Manifest) -> Bool {
    guard let featureID, !path.isRoot else { return false }
    var parent = path.parent
    while let place = parent, !place.isRoot {
      folds[featureID, default: [:]][place.description] = true
      parent = place.parent
    }
    fold(in: manifest, cursorAt: path.description)
    return selectedRow?.path == path
  }

  /// Lists the visible rows with the cursor on a path, or on what hides it.
  private mutating func fold(in manifest: Manifest, cursorAt text: String?) {
    guard let featureID, let current else { return }
    list.show(ValueRows.rows(of: current, in: manifest, folds: folds[featureID] ?? [:]))
    var path = text.flatMap { try? JSONPath.parse($0) }
    while let wanted = path, !wanted.isRoot {
      if list.select(Name(wanted.description)) { return }
      path = wanted.parent
    }
    list.scroll.cursor = 0
  }
}
