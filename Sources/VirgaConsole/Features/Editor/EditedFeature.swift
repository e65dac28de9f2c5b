import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

struct EditedFeature: Sendable {
  /// What determines the result of a text.
  struct Key: Equatable, Sendable {
    let feature: String
    let manifest: Int
    let channel: Name?
    let enrolled: EffectiveFeature?
    let preferences: [Name: JSONValue]
  }

  let key: Key
  let manifest: Manifest
  let base: MergedFeature

  init(_ key: Key, _ feature: FeatureDefinition, in manifest: Manifest) {
    (self.key, self.manifest) = (key, manifest)
    base = manifest.reading(
      of: feature, channel: key.channel?.text, under: FeatureLayers(key.enrolled))
  }

  /// The feature as the app gets it with a config as its edit; without one, as it gets it now.
  func merged(under config: LocatedValue?) -> MergedFeature {
    let layers = FeatureLayers(key.enrolled, edit: config, preferences: key.preferences)
    return manifest.reading(of: base.feature, channel: base.channel, under: layers)
  }

  static let textName = "edit.json"
}
