import VirgaJSON
import VirgaManifest
import VirgaSource

/// A comparison for the people who review a change: a Markdown table for each feature.
struct ComparisonMarkdown {
  /// The manifest of which two revisions are compared; nil for other comparisons.
  private let manifest: String?
  private let columns: [ComparisonColumn]
  private let pairs: [ComparedPair]

  /// - Parameter pairs: The old and new columns of two versions; empty to show all columns.
  init(_ manifest: String?, _ columns: [ComparisonColumn], _ pairs: [ComparedPair]) {
    self.manifest = manifest
    self.columns = columns
    self.pairs = pairs
  }

  /// The document; rows that would make it too long are left out and counted at its end.
  ///
  /// The rows of a feature must follow each other.
  func text(_ rows: [ComparisonRow]) -> String {
    var text = head(rows)
    var length = text.unicodeScalars.count
    var shownCount = 0
    for row in rows {
      // A feature begins with the first row, and with each row whose feature is another one than
      // that of the row before.
      let beginsFeature = shownCount == 0 || !Self.isSameFeature(rows[shownCount - 1], row)
      let added = (beginsFeature ? featureHead(row) : "") + lines(of: row)
      length += added.unicodeScalars.count
      guard length <= MarkdownTable.maxLength else { break }
      text += added
      shownCount += 1
    }
    return text + note(leftOut: rows.dropFirst(shownCount))
  }

  private static func isSameFeature(_ one: ComparisonRow, _ other: ComparisonRow) -> Bool {
    one.feature.isSameName(as: other.feature)
  }

  /// The first row of each feature, from rows in which those of a feature follow each other.
  private static func firstRows(_ rows: some Collection<ComparisonRow>) -> [ComparisonRow] {
    var firstRows: [ComparisonRow] = []
    for row in rows {
      if let latest = firstRows.last, isSameFeature(latest, row) { continue }
      firstRows.append(row)
    }
    return firstRows
  }

  /// The title and a summary.
  private func head(_ rows: [ComparisonRow]) -> String {
    "### \(title)\n\n\(rows.isEmpty ? "No differences" : summary(rows)).\n"
  }

  /// What is compared: `app.fml.yaml: main → HEAD` or `old.fml.yaml → new.fml.yaml` for two
  /// versions, else the titles of the columns.
  private var title: String {
    // All pairs are of the same two versions.
    guard let pair = pairs.first else { return MarkdownTable.list(columns.map(\.title)) }
    let manifestName = manifest.map { MarkdownTable.name($0) + ": " } ?? ""
    let old = MarkdownTable.name(columns[pair.old].file)
    let new = MarkdownTable.name(columns[pair.new].file)
    return "\(manifestName)\(old) → \(new)"
  }

  /// How many features differ; of two versions `1 feature added, 2 features changed`, and the
  /// channels that were compared.
  private func summary(_ rows: [ComparisonRow]) -> String {
    let features = Self.firstRows(rows)
    guard !pairs.isEmpty else { return "\(features.count.pluralizing("feature")) with differences" }
    let versions = ComparedVersions(columns, pairs)
    let counts = [("added", "+"), ("removed", "-"), ("changed", "~")].compactMap {
      (word, sign) -> String? in
      let count = features.count { versions.mark(of: $0) == sign }
      return count == 0 ? nil : "\(count.pluralizing("feature")) \(word)"
    }
    let channels = pairs.compactMap { pair in columns[pair.new].channel }
    let inChannels = channels.isEmpty ? "" : ", in \(MarkdownTable.list(channels))"
    return counts.joined(separator: ", ") + inChannels
  }

  /// The heading of a feature, and the head of its table if it has rows for values.
  ///
  /// - Parameter row: The first row of the feature.
  private func featureHead(_ row: ComparisonRow) -> String {
    let heading = "\n#### \(change(of: row))\(MarkdownTable.name(row.feature))\n"
    // A row without a path is about a feature without variables: it has no table.
    guard !row.path.isEmpty else { return heading }
    let titles =
      pairs.isEmpty
      ? ["Value"] + columns.map { MarkdownTable.name($0.title) }
      : ["Change", "Value", "Channels", "Before", "After"]
    return heading + "\n" + MarkdownTable.line(titles)
      + MarkdownTable.line(titles.map { _ in "---" })
  }

  /// What happened to a feature, as in `Added: `; empty if no versions are compared.
  private func change(of row: ComparisonRow) -> String {
    guard !pairs.isEmpty else { return "" }
    switch ComparedVersions(columns, pairs).mark(of: row) {
    case "+": return "Added: "
    case "-": return "Removed: "
    default: return "Changed: "
    }
  }

  /// The lines of a row in the table of its feature: of two versions, one line for each change that
  /// differs between channels; else a single line with the cells.
  private func lines(of row: ComparisonRow) -> String {
    // A row without a path is about the feature, which the heading names.
    guard !row.path.isEmpty else { return "" }
    guard !pairs.isEmpty else {
      return MarkdownTable.line(
        [MarkdownTable.name(row.name)] + row.cells.map { MarkdownTable.value($0.text) })
    }
    let changes = ComparedVersions(columns, pairs).changes(of: row)
    let lines = changes.map { change in
      MarkdownTable.line([
        change.kind.rawValue, MarkdownTable.name(row.name),
        change.channels.isEmpty ? "all" : MarkdownTable.list(change.channels),
        MarkdownTable.value(change.old), MarkdownTable.value(change.new),
      ])
    }
    return lines.joined()
  }

  /// How many rows of how many features are left out; empty if none is.
  private func note(leftOut rows: ArraySlice<ComparisonRow>) -> String {
    guard !rows.isEmpty else { return "" }
    let features = Self.firstRows(rows).count.pluralizing("feature")
    return "\n\(rows.count.pluralizing("more value")) of \(features) are left out here; "
      + "virga compare without --format markdown prints all.\n"
  }
}
