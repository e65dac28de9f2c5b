import VirgaGenerate
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaSource

/// A connected app, compared with the manifest and the channel that are shown.
package struct ComparedApp: Hashable, Sendable {
  package let app: ConnectedApp
  /// Whether its code was generated from another manifest, or from another version of this one.
  package let hasOtherManifest: Bool
  /// False for a further manifest of a process that also has the one that is shown: that it differs
  /// does not matter.
  package let mattersForScreen: Bool

  /// Compares the manifests of apps with the one that is shown; without that, or if some of its
  /// files could not be read, no app counts as having another one.
  package static func all(_ apps: [ConnectedApp], with manifest: Manifest?) -> [ComparedApp] {
    guard let manifest, manifest.isComplete else {
      // The channel can still differ, so all of them matter.
      return apps.map { ComparedApp(app: $0, hasOtherManifest: false, mattersForScreen: true) }
    }
    let processesWithManifest = Set(
      apps.filter { $0.manifest == manifest.name }.map(\.process))
    // Several apps can be in one channel, and computing a hash takes long.
    let channels = Set(apps.map(\.channel))
    let hashes = Dictionary(uniqueKeysWithValues: channels.map { ($0, manifest.hash(in: $0)) })
    return apps.map { app in
      let isOfManifest = app.manifest == manifest.name
      // A process can have several manifests. If one of them is this one, the others are for other
      // code and are not compared with it.
      let mattersForScreen = isOfManifest || !processesWithManifest.contains(app.process)
      let hasOtherManifest = mattersForScreen && app.hash != hashes[app.channel]
      return ComparedApp(
        app: app, hasOtherManifest: hasOtherManifest, mattersForScreen: mattersForScreen)
    }
  }

  /// Whether it runs in another channel than `channel`; false if the manifest has no channels.
  package func hasOtherChannel(than channel: String?) -> Bool {
    mattersForScreen && channel != nil && !channel.isSameName(as: app.channel)
  }

  /// Whether it runs in another channel than `channel`, or with other code.
  package func differs(from channel: String?) -> Bool {
    hasOtherManifest || hasOtherChannel(than: channel)
  }

  /// How it differs from a session in `channel`, as clauses; empty if it does not.
  package func differences(from channel: String?) -> [String] {
    var clauses: [String] = []
    if let channel, hasOtherChannel(than: channel) {
      clauses.append("the session is in \(channel)")
    }
    if hasOtherManifest { clauses.append("its code is from another manifest or version") }
    return clauses
  }

  /// The app as JSON; its member `differs` lists what differs: the channel from `channel`, the
  /// manifest, or both.
  ///
  /// If neither differs, the member is missing.
  package func json(in channel: String?) -> JSONObject {
    var object = app.json
    var differences: [String] = []
    if hasOtherChannel(than: channel) { differences.append("channel") }
    if hasOtherManifest { differences.append("manifest") }
    if !differences.isEmpty { object["differs"] = .array(differences.map { .string($0) }) }
    return object
  }
}
