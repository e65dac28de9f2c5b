import ArgumentParser
import VirgaFiles
import VirgaSession
import VirgaSource

/// Which session is meant.
struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The session's file, the manifest's own one where left out; :memory: keeps nothing.", valueName: "file"))
  var session: String?

  /// How a session names the embedded demo.
  static let demo = "demo"

  /// How a session names the manifest that was called `path`, nil for the demo; standard input has no name.
  ///
  /// The user name and password of a URL are masked, because the session is a file.
  static func identity(ofManifest path: String?, _ machine: Machine) -> String? {
    guard let path else { return demo }
    if path == "-" { return nil }
    if path.hasPrefix("@") || path.contains("://") { return path.maskingCredentials }
    return machine.files.canonical(FilePath.joined(machine.workingFolder, path))
  }

  /// How the session that a subcommand changes names its manifest, the one called `path`; nil for whatever its file says.
  ///
  /// A new session without a manifest is one of the demo, as everywhere where none is named.
  func identity(ofManifest path: String?, mayBegin: Bool, _ machine: Machine) -> String? {
    let keepsOwn = path == nil && session.map { !mayBegin || isThere($0, machine) } == true
    return keepsOwn ? nil : Self.identity(ofManifest: path, machine)
  }

  private func isThere(_ file: String, _ machine: Machine) -> Bool {
    file != SessionStore.inMemory && !SessionStore.isEmpty(at: FilePath.joined(machine.workingFolder, file))
  }

  /// Opens the session of a manifest; nil is any manifest where a file was named, else none, which nothing is kept of.
  ///
  /// - Parameters:
  ///   - makesFile: whether a session that has no file gets one; else it is in memory.
  ///   - history: what is read of its history at once; the rest is read when it is needed.
  /// - Throws: ``StoreFailure``.
  func open(
    manifest: String?, isReadOnly: Bool, makesFile: Bool = true, history: SessionStore.History = .unread,
    _ machine: Machine
  ) throws(StoreFailure) -> SessionStore {
    var options = SessionStore.Options(manifest: manifest, isReadOnly: isReadOnly)
    options.makesFile = makesFile
    options.history = history
    if let session {
      let isMemory = session == SessionStore.inMemory
      return try SessionStore(isMemory ? session : FilePath.joined(machine.workingFolder, session), options)
    }
    guard let manifest else { return try SessionStore(SessionStore.inMemory) }
    return try SessionPlace.open(manifest: manifest, environment: machine.environment, options)
  }
}
