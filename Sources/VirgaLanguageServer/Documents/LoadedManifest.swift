import VirgaJSON
import VirgaManifest
import VirgaSource

/// A manifest that a document of the client belongs to, as it was loaded last.
struct LoadedManifest {
  /// The path of its top file.
  let path: String
  /// Nil if the top file is not a manifest.
  private(set) var manifest: Manifest?
  /// The last one that was loaded while every open document of it could be parsed, or from earlier
  /// texts of these; it is older than ``manifest`` while a person types what cannot be parsed.
  private(set) var lastReadable: Manifest?
  /// Why the top file is not a manifest.
  private(set) var failures: [Problem] = []
  /// Whether a file has changed since it was loaded.
  private(set) var isStale = true
  /// How often it was loaded.
  private(set) var revision = 0
  /// The identities of its files, also of those that could not be read.
  private(set) var identities: Set<Name>

  /// A manifest that is not loaded yet.
  ///
  /// - Parameters:
  ///   - path: The path of its top file.
  ///   - identities: The identities of its other files, if they are known.
  init(path: String, identities: Set<Name> = []) {
    self.path = path
    self.identities = identities.union([Name(path)])
  }

  /// Whether it has never been loaded.
  var isNew: Bool { revision == 0 }

  /// Whether it has files of the web that could not be fetched.
  var lacksFilesOfWeb: Bool {
    manifest?.files.contains { $0.source == nil && !$0.readPath.hasPrefix("/") } ?? false
  }

  /// Whether it is only a part of other manifests: it declares no channels.
  var isPart: Bool { lastReadable?.canOnlyBeIncluded ?? false }

  /// Whether the file is one of those that were read or looked for.
  func contains(_ path: String) -> Bool { identities.contains(path) }

  /// The text of a file as it was when the manifest was loaded; nil if it could not be read.
  func bytes(of path: String) -> [UInt8]? { manifest?.file(at: path)?.source?.bytes }

  /// Stores what was loaded.
  ///
  /// - Parameter isReadable: Whether every open document of it could be parsed.
  mutating func store(_ loaded: Result<Manifest, Problems>, isReadable: Bool) {
    isStale = false
    revision += 1
    switch loaded {
    case .success(let manifest):
      self.manifest = manifest
      failures = []
      let found = Set(naming: manifest.files.map(\.path) + [path])
      // What a document includes belongs to the manifest even while it cannot be parsed.
      identities = isReadable ? found : identities.union(found)
      if isReadable || lastReadable == nil { lastReadable = manifest }
    case .failure(let problems):
      manifest = nil
      failures = problems.all
    }
  }

  /// Stores what was loaded over earlier texts of its open files, which could be read.
  mutating func storeReadable(_ manifest: Manifest) {
    lastReadable = manifest
    identities.formUnion(Set(naming: manifest.files.map(\.path)))
  }

  /// Marks it as changed, to be loaded when it is asked for.
  mutating func invalidate() { isStale = true }
}
