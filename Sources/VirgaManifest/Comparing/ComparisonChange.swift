import VirgaJSON

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

/// Two columns that show the same channel of two manifests, so that what differs is what the newer one changed.
package struct ComparedPair: Hashable, Sendable {
  /// The column of the first manifest.
  package var old: Int
  /// The column of another one.
  package var new: Int

  /// The pair of columns at two places.
  package init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }

  /// The pairs in some columns: each of a further manifest with the first manifest's one of the same channel.
  ///
  /// One whose channel the first manifest does not have is compared with the first column.
  package static func all(in columns: [ComparisonColumn]) -> [ComparedPair] {
    guard let first = columns.first else { return [] }
    return columns.indices.filter { columns[$0].source != first.source }.map { new in
      let old = columns.firstIndex { $0.source == first.source && $0.channel.isSameName(as: columns[new].channel) }
      return ComparedPair(old: old ?? 0, new: new)
    }
  }
}

extension ComparisonRow {
  /// How the new column of a pair differs from the old one; nil where they are the same.
  package func change(in pair: ComparedPair) -> ComparisonChange? {
    let (old, new) = (cells[pair.old], cells[pair.new])
    guard !old.isSame(as: new) else { return nil }
    if !old.isThere { return new.isThere ? .added : nil }
    if !new.isThere { return .removed }
    return isAboutTypes ? .retyped : .changed
  }

  /// How the first pair that differs does so; nil where all pairs are the same.
  package func change(in pairs: [ComparedPair]) -> ComparisonChange? {
    pairs.lazy.compactMap { change(in: $0) }.first
  }
}
