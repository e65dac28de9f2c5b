import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// A request to compare all features in the background.
package struct ComparisonRequest: Sendable {
  let columns: [ComparisonColumn]
}

extension Background.Job where Request == ComparisonRequest, Answer == ComparedFeatures {
  /// Compares the features; takes about a second for ten thousand.
  package func run() -> Background.Reply { reply(ComparedFeatures(request.columns)) }
}

/// All features in some columns, without the session's layers.
package struct ComparedFeatures: Sendable {
  let columns: [ComparisonColumn]
  private let features: [(id: String, items: [MatrixItem])]

  init(_ columns: [ComparisonColumn]) {
    self.columns = columns
    let comparison = Comparison(columns)
    features = comparison.featureIDs.map { ($0, comparison.rows(of: $0).map(MatrixItem.init)) }
  }

  /// The session's layers are over the first manifest only.
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
