import VirgaFiles
import VirgaManifest

/// A manifest used for measurements.
struct Input {
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

  init(_ name: String, _ path: String, files: [String]? = nil, size: Int, isEmbedded: Bool = false)
  {
    self.name = name
    self.path = path
    self.files = files ?? [path]
    self.size = size
    arguments = isEmbedded ? [] : ["open", path]
  }

  /// Whether it is the embedded demo.
  var isDemo: Bool { arguments.isEmpty }

  /// The loader.
  var loader: ManifestLoader {
    ManifestLoader(files: .disk(), workingFolder: FilePath.folder(of: path))
  }

  /// How long the console must be silent to count as ready, in milliseconds.
  var silence: Double { size > 500_000 ? 1000 : 250 }
}
