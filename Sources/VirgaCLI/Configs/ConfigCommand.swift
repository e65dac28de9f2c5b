import ArgumentParser
import VirgaManifest

/// What the subcommands about the configs of one feature share.
protocol ConfigCommand: ManifestCommand {
  var path: String { get }
  var featureID: String { get }
  var channel: String? { get }
}

extension ConfigCommand {
  /// The manifest, the feature and the channel that the command line names.
  ///
  /// A manifest with errors serves as far as it can be read; they are printed on standard error.
  func subject() throws -> (manifest: Manifest, feature: FeatureDefinition, channel: String?) {
    let manifest = try loadedManifest(path)
    let channel = try self.channel(channel, of: manifest)
    let feature = try self.feature(featureID, of: manifest)
    _ = remarkErrors(manifest.problems)
    return (manifest, feature, channel)
  }
}
