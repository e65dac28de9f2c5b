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

  /// Reads the embedded files, as if they were in ``folder``.
  package static var files: FileReading {
    let pathsAndBytes = DemoFiles.all.map { ("\(folder)/\($0.name)", $0.bytes) }
    return .memory(Dictionary(uniqueKeysWithValues: pathsAndBytes))
  }

  package static var loader: ManifestLoader { ManifestLoader(files: files, workingFolder: folder) }

  /// The embedded files that define flags.
  static var flags: FlagFiles {
    let flagFiles = DemoFiles.all.filter { $0.name.hasPrefix("flags/") }
    return FlagFiles(flagFiles.map { file in SourceText(name: file.name, bytes: file.bytes) })
  }

  /// The recipes of the demo and its client; one of the recipes has ended.
  ///
  /// Nobody asked for them, so they are added silently, and only to a session that never had them.
  package static var opening: SessionOpening {
    let recipes = text(of: "demo/recipes.yaml").written.map { RecipeBatch($0).recipes } ?? []
    return SessionOpening(
      recipes: recipes, context: text(of: "demo/context.yaml").json?.objectValue ?? [:],
      endedSlugs: ["reader-aloud-2025"],
      isAskedFor: false)
  }

  /// The text of an embedded file in YAML; an empty text if there is none of this name.
  private static func text(of name: String) -> LocatedText {
    let file = DemoFiles.all.first { $0.name == name }
    return LocatedText(SourceText(name: name, bytes: file?.bytes ?? []))
  }

  /// Adds the demo's recipes and client to an unchanged session, as the console does; returns the
  /// store with them.
  ///
  /// A session that is read-only or in memory is copied to memory first: its file does not change.
  ///
  /// - Throws: ``StoreFailure``.
  package static func filled(_ store: SessionStore, manifest: Manifest) throws -> SessionStore {
    guard try store.isUntouched() else { return store }
    let operationContext = OperationContext(
      manifest: manifest, time: Machine.now(), process: Machine.process,
      newClientID: ClientID.random())
    let operations = opening.operations(on: store.session, in: operationContext)
    guard !operations.isEmpty else { return store }
    let isWritable = store.restriction == nil && !store.isInMemory
    if isWritable {
      for operation in operations { try store.perform(operation) }
      return store
    }
    var session = store.session
    for operation in operations { session.perform(operation) }
    return try .memory(
      session, events: try store.events() + operations.flatMap(\.events),
      manifest: SessionLocation.demo)
  }

  /// The builds of the demo's invented browser: one for each channel on Android and on iOS.
  package static let handoffTargets = ["developer", "nightly", "beta", "release"].flatMap {
    [handoffTarget(.android, channel: $0), handoffTarget(.ios, channel: $0)]
  }

  /// A build, whose id ends with its channel: `org.example.cirrus.beta`, in `release` without one.
  private static func handoffTarget(
    _ platform: HandoffTarget.Platform, channel: String
  ) -> HandoffTarget {
    let id = platform == .android ? "org.example.cirrus" : "org.example.ios.Cirrus"
    let ending = channel == "release" ? "" : ".\(channel)"
    var target = HandoffTarget(
      app: "cirrus", platform: platform, channel: channel, id: id + ending,
      scheme: "cirrus-\(channel)")
    target.activity = platform == .android ? ".App" : nil
    return target
  }
}
