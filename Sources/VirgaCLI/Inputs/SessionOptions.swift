import ArgumentParser
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
  static func identity(ofManifest path: String?, _ machine: Machine) -> String? {
    guard let path else { return demo }
    if path == "-" { return nil }
    if path.hasPrefix("@") || path.contains("://") { return path }
    return machine.files.canonical(FilePath.joined(machine.workingFolder, path))
  }

  /// Opens the session of a manifest; nil is any manifest where a file was named, else none, which nothing is kept of.
  ///
  /// - Throws: ``StoreFailure``.
  func open(manifest: String?, isReadOnly: Bool, _ machine: Machine) throws(StoreFailure) -> SessionStore {
    let options = SessionStore.Options(manifest: manifest, isReadOnly: isReadOnly)
    if let session {
      let isMemory = session == SessionStore.inMemory
      return try SessionStore(isMemory ? session : FilePath.joined(machine.workingFolder, session), options)
    }
    guard let manifest else { return try SessionStore(SessionStore.inMemory) }
    return try SessionPlace.open(manifest: manifest, environment: machine.environment, isReadOnly: isReadOnly)
  }
}
