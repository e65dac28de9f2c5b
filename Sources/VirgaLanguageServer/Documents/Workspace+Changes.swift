import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

// What changes outside of the open documents: only the manifests that it concerns are loaded again.

extension Workspace {
  /// Notes what changed on disk: manifests with a changed file are loaded again when they are asked
  /// for, and those of open documents are searched again if another manifest may have a document.
  ///
  /// - Returns: The paths of the manifests that no longer exist.
  mutating func apply(_ changes: [FileChange]) -> [String] {
    var deleted: [String] = []
    var mustSearch = false
    for change in changes {
      let paths = identities(of: change.path)
      for path in paths.map(\.text) {
        invalidate(path)
        // What the index knows of the files of these manifests may have changed.
        let forgotten = index.takeManifests(with: path)
        if !forgotten.isEmpty { mustSearch = true }
        if change.kind == .deleted, isDeletedManifest(path) { deleted.append(path) }
      }
      if isNamedByOptions(change.path) { invalidateAll() }
      let isOtherIndex =
        concernsSearch(change.path) && index.update(change, surroundingManifests)
      if isOtherIndex { mustSearch = true }
    }
    for path in deleted { manifests[path] = nil }
    if mustSearch { searchAgain() }
    return deleted
  }

  /// Whether a file may be found by a search: not one in a folder that is skipped, unless a
  /// document in or below that folder is open.
  private func concernsSearch(_ path: String) -> Bool {
    let folder = surroundings.files.canonical(FilePath.folder(of: path))
    guard index.skips(FilePath.joined(folder, FilePath.name(of: path))) else { return true }
    return documents.keys.contains { $0.text.hasPrefix(folder + "/") }
  }

  /// The identities that a file may have in manifests: a manifest that looked for a file before it
  /// existed knows it by another path, if one of the folders is a symbolic link.
  private func identities(of path: String) -> Set<Name> {
    let files = surroundings.files
    let folder = files.canonical(FilePath.folder(of: path))
    return Set(naming: [
      path, files.canonical(path), FilePath.joined(folder, FilePath.name(of: path)),
    ])
  }

  /// Whether a path is that of a manifest that is neither on disk nor open.
  private func isDeletedManifest(_ path: String) -> Bool {
    manifests[path] != nil && source(path) == nil
  }

  /// Whether the options of the program name a file, such as one with the folders of repositories.
  private func isNamedByOptions(_ path: String) -> Bool {
    surroundings.options.repositoryFiles.contains { file in
      FilePath.name(of: file).isSameName(as: FilePath.name(of: path))
    }
  }

  /// Marks all manifests as changed.
  mutating func invalidateAll() {
    for path in Array(manifests.keys) { manifests[path]?.invalidate() }
  }

  /// Lets files of the web that could not be fetched be tried again, and notes whether a document
  /// that was saved includes or imports files now.
  mutating func noteSave(of path: String) {
    surroundings.retry()
    for (key, manifest) in manifests where manifest.lacksFilesOfWeb {
      manifests[key]?.invalidate()
    }
    let change = FileChange(path: path, kind: .changed)
    // With new includes, other documents may be parts of manifests.
    if index.update(change, surroundingManifests) { searchAgain() }
  }

  /// Compares all files of manifests with those on disk, and searches the folders again, for a
  /// client that does not say what changes.
  mutating func compareWithDisk() {
    let paths = manifests.values.map(\.identities).reduce(into: Set<Name>()) { $0.formUnion($1) }
    for path in paths where path.text.hasPrefix("/") { invalidate(path.text) }
    index.forgetChangedFiles { [files = surroundings.files] path in try? files.read(path) }
    index.searchAgain()
    searchAgain()
  }
}
