import VirgaExperiments
import VirgaJSON

/// The values of features in several channels of a manifest, or in several manifests, side by side.
package struct Comparison: Sendable {
  /// The columns, in the order in which they are shown.
  package let columns: [ComparisonColumn]
  /// The values of a feature in a column.
  private let mergedFeature: @Sendable (ComparisonColumn, FeatureDefinition) -> MergedFeature
  /// Whether the values are the manifests' defaults, without edits.
  private let comparesDefaults: Bool

  /// A comparison of features as `merge` returns them for a column, for instance with edits
  /// applied.
  ///
  /// Without `merge`, the manifests' defaults are compared. For a feature that does not depend on
  /// the channel, they are computed once for all channels.
  package init(
    _ columns: [ComparisonColumn],
    merge: (@Sendable (ComparisonColumn, FeatureDefinition) -> MergedFeature)? = nil
  ) {
    self.columns = columns
    mergedFeature =
      merge ?? { column, feature in column.manifest.reading(of: feature, channel: column.channel) }
    comparesDefaults = merge == nil
  }

  /// Whether all columns are of one manifest.
  private var hasOneManifest: Bool { Set(columns.map(\.manifestIndex)).count == 1 }

  /// The ids of the features of all columns, in byte order.
  package var featureIDs: [String] {
    // Several columns may be of one manifest, which is asked once.
    var seen: Set<Int> = []
    let firstColumns = columns.filter { column in seen.insert(column.manifestIndex).inserted }
    let manifests = firstColumns.map(\.manifest)
    // The features of one manifest are sorted already.
    guard manifests.count > 1 else { return manifests.first?.features.map(\.id) ?? [] }
    let allIDs = manifests.flatMap { manifest in manifest.features.map(\.id) }
    return Set(naming: allIDs).sorted().map(\.text)
  }

  /// The rows of the feature called `id`: first one for each type that differs between manifests,
  /// then one for each value.
  ///
  /// A feature without variables that some manifests lack has one row, with an empty path, whose
  /// cells only say which manifests have it.
  package func rows(of id: String) -> [ComparisonRow] {
    let features = columns.map { $0.manifest.feature(id) }
    let rows = typeRows(of: id, features) + valueRows(of: id, features)
    let isMissingSomewhere = features.contains { feature in feature == nil }
    guard rows.isEmpty, isMissingSomewhere else { return rows }
    // The cell of a manifest that has the feature: it shows the word `feature`.
    let existing = ComparedCell.type("feature")
    let cells: [ComparedCell] = features.map { feature in
      feature == nil ? .noFeature : existing
    }
    return [ComparisonRow(feature: id, path: "", cells: cells)]
  }

  /// A row for each path that has a value in some column, in the order of the first column, then of
  /// the others.
  ///
  /// - Parameter features: The feature in each column; nil if its manifest lacks it.
  private func valueRows(of id: String, _ features: [FeatureDefinition?]) -> [ComparisonRow] {
    let leavesByColumn = leavesByColumn(of: features)
    let leavesByPathInColumns = leavesByColumn.map { leaves in
      // Of two leaves with one path, the last one counts, as the last of a repeated key wins.
      Dictionary(naming: leaves.lazy.map { leaf in (leaf.path, leaf) }) { _, last in last }
    }
    var seen: Set<Name> = []
    let distinctPaths = leavesByColumn.joined().map(\.path).filter { path in seen.insert(path) }
    return distinctPaths.map { path in
      row(id, path, features) { column in
        // Nil if the column has no such path: `row` finds out whether it has the feature.
        guard let leaf = leavesByPathInColumns[column][path] else { return nil }
        // A default that does not match its type is a problem, not a value.
        return leaf.history.effective == nil ? .missing : .leaf(leaf)
      }
    }
  }

  /// A row with the result of `cell` for each column.
  ///
  /// If the result is nil, the cell says whether the feature or only the path is missing there.
  private func row(
    _ id: String, _ path: String, _ features: [FeatureDefinition?],
    cell: (_ column: Int) -> ComparedCell?
  ) -> ComparisonRow {
    let cells = columns.indices.map { column -> ComparedCell in
      if let found = cell(column) { return found }
      return features[column] == nil ? .noFeature : .missing
    }
    return ComparisonRow(feature: id, path: path, cells: cells)
  }

  /// Whether the feature called `id` can have rows that differ; far cheaper than computing the
  /// rows.
  ///
  /// Also true for an id that is not among ``featureIDs``: nothing is known of it.
  package func canDiffer(_ id: String) -> Bool {
    // Edits and other manifests may change anything; only the defaults of one manifest are known
    // to be the same in all channels.
    guard comparesDefaults, hasOneManifest else { return true }
    guard let feature = columns.first?.manifest.feature(id) else { return true }
    return feature.dependsOnChannel
  }

  /// The values of the feature in each column; none if its manifest lacks it.
  private func leavesByColumn(of features: [FeatureDefinition?]) -> [[MergedLeaf]] {
    // The values in the last column of each manifest so far, by the index of the manifest.
    var knownLeaves: [Int: [MergedLeaf]] = [:]
    return columns.indices.map { index in
      guard let feature = features[index] else { return [] }
      let column = columns[index]
      // Edits, unlike defaults, may be applied in some columns only.
      let isSameInAllChannels = comparesDefaults && !feature.dependsOnChannel
      if isSameInAllChannels, let known = knownLeaves[column.manifestIndex] { return known }
      let leaves = mergedFeature(column, feature).leaves()
      knownLeaves[column.manifestIndex] = leaves
      return leaves
    }
  }

  /// A row for each variable or field whose type differs between manifests that have it.
  ///
  /// - Parameter features: The feature in each column; nil if its manifest lacks it.
  private func typeRows(of id: String, _ features: [FeatureDefinition?]) -> [ComparisonRow] {
    let columnsWithFeature = features.count { feature in feature != nil }
    guard !hasOneManifest, columnsWithFeature > 1 else { return [] }
    let outlines = typeOutlines(of: features)
    var typesByManifest: [Int: [Name: String]] = [:]
    for (manifestIndex, types) in outlines {
      // The types by path; the first one if two fields have the same path, as a field `b.c` in `a`
      // and a field `c` in `a.b` would.
      typesByManifest[manifestIndex] = Dictionary(
        naming: types.lazy.map { ($0.path, $0.type) }
      ) { first, _ in first }
    }
    let paths = outlines.flatMap { outline in outline.types.map(\.path) }
    return paths.withoutRepeats.compactMap { path in
      let typesAtPath = typesByManifest.compactMapValues { types in types[path] }
      return typeRow(of: id, path, features, typesByManifest: typesAtPath)
    }
  }

  /// A row with the type at `path` in each column; nil if it is the same type in all manifests that
  /// have the path.
  ///
  /// - Parameters:
  ///   - features: The feature in each column; nil if its manifest lacks it.
  ///   - typesByManifest: The type at the path, by the index of a manifest that has the path.
  private func typeRow(
    of id: String, _ path: String, _ features: [FeatureDefinition?], typesByManifest: [Int: String]
  ) -> ComparisonRow? {
    let typesDiffer = Set(typesByManifest.values).count > 1
    guard typesDiffer else { return nil }
    // A column without a type says that its feature or the path is missing.
    return row(id, path, features) { column in
      typesByManifest[columns[column].manifestIndex].map(ComparedCell.type)
    }
  }

  /// The types of a feature's variables and fields, with their paths, in each manifest that has the
  /// feature; in the order of the columns.
  ///
  /// - Parameter features: The feature in each column; nil if its manifest lacks it.
  private func typeOutlines(
    of features: [FeatureDefinition?]
  ) -> [(manifestIndex: Int, types: [(path: String, type: String)])] {
    var seen: Set<Int> = []
    return zip(columns, features).compactMap { column, feature in
      // Several columns may be of one manifest, which has the same types in each of them.
      guard let feature, seen.insert(column.manifestIndex).inserted else { return nil }
      return (column.manifestIndex, TypeOutline.types(of: feature, in: column.manifest))
    }
  }
}

