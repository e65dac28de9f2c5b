import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// A request to compare all features, which is answered in the background.
package struct ComparisonRequest: Equatable, Sendable {
  /// Which request it is: only the answer to the last one counts.
  let number: Int
  let columns: [ComparisonColumn]

  /// Compares them; with ten thousand features that takes about a second.
  package func run() -> ComparedFeatures { ComparedFeatures(columns, number: number) }

  package static func == (left: ComparisonRequest, right: ComparisonRequest) -> Bool {
    left.number == right.number && left.columns.map(\.title) == right.columns.map(\.title)
  }
}

/// All features in some columns, and what a session lays over some of them.
package struct ComparedFeatures: Sendable {
  let number: Int
  let columns: [ComparisonColumn]
  private let features: [(id: String, items: [MatrixItem])]

  init(_ columns: [ComparisonColumn], number: Int) {
    self.columns = columns
    self.number = number
    let comparison = Comparison(columns)
    features = comparison.featureIDs.map { ($0, comparison.rows(of: $0).map(MatrixItem.init)) }
  }

  /// The values of all features, with what a session lays over those of the first manifest.
  func items(under layers: SessionLayers?) -> [MatrixItem] {
    guard let layers else { return features.flatMap(\.items) }
    let comparison = Comparison(columns) { column, feature in
      guard column.source == 0 else { return column.manifest.merged(feature, channel: column.channel) }
      return column.manifest.merged(feature, channel: column.channel, under: layers[feature.id])
    }
    return features.flatMap { id, items in
      let isCovered = layers.overridden.contains(id) || layers.enrolled[id] != nil
      return isCovered ? comparison.rows(of: id).map(MatrixItem.init) : items
    }
  }
}
