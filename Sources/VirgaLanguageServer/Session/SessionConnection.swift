import VirgaExperiments
import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource
package import VirgaTargeting
import VirgaWorkbench

/// The session beside the editor: what it changes, and values to try in it.
///
/// A console or an app with the same session shows at once what is tried.
package final class SessionConnection {
  private let store: SessionStore
  private let process: String
  private let now: () -> Instant
  private let newClientID: String

  /// A connection to an open session.
  ///
  /// - Parameters:
  ///   - process: The name of this process in operations.
  ///   - now: Returns the machine's time.
  ///   - newClientID: The id of a client that has none yet.
  package init(
    _ store: SessionStore, process: String, now: @escaping () -> Instant, newClientID: String
  ) {
    self.store = store
    self.process = process
    self.now = now
    self.newClientID = newClientID
  }

  /// What the session changes of a manifest's values, as it is at this moment.
  func reading(of manifest: Manifest) -> SessionReading {
    // A file that cannot be read at this moment leaves what was read before.
    _ = try? store.refresh()
    let session = store.session
    return SessionReading(
      manifest: manifest, layers: SessionLayers(session, manifest: manifest),
      channel: session.channel(in: manifest))
  }

  /// Sets a value in the edit of a feature; returns what was done, as in "set rows = 5".
  func setEdit(
    _ feature: String, at path: JSONPath, to value: JSONValue, in manifest: Manifest?
  ) throws(RequestFailure) -> String {
    var context = OperationContext(
      manifest: manifest, time: now(), process: process, newClientID: newClientID)
    context.readOnlyReason = store.restriction?.description
    do {
      let operation = try store.perform { session in
        try session.operations(in: context).setEdit(feature, at: path, to: value)
      }
      return operation?.labelInPastTense ?? ""
    } catch let refusal as Refusal where refusal.isUnchanged {
      return "apps on the session read this value already"
    } catch {
      throw RequestFailure(.requestFailed, "\(error)")
    }
  }
}

/// What a session changes of the values of a manifest.
struct SessionReading {
  let manifest: Manifest
  let layers: SessionLayers
  /// The channel of the session.
  let channel: String?

  /// The value that an app on the session reads, if the session changes it; empty otherwise.
  func text(of feature: FeatureDefinition, at steps: [JSONPath.Component]) -> String {
    let reading = manifest.reading(of: feature, channel: channel, under: layers[feature.id])
    guard let found = reading.readValue(at: steps) else { return "" }
    guard found.wholeValue.isChangedBySession else { return "" }
    let place = channel.map { " for `\($0)`" } ?? ""
    let code = MarkdownCode.span(found.json.compact)
    return "In the session\(place): \(code), \(found.wholeValue.sessionTitle)"
  }
}

extension MergedValue {
  /// Whether a layer of the session says something about the value or a part of it.
  fileprivate var isChangedBySession: Bool {
    let isChanged = history.contains { $0.layer.overridesManifest }
    return isChanged || (members ?? []).contains { $0.value.isChangedBySession }
  }

  /// The layers of the session that decide the value or its parts; the layer that decides the value
  /// if none of them does.
  fileprivate var sessionTitle: String {
    var seen: Set<String> = []
    let titles = decidingLayers.filter(\.overridesManifest).map(\.title).filter { title in
      seen.insert(title).inserted
    }
    return titles.isEmpty ? layer.title : titles.joined(separator: ", ")
  }

  /// The layer of the value, or those of its members.
  private var decidingLayers: [Layer] {
    guard let members, !members.isEmpty else { return [layer] }
    return members.flatMap(\.value.decidingLayers)
  }
}
