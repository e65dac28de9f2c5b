import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

// Finds the manifests of the open documents, and drops those that no open document needs.

extension Workspace {
  // MARK: Finding manifests

  /// Finds the manifests of the documents that were opened since the last search.
  mutating func search() {
    while !documentsToSearch.isEmpty { searchNext() }
  }

  /// Whether the next part of the search loads a manifest for a document that can be a part of it,
  /// or that is a config for it.
  var loadsNext: Bool {
    guard index.isComplete,
      let candidate = unknownCandidates.last,
      let path = documentsToSearch.first
    else { return false }
    return canBePart(path) || namedManifest(for: path).isSameName(as: candidate)
  }

  /// Whether manifests of the client's folders are not in memory, or were not found yet: those that
  /// no open document belongs to are loaded whenever all manifests of a file are needed.
  var hasManifestsToLoad: Bool {
    let areFound = documentsToSearch.isEmpty && index.isComplete
    return !areFound || index.referringManifests.contains { manifests[$0] == nil }
  }

  /// Whether the first manifest of a document, or the one of a config, was never loaded.
  func mustLoadManifest(of path: String) -> Bool {
    if documentsToSearch.containsName(path) {
      let hasUnknownCandidates = candidates(for: path).contains { !hasKnownFiles($0) }
      return surroundingManifests.isManifest(path) || hasUnknownCandidates
    }
    let owner = manifestPaths(of: path).first ?? namedManifest(for: path)
    return owner.map { manifests[$0]?.isNew ?? true } ?? false
  }

  /// Does one part of the search: searches some folders, loads one manifest to learn which files it
  /// has, or adds the manifests of a document.
  mutating func searchNext() {
    guard index.isComplete else { return index.searchNext(surroundingManifests) }
    if let candidate = unknownCandidates.popLast() { return learnFiles(of: candidate) }
    guard let path = documentsToSearch.first else { return }
    if searchedPath.isSameName(as: path) {
      documentsToSearch.removeFirst()
      searchedPath = nil
      addManifests(of: path)
    } else {
      searchedPath = path
      unknownCandidates = candidates(for: path).filter { !hasKnownFiles($0) }
    }
  }

  /// Finds the manifests of a document: those around it if it belongs to one of them, or else in
  /// all folders.
  mutating func search(for path: String) {
    guard documentsToSearch.containsName(path) else { return }
    for candidate in candidatesNear(path) where !hasKnownFiles(candidate) {
      learnFiles(of: candidate)
    }
    addKnownManifests(of: path)
    if canBePart(path), manifestPaths(of: path).isEmpty { search() }
  }

  /// Whether manifests in other folders may include or import a file, by its name; a JSON file can
  /// only be an example of a manifest above it.
  private func canBePart(_ path: String) -> Bool {
    ManifestCandidates.hasNameOfManifest(FilePath.name(of: path))
  }

  /// Searches the manifests of all documents again; the files of manifests stay known.
  mutating func searchAgain() {
    documentsToSearch = searchedDocuments
    searchedPath = nil
    unknownCandidates = []
  }

  var surroundingManifests: SurroundingManifests {
    SurroundingManifests(
      files: filesWithDrafts, folders: surroundings.folders, workspaceFolders: folders)
  }

  /// The manifests that may have a file, sorted: those of the client's folders, and those near it.
  private func candidates(for path: String) -> [String] {
    let near = Set(naming: candidatesNear(path))
    let all = canBePart(path) ? index.referringManifests.union(near) : near
    return all.sorted().map(\.text)
  }

  /// The manifests around a file that include or import others, and the one that is named for it.
  private func candidatesNear(_ path: String) -> [String] {
    surroundingManifests.candidates(around: path) + [namedManifest(for: path)].compactMap(\.self)
  }

  /// Whether it is known which files a manifest has.
  private func hasKnownFiles(_ manifest: String) -> Bool {
    manifests[manifest] != nil || index.knowsFiles(of: manifest)
  }

