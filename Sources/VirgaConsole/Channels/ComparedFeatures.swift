import VirgaJSON
import VirgaManifest
import VirgaWorkbench

extension Background.Job where Request == [ComparisonColumn], Answer == ComparedFeatures {
  /// Compares all features in the columns; takes about a second for ten thousand.
  package func run() -> Background.Reply { (number, ComparedFeatures(request)) }
}

/// All features in some columns, without the session's layers.
package struct ComparedFeatures: Sendable {
  let columns: [ComparisonColumn]
  private let features: [[ComparisonRow]]

  init(_ columns: [ComparisonColumn]) {
    self.columns = columns
    let comparison = Comparison(columns)
    features = comparison.featureIDs.map(comparison.rows)
  }

  /// The rows of each feature; the session's layers are over the first manifest only.
  func rows(under layers: SessionLayers?) -> [[ComparisonRow]] {
    guard let layers else { return features }
    let comparison = Comparison(columns) { column, feature in
      guard column.source == 0 else { return column.manifest.merged(feature, channel: column.channel) }
      return column.manifest.merged(feature, channel: column.channel, under: layers[feature.id])
    }
    return features.map { rows in
      guard let id = rows.first?.feature else { return rows }
      return layers.overridden.contains(id) || layers.enrolled[id] != nil ? comparison.rows(of: id) : rows
    }
  }
}

struct MatrixItem: ListItem {
  let id: Name
  let name: String
  /// The value in each of the shown columns.
  let row: ComparisonRow
  /// Whether any two of them differ.
  let differs: Bool
  /// The change by a further manifest.
  let change: ComparisonChange?

  /// Nil if none of the columns has it, or if it is about types that agree.
  init?(_ row: ComparisonRow, _ pairs: [ComparedPair]) {
    (self.row, name, differs) = (row, row.name, row.differs)
    guard row.cells.contains(where: \.isPresent), differs || !row.isAboutTypes else { return nil }
    id = Name("\(row.feature)\n\(name)")
    change = row.change(in: pairs)
  }

  var section: String? { row.feature }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    guard !fuzzy else { return nil }
    let isMatch = filter.allWords { word in
      word.occurs(in: name) || word.occurs(in: row.feature) || change.map { word.isAll(of: $0.rawValue) } == true
    }
    return isMatch ? 0 : nil
  }
}
