import VirgaFiles
import VirgaManifest

/// A manifest used for measurements.
final class Input {
  /// Its name in the table.
  let name: String
  /// The path of its file.
  let path: String
  /// All its files, for programs that read them one by one.
  let files: [String]
  /// The total size in bytes.
  let size: Int
  /// The arguments that make virga open it; empty for the embedded demo.
  let arguments: [String]

  init(_ name: String, _ path: String, files: [String]? = nil, size: Int, isEmbedded: Bool = false) {
    self.name = name
    self.path = path
    self.files = files ?? [path]
    self.size = size
    arguments = isEmbedded ? [] : ["open", path]
  }

  /// Whether it is the embedded demo.
  var isDemo: Bool { arguments.isEmpty }

  /// The loader.
  var loader: ManifestLoader { ManifestLoader(files: .disk(), workingFolder: FilePath.folder(of: path)) }

  /// The manifest, loaded on first use.
  var manifest: Manifest? {
    if loaded == nil { loaded = try? loader.load(path) }
    return loaded
  }

  private var loaded: Manifest?

  /// How long the console must be silent to count as ready, in milliseconds.
  var silence: Double { size > 5_000_000 ? 3000 : size > 500_000 ? 1000 : 250 }

  /// The channels to measure.
  var channels: [String?] {
    let channels = manifest?.channels ?? []
    return channels.isEmpty ? [nil] : channels
  }

  /// Unloads the manifest so that its memory does not count for other rows.
  func drop() { loaded = nil }
}
