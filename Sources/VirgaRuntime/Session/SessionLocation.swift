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

  /// The name for the manifest at `path` in this session; nil to keep the one in its file.
  ///
  /// `mayCreate` says whether the session may be new; without a manifest, a new one is for the
  /// demo.
  package func identity(ofManifest path: String?, mayCreate: Bool) -> String? {
    let keepsOwn = path == nil && file.map { !mayCreate || exists($0) } == true
    return keepsOwn ? nil : Self.identity(ofManifest: path, on: machine)
  }

  /// Why a path, relative to `folder`, cannot be that of a session; nil if it can.
  package static func failure(_ path: String, from folder: String) -> StoreFailure? {
    if path.isURL {
      return .unusable(path.maskingCredentials, reason: "it is a URL; a session is a file")
    }
    guard FileWriting.namesFolder(path, from: folder) else { return nil }
    let isFolder = FileWriting.isFolder(FilePath.joined(folder, path))
    let reason = isFolder ? "it is a folder" : "its path ends like that of a folder"
    return .unusable(path, reason: "\(reason); a session is a file")
  }

  private func exists(_ file: String) -> Bool {
    file != SessionStore.inMemory
      && !SessionStore.isEmpty(at: FilePath.joined(machine.workingFolder, file))
  }

  /// The title in the console: `in memory` or the given file's name; empty for the default.
  var title: String {
    file.map { $0 == SessionStore.inMemory ? "in memory" : FilePath.name(of: $0) } ?? ""
  }

  var isNamed: Bool { file != nil }

  /// Opens the session of a manifest.
  ///
  /// - Parameters:
  ///   - manifest: Its identity; nil accepts any manifest if a file was given, and otherwise keeps the
  ///     session in memory.
  ///   - makesFile: Whether to create a missing file; if not, the session is in memory.
  ///   - history: How much of its history to read at once; the rest is read on demand.
  /// - Throws: ``StoreFailure``.
  package func open(
    manifest: String?, isReadOnly: Bool, makesFile: Bool = true,
    history: SessionStore.History = .unread
  ) throws(StoreFailure) -> SessionStore {
    var options = SessionStore.Options(manifest: manifest, isReadOnly: isReadOnly)
    options.makesFile = makesFile
    options.history = history
    if let file {
      if let failure = Self.failure(file, from: machine.workingFolder) { throw failure }
      return try SessionStore(
        file == SessionStore.inMemory ? file : FilePath.joined(machine.workingFolder, file), options
      )
    }
    guard let manifest else { return try SessionStore(SessionStore.inMemory) }
    return try SessionFolder.open(manifest: manifest, environment: machine.environment, options)
  }
}
