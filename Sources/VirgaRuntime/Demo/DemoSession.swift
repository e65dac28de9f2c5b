package import VirgaManifest
import VirgaSDK
package import VirgaSession
import VirgaWorkbench

/// The initial contents of a demo session, the same in the console and in subcommands.
package enum DemoSession {
  /// Adds the demo's recipes and client to an unchanged session.
  ///
  /// A read-only session is copied to memory first: its file does not change.
  ///
  /// - Throws: ``StoreFailure``.
  package static func filled(_ store: SessionStore, manifest: Manifest) throws -> SessionStore {
    guard try store.isUntouched() else { return store }
    let operationContext = OperationContext(
      manifest: manifest, time: Machine.now(), process: Machine.process, newClientID: ClientID.random())
    let operations = DemoManifest.opening.operations(on: store.session, in: operationContext)
    guard !operations.isEmpty else { return store }
    guard store.restriction != nil || store.isInMemory else {
      for operation in operations { try store.perform(operation) }
      return store
    }
    var session = store.session
    for operation in operations { session.perform(operation) }
    return try .memory(
      session, events: try store.events() + operations.flatMap(\.events), manifest: SessionLocation.demo)
  }
}
