import VirgaJSON
package import VirgaManifest
import VirgaSource

/// Names typed by a person that the manifest must declare.
package enum ManifestNames {
  /// The channel called `name`; if there is a single channel with another name, that one with a
  /// warning.
  package static func channel(_ name: String, of manifest: Manifest) throws(UnknownName) -> String {
    let channels = manifest.channels
    if channels.containsName(name) { return name }
    if channels.count == 1 {
      Output.remark(
        "warning: \(manifest.name) has no channel \(name); using \(channels[0]), its only one")
      return channels[0]
    }
    guard !channels.isEmpty else {
      throw UnknownName(description: "\(manifest.name) declares no channels; leave --channel out")
    }
    let list = channels.joined(separator: ", ")
    let hint = NameSuggestions.ending(for: name, among: channels)
    throw UnknownName(
      description: "\(manifest.name) has no channel \(name); it has \(list)\(hint)")
  }

  /// The feature with an id; the error suggests a similar id.
  package static func feature(
    _ id: String, of manifest: Manifest
  ) throws(UnknownName) -> FeatureDefinition {
    if let feature = manifest.feature(id) { return feature }
    let hint = NameSuggestions.ending(for: id, among: manifest.features.map(\.id))
    throw UnknownName(description: "\(manifest.name) has no feature \(id)\(hint)")
  }
}

/// A name that a manifest does not declare.
package struct UnknownName: Error, CustomStringConvertible {
  /// The error, with the existing names or a similar one.
  package let description: String
}
