import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The values of the selected feature as a tree with the person's folds.
struct ValueTable: Sendable {
  var list = ListModel<ValueRow>()
  var search = FilterField()

  /// Whether the person unfolded or folded a container, by feature and path.
  private var folds: [Name: [Name: Bool]] = [:]
  /// The path under the cursor when a feature was left, by feature.
  private var cursors: [Name: JSONPath] = [:]
  /// The shown feature in all channels.
  private var mergedPerChannel: [MergedFeature] = []
  /// The shown feature in the current channel.
  private(set) var current: MergedFeature?
  /// The merged JSON of the shown feature, before an app reads it.
  private(set) var sent: JSONValue = [:]
  /// How many values it has without containers, and how many of them differ from the variable
  /// default.
  private(set) var counts = (values: 0, changed: 0)
  /// All rows, those inside folded containers included, with the folds that they start with.
  private(set) var allRows: [ValueRow] = []
  private var loaded = LastInput<Basis>()
  private var measured = LastInput<Measured>()
  /// The width that shows names and values whole, with short layer names, as of the last
  /// ``measure(in:)``.
  private(set) var wantedColumns = 0

  /// What the rows are computed from.
  private struct Basis: Equatable, Sendable {
    let feature: Name
    let layers: SessionLayers
    let channel: Name?
    let manifest: Int
  }

  private struct Measured: Equatable, Sendable {
    let rows: [ValueRow]
    let typedValue: InlineValueField?
    let channel: Name?
  }

  var rows: [ValueRow] { list.items }
  var selectedRow: ValueRow? { list.selected }
  var featureID: String? { current?.feature.id }

  /// One entry without a channel if the manifest declares none; a value is nil if the path does not
  /// exist, or if no app can have it.
  var acrossChannels: [(channel: String?, value: JSONValue?)] {
    guard let path = selectedRow?.path, case .key(let name) = path.components.first else {
      return []
    }
    let inner = JSONPath(Array(path.components.dropFirst()))
    return mergedPerChannel.map { merged in
      let value = merged[name]
      return (merged.channel, value?.isEffective == false ? nil : value?.json[inner])
    }
  }

  /// Empty if any value is allowed.
  func choices(of row: ValueRow) -> [(value: JSONValue, description: String)] {
    row.type.flatMap { current?.choices(of: $0) } ?? []
  }

  /// Loads a feature's values; without a feature there are none.
  mutating func load(
    _ feature: FeatureDefinition?, of workspace: Workspace, in channel: String?,
    under layers: SessionLayers
  ) {
    guard let manifest = workspace.manifest, let feature else {
      self = ValueTable(folds: folds, cursors: cursors)
      return
    }
    let id = Name(feature.id)
    let basis = Basis(
      feature: id, layers: layers, channel: channel.map { Name($0) }, manifest: workspace.identity)
    guard loaded.didChange(to: basis) else { return }
    var path = selectedRow?.path
    if let featureID, Name(featureID) != id {
      if let path { cursors[featureID] = path }
      list = ListModel()
      path = nil
    }
    var names: [String?] = workspace.channels
    // The current channel may not be declared in the manifest.
    if !names.contains(where: { $0.isSameName(as: channel) }) { names.append(channel) }
    mergedPerChannel = names.map {
      manifest.reading(of: feature, channel: $0, under: layers[feature.id])
    }
    current = mergedPerChannel.first { $0.channel.isSameName(as: channel) }
    sent = .object(manifest.sent(feature, channel: channel, under: layers[feature.id]))
    let leaves = current?.leaves() ?? []
    counts = (leaves.count, leaves.count(where: \.isChanged))
    allRows = current.map { ValueRows.rows(of: $0, in: manifest) } ?? []
    fold(cursorAt: path ?? cursors[feature.id])
  }

  /// Folds or unfolds the value under the cursor, or all that is inside a path, itself included.
  mutating func setFolds(_ isOpen: Bool, inside path: JSONPath?) {
    guard let featureID, let selectedRow else { return }
    let rows = path.map { path in
      allRows.filter { $0.isContainer && $0.path.components.starts(with: path.components) }
    }
    for row in rows ?? [selectedRow] { folds[featureID, default: [:]][row.pathText] = isOpen }
    fold(cursorAt: selectedRow.path)
  }

  /// Unfolds its parents; returns false if the path does not exist.
  mutating func reveal(_ path: JSONPath) -> Bool {
    guard let featureID, !path.isRoot else { return false }
    for ancestor in path.lineage.dropFirst() {
      folds[featureID, default: [:]][ancestor.description] = true
    }
    fold(cursorAt: path)
    return selectedRow?.path == path
  }

  /// With the cursor on a path, or on what hides it.
  private mutating func fold(cursorAt path: JSONPath?) {
    guard let featureID else { return }
    list.show(allRows.folded(by: folds[featureID] ?? [:]))
    for wanted in path?.lineage ?? [] where list.select(Name(wanted.description)) { return }
    list.scroll.cursor = 0
  }

  static func measure(in model: inout Model) {
    let rows = model.features.values.rows
    let input = Measured(
      rows: rows, typedValue: model.features.editing.value,
      channel: model.channel.map { Name($0) })
    guard model.features.values.measured.didChange(to: input) else { return }
    model.features.values.wantedColumns = ValuePanel.wantedColumns(of: rows, in: model)
  }

  func allPaths() -> [String] { allRows.map(\.pathText) }

  /// Values whose name or content holds the search, in reading order.
  func matches() -> [ValueRow] {
    let wanted = Filter(search.text)
    guard !wanted.isEmpty else { return [] }
    return allRows.filter { row in
      if case .key(let name) = row.path.components.last, wanted.containsWhole(name) { return true }
      return !row.isContainer && wanted.containsWhole(row.value.compact)
    }
  }
}

extension JSONPath {
  /// The path and its parents, innermost first, without the root.
  var lineage: [JSONPath] { sequence(first: self, next: \.parent).prefix { !$0.isRoot } }
}