  /// Loads a manifest to learn which files it has; keeps it if one of them is open, or if an open
  /// config needs it.
  private mutating func learnFiles(of path: String) {
    let loaded = load(path, LoadedManifest(path: path))
    let isOfConfig = loaded.manifest != nil && namedManifests.contains(path)
    if hasOpenDocument(loaded) || isOfConfig {
      manifests[path] = loaded
    } else {
      index.store(loaded)
      forgetUnusedTrees()
    }
  }

  /// Adds the manifests that a file belongs to; the file itself if it belongs to no other one.
  private mutating func addManifests(of path: String) {
    addKnownManifests(of: path)
    let isAlone = manifestPaths(of: path).isEmpty
    if isAlone, surroundingManifests.isManifest(path) {
      manifests[path] = LoadedManifest(path: path)
    }
  }

  /// Adds the manifests that are known to have a file; they are loaded when they are asked for.
  private mutating func addKnownManifests(of path: String) {
    for found in index.takeManifests(with: path) where manifests[found.path] == nil {
      manifests[found.path] = found
    }
  }

  /// The manifests that a file belongs to, also those that no open document belongs to, which are
  /// not kept.
  mutating func allManifests(of path: String) -> [LoadedManifest] {
    search()
    for candidate in candidates(for: path) where !hasKnownFiles(candidate) {
      learnFiles(of: candidate)
    }
    let others = index.manifests(with: path).map { load($0.path, $0) }
    forgetUnusedTrees()
    return manifests(of: path) + others
  }

  /// The paths of the manifests of the client's folders that no open document belongs to, sorted.
  mutating func otherManifestPaths() -> [String] {
    while !index.isComplete { index.searchNext(surroundingManifests) }
    return index.manifests.sorted().map(\.text).filter { manifests[$0] == nil }
  }

  // MARK: Removing manifests

  /// Removes the manifests that no open document belongs to, and returns their paths; those that
  /// open configs and recipes name are kept.
  mutating func removeUnused() -> [String] {
    let named = namedManifests
    let unused = manifests.values.filter { manifest in
      !named.contains(manifest.path) && !hasOpenDocument(manifest)
    }
    for manifest in unused {
      manifests[manifest.path] = nil
      if !manifest.isStale { index.store(manifest) }
    }
    forgetUnusedTrees()
    return unused.map(\.path)
  }

  /// Removes the parts of manifests that were taken for manifests before another one included them;
  /// returns their paths.
  mutating func removeIncludedParts() -> [String] {
    let included = manifests.values.filter(\.isPart).map(\.path).filter { part in
      manifests.values.contains { !$0.isPart && $0.contains(part) }
    }
    guard !included.isEmpty else { return [] }
    // A part stays if open configs or recipes name it as their manifest.
    let named = namedManifests
    let parts = included.filter { !named.contains($0) }
    for part in parts { manifests[part] = nil }
    return parts
  }

  /// The manifests that are named for open configs and recipes: for documents that belong to no
  /// manifest.
  private var namedManifests: Set<Name> {
    let others = searchedDocuments.filter { document in
      manifestPaths(of: document).isEmpty && !surroundingManifests.isManifest(document)
    }
    return Set(naming: others.compactMap { namedManifest(for: $0) })
  }

  /// The open documents that may belong to manifests, sorted: all but the rules of projects.
  private var searchedDocuments: [String] {
    documents.keys.sorted().map(\.text).filter { FilePath.name(of: $0) != RulesFile.name }
  }

  private func hasOpenDocument(_ manifest: LoadedManifest) -> Bool {
    documents.keys.contains { manifest.contains($0.text) }
  }

  /// Forgets the trees of files that no manifest of an open document has.
  func forgetUnusedTrees() {
    trees.keep { file in
      documents[file] != nil || manifests.values.contains { $0.contains(file.text) }
    }
  }
}
