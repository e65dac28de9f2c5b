import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// A request to compare all features, which is answered in the background.
package struct ComparisonRequest: Sendable {
  /// What is compared.
  struct Source: Equatable, Sendable {
    /// Which manifest it is.
    let manifest: Workspace.Identity
    /// How often another manifest was added.
    let others: Int
  }

  let source: Source
  let columns: [ComparisonColumn]
}

extension Background.Job where Request == ComparisonRequest, Answer == ComparedFeatures {
  /// Compares them; with ten thousand features that takes about a second.
  package func run() -> Background.Reply { reply(ComparedFeatures(request.columns)) }
}

/// All features in some columns, and what a session lays over some of them.
package struct ComparedFeatures: Sendable {
  let columns: [ComparisonColumn]
  private let features: [(id: String, items: [MatrixItem])]

  init(_ columns: [ComparisonColumn]) {
    self.columns = columns
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
