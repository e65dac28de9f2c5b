import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The values of the selected feature as a tree with the person's folds.
struct ValueTable: Sendable {
  var list = ListModel<ValueRow>()
  var search = FilterField()

  /// Whether a container is open, by feature and path, if the person unfolded or folded it.
  private var isOpenByPath: [Name: [Name: Bool]] = [:]
  /// The path under the cursor when a feature was left, by feature.
  private var cursors: [Name: JSONPath] = [:]
  /// The shown feature in all channels.
  private var mergedPerChannel: [MergedFeature] = []
  /// The shown feature in the current channel.
  private(set) var merged: MergedFeature?
  /// The shown feature in the current channel as lines of JSON; nil until ``makePreview()``.
  private(set) var preview: MergedPreview?
  /// The merged JSON of the shown feature, before an app reads it.
  private(set) var jsonBeforeReading: JSONValue = [:]
  /// How many values it has without containers, and how many of them differ from the variable
  /// default.
  private(set) var counts = (values: 0, changed: 0)
  /// All rows, those inside folded containers included, with the folds that they start with.
  private(set) var allRows: [ValueRow] = []
  /// What the panel has room for.
  private(set) var reserved = Reserved()
  /// The number of recipes that configure the shown feature.
  private var recipeCount = 0
  /// What the values were loaded from last.
  private var lastInputs = LastInput<Inputs>()

  /// What a feature had when it was selected, enrolled or folded last, or when its manifest was
  /// read.
  ///
  /// It stays when the channel or a value changes, so that no border and no column moves.
  struct Reserved: Sendable {
    var rows = 0
    var recipeCount = 0
    /// What the columns of the rows need.
    var needs = ValueWidths.Needs()
  }

  /// What the values are loaded from.
  private struct Inputs: Equatable, Sendable {
    let feature: Name
    let layers: SessionLayers
    let channel: Name?
    /// The identity of the manifest.
    let manifest: Int
  }

  var rows: [ValueRow] { list.items }
  var selectedRow: ValueRow? { list.selected }
  var featureID: String? { merged?.feature.id }

  /// The value of the selected row in every channel, in declared order; one entry without a channel
  /// if the manifest declares none.
  ///
  /// A value is nil if the path does not exist in the channel, or if apps do not use the value of
  /// its variable there.
  var selectedValueByChannel: [(channel: String?, value: JSONValue?)] {
    guard let path = selectedRow?.path, case .key(let variableName) = path.components.first else {
      return []
    }
    let pathInVariable = JSONPath(Array(path.components.dropFirst()))
    return mergedPerChannel.map { merged in
      guard let variable = merged[variableName], variable.isEffective else {
        return (merged.channel, nil)
      }
      return (merged.channel, variable.json[pathInVariable])
    }
  }

  /// The allowed values of a row, such as the variants of its enumeration; empty if any value is
  /// allowed.
  func choices(of row: ValueRow) -> [(value: JSONValue, description: String)] {
    row.type.flatMap { merged?.choices(of: $0) } ?? []
  }

  /// Loads a feature's values if anything that they depend on changed; without a feature, removes
  /// the values.
  ///
  /// The cursor stays on its path, and returns to it when a feature is shown again.
  mutating func load(
    _ feature: FeatureDefinition?, of workspace: Workspace, in channel: String?,
    under layers: SessionLayers
  ) {
    guard let manifest = workspace.manifest, let feature else {
      saveCursorAndClearRows()
      // What was saved of each feature is kept for the next time that it is shown.
      self = ValueTable(isOpenByPath: isOpenByPath, cursors: cursors)
      return
    }
    let id = Name(feature.id)
    let inputs = Inputs(
      feature: id, layers: layers, channel: channel.map { Name($0) }, manifest: workspace.identity)
    // Nil if nothing changed.
    guard let change = recordChange(to: inputs, in: channel) else { return }
    if change.isOtherFeature { saveCursorAndClearRows() }
    let cursor = selectedRow?.path ?? cursors[id]
    let channels = Self.channels(declaredIn: workspace, andCurrent: channel)
    merge(feature, in: manifest, channels, current: channel, under: layers[feature.id])
    showRows(cursorAt: cursor)
    // The panel has a line for each recipe in effect: without co-enrolling, for the last rollout
    // and the last experiment only.
    let recipeCount = layers.enrolled[feature.id]?.contributionsInEffect.count ?? 0
    fitPanel(toRecipes: recipeCount, after: change)
  }

  /// Reserves room in the panel for a number of recipes and for the shown rows if another feature
  /// is shown or its manifest was read, or if the client entered or left recipes.
  private mutating func fitPanel(toRecipes newCount: Int, after change: Change) {
    let isOtherCount = newCount != recipeCount
    recipeCount = newCount
    // Another channel may enroll the client in other recipes. The room for recipes stays then, so
    // that no border moves.
    let hasEnteredOrLeft = isOtherCount && !change.isOtherChannel
    guard change.isOtherFeature || change.isOtherManifest || hasEnteredOrLeft else { return }
    reserved.recipeCount = newCount
    fitPanelToShownRows()
  }

  /// What differs from the values that are shown.
  private struct Change {
    let isOtherFeature: Bool
    let isOtherManifest: Bool
    /// False if no feature was shown before.
    let isOtherChannel: Bool
  }

  /// Records what values are loaded from, and returns how that differs from the last time; nil if
  /// nothing differs, so that the values are the same.
  private mutating func recordChange(to inputs: Inputs, in channel: String?) -> Change? {
    let isOtherManifest = lastInputs.input?.manifest != inputs.manifest
    let isChanged = lastInputs.remember(inputs)
    guard isChanged else { return nil }
    // Until the values are merged again, `merged` is what was shown before; nil if no feature was
    // shown, so that the channel does not count as another one.
    let isSameChannel = merged.map { $0.channel.isSameName(as: channel) }
    return Change(
      isOtherFeature: featureID.map { Name($0) } != inputs.feature,
      isOtherManifest: isOtherManifest, isOtherChannel: isSameChannel == false)
  }

