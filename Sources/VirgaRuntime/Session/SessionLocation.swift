import VirgaFiles
package import VirgaSession
import VirgaSource

/// Where a session is kept: in a file that was named, or in the one that belongs to its manifest.
package struct SessionLocation {
  /// The file that was named, `:memory:` for none; nil for the manifest's own.
  private let file: String?
  private let machine: Machine

  /// A location as the command line names it.
  package init(_ file: String?, on machine: Machine) {
    self.file = file
    self.machine = machine
  }

  /// What a session calls the demo instead of the path of its manifest.
  package static let demo = "demo"

  /// What a session calls the manifest at `path`, the demo for nil.
  ///
  /// Standard input has no name. The user name and password of a URL are masked, because the session is a file.
  package static func identity(ofManifest path: String?, on machine: Machine) -> String? {
    guard let path else { return demo }
    if path == "-" { return nil }
    if path.hasPrefix("@") || path.contains("://") { return path.maskingCredentials }
    return machine.files.canonical(FilePath.joined(machine.workingFolder, path))
  }

  /// What the session at this location should call the manifest at `path`; nil to leave it as its file says.
  ///
  /// - Parameter mayCreate: Whether the session may be new, which without a manifest is one of the demo.
  package func identity(ofManifest path: String?, mayCreate: Bool) -> String? {
    let keepsOwn = path == nil && file.map { !mayCreate || exists($0) } == true
    return keepsOwn ? nil : Self.identity(ofManifest: path, on: machine)
  }

  private func exists(_ file: String) -> Bool {
    file != SessionStore.inMemory && !SessionStore.isEmpty(at: FilePath.joined(machine.workingFolder, file))
  }

  /// The file that was named, as the console shows it: `in memory`, its name, or nothing for the manifest's own.
  var title: String { file.map { $0 == SessionStore.inMemory ? "in memory" : FilePath.name(of: $0) } ?? "" }

  /// Whether a file was named.
  var isNamed: Bool { file != nil }

  /// Opens the session of a manifest.
  ///
  /// - Parameters:
  ///   - manifest: its identity; nil accepts any manifest if a file was named, and otherwise keeps the session in memory.
  ///   - makesFile: whether to create a missing file; otherwise such a session is in memory.
  ///   - history: how much of its history to read at once; the rest is read on demand.
  /// - Throws: ``StoreFailure``.
  package func open(
    manifest: String?, isReadOnly: Bool, makesFile: Bool = true, history: SessionStore.History = .unread
  ) throws(StoreFailure) -> SessionStore {
    var options = SessionStore.Options(manifest: manifest, isReadOnly: isReadOnly)
    options.makesFile = makesFile
    options.history = history
    if let file {
      return try SessionStore(
        file == SessionStore.inMemory ? file : FilePath.joined(machine.workingFolder, file), options)
    }
    guard let manifest else { return try SessionStore(SessionStore.inMemory) }
    return try SessionPlace.open(manifest: manifest, environment: machine.environment, options)
  }
}
