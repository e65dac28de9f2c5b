import VirgaEmbedded
import VirgaExperiments
package import VirgaFiles
import VirgaJSON
package import VirgaManifest
import VirgaSDK
package import VirgaSession
import VirgaSource
package import VirgaWorkbench
import VirgaYAML

/// The embedded demo: its manifest and the files that belong to it.
package enum DemoManifest {
  /// The folder of the embedded files, which does not exist on disk.
  package static let folder = "/demo"
  package static let root = folder + "/cirrus.fml.yaml"

  package static var files: FileReading {
    .memory(
      Dictionary(uniqueKeysWithValues: DemoFiles.all.map { ("\(folder)/\($0.name)", $0.bytes) }))
  }

  package static var loader: ManifestLoader { ManifestLoader(files: files, workingFolder: folder) }

  static var flags: FlagFiles {
    FlagFiles(
      DemoFiles.all.filter { $0.name.hasPrefix("flags/") }.map {
        SourceText(name: $0.name, bytes: $0.bytes)
      })
  }

  /// The recipes of the demo and its client; one of the recipes has ended.
  package static var opening: SessionOpening {
    func written(_ name: String) -> LocatedText {
      LocatedText(
        SourceText(name: name, bytes: DemoFiles.all.first { $0.name == name }?.bytes ?? []))
    }
    let recipes = written("demo/recipes.yaml").written.map { RecipeBatch($0).recipes } ?? []
    return SessionOpening(
      recipes: recipes, context: written("demo/context.yaml").json?.objectValue ?? [:],
      ended: ["reader-aloud-2025"],
      isAskedFor: false)
  }

  /// Adds the demo's recipes and client to an unchanged session, as the console does.
  ///
  /// A read-only session is copied to memory first: its file does not change.
  ///
  /// - Throws: ``StoreFailure``.
  package static func filled(_ store: SessionStore, manifest: Manifest) throws -> SessionStore {
    guard try store.isUntouched() else { return store }
    let operationContext = OperationContext(
      manifest: manifest, time: Machine.now(), process: Machine.process,
      newClientID: ClientID.random())
    let operations = opening.operations(on: store.session, in: operationContext)
    guard !operations.isEmpty else { return store }
    guard store.restriction != nil || store.isInMemory else {
      for operation in operations { try store.perform(operation) }
      return store
    }
    var session = store.session
    for operation in operations { session.perform(operation) }
    return try .memory(
      session, events: try store.events() + operations.flatMap(\.events),
      manifest: SessionLocation.demo)
  }

  /// The builds of the demo's invented browser.
  package static let handoffTargets = ["developer", "nightly", "beta", "release"].flatMap {
    channel in
    let end = channel == "release" ? "" : ".\(channel)"
    return [HandoffTarget.Platform.android, .ios].map { platform in
      let id = platform == .android ? "org.example.cirrus" : "org.example.ios.Cirrus"
      var target = HandoffTarget(
        app: "cirrus", platform: platform, channel: channel, id: id + end,
        scheme: "cirrus-\(channel)")
      target.activity = platform == .android ? ".App" : nil
      return target
    }
  }
}
