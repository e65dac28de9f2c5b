import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The documents that the client has open, and the manifests that they belong to.
struct Workspace {
  let surroundings: ServerSurroundings
  /// The folders that the client has open.
  var folders: [String] = [] {
    didSet { index = ManifestIndex(folders: folders) }
  }
  /// The manifest that the client's settings name, as they write it; nil if they name none.
  var manifestOfSettings: String?
  /// The open documents by their paths.
  private(set) var documents: [Name: OpenDocument] = [:]
  /// The manifests that an open document belongs to, and those of configs and recipes, by the paths
  /// of their top files.
  var manifests: [Name: LoadedManifest] = [:]
  /// The trees of the files of all manifests.
  let trees = FileTrees()
  /// The manifests of the client's folders.
  var index = ManifestIndex(folders: [])
  /// The documents whose manifests were not searched yet.
  var documentsToSearch: [String] = []
  /// The document among them that is searched at this moment; nil if none is.
  var searchedPath: String?
  /// The manifests that may have that document, and whose files are not known yet.
  var unknownCandidates: [String] = []

  init(_ surroundings: ServerSurroundings) { self.surroundings = surroundings }

  // MARK: Documents

  /// The open document of a URI.
  func document(_ uri: String) -> OpenDocument? {
    path(of: uri).flatMap { documents[$0] }
  }

  /// The path of a URI with symbolic links resolved; nil if it does not name a file.
  func path(of uri: String) -> String? {
    DocumentURI.path(of: uri).map { surroundings.files.canonical($0) }
  }

  /// The URI of a file: the one by which the client has opened it, if it has.
  func uri(of path: String) -> String {
    let known = documents[surroundings.files.canonical(path)]
    return known?.uri ?? DocumentURI.uri(of: path)
  }

  /// Adds a document; its manifests are searched when they are asked for.
  mutating func open(_ document: OpenDocument) {
    documents[document.path] = document
    trees.store(document.tree, of: document.path)
    // Its text may differ from that of the file.
    invalidate(document.path)
    let hasRules = FilePath.name(of: document.path) == RulesFile.name
    if !hasRules { documentsToSearch.append(document.path) }
  }

  /// Changes the text of a document; ignored if it is not open.
  mutating func change(_ path: String, _ change: (inout OpenDocument) -> Void) {
    guard var document = documents[path] else { return }
    // Taken out, so that its text is changed without a copy.
    documents[path] = nil
    change(&document)
    documents[path] = document
    trees.store(document.tree, of: path)
    invalidate(path)
  }

  /// Closes a document: its file counts again.
  ///
  /// - Returns: The manifests that no open document belongs to any longer.
  mutating func close(_ path: String) -> [String] {
    documents[path] = nil
    documentsToSearch.removeAll { $0.isSameName(as: path) }
    searchedPath = nil
    unknownCandidates = []
    invalidate(path)
    return removeUnused()
  }

  /// Marks the manifests that were loaded with another text of a file as changed.
  mutating func invalidate(_ path: String) {
    let owners = manifests.filter { $0.value.contains(path) }
    // Most files that change on disk belong to no manifest, and need not be read.
    guard !owners.isEmpty else { return }
    let bytes = source(path)?.bytes
    for (key, manifest) in owners where manifest.bytes(of: path) != bytes {
      manifests[key]?.invalidate()
    }
  }

  // MARK: Manifests

  /// The paths of all manifests, in order.
  var manifestPaths: [String] { manifests.values.map(\.path).sorted() }

  /// The manifest as it was loaded last, without loading it.
  func stored(_ path: String) -> LoadedManifest? { manifests[path] }

  /// The paths of the manifests that a file belongs to: first the one whose top file it is, unless
  /// that is only a part of others.
  func manifestPaths(of path: String) -> [String] {
    let containing = manifestPaths.filter { manifests[$0]?.contains(path) == true }
    let isOwn = { (manifest: String) in
      manifest.isSameName(as: path) && manifests[manifest]?.isPart == false
    }
    return containing.filter(isOwn) + containing.filter { !isOwn($0) }
  }

  /// Whether a manifest includes, and does not import, a file; as the manifests were loaded last.
  func isIncluded(_ path: String) -> Bool {
    manifests.values.contains { $0.manifest?.includes(path) == true }
  }

  /// A manifest, loaded again if one of its files has changed.
  mutating func manifest(_ path: String) -> LoadedManifest {
    guard let known = manifests[path] else { return load(path, LoadedManifest(path: path)) }
    guard known.isStale else { return known }
    let loaded = load(path, known)
    manifests[path] = loaded
    // Documents that it no longer includes may belong to other manifests.
    documentsToSearch += documents.keys.map(\.text).filter { document in
      known.contains(document) && !loaded.contains(document)
    }
    return loaded
  }

