import VirgaExperiments
import VirgaJSON

/// Manifests and channels side by side.
package struct Comparison: Sendable {
  /// The columns, in the order in which they are shown.
  package let columns: [ComparisonColumn]
  private let merge: @Sendable (ComparisonColumn, FeatureDefinition) -> MergedFeature
  private let isPlain: Bool

  /// A comparison of features as `merge` returns them for a column, for instance with edits
  /// applied.
  ///
  /// Without `merge`, a comparison of manifest defaults.
  package init(
    _ columns: [ComparisonColumn],
    merge: (@Sendable (ComparisonColumn, FeatureDefinition) -> MergedFeature)? = nil
  ) {
    self.columns = columns
    self.merge =
      merge ?? { column, feature in column.manifest.reading(of: feature, channel: column.channel) }
    isPlain = merge == nil
  }

  /// The ids of the features of all columns, in byte order.
  package var featureIDs: [String] {
    var seen: Set<Int> = []
    let sources = columns.filter { seen.insert($0.source).inserted }
    guard sources.count > 1 else { return sources.first?.manifest.features.map(\.id) ?? [] }
    return Set(naming: sources.flatMap { $0.manifest.features.map(\.id) }).sorted().map(\.text)
  }

  /// The rows of the feature called `id`: a row per leaf, and one per type that differs between
  /// manifests.
  ///
  /// A feature without variables that some manifests lack has one row, with an empty path.
  package func rows(of id: String) -> [ComparisonRow] {
    let features = columns.map { $0.manifest.feature(id) }
    let leaves = leaves(of: features)
    let values = leaves.map { Dictionary(naming: $0.lazy.map { ($0.path, $0) }) { $1 } }
    var seen: Set<Name> = []
    let paths = leaves.joined().map(\.path).filter { seen.insert($0) }
    let rows = paths.map { path in
      row(id, path, features) { column in
        // A default that does not fit its type is a problem, not a value.
        values[column][path].map { $0.history.effective == nil ? .missing : .leaf($0) }
      }
    }
    let all = typeRows(of: id, features) + rows
    guard all.isEmpty, features.contains(where: { $0 == nil }) else { return all }
    return [
      ComparisonRow(
        feature: id, path: "", cells: features.map { $0 == nil ? .noFeature : .type("feature") })
    ]
  }

  private func row(
    _ id: String, _ path: String, _ features: [FeatureDefinition?],
    cell: (_ column: Int) -> ComparedCell?
  ) -> ComparisonRow {
    let cells = columns.indices.map { cell($0) ?? (features[$0] == nil ? .noFeature : .missing) }
    return ComparisonRow(feature: id, path: path, cells: cells)
  }

  /// Whether the feature called `id` can have rows that differ; far cheaper than computing the
  /// rows.
  package func canDiffer(_ id: String) -> Bool {
    guard isPlain, Set(columns.map(\.source)).count == 1,
      let feature = columns.first?.manifest.feature(id)
    else {
      return true
    }
    return feature.dependsOnChannel
  }

  private func leaves(of features: [FeatureDefinition?]) -> [[MergedLeaf]] {
    var first: [Int: [MergedLeaf]] = [:]
    return columns.indices.map { index in
      guard let feature = features[index] else { return [] }
      let column = columns[index]
      if isPlain, !feature.dependsOnChannel, let same = first[column.source] { return same }
      let leaves = merge(column, feature).leaves()
      first[column.source] = leaves
      return leaves
    }
  }

  private func typeRows(of id: String, _ features: [FeatureDefinition?]) -> [ComparisonRow] {
    guard Set(columns.map(\.source)).count > 1, features.count(where: { $0 != nil }) > 1 else {
      return []
    }
    var known: [Int: [Name: String]] = [:]
    var order: [String] = []
    var seen: Set<Name> = []
    for (column, feature) in zip(columns, features) where known[column.source] == nil {
      guard let feature else { continue }
      let outline = TypeOutline.types(of: feature, in: column.manifest)
      known[column.source] = Dictionary(naming: outline.lazy.map { ($0.path, $0.type) }) {
        first, _ in first
      }
      order += outline.map(\.path).filter { seen.insert($0) }
    }
    return order.compactMap { path in
      let types = known.compactMapValues { $0[path] }
      guard Set(types.values).count > 1 else { return nil }
      return row(id, path, features) { types[columns[$0].source].map(ComparedCell.type) }
    }
  }
}

extension FeatureDefinition {
  /// Whether some default blocks apply only in some channels (Rule: VirgaManifest/DefaultBlocks).
  package var dependsOnChannel: Bool {
    blocks.contains { !$0.channels.isEmpty }
      || additions.contains { $0.blocks.contains { !$0.channels.isEmpty } }
  }
}

/// How a newer manifest differs from an older one in a row.
package enum ComparisonChange: String, CaseIterable, Sendable {
  /// Only the newer one has it.
  case added
  /// Only the older one has it.
  case removed
  /// The types differ.
  case retyped
  /// The values differ.
  case changed
}

/// Two columns that show the same channel of two manifests: their differences are what the newer
/// manifest changed.
package struct ComparedPair: Hashable, Sendable {
  package var old: Int
  /// The column of a later manifest.
  package var new: Int

  package init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }

  /// Pairs each column of a later manifest with the first manifest's column of the same channel.
  ///
  /// If the first manifest does not have the channel, the first column is used.
  package static func all(in columns: [ComparisonColumn]) -> [ComparedPair] {
    guard let first = columns.first else { return [] }
    return columns.indices.filter { columns[$0].source != first.source }.map { new in
      let old = columns.firstIndex {
        $0.source == first.source && $0.channel.isSameName(as: columns[new].channel)
      }
      return ComparedPair(old: old ?? 0, new: new)
    }
  }
}

extension ComparisonRow {
  /// How the new column of a pair differs from the old one; nil if they are equal.
  package func change(in pair: ComparedPair) -> ComparisonChange? {
    let (old, new) = (cells[pair.old], cells[pair.new])
    guard !old.isSame(as: new) else { return nil }
    if !old.isPresent { return new.isPresent ? .added : nil }
    if !new.isPresent { return .removed }
    return isAboutTypes ? .retyped : .changed
  }

  /// How the first differing pair differs; nil if no pair differs.
  package func change(in pairs: [ComparedPair]) -> ComparisonChange? {
    pairs.lazy.compactMap { change(in: $0) }.first
  }
}
