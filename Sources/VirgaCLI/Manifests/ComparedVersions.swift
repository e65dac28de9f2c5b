import VirgaJSON
import VirgaManifest

/// The changes in a newer manifest as text: by feature, old value before new value.
struct ComparedVersions {
  private let columns: [ComparisonColumn]
  private let pairs: [ComparedPair]

  init(_ columns: [ComparisonColumn], _ pairs: [ComparedPair]) {
    self.columns = columns
    self.pairs = pairs
  }

  /// A change of a value that is the same in several channels.
  struct Change {
    let kind: ComparisonChange
    /// The old and the new value; empty for one that was added or removed.
    let old: String
    let new: String
    /// The channels; empty if it is the same in all that are compared.
    fileprivate(set) var channels: [String]

    /// The old value, the new one, or `OLD → NEW`.
    fileprivate var text: String {
      [old, new].filter { !$0.isEmpty }.joined(separator: " → ")
    }
  }

  /// The largest width of the column of names; a longer name does not widen it.
  private static let maxNameColumn = 48

  /// A heading, the changes of each feature below its id, and a summary.
  ///
  /// The rows of a feature must follow each other.
  func lines(_ rows: [ComparisonRow]) -> [String] {
    var lines: [String] = [heading]
    var remaining = rows[...]
    while let first = remaining.first {
      let rowsOfFeature = remaining.prefix { $0.feature.isSameName(as: first.feature) }
      lines += ["", "\(mark(of: first)) \(first.feature)"]
      lines += linesOfValues(rowsOfFeature)
      remaining = remaining.dropFirst(rowsOfFeature.count)
    }
    return lines + [""] + summary(of: rows)
  }

  /// The lines of the values of one feature, with the texts below each other.
  private func linesOfValues(_ rows: ArraySlice<ComparisonRow>) -> [String] {
    // A longer name does not widen the column.
    let nameWidths = rows.map(\.name.count).filter { $0 <= Self.maxNameColumn }
    let nameColumn = nameWidths.max() ?? 0
    // The row without a path is about the feature itself.
    let rowsOfValues = rows.filter { !$0.path.isEmpty }
    return rowsOfValues.flatMap { lines(of: $0, nameColumn: nameColumn) }
  }

  /// The two files and the channels, such as `old.yaml → new.yaml, in beta, release`.
  private var heading: String {
    guard let first = pairs.first else { return "" }
    let channels = pairs.compactMap { columns[$0.new].channel }
    let words = channels.isEmpty ? "" : ", in \(channels.joined(separator: ", "))"
    return "\(columns[first.old].file) → \(columns[first.new].file)\(words)"
  }

  /// `+` if the older manifest lacks the feature, `-` if the newer one does, else `~`.
  func mark(of row: ComparisonRow) -> String {
    // All pairs are of the same two manifests, so the first one can tell.
    guard let pair = pairs.first else { return "~" }
    if row.cells[pair.old].isOfNoFeature { return "+" }
    return row.cells[pair.new].isOfNoFeature ? "-" : "~"
  }

  /// A line for each change of a value, which has its name once and the channels if it is not the
  /// same in all.
  ///
  /// For example `  ~ enabled  beta: false → true`.
  private func lines(of row: ComparisonRow, nameColumn: Int) -> [String] {
    let changes = changes(of: row)
    return changes.enumerated().map { index, change in
      let name = index == 0 ? row.name : ""
      let padding = String(repeating: " ", count: max(0, nameColumn - name.count))
      let channels = change.channels.joined(separator: ", ")
      let prefix = channels.isEmpty ? "" : "\(channels): "
      return "  \(Self.mark(change.kind)) \(name)\(padding)  \(prefix)\(change.text)"
    }
  }

  /// The changes of a value, each with the channels in which it is the same; empty channels for a
  /// change that is the same in all that are compared.
  func changes(of row: ComparisonRow) -> [Change] {
    var changes: [Change] = []
    for pair in pairs {
      guard let kind = row.change(in: pair) else { continue }
      let old = kind == .added ? "" : row.cells[pair.old].text
      let new = kind == .removed ? "" : row.cells[pair.new].text
      let channel = columns[pair.new].channel.map { [$0] } ?? []
      let index = changes.firstIndex { $0.kind == kind && $0.old == old && $0.new == new }
      if let index {
        changes[index].channels += channel
      } else {
        changes.append(Change(kind: kind, old: old, new: new, channels: channel))
      }
    }
    let isInAllChannels = changes.count == 1 && changes[0].channels.count == pairs.count
    if isInAllChannels { changes[0].channels = [] }
    return changes
  }

  /// The sign of a change: `+` added, `-` removed, `~` changed.
  private static func mark(_ change: ComparisonChange) -> String {
    switch change {
    case .added: "+"
    case .removed: "-"
    case .retyped, .changed: "~"
    }
  }

  /// The features that were added, removed or changed, and the values with another type; lines
  /// without names are left out.
  ///
  /// For example `features added: menu, search`.
  private func summary(of rows: [ComparisonRow]) -> [String] {
    /// The features whose change has this sign, each once.
    func features(marked sign: String) -> [String] {
      let ids = rows.filter { mark(of: $0) == sign }.map(\.feature)
      var seen: Set<Name> = []
      // Inserting an id returns whether it is new.
      return ids.filter { seen.insert($0) }
    }
    let retypedRows = rows.filter { $0.change(in: pairs) == .retyped }
    let lines = [
      ("features added", features(marked: "+")),
      ("features removed", features(marked: "-")),
      ("features changed", features(marked: "~")),
      ("retyped", retypedRows.map { "\($0.feature).\($0.path)" }),
    ]
    return lines.compactMap { title, names in
      names.isEmpty ? nil : "\(title): \(names.joined(separator: ", "))"
    }
  }
}

extension ComparedCell {
  /// Whether the cell's manifest lacks the feature.
  fileprivate var isOfNoFeature: Bool { if case .noFeature = self { true } else { false } }
}
