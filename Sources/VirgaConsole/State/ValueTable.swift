import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaWorkbench

/// The right side: the selected feature's values, folded as the person left them.
package struct ValueTable: Equatable, Sendable {
  /// The rows, from top to bottom.
  package private(set) var rows: [ValueRow] = []
  /// The cursor and the window.
  package var scroll = Scroll()
  /// The paths of the values that are marked, as text.
  package internal(set) var marked: NameSet = []
  /// What is searched for.
  package var search = TextField()
  /// Whether keys go to the search.
  package var isTyping = false
  /// How far the details below are scrolled.
  package var detailsTop = 0
  /// What the details were about when they were last settled.
  package internal(set) var detailsSubject = ""
  /// The feature that the rows belong to.
  package private(set) var featureID: String?
  /// How many leaves the feature has, folded ones included.
  package private(set) var leafCount = 0
  /// How many of them are changed.
  package private(set) var changedCount = 0
  /// The rows as they are with everything unfolded, by which columns are measured: folding must not move them.
  package private(set) var unfolded: [ValueRow] = []
  /// The value of the row under the cursor in every channel; one entry where the manifest declares none.
  package private(set) var acrossChannels: [ChannelValue] = []

  private var folds: NameTable<ValueRows.Folds> = [:]
  private var cursors: NameTable<String> = [:]
  private var merged: [MergedFeature] = []
  private var key: Key?
  /// What is shown of the features that were looked at lately, until manifest or session change.
  private var known: NameTable<Known> = [:]
  private static let mostKnown = 64

  /// A value and the channel it holds for.
  package struct ChannelValue: Equatable, Sendable {
    /// The channel; nil where the manifest declares none.
    package var channel: String?
    /// The value there; nil where the path leads nowhere.
    package var value: JSONValue?
  }

  private struct Key: Equatable, Sendable {
    var generation: Int
    var session: Int
    var feature: String
    var channel: String?
  }

  private struct Known: Sendable {
    var channel: String?
    var merged: [MergedFeature]
    var unfolded: [ValueRow]
    var rows: [ValueRow]
    var leafCount: Int
    var changedCount: Int
  }

  /// The row under the cursor.
  package var selectedRow: ValueRow? { rows.indices.contains(scroll.cursor) ? rows[scroll.cursor] : nil }

  /// The merged values of the feature in the channel on screen.
  package var current: MergedFeature? { merged.first { $0.channel.isSameName(as: key?.channel) } }

  /// The values that a row may have, each with what it is; none where any can be typed.
  func choices(of row: ValueRow) -> [(value: JSONValue, description: String)] {
    row.type.flatMap { current?.choices(of: $0) } ?? []
  }

  /// Shows `feature` in `channel` under what the session lays over it; does nothing where it is shown already.
  package mutating func show(
    _ feature: FeatureDefinition?, channel: String?, in workspace: Workspace, under layers: SessionLayers,
    generation: Int
  ) {
    guard let manifest = workspace.manifest, let feature else {
      self = Self.emptied(self)
      return
    }
    let wanted = Key(
      generation: workspace.generation, session: generation, feature: feature.id, channel: channel)
    guard wanted != key else { return }
    if !featureID.isSameName(as: feature.id) {
      rememberCursor()
      marked = []
    }
    if key?.generation != wanted.generation || key?.session != wanted.session { known = [:] }
    let place = featureID.isSameName(as: feature.id) ? selectedRow?.pathText : cursors[feature.id]
    key = wanted
    featureID = feature.id
    if let known = known[feature.id], known.channel.isSameName(as: channel) {
      show(known)
    } else {
      merge(feature, in: workspace, manifest, under: layers[feature.id])
      rebuild(manifest)
    }
    scroll.cursor = place.flatMap(nearestRow) ?? 0
  }

  private mutating func show(_ known: Known) {
    (merged, unfolded, rows) = (known.merged, known.unfolded, known.rows)
    (leafCount, changedCount) = (known.leafCount, known.changedCount)
  }

  /// Finds the values in every channel, and in the one on screen where the manifest does not declare it.
  private mutating func merge(
    _ feature: FeatureDefinition, in workspace: Workspace, _ manifest: Manifest, under layers: FeatureLayers
  ) {
    let channels: [String?] = workspace.channels.isEmpty ? [nil] : workspace.channels
    merged = known[feature.id]?.merged ?? channels.map { manifest.merged(feature, channel: $0, under: layers) }
    if current == nil { merged.append(manifest.merged(feature, channel: key?.channel, under: layers)) }
    unfolded = current.map { ValueRows.rows(of: $0, in: manifest, unfolded: true) } ?? []
  }

  /// Opens or closes the row at `index` and keeps the cursor on the same value.
  package mutating func setFold(_ isOpen: Bool, at index: Int, in manifest: Manifest) {
    guard rows.indices.contains(index), let featureID else { return }
    folds[featureID, default: [:]][rows[index].pathText] = isOpen
    rebuild(manifest, cursorAt: rows[index].pathText)
  }

  /// Opens or closes every container below `path`, itself included; an empty path means all.
  package mutating func setFolds(_ isOpen: Bool, below path: JSONPath, in manifest: Manifest) {
    guard let featureID, let current else { return }
    var changed = folds[featureID] ?? [:]
    for place in places(in: current) where place.scalar == nil {
      if place.path.components.starts(with: path.components) { changed[place.path.description] = isOpen }
    }
    folds[featureID] = changed
    rebuild(manifest, cursorAt: selectedRow?.pathText)
  }

  /// Puts the cursor on `path`, opening what hides it; false where there is no such value.
  package mutating func reveal(_ path: JSONPath, in manifest: Manifest) -> Bool {
    guard let featureID, !path.isRoot else { return false }
    var parent = path.parent
    while let place = parent, !place.isRoot {
      folds[featureID, default: [:]][place.description] = true
      parent = place.parent
    }
    rebuild(manifest, cursorAt: path.description)
    return selectedRow?.path == path
  }

  /// Notes what the details show about the row under the cursor.
  package mutating func settleDetails() {
    guard let path = selectedRow?.path, let key else {
      acrossChannels = []
      return
    }
    acrossChannels =
      merged
      .filter { merged.count == 1 || $0.channel != nil || key.channel == nil }
      .map { ChannelValue(channel: $0.channel, value: Self.value(at: path, in: $0)) }
  }

  /// The value at a row's path in a merged feature; nil where the path leads nowhere.
  private static func value(at path: JSONPath, in merged: MergedFeature) -> JSONValue? {
    guard case .key(let name) = path.components.first else { return nil }
    return merged[name]?.json[JSONPath(Array(path.components.dropFirst()))]
  }

  private mutating func rebuild(_ manifest: Manifest, cursorAt place: String?) {
    rebuild(manifest)
    scroll.cursor = place.flatMap(nearestRow) ?? 0
  }

  private mutating func rebuild(_ manifest: Manifest) {
    guard let featureID, let current else { return }
    rows = ValueRows.rows(of: current, in: manifest, folds: folds[featureID] ?? [:])
    let leaves = current.leaves()
    (leafCount, changedCount) = (leaves.count, leaves.count(where: \.isChanged))
    if known.count >= Self.mostKnown { known = [:] }
    known[featureID] = Known(
      channel: key?.channel, merged: merged, unfolded: unfolded, rows: rows, leafCount: leafCount,
      changedCount: changedCount)
  }

  /// The row at `place`, or the closest one above it that is still there.
  private func nearestRow(_ place: String) -> Int? {
    var path = try? JSONPath.parse(place)
    while let wanted = path, !wanted.isRoot {
      if let row = rows.firstIndex(where: { $0.path == wanted }) { return row }
      path = wanted.parent
    }
    return nil
  }

  private mutating func rememberCursor() {
    guard let featureID, let row = selectedRow else { return }
    cursors[featureID] = row.pathText
  }

  private static func emptied(_ table: ValueTable) -> ValueTable {
    var empty = ValueTable()
    empty.folds = table.folds
    empty.cursors = table.cursors
    return empty
  }

  /// The same rows with the same cursor, folds and search.
  package static func == (left: ValueTable, right: ValueTable) -> Bool {
    left.key == right.key && left.rows == right.rows && left.scroll == right.scroll && left.search == right.search
      && left.marked == right.marked && left.isTyping == right.isTyping && left.detailsTop == right.detailsTop
      && left.folds == right.folds
      && left.cursors == right.cursors
  }
}
