import VirgaFiles
import VirgaManifest
import VirgaResources

/// Finds the manifests that may include or import a file: in its folder, and in the folders above it
/// up to the client's folder or the root of the repository.
struct ManifestSearch {
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

  /// The manifests around a file that include or import something, or that are the file itself.
  func candidates(for path: String) -> [String] {
    searchedFolders(around: path).flatMap { finder.manifests(in: $0) }.filter { candidate in
      files.canonical(candidate) == path || finder.joinsFiles(candidate)
    }
  }

  /// Whether a file is a manifest or a part of one: by its name, or by its keys.
  func isManifest(_ path: String) -> Bool {
    let endings = [".fml.yaml", ".fml.yml", ".fml.json"]
    let isNamed = endings.contains { path.hasSuffix($0) }
    let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
    return isNamed || (isYAML && finder.isManifest(path))
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
