import VirgaFiles
package import VirgaSession
import VirgaSource

/// The location of a session: a given file, or the manifest's default one.
package struct SessionLocation {
  /// The given file, `:memory:` for none; nil for the manifest's default.
  private let file: String?
  private let machine: Machine

  package init(_ file: String?, on machine: Machine) {
    self.file = file
    self.machine = machine
  }

  /// The session's manifest name for the demo, instead of a path.
  package static let demo = "demo"

  /// The session's name for the manifest at `path`; nil means the demo.
  ///
  /// Standard input has no name. URLs are masked, because the session is a file.
  package static func identity(ofManifest path: String?, on machine: Machine) -> String? {
    guard let path else { return demo }
    if isReadOnce(path, on: machine) { return nil }
    if path.hasPrefix("@") || path.contains("://") { return path.maskingCredentials }
    return machine.files.canonical(FilePath.joined(machine.workingFolder, path))
  }

  /// Whether a manifest is standard input or a pipe, which nobody can find again.
  package static func isReadOnce(_ path: String, on machine: Machine) -> Bool {
    path == "-" || OneTimeInput(FilePath.joined(machine.workingFolder, path)) != nil
  }

  /// What this session stores to identify the manifest at `path`; nil to keep what its file has.
  ///
  /// Without a manifest, a given session file keeps its own one, and a new session is for the demo.
  ///
  /// - Parameters:
  ///   - path: The manifest's path; nil for none.
  ///   - mayCreate: Whether the session is created if it does not exist.
  package func identity(ofManifest path: String?, mayCreate: Bool) -> String? {
    if path == nil, let file {
      let isNew = mayCreate && !exists(file)
      if !isNew { return nil }
    }
    return Self.identity(ofManifest: path, on: machine)
  }

  /// Why a path, relative to `folder`, cannot be that of a session; nil if it can.
  package static func failure(_ path: String, from folder: String) -> StoreFailure? {
    if path.isURL {
      return .unusable(path.maskingCredentials, reason: "it is a URL; a session is a file")
    }
    // A path names a folder if one is there, or if it ends in a slash, `.` or `..`.
    guard FileWriting.namesFolder(path, from: folder) else { return nil }
    let isFolder = FileWriting.isFolder(FilePath.joined(folder, path))
    let reason = isFolder ? "it is a folder" : "its path ends like that of a folder"
    return .unusable(path, reason: "\(reason); a session is a file")
  }

  /// Whether a session is stored at `file`; false in memory and for an empty file.
  private func exists(_ file: String) -> Bool {
    file != SessionStore.inMemory
      && !SessionStore.isEmpty(at: FilePath.joined(machine.workingFolder, file))
  }

  /// The failure of showing a named file that does not exist; nil if it exists, and for a session
  /// that is in memory or has no name.
  package var failureOfMissingFile: StoreFailure? {
    guard let file, file != SessionStore.inMemory else { return nil }
    let isThere = FileWriting.exists(FilePath.joined(machine.workingFolder, file))
    return isThere ? nil : .unusable(file, reason: "No such file or directory")
  }

  /// The title in the console: `in memory` or the given file's name; empty for the default.
  var title: String {
    guard let file else { return "" }
    return file == SessionStore.inMemory ? "in memory" : FilePath.name(of: file)
  }

  /// Whether a file was given, rather than the manifest's default.
  var isNamed: Bool { file != nil }

  /// Opens the session of a manifest.
  ///
  /// - Parameters:
  ///   - manifest: Its identity; nil accepts any manifest if a file was given, and otherwise opens
  ///     the session in memory.
  ///   - makesFile: Whether to create a missing file; if not, the session is in memory.
  ///   - history: How much of its history to read at once; the rest is read on demand.
  /// - Throws: ``StoreFailure``.
  package func open(
    manifest: String?, isReadOnly: Bool, makesFile: Bool = true,
    history: SessionStore.History = .lastIDOnly
  ) throws(StoreFailure) -> SessionStore {
    var options = SessionStore.Options(manifest: manifest, isReadOnly: isReadOnly)
    options.makesFile = makesFile
    options.history = history
    if let file {
      if let failure = Self.failure(file, from: machine.workingFolder) { throw failure }
      let path =
        file == SessionStore.inMemory ? file : FilePath.joined(machine.workingFolder, file)
      return try SessionStore(path, options)
    }
    guard let manifest else { return try SessionStore(SessionStore.inMemory) }
    return try SessionFolder.open(manifest: manifest, environment: machine.environment, options)
  }
}
