import VirgaFiles
import VirgaResources
import VirgaSource

/// Finds the manifests that may include or import a file: in its folder, and in the folders above it
/// up to the client's folder or the root of the repository.
struct ManifestSearch {
  let files: FileReading
  let folders: FolderReading
  let workspaceFolders: [String]

  /// The number of folders that are searched if nothing ends the search.
  private static let maxDepth = 32

  /// The manifests among the folders around a file that include or import something, or that are the
  /// file itself.
  func candidates(for path: String) -> [String] {
    var found: [String] = []
    for folder in searchedFolders(around: path) {
      let names = folders.list(folder).filter { !$0.isFolder }.map(\.name).sorted()
      for name in names where Self.isYAML(name) {
        let candidate = FilePath.joined(folder, name)
        if isCandidate(candidate, for: path) { found.append(candidate) }
      }
    }
    return found
  }

  /// Whether a file is a manifest or a part of one: by its name, or by its keys.
  func isManifest(_ path: String) -> Bool {
    if path.hasSuffix(".fml.yaml") || path.hasSuffix(".fml.yml") || path.hasSuffix(".fml.json") {
      return true
    }
    return Self.isYAML(path) && hasLine(path, with: ["channels"])
      && hasLine(path, with: Self.joiningKeys + ["features"])
  }

  /// The keys with which a manifest has other files.
  private static let joiningKeys = ["includes", "include", "imports", "import"]

  private static func isYAML(_ path: String) -> Bool {
    path.hasSuffix(".yaml") || path.hasSuffix(".yml")
  }

  /// The folder of a file and those above it, up to the one where the search ends.
  private func searchedFolders(around path: String) -> [String] {
    var searched: [String] = []
    var folder = FilePath.folder(of: path)
    while searched.count < Self.maxDepth {
      searched.append(folder)
      let isTop = workspaceFolders.contains(folder) || isRepositoryRoot(folder)
      let parent = FilePath.folder(of: folder)
      if isTop || parent == folder { break }
      folder = parent
    }
    return searched
  }

  private func isRepositoryRoot(_ folder: String) -> Bool {
    folders.list(folder).contains { $0.name == ".git" }
  }

  /// Whether a file may be a manifest that has `path`.
  private func isCandidate(_ candidate: String, for path: String) -> Bool {
    let isFileItself = files.canonical(candidate) == path
    guard hasLine(candidate, with: ["channels"]) else { return false }
    return isFileItself || hasLine(candidate, with: Self.joiningKeys)
  }

  /// Whether a line of the file begins with one of the keys; the text need not be valid YAML.
  private func hasLine(_ path: String, with keys: [String]) -> Bool {
    guard let bytes = try? files.read(path) else { return false }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return lines.contains { line in keys.contains { line.starts(with: "\($0):".utf8) } }
  }
}
