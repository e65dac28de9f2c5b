import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaResources
import VirgaRuntime
import VirgaSource

/// Finds the manifests that files belong to: in the folder of each file and in the folders above
/// it, up to the root of the repository.
struct IncluderSearch {
  /// The number of folders in which the manifests of a file are looked for: more than projects have
  /// above each other.
  private static let maxFolders = 32

  private let machine: Machine
  /// Loads a manifest; nil if it cannot be loaded.
  private let load: (String) -> Manifest?
  /// The folder at which the search ends.
  private let top: String
  /// The manifests in each folder that was searched, with the identities of their files.
  private var manifests: [String: [Candidate]] = [:]

  /// A manifest that may include a file.
  private struct Candidate {
    let path: String
    /// Nil if it cannot be loaded.
    let manifest: Manifest?
    let files: Set<Name>
  }

  /// A search that ends at the root of the repository, or without one in the working folder.
  init(_ machine: Machine, load: @escaping (String) -> Manifest?) {
    self.machine = machine
    self.load = load
    let folder = machine.workingFolder
    top = FilePath.repositoryRoot(above: folder, exists: FileWriting.exists) ?? folder
  }

  /// The manifests that are among `files`, or that include or import one of them.
  ///
  /// A file that no manifest includes counts as a manifest itself if its name ends in `.fml.yaml`
  /// or `.fml.yml`, and is left out otherwise.
  mutating func manifests(of files: [String]) -> [String] {
    var found: [String] = []
    var seen: Set<Name> = []
    for file in files {
      let path = FilePath.joined(machine.workingFolder, file)
      let owners = owners(of: path)
      let hasNameOfManifest = file.hasSuffix(".fml.yaml") || file.hasSuffix(".fml.yml")
      let fileItself = hasNameOfManifest ? [path] : []
      let manifests = owners.isEmpty ? fileItself : owners
      // Inserting a path returns whether it is new.
      for manifest in manifests where seen.insert(manifest) {
        found.append(FilePath.relative(manifest, ifBelow: machine.workingFolder))
      }
    }
    return found
  }

  /// Whether a manifest includes, and does not import, the file at an absolute path.
  mutating func isIncluded(_ path: String) -> Bool {
    let identity = machine.files.canonical(path)
    return candidates(around: path).contains { $0.manifest?.includes(identity) == true }
  }

  /// The manifests that consist of the file at an absolute path, or include or import it.
  private mutating func owners(of path: String) -> [String] {
    // One file can have several paths, by symbolic links.
    let identity = Name(machine.files.canonical(path))
    return candidates(around: path).filter { $0.files.contains(identity) }.map(\.path)
  }

  /// The manifests in the folder of a file and in those above.
  ///
  /// The search ends at ``top``, the root of the repository, or at the home folder, whichever comes
  /// first: ``top`` is not above a file of another project. It always ends after ``maxFolders``.
  private mutating func candidates(around path: String) -> [Candidate] {
    var found: [Candidate] = []
    let folders = FilePath.folders(upFrom: FilePath.folder(of: path))
    let ends = [top, machine.environment["HOME"]].compactMap(\.self)
    for folder in folders.prefix(Self.maxFolders) {
      found += candidates(in: folder)
      if ends.contains(folder) { break }
    }
    return found
  }

  /// The manifests in a folder; they are loaded only the first time.
  private mutating func candidates(in folder: String) -> [Candidate] {
    if let known = manifests[folder] { return known }
    let search = ManifestCandidates(files: machine.files) { folder in
      FolderReading.disk.list(folder).filter { !$0.isFolder }.map(\.name)
    }
    let found = search.manifests(in: folder).map { path in
      // One that cannot be loaded has at least its own file.
      let manifest = load(path)
      let files = manifest?.files.map(\.path) ?? [machine.files.canonical(path)]
      return Candidate(path: path, manifest: manifest, files: Set(naming: files))
    }
    manifests[folder] = found
    return found
  }
}
