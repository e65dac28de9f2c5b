import VirgaFiles
import VirgaManifest

/// A manifest to measure with.
final class Input {
  /// What the table calls it.
  let name: String
  /// Its file.
  let path: String
  /// All of its files, for programs that read them one by one.
  let files: [String]
  /// How many bytes they have.
  let size: Int
  /// The arguments that make virga open it: none for the embedded demo.
  let arguments: [String]

  init(_ name: String, _ path: String, files: [String]? = nil, size: Int, isEmbedded: Bool = false) {
    self.name = name
    self.path = path
    self.files = files ?? [path]
    self.size = size
    arguments = isEmbedded ? [] : ["open", path]
  }

  /// Whether it is the manifest that is part of the program.
  var isDemo: Bool { arguments.isEmpty }

  /// What reads it.
  var loader: ManifestLoader { ManifestLoader(files: .disk(), workingFolder: FilePath.folder(of: path)) }

  /// The manifest, read when it is wanted.
  var manifest: Manifest? {
    if loaded == nil { loaded = try? loader.load(path) }
    return loaded
  }

  private var loaded: Manifest?

  /// How long nothing has to come from the console before it counts as ready with it, in milliseconds.
  var silence: Double { size > 5_000_000 ? 3000 : size > 500_000 ? 1000 : 250 }

  /// The channels to ask for.
  var channels: [String?] {
    let channels = manifest?.channels ?? []
    return channels.isEmpty ? [nil] : channels
  }

  /// Forgets the manifest, so that no other row pays for its memory.
  func drop() { loaded = nil }
}
