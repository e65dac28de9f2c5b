import VirgaManifest
import VirgaSDK
import VirgaSession
import VirgaWorkbench

/// The start of a session of the embedded demo, which is the same for the console and for subcommands.
enum DemoSession {
  /// A session with the recipes and the client of the demo, where nothing was done to it yet.
  ///
  /// One that is only read stays as it is in its file, and what it would begin with is shown over it.
  ///
  /// - Throws: ``StoreFailure``.
  static func begun(_ store: SessionStore, manifest: Manifest) throws -> SessionStore {
    guard try store.isUntouched() else { return store }
    let surroundings = Surroundings(
      manifest: manifest, time: Machine.now(), process: Machine.process, newClientID: ClientID.random())
    let operations = DemoManifest.opening.operations(on: store.session, in: surroundings)
    guard !operations.isEmpty else { return store }
    guard store.restriction != nil || store.isInMemory else {
      for operation in operations { try store.perform(operation) }
      return store
    }
    var session = store.session
    for operation in operations { session.perform(operation) }
    return try .memory(
      session, events: try store.events() + operations.flatMap(\.events), manifest: SessionOptions.demo)
  }
}
