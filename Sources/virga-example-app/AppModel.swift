import Cirrus
import VirgaLive
import VirgaSDK

/// What the app knows and does apart from its screen, with nothing but the products.
final class AppModel: FeatureFlaggable {
  private static let preference = "toolbar-hides-on-scroll"

  let features = CirrusNimbus.shared.features
  private let session: LiveSession
  private let client: FeatureClient
  private let lastEvent: EventNote

  /// The model of an app on a session.
  init(_ session: LiveSession) {
    let lastEvent = EventNote()
    self.session = session
    self.lastEvent = lastEvent
    client = FeatureClient(
      session: session, context: ["app_name": "cirrus", "channel": "nightly", "locale": "en-GB"],
      resources: Texts.resources, record: { lastEvent.note($0) })
    client.connect(CirrusNimbus.shared)
    FeatureFlagManager.shared = FeatureFlagManager(
      catalogue: .app, channel: "nightly", manifest: CirrusNimbus.shared, choices: session)
  }

  /// Calls `action` whenever a feature or a flag may have changed.
  func whenChanged(_ action: @escaping @Sendable () -> Void) { client.whenApplied(action) }

  /// Whether a page that is shared says where it comes from.
  var isSourceShared: Bool { featureFlags.isFeatureEnabled(.sentFromCirrus, checking: .buildAndUser) }

  /// What the last line says: what is wrong with the session, else the last event.
  var note: String { session.failure ?? lastEvent.text }

  /// What the switch in the settings does; if it could not be kept, ``note`` says why.
  func switchToolbar() { choose(.boolean(!features.toolbar.value().hidesOnScroll)) }

  /// Makes the switch in the settings follow the build again.
  func unsetToolbar() { choose(nil) }

  private func choose(_ value: JSONValue?) { try? session.setPreference(value, forKey: Self.preference) }
}

/// The event that was recorded last, as text.
final class EventNote: Sendable {
  private let latest = Locked("")

  /// The text; empty before the first event.
  var text: String { latest.withLock { $0 } }

  /// Notes an event.
  func note(_ event: TelemetryEvent) {
    let parts = ["feature_id", "experiment", "branch"].compactMap { event.extra[$0]?.stringValue }
    latest.withLock { $0 = "recorded: \(event.name.rawValue) \(parts.joined(separator: " "))" }
  }
}
