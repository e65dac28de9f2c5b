import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaSource

/// Names on the command line that have to be in a manifest.
enum ManifestNames {
  /// The channel called `name`; of a manifest with a single one, that one whatever the name.
  ///
  /// - Throws: a usage error with what there is where it is not declared.
  static func channel(_ name: String, of manifest: Manifest) throws -> String {
    let channels = manifest.channels
    if channels.containsName(name) { return name }
    if channels.count == 1 {
      Output.remark("warning: \(manifest.name) has no channel \(name); \(channels[0]) counts, its only one")
      return channels[0]
    }
    let hint = NearNames.ending(for: name, among: channels)
    throw ValidationError(
      channels.isEmpty
        ? "\(manifest.name) declares no channels; leave --channel out"
        : "\(manifest.name) has no channel \(name); it has \(channels.joined(separator: ", "))\(hint)")
  }

  /// The feature called `id`.
  ///
  /// - Throws: a usage error with a near name where there is none.
  static func feature(_ id: String, of manifest: Manifest) throws -> FeatureDefinition {
    if let feature = manifest.feature(id) { return feature }
    let hint = NearNames.ending(for: id, among: manifest.features.map(\.id))
    throw ValidationError("\(manifest.name) has no feature \(id)\(hint)")
  }
}