  /// The manifests that a file belongs to, each loaded again if one of its files has changed.
  mutating func manifests(of path: String) -> [LoadedManifest] {
    search()
    return manifestPaths(of: path).map { manifest($0) }
  }

  /// The first manifest that a file belongs to, loaded again if one of its files has changed; nil
  /// if it belongs to none.
  ///
  /// No other manifest is loaded again.
  mutating func firstManifest(of path: String) -> LoadedManifest? {
    search(for: path)
    return manifestPaths(of: path).first.map { manifest($0) }
  }

  /// The manifest of configs and recipes, loaded again if one of its files has changed.
  mutating func configManifest(_ path: String) -> LoadedManifest {
    if manifests[path] == nil { manifests[path] = LoadedManifest(path: path) }
    return manifest(path)
  }

  /// Loads a manifest with the texts of the open documents; returns `before`, what was loaded last,
  /// with the result.
  ///
  /// If it was never loaded from texts that can be read, it is loaded over the last ones that could
  /// be, too, so that completion knows its names.
  func load(_ path: String, _ before: LoadedManifest) -> LoadedManifest {
    let result = read(path, over: filesWithDrafts)
    var loaded = before
    let files = (try? result.get())?.files ?? []
    let areReadable = files.allSatisfy { file in documents[file.path]?.isReadable ?? true }
    loaded.store(result, isReadable: areReadable)
    let isWhole = loaded.manifest != nil && areReadable
    if !isWhole, before.lastReadable == nil, let readable = readReadable(loaded) {
      loaded.storeReadable(readable)
    }
    return loaded
  }

  /// Reads a manifest over the texts of some files.
  private func read(_ path: String, over files: FileReading) -> Result<Manifest, Problems> {
    let folder = folder(of: path)
    let loader = ManifestLoader(
      files: files, workingFolder: folder, options: options(in: folder))
    do throws(Problems) {
      return .success(try loader.load(path))
    } catch {
      return .failure(error)
    }
  }

  /// Reads a manifest over the last texts of its documents that could be read; nil if these are the
  /// present ones, or if it cannot be read even so.
  private func readReadable(_ manifest: LoadedManifest) -> Manifest? {
    let broken = documents.values.filter { document in
      manifest.contains(document.path) && !document.isReadable && document.document != nil
    }
    guard !broken.isEmpty else { return nil }
    let result = read(manifest.path, over: files { $0.tree.lastReadable?.source ?? $0.source })
    // The trees of the present texts are used from now on.
    for document in broken { trees.store(document.tree, of: document.path) }
    return try? result.get()
  }

  /// How manifests are loaded: files that have not changed are not parsed again.
  private func options(in folder: String) -> LoadingOptions {
    var options = surroundings.options
    options.parse = { [trees, files = surroundings.files] source in
      trees.read(source, of: files.canonical(FilePath.joined(folder, source.name)))
    }
    return options
  }

  /// The folder that the names of a manifest's files are relative to: the client's folder, or else
  /// that of the manifest.
  func folder(of path: String) -> String {
    let around = folders.filter { path.hasPrefix($0 + "/") }
    return around.max { $0.utf8.count < $1.utf8.count } ?? FilePath.folder(of: path)
  }

  /// The files of the machine, with the texts of the open documents in place of theirs.
  var filesWithDrafts: FileReading { files { $0.source } }

  /// The files of the machine, with a text of each open document in place of its file.
  private func files(_ text: (OpenDocument) -> SourceText) -> FileReading {
    let disk = surroundings.files
    let drafts = documents.mapValues { text($0).bytes }
    var files = disk
    files.read = { [disk, drafts] path throws(FileFailure) in
      if let bytes = drafts[disk.canonical(path)] { return bytes }
      return try disk.read(path)
    }
    return files
  }

  /// The text of a file: the client's, or that of the machine; nil if it cannot be read.
  func source(_ path: String) -> SourceText? {
    if let document = documents[surroundings.files.canonical(path)] { return document.source }
    guard let bytes = try? surroundings.files.read(path) else { return nil }
    return SourceText(name: path, bytes: bytes)
  }

  /// A file as a document: the open one, or the one on disk; nil if it cannot be read.
  func readDocument(_ path: String) -> OpenDocument? {
    if let open = documents[path] { return open }
    return source(path).map { source in
      let text = String(decoding: source.bytes, as: UTF8.self)
      return OpenDocument(uri: uri(of: path), path: path, version: 0, text: text)
    }
  }
}
