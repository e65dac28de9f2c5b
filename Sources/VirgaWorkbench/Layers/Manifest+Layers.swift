package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest

extension Manifest {
  /// The feature with the defaults of `channel` and all that lies over them, every value with its layers.
  package func merged(_ feature: FeatureDefinition, channel: String?, under layers: FeatureLayers) -> MergedFeature {
    var merged = merged(feature, channel: channel)
    if let config = layers.config { merged.lay(config) }
    merged.lay(preferences: layers.preferences)
    return merged
  }

  /// The features that several recipes may configure at once.
  package var coenrollingFeatures: NameSet { NameSet(features.lazy.filter(\.allowsCoenrollment).map(\.id)) }
}