  /// The channels that the manifest declares, and the current one if it is not among them: nil in a
  /// manifest without channels.
  private static func channels(
    declaredIn workspace: Workspace, andCurrent current: String?
  ) -> [String?] {
    let declared: [String?] = workspace.channels
    let isDeclared = declared.contains { $0.isSameName(as: current) }
    return isDeclared ? declared : declared + [current]
  }

  /// Merges a feature in all channels, and makes the rows and counts of the current one.
  ///
  /// The current channel is one of `channels`; nil means no channel, as in a manifest
  /// that declares none.
  private mutating func merge(
    _ feature: FeatureDefinition, in manifest: Manifest, _ channels: [String?],
    current channel: String?, under layers: FeatureLayers
  ) {
    // As an app reads the values.
    mergedPerChannel = channels.map { channel in
      manifest.reading(of: feature, channel: channel, under: layers)
    }
    merged = mergedPerChannel.first { $0.channel.isSameName(as: channel) }
    // The preview, the values as lines of JSON, is made again when it is visible.
    preview = nil
    // The values as they are sent to apps. The details show them if the app reads others, as
    // instead of a value of the wrong type.
    jsonBeforeReading = .object(manifest.sent(feature, channel: channel, under: layers))
    let leaves = merged?.leaves() ?? []
    counts = (leaves.count, leaves.count(where: \.isChanged))
    allRows = merged.map { ValueRows.rows(of: $0, in: manifest) } ?? []
  }

  /// Makes ``preview``, unless it exists already: it is only needed while it is visible.
  mutating func makePreview() {
    if preview == nil { preview = merged.map { MergedPreview($0) } }
  }

  /// Remembers the cursor of the shown feature, if there is one, and removes its rows.
  private mutating func saveCursorAndClearRows() {
    guard let featureID else { return }
    if let path = selectedRow?.path { cursors[featureID] = path }
    // Marks and scroll position belong to the feature that is left.
    list = ListModel()
  }

  /// Folds or unfolds a container.
  mutating func fold(_ row: ValueRow, isOpen: Bool) { fold([row], isOpen: isOpen) }

  /// Folds or unfolds all containers inside a path, itself included; false without any.
  mutating func foldAll(inside path: JSONPath, isOpen: Bool) -> Bool {
    let isInside = { (row: ValueRow) in row.path.components.starts(with: path.components) }
    let containers = allRows.filter { $0.isContainer && isInside($0) }
    fold(containers, isOpen: isOpen)
    return !containers.isEmpty
  }

  /// Unfolds containers of the shown feature if `isOpen`, else folds them; then reserves the height
  /// and the widths that the shown rows need.
  ///
  /// The cursor stays on its value, or moves to the folded container that hides it.
  private mutating func fold(_ rows: [ValueRow], isOpen: Bool) {
    guard let featureID, let selectedRow else { return }
    for row in rows { isOpenByPath[featureID, default: [:]][row.pathText] = isOpen }
    showRows(cursorAt: selectedRow.path)
    fitPanelToShownRows()
  }

  /// Makes the panel as high, and its columns as wide, as the shown rows need.
  private mutating func fitPanelToShownRows() {
    reserved.rows = list.count
    reserved.needs = ValuePanel.needs(of: rows)
  }

  /// Moves the cursor to a path and unfolds its parents; returns false if no row has the path, as
  /// for the root, which is the feature itself.
  ///
  /// If no row has it, the cursor goes to the nearest parent that has a row, or else to the first
  /// row; for the root, it stays.
  mutating func reveal(_ path: JSONPath) -> Bool {
    guard let featureID, !path.isRoot else { return false }
    // A lineage is the path itself, then its parents.
    let parents = path.lineage.dropFirst()
    for parent in parents {
      isOpenByPath[featureID, default: [:]][parent.description] = true
    }
    let rowsBefore = list.count
    showRows(cursorAt: path)
    // Unfolded rows need a higher panel, and may need wider columns.
    if list.count != rowsBefore { fitPanelToShownRows() }
    return selectedRow?.path == path
  }

  /// Shows the rows outside folded containers, with the cursor on a path or on the folded container
  /// that hides it; on the first row if there is neither.
  private mutating func showRows(cursorAt path: JSONPath?) {
    guard let featureID else { return }
    list.show(allRows.folded(by: isOpenByPath[featureID] ?? [:]))
    // Outwards: the path itself, then its parents.
    for pathOrParent in path?.lineage ?? [] {
      if list.select(Name(pathOrParent.description)) { return }
    }
    list.scroll.cursor = 0
  }

  /// The paths of all values, those inside folded containers included.
  func allPaths() -> [String] { allRows.map(\.pathText) }

  /// The values whose name or content has the text of the search, in reading order; none without a
  /// text.
  func matches() -> [ValueRow] {
    let wanted = Filter(search.text)
    guard !wanted.isEmpty else { return [] }
    return allRows.filter { row in
      // Nobody searches for the index of an element.
      if case .key(let name) = row.path.components.last, wanted.allWordsOccur(in: name) {
        return true
      }
      // The values inside a container match themselves.
      return !row.isContainer && wanted.allWordsOccur(in: row.value.compact)
    }
  }
}

extension JSONPath {
  /// The path and its parents, innermost first, without the root.
  var lineage: [JSONPath] { sequence(first: self, next: \.parent).prefix { !$0.isRoot } }
}
