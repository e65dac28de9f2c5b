public import VirgaJSON
import VirgaSource

/// A test double of the SDK: serves fixed configs and counts what is recorded.
///
/// ```swift
/// let features = HardcodedNimbusFeatures(with: ["app-menu": #"{"title": "Menu"}"#])
/// features.connect(with: CirrusNimbus.shared)
/// openMenu()
/// #expect(features.getExposureCount(featureId: "app-menu") == 1)
/// ```
public final class HardcodedNimbusFeatures: FeaturesInterface {
  private struct Record {
    var exposures: [String: Int] = [:]
    var malformed: [String: String] = [:]
  }

  private let configs: [String: JSONObject]
  private let resources: any ResourceLookup
  private let record = Locked(Record())
  /// Always the same object, because the configs of a double never change.
  public let revision: FeatureClient.Revision? = FeatureClient.Revision()
  /// The user's preferences.
  public let preferences: (any Preferences)?

  /// Serves `configs`, keyed by feature.
  ///
  /// `resources` has the texts and images that the configs name. If `preferences` is nil, the user
  /// has set none.
  public init(
    with configs: [String: JSONObject], resources: any ResourceLookup = TableResources(),
    preferences: (any Preferences)? = nil
  ) {
    self.configs = configs
    self.resources = resources
    self.preferences = preferences
  }

  /// Serves configs given as JSON text, keyed by feature; texts that are not JSON objects are
  /// ignored.
  public convenience init(
    with texts: [String: String], resources: any ResourceLookup = TableResources(),
    preferences: (any Preferences)? = nil
  ) {
    let configs = texts.compactMapValues { (try? JSONValue.parse($0))?.objectValue }
    self.init(with: configs, resources: resources, preferences: preferences)
  }

  /// Connects all features of a manifest to this double and clears their cached values.
  public func connect(with manifest: any FeatureManifestInterface) {
    manifest.initialize { self }
    manifest.invalidateCachedValues()
  }

  /// The variables of a feature; without a config they give nil for everything.
  public func getVariables(featureId: String, sendExposureEvent: Bool) -> any Variables {
    guard let config = configs[featureId] else { return NilVariables(resources: resources) }
    if sendExposureEvent { recordExposureEvent(featureId: featureId, experimentSlug: nil) }
    return JSONVariables(config, resources: resources)
  }

  /// Counts an exposure of a feature that has a config.
  public func recordExposureEvent(featureId: String, experimentSlug: String?) {
    guard has(featureId: featureId) else { return }
    record.withLock { $0.exposures[featureId, default: 0] += 1 }
  }

  /// Remembers the malformed part of a feature that has a config.
  public func recordMalformedConfiguration(featureId: String, partId: String) {
    guard has(featureId: featureId) else { return }
    record.withLock { $0.malformed[featureId] = partId }
  }

  /// Whether there is a config for the feature.
  public func has(featureId: String) -> Bool { configs[featureId] != nil }

  /// How many exposures of the feature were recorded.
  public func getExposureCount(featureId: String) -> Int {
    record.withLock { $0.exposures[featureId] ?? 0 }
  }

  /// Whether any exposure of the feature was recorded.
  public func isExposed(featureId: String) -> Bool { getExposureCount(featureId: featureId) > 0 }

  /// The part of the feature that was last recorded as malformed; nil if none was.
  public func getMalformed(featureId: String) -> String? {
    record.withLock { $0.malformed[featureId] }
  }

  /// Whether a part of the feature was recorded as malformed.
  public func isMalformed(featureId: String) -> Bool { getMalformed(featureId: featureId) != nil }
}
