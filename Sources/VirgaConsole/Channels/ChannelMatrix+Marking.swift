import VirgaJSON
import VirgaManifest

extension ChannelMatrix {
  /// The most rows that are copied at a time: more than that is more than terminals take, and takes long to make.
  static let mostCopied = 2_000

  /// The names by which the rows under the cursor are marked: one, or those of a feature under its heading.
  var markable: [String] {
    guard found.places.indices.contains(scroll.cursor) else { return [] }
    let here = found.places[scroll.cursor]
    guard here.row == nil else { return [mark(here)].compactMap(\.self) }
    return found.places[(scroll.cursor + 1)...].prefix { $0.group == here.group }.compactMap(mark)
  }

  /// The names of all rows that are shown.
  var allMarkable: [String] { found.places.compactMap(mark) }

  /// Whether a row is marked.
  func isMarked(_ row: ComparisonRow) -> Bool { marked.contains("\(row.feature)\n\(row.name)") }

  /// The rows that a command acts on: those that are marked, else the one under the cursor.
  var subjects: [ComparisonRow] {
    guard isCurrent, !marked.isEmpty else { return [selectedLine?.row].compactMap(\.self) }
    return lines(at: markedPlaces).compactMap(\.row)
  }

  /// The features of the rows that a command acts on.
  var subjectFeatures: [String] {
    guard let table, isCurrent, !marked.isEmpty else { return [selectedLine?.feature].compactMap(\.self) }
    var seen: Set<Int> = []
    return markedPlaces.filter { seen.insert($0.group).inserted }.map { table.features[$0.group] }
  }

  /// What is to be copied or written: the rows that are marked, else all that are shown.
  func draft(as format: ComparisonFormat) -> MatrixDraft? {
    table.map { MatrixDraft(marked.isEmpty ? found.places : markedPlaces, of: $0, in: view, as: format) }
  }

  /// How many rows are marked, and how many of them a filter or another choice of rows keeps out of sight.
  var markedWords: String? {
    guard !marked.isEmpty else { return nil }
    return "\(marked.count) marked" + (markedOutOfSight > 0 ? ", \(markedOutOfSight) out of sight" : "")
  }

  mutating func countMarks() {
    guard !marked.isEmpty else { return markedOutOfSight = 0 }
    var outOfSight = marked
    outOfSight.subtract(NameSet(allMarkable))
    markedOutOfSight = outOfSight.count
  }

  private var markedPlaces: [MatrixLines.Place] {
    guard let table else { return [] }
    return marked.compactMap { mark -> MatrixLines.Place? in
      let parts = mark.split(separator: "\n", maxSplits: 1).map(String.init)
      guard parts.count == 2, let group = table.places[parts[0]] else { return nil }
      return table.row(parts[1], of: group, in: view).map { MatrixLines.Place(group: group, row: $0) }
    }
    .sorted { ($0.group, $0.row ?? 0) < ($1.group, $1.row ?? 0) }
  }

  private func mark(_ place: MatrixLines.Place) -> String? {
    guard let table, let row = place.row else { return nil }
    return "\(table.features[place.group])\n\(table.name(row, of: place.group))"
  }
}
