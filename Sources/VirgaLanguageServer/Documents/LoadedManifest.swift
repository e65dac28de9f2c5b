import VirgaJSON
import VirgaManifest
import VirgaSource

/// A manifest that a document of the client belongs to, as it was loaded last.
struct LoadedManifest {
  /// The path of its top file.
  let path: String
  /// Nil if the top file is not a manifest.
  private(set) var manifest: Manifest?
  /// The last one that was loaded while every open file of it could be read.
  private(set) var readable: Manifest?
  /// Why the top file is not a manifest.
  private(set) var failures: [Problem] = []
  /// Whether a file has changed since it was loaded.
  private(set) var isStale = true
  /// How often it was loaded.
  private(set) var revision = 0
  /// The identities of its files.
  private var identities: Set<Name>

  init(path: String) {
    self.path = path
    identities = [Name(path)]
  }

  /// Whether it has never been loaded.
  var isNew: Bool { revision == 0 }

  /// Whether the file is one of those that were read or looked for.
  func contains(_ path: String) -> Bool { identities.contains(path) }

  /// Stores what was loaded.
  ///
  /// - Parameter isReadable: Whether the open files could be read.
  mutating func store(_ loaded: Result<Manifest, Problems>, isReadable: Bool) {
    isStale = false
    revision += 1
    switch loaded {
    case .success(let manifest):
      self.manifest = manifest
      failures = []
      identities = Set(naming: manifest.files.map(\.path) + [path])
      if isReadable || readable == nil { readable = manifest }
    case .failure(let problems):
      manifest = nil
      failures = problems.all
    }
  }

  /// Marks it as changed, to be loaded when it is asked for.
  mutating func invalidate() { isStale = true }
}
