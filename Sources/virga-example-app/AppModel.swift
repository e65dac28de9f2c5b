import Cirrus
import VirgaLive
import VirgaSDK

/// The app's state and actions apart from its screen, using only the products.
final class AppModel: FeatureFlaggable {
  private static let preference = "toolbar-hides-on-scroll"
  /// The channel that the features were generated for.
  static let channel = CirrusNimbus.channel ?? ""

  let features = CirrusNimbus.shared.features
  private let session: LiveSession
  private let client: FeatureClient
  private let lastEvent: EventNote

  /// Creates the model of an app on a session.
  init(_ session: LiveSession) {
    let lastEvent = EventNote()
    self.session = session
    self.lastEvent = lastEvent
    client = FeatureClient(
      session: session,
      context: ["app_name": "cirrus", "channel": .string(Self.channel), "locale": "en-GB"],
      resources: Texts.resources, record: { lastEvent.record($0) })
    client.connect(CirrusNimbus.shared)
    FeatureFlagManager.shared = FeatureFlagManager(
      catalogue: .app, channel: Self.channel, manifest: CirrusNimbus.shared, choices: session)
  }

  /// Calls `action` whenever a feature or a flag may have changed.
  func whenChanged(_ action: @escaping @Sendable () -> Void) { client.whenApplied(action) }

  /// Whether shared pages say that Cirrus sent them.
  var isSourceShared: Bool {
    featureFlags.isFeatureEnabled(.sentFromCirrus, checking: .buildAndUser)
  }

  /// The text of the last line: the session's failure, or else the last event.
  var note: String { session.failure ?? lastEvent.text }

  /// Toggles the switch in the settings; if that could not be saved, ``note`` says why.
  func switchToolbar() { choose(.boolean(!features.toolbar.value().hidesOnScroll)) }

  /// Makes the switch in the settings follow the build again.
  func unsetToolbar() { choose(nil) }

  /// Stores the setting of the toolbar; nil removes it.
  private func choose(_ value: JSONValue?) {
    try? session.setPreference(value, forKey: Self.preference)
  }
}

/// The last recorded event, as text.
nonisolated final class EventNote: Sendable {
  private static let key = "last"
  /// Usable on every thread: the client records events on the one that caused them.
  private let notes = StoredPreferences()

  /// The text; empty before the first event.
  var text: String { notes.getString(Self.key) ?? "" }

  /// Records an event, apart from the status of enrollments, which nobody caused.
  func record(_ event: TelemetryEvent) {
    guard event.name != .enrollmentStatus else { return }
    let parts = [event.feature, event.slug, event.branch].compactMap(\.self)
    let text = "recorded: \(event.name.rawValue) \(parts.joined(separator: " "))"
    notes.set(Self.key, to: .string(text))
  }
}
