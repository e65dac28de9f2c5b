import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaResources
import VirgaSource

/// Finds manifests that may include or import a file, by the names and the texts of files.
struct SurroundingManifests {
  private let files: FileReading
  private let folders: FolderReading
  private let workspaceFolders: [String]
  private let finder: ManifestCandidates

  /// A search that ends at the folders that the client has open.
  init(files: FileReading, folders: FolderReading, workspaceFolders: [String]) {
    self.files = files
    self.folders = folders
    self.workspaceFolders = workspaceFolders
    finder = ManifestCandidates(files: files) { folder in
      folders.list(folder).filter { !$0.isFolder }.map(\.name)
    }
  }

  /// The manifests around a file that include or import something, or that are the file itself: in
  /// its folder, and in the folders above it up to the client's folder or the root of the
  /// repository.
  func candidates(around path: String) -> [String] {
    let found = searchedFolders(around: path).flatMap { finder.manifests(in: $0) }
    let joining = found.filter { candidate in
      files.canonical(candidate) == path || finder.hasIncludesOrImports(candidate)
    }
    return joining.map { files.canonical($0) }
  }

  /// Whether a file is a manifest or a part of one: by its name, or by its keys.
  func isManifest(_ path: String) -> Bool {
    let endings = [".fml.yaml", ".fml.yml", ".fml.json"]
    let isNamed = endings.contains { path.hasSuffix($0) }
    let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    return isNamed || (isYAML && finder.isManifest(path))
  }

  /// Whether a file is a manifest that declares channels, so that no other one has to include it.
  func declaresChannels(_ path: String) -> Bool { finder.isManifest(path) }

  /// Whether a file is a manifest that includes or imports others.
  func joinsFiles(_ path: String) -> Bool { finder.hasIncludesOrImports(path) }

  /// A path with symbolic links resolved.
  func canonical(_ path: String) -> String { files.canonical(path) }

  /// What a folder has, by absolute paths.
  struct Contents {
    let folders: [String]
    /// The files that can be manifests by their names.
    let files: [String]
  }

  /// The folders in a folder, and its files that can be manifests by their names, sorted.
  func contents(of folder: String) -> Contents {
    let entries = folders.list(folder).sorted { $0.name.isListed(before: $1.name) }
    let named = entries.filter { entry in
      !entry.isFolder && ManifestCandidates.hasNameOfManifest(entry.name)
    }
    return Contents(
      folders: entries.filter(\.isFolder).map { FilePath.joined(folder, $0.name) },
      files: named.map { FilePath.joined(folder, $0.name) })
  }

  /// The folder of a file and those above it, up to the one where the search ends.
  private func searchedFolders(around path: String) -> [String] {
    let all = FilePath.folders(upFrom: FilePath.folder(of: path))
    let top = all.firstIndex { folder in
      workspaceFolders.contains(folder) || isRepositoryRoot(folder)
    }
    return top.map { Array(all[...$0]) } ?? all
  }

  private func isRepositoryRoot(_ folder: String) -> Bool {
    folders.list(folder).contains { $0.name == ".git" }
  }
}