extension FeatureDefinition {
  /// Whether some default blocks apply only in some channels (Rule: VirgaManifest/DefaultBlocks).
  package var dependsOnChannel: Bool {
    // A block without channels applies in all of them.
    blocks.contains { block in !block.channels.isEmpty }
      || additions.contains { addition in
        addition.blocks.contains { block in !block.channels.isEmpty }
      }
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
  /// The index of the column of the first manifest.
  package var old: Int
  /// The index of the column of a later manifest.
  package var new: Int

  /// The pair of two columns, by their indices.
  package init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }

  /// Pairs each column of a later manifest with the first manifest's column of the same channel.
  ///
  /// If the first manifest does not have the channel, the first column is used.
  package static func all(in columns: [ComparisonColumn]) -> [ComparedPair] {
    guard let first = columns.first else { return [] }
    let firstManifest = first.manifestIndex
    let columnsOfLaterManifests = columns.indices.filter { index in
      columns[index].manifestIndex != firstManifest
    }
    return columnsOfLaterManifests.map { new in
      let old = columns.firstIndex { column in
        column.manifestIndex == firstManifest
          && column.channel.isSameName(as: columns[new].channel)
      }
      return ComparedPair(old: old ?? columns.startIndex, new: new)
    }
  }
}

extension ComparisonRow {
  /// How the new column of a pair differs from the old one; nil if they are equal.
  package func change(in pair: ComparedPair) -> ComparisonChange? {
    let old = cells[pair.old]
    let new = cells[pair.new]
    guard !old.isSame(as: new) else { return nil }
    // A missing path and a missing feature count as equal: there is nothing in either cell.
    if !old.isPresent { return new.isPresent ? .added : nil }
    if !new.isPresent { return .removed }
    // The cells of a row have either types or values.
    return isAboutTypes ? .retyped : .changed
  }

  /// How the first differing pair differs; nil if no pair differs.
  package func change(in pairs: [ComparedPair]) -> ComparisonChange? {
    pairs.lazy.compactMap { change(in: $0) }.first
  }
}
