import ArgumentParser
import VirgaFiles
import VirgaManifest
import VirgaSource

/// A further manifest on the command line, as `FILE@CHANNEL` or as `FILE` with all its channels.
struct OtherManifest: Equatable {
  var path: String
  var channel: String?

  /// Reads what was written; an `@` that begins a path, as in `@owner/repo/path`, is part of it.
  init(_ text: String) {
    guard let mark = text.lastIndex(of: "@"), mark > text.startIndex, !text[mark...].contains("/") else {
      path = text
      return
    }
    path = String(text[..<mark])
    let name = String(text[text.index(after: mark)...])
    channel = name.isEmpty ? nil : name
  }

  /// The file on the disk, seen from a folder; nil where the manifest is elsewhere.
  func file(from folder: String) -> String? {
    path.hasPrefix("@") || path.contains("://") ? nil : FilePath.joined(folder, path)
  }

  /// The manifest in the channel that was named.
  ///
  /// - Throws: a usage error where it does not declare that channel.
  func compared(_ load: (String) throws -> Manifest) throws -> ComparedManifest {
    let manifest = try load(path)
    let channels = try channel.map { [try ManifestNames.channel($0, of: manifest)] } ?? []
    return ComparedManifest(path: path.maskingCredentials, manifest: manifest, channels: channels)
  }
}
