/// Which manifest generated code comes from, as it reports that to a session.
package struct ManifestIdentity: Hashable, Sendable {
  package let name: String
  /// Nil if the manifest has no channels.
  package let channel: String?
  /// The hash of the manifest that the code was generated from.
  package let hash: String

  /// Creates an identity from its parts; `channel` is nil for a manifest without channels, and
  /// `hash` is that of the manifest's content.
  package init(name: String, channel: String?, hash: String) {
    self.name = name
    self.channel = channel
    self.hash = hash
  }

  /// Nil for code that does not say where it comes from, such as hand-written code.
  init?(of manifest: (some FeatureManifestInterface).Type) {
    guard let name = manifest.manifestName, let hash = manifest.manifestHash else { return nil }
    self.init(name: name, channel: manifest.channel, hash: hash)
  }
}
