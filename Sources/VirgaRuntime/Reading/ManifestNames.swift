import VirgaFiles
import VirgaJSON
package import VirgaManifest
import VirgaSource

/// Names typed by a person that the manifest must declare.
package enum ManifestNames {
  /// The channel called `name`; if the manifest has a single channel, that one with a warning.
  package static func channel(_ name: String, of manifest: Manifest) throws(UnknownName) -> String {
    let channels = manifest.channels
    if channels.containsName(name) { return name }
    if channels.count == 1 {
      Output.remark("warning: \(manifest.name) has no channel \(name); using \(channels[0]), its only one")
      return channels[0]
    }
    let hint = NameSuggestions.ending(for: name, among: channels)
    throw UnknownName(
      channels.isEmpty
        ? "\(manifest.name) declares no channels; leave --channel out"
        : "\(manifest.name) has no channel \(name); it has \(channels.joined(separator: ", "))\(hint)")
  }

  package static func feature(_ id: String, of manifest: Manifest) throws(UnknownName) -> FeatureDefinition {
    if let feature = manifest.feature(id) { return feature }
    let hint = NameSuggestions.ending(for: id, among: manifest.features.map(\.id))
    throw UnknownName("\(manifest.name) has no feature \(id)\(hint)")
  }
}

/// A name that a manifest does not declare.
package struct UnknownName: Error, CustomStringConvertible {
  /// The error, with the existing names or a similar one.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Another manifest to compare with, written as `FILE@CHANNEL`, or as `FILE` for all its channels.
package struct OtherManifest: Equatable {
  let path: String
  let channel: String?

  /// Parses the text; an `@` at the start, as in `@owner/repo/path`, belongs to the path.
  package init(_ text: String) {
    guard let mark = text.lastIndex(of: "@"), mark > text.startIndex, !text[mark...].contains("/") else {
      (path, channel) = (text, nil)
      return
    }
    path = String(text[..<mark])
    let name = String(text[text.index(after: mark)...])
    channel = name.isEmpty ? nil : name
  }

  /// The file's absolute path, resolved from a folder; nil if the manifest is not a local file.
  func file(from folder: String) -> String? {
    path.hasPrefix("@") || path.contains("://") ? nil : FilePath.joined(folder, path)
  }

  /// Loads the manifest to compare it in the given channel.
  ///
  /// - Throws: What `load` throws; ``UnknownName`` if the manifest does not declare the channel.
  package func compared(_ load: (String) throws -> Manifest) throws -> ComparedManifest {
    let manifest = try load(path)
    let channels = try channel.map { [try ManifestNames.channel($0, of: manifest)] } ?? []
    return ComparedManifest(path: path.maskingCredentials, manifest: manifest, channels: channels)
  }
}
