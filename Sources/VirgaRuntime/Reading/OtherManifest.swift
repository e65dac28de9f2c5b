import VirgaFiles
package import VirgaManifest
import VirgaSource

/// Another manifest to compare with, written as `FILE@CHANNEL`, or as `FILE` for all its channels.
package struct OtherManifest: Equatable {
  package let path: String
  let channel: String?

  /// Parses the text at its last `@`: `a.fml.yaml@beta` is the channel `beta` of `a.fml.yaml`.
  ///
  /// An `@` before a slash belongs to the path, as in `@owner/repo/path`.
  package init(_ text: String) {
    // An `@` at the start names a repository.
    guard let mark = text.lastIndex(of: "@"), mark > text.startIndex, !text[mark...].contains("/")
    else {
      path = text
      channel = nil
      return
    }
    path = String(text[..<mark])
    let name = String(text[text.index(after: mark)...])
    channel = name.isEmpty ? nil : name
  }

  /// The revision in `git:REVISION`, which names an earlier version of the console's own manifest;
  /// nil for other names.
  static func revision(in name: String) -> String? {
    let lead = "git:"
    return name.hasPrefix(lead) ? String(name.dropFirst(lead.count)) : nil
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
