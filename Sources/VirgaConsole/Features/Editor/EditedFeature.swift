import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// A feature under its recipes, as the base that the text of an editor patches.
struct EditedFeature: Sendable {
  /// Everything besides the text that its problems and its merged result depend on.
  struct Key: Equatable, Sendable {
    let feature: String
    /// The identity of the manifest.
    let manifest: Int
    let channel: Name?
    let enrolled: EffectiveFeature?
    let preferences: [Name: JSONValue]
  }

  let key: Key
  let manifest: Manifest
  /// The feature without an edit.
  let base: MergedFeature

  /// Merges the feature with the configs of the enrolled recipes in the key, as the base that an
  /// edit patches.
  ///
  /// App settings are left out, because they override an edit.
  ///
  /// `reading` gives the feature as apps read it with some layers over the manifest's defaults.
  init(_ key: Key, _ feature: FeatureDefinition, in manifest: Manifest) {
    self.key = key
    self.manifest = manifest
    base = manifest.reading(
      of: feature, channel: key.channel?.text, under: FeatureLayers(key.enrolled))
  }

  /// The feature as the app gets it with a config as its edit; nil for no edit.
  func merged(under config: LocatedValue?) -> MergedFeature {
    let layers = FeatureLayers(key.enrolled, edit: config, preferences: key.preferences)
    return manifest.reading(of: base.feature, channel: base.channel, under: layers)
  }

  /// The name of the text in the locations of its problems.
  static let textName = "edit.json"
}
