import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The manifests in the folders of the client, and the files of those that no open document belongs
/// to.
///
/// The folders are searched once, some in each step, and again after files were created or deleted.
/// Hidden folders are skipped, and so are those that programs fill.
struct ManifestIndex {
  /// The most folders that are searched; those nearest to the client's folders come first.
  static let maxFolders = 10_000
  /// The most files that are read to find out whether they are manifests.
  static let maxFiles = 10_000
  /// The names of folders that programs fill.
  static let skippedFolders: Set = [
    "node_modules", "build", "target", "dist", "out", "DerivedData", "Pods", "Carthage",
  ]
  /// The folders that are searched in one step, so that a request waits for a few milliseconds.
  private static let foldersPerStep = 50
  /// The files in them after which a step ends.
  private static let filesPerStep = 50

  /// The folders that the client has open.
  private let roots: [String]
  /// The folders to search; the first ``searchedCount`` of them are done.
  private var folders: [String] = []
  /// The same folders, to find those that were added already.
  private var addedFolders: Set<Name> = []
  private var searchedCount = 0
  private var fileCount = 0
  /// The paths of the manifests that declare channels.
  private(set) var manifests: Set<Name> = []
  /// Those among them that include or import others.
  private(set) var referringManifests: Set<Name> = []
  /// The files of manifests that no open document belongs to, by the paths of their top files.
  private var files: [Name: KnownFiles] = [:]
  /// How often something has changed in the manifests that no open document belongs to.
  private(set) var revision = 0

  /// An index of folders that were not searched yet.
  init(folders roots: [String]) {
    self.roots = roots
    searchAgain()
  }

  // MARK: Searching folders

  /// Forgets which manifests were found, and starts the search again; the files of manifests that
  /// were loaded stay known.
  mutating func searchAgain() {
    folders = []
    addedFolders = []
    searchedCount = 0
    fileCount = 0
    manifests = []
    referringManifests = []
    revision += 1
    add(roots)
  }

  /// Whether all folders were searched.
  var isComplete: Bool { searchedCount >= min(folders.count, Self.maxFolders) }

  /// Searches the next folders.
  mutating func searchNext(_ search: SurroundingManifests) {
    let fileCountBefore = fileCount
    for _ in 0..<Self.foldersPerStep {
      guard !isComplete, fileCount - fileCountBefore < Self.filesPerStep else { return }
      let contents = search.contents(of: folders[searchedCount])
      searchedCount += 1
      add(contents.folders.filter { !Self.isSkipped(FilePath.name(of: $0)) })
      for file in contents.files where fileCount < Self.maxFiles {
        fileCount += 1
        examine(file, search)
      }
    }
  }

  private mutating func add(_ found: [String]) {
    // Inserting a folder returns whether it is new.
    for folder in found where addedFolders.insert(folder) { folders.append(folder) }
  }

  private static func isSkipped(_ name: String) -> Bool {
    name.hasPrefix(".") || skippedFolders.contains(name)
  }

  /// Whether a file is in a folder that is not searched: a hidden one, or one that programs fill.
  func skips(_ path: String) -> Bool {
    let around = roots.filter { path.hasPrefix($0 + "/") }
    guard let root = around.max(by: { $0.utf8.count < $1.utf8.count }) else { return false }
    let names = FilePath.folder(of: path).dropFirst(root.count).split(separator: "/")
    return names.contains { Self.isSkipped(String($0)) }
  }

  /// Adds a file if it is a manifest that declares channels.
  private mutating func examine(_ path: String, _ search: SurroundingManifests) {
    guard search.declaresChannels(path) else { return }
    let identity = search.canonical(path)
    manifests.insert(identity)
    if search.joinsFiles(path) { referringManifests.insert(identity) }
  }

  /// Notes a change of a file on disk; returns whether other manifests may include or import
  /// something now.
  mutating func update(_ change: FileChange, _ search: SurroundingManifests) -> Bool {
    guard ManifestCandidates.hasNameOfManifest(FilePath.name(of: change.path)) else { return false }
    guard change.kind == .changed else {
      searchAgain()
      return true
    }
    let path = search.canonical(change.path)
    guard addedFolders.contains(FilePath.folder(of: path)) else { return false }
    revision += 1
    let wasReferring = referringManifests.remove(path)
    manifests.remove(path)
    examine(path, search)
    return referringManifests.contains(path) != wasReferring
  }

  // MARK: Files of manifests

  /// Whether the files of a manifest are known.
  func knowsFiles(of manifest: String) -> Bool { files[manifest] != nil }

  /// Stores the files of a manifest that no open document belongs to, as they are on disk.
  mutating func store(_ manifest: LoadedManifest) {
    files[manifest.path] = KnownFiles(manifest.identities) { manifest.bytes(of: $0) }
    revision += 1
  }

  /// Forgets the files of each manifest of which one has another text than before.
  ///
  /// - Parameter read: Returns the text of a file; nil if it cannot be read.
  mutating func forgetChangedFiles(_ read: (String) -> [UInt8]?) {
    let unchanged = files.filter { $0.value == KnownFiles($0.value.identities, read) }
    guard unchanged.count < files.count else { return }
    files = unchanged
    revision += 1
  }

  /// The manifests that have a file and that no open document belongs to, to be loaded when they
  /// are needed.
  func manifests(with path: String) -> [LoadedManifest] {
    let found = files.filter { $0.value.identities.contains(path) }.sorted { $0.key < $1.key }
    return found.map { LoadedManifest(path: $0.key.text, identities: $0.value.identities) }
  }

  /// Removes the files of the manifests that have a file, and returns these manifests.
  @discardableResult
  mutating func takeManifests(with path: String) -> [LoadedManifest] {
    let found = manifests(with: path)
    for manifest in found { files[manifest.path] = nil }
    if !found.isEmpty { revision += 1 }
    return found
  }
}

/// The files of a manifest, and a hash of their texts.
private struct KnownFiles: Equatable {
  let identities: Set<Name>
  private let hash: Int

  /// Files with the texts that `read` returns; those of the web do not count.
  init(_ identities: Set<Name>, _ read: (String) -> [UInt8]?) {
    self.identities = identities
    var hasher = Hasher()
    for identity in identities.sorted() where identity.text.hasPrefix("/") {
      hasher.combine(identity)
      let bytes = read(identity.text) ?? []
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    hash = hasher.finalize()
  }
}
