public import VirgaExperiments
public import VirgaJSON
public import VirgaTargeting

/// The SDK object of an app: evaluates recipes for this client, gives features their configs, records exposures.
///
/// An app makes one at start, connects its manifest, and hands it the recipes:
///
/// ```swift
/// let client = FeatureClient(
///   context: ["app_name": "cirrus", "channel": "nightly", "locale": "de-DE"], clientID: storedID,
///   resources: FolderResources(folder), record: { telemetry.send($0) })
/// client.connect(CirrusManifest.shared)
/// client.setExperimentsLocally(recipesText)
/// client.applyPendingExperiments()
///
/// let variables = client.getVariables("app-menu")
/// ```
///
/// Everything lives in memory, unless the client lives on a session. What an app wants to keep for its next start are ``clientID`` and ``enrollments``, which
/// ``resume(from:)`` takes back. It may be used from any thread; events reach the recorder on the calling one.
public final class FeatureClient: FeaturesInterface {
  struct State {
    var client: Client
    var enrollments = EnrollmentState()
    /// Nil until enrollments are known: before that the client gives nothing and records nothing.
    var telemetry: FeatureTelemetry?
    /// What the host gives features, edits included; nil without a host.
    var configs: (@Sendable (_ feature: String) -> JSONObject?)?
    /// What the app itself says of the client.
    var appContext: JSONObject
    var pending: [Recipe]?
    var caches: [@Sendable () -> Void] = []
    var observers: [@Sendable () -> Void] = []

    mutating func refresh() {
      telemetry = FeatureTelemetry(enrollments, coenrolling: client.coenrollingFeatures)
    }
  }

  let state: Locked<State>
  let clock: @Sendable () -> Instant
  let makeClientID: @Sendable () -> String
  /// What the user of the app chose.
  public let preferences: (any Preferences)?

  let host: (any ClientHost)?
  private let resources: any ResourceLookup
  private let recordsActivation: Bool
  private let record: @Sendable (TelemetryEvent) -> Void

  /// A client that knows no recipes yet.
  ///
  /// - Parameters:
  ///   - context: What targeting expressions see: application attributes such as `app_name`, `channel`, `app_version`
  ///     and `locale`, and any others that the app adds.
  ///   - clientID: The id that the app kept; without one, `makeClientID` makes a new one.
  ///   - coenrollingFeatures: The features that several recipes may configure at once; a connected manifest adds its own.
  ///   - resources: Where texts and images come from.
  ///   - preferences: What the user of the app chose, for variables with a `pref-key`.
  ///   - recordsActivation: Whether handing out a config is recorded too, which most apps leave off.
  ///   - clock: The time.
  ///   - makeClientID: Makes the ids of new clients.
  ///   - record: Takes every event, on the thread that caused it.
  public convenience init(
    context: JSONObject = [:], clientID: String? = nil, coenrollingFeatures: NameSet = [],
    resources: any ResourceLookup = NoResources(), preferences: (any Preferences)? = nil,
    recordsActivation: Bool = false, clock: @escaping @Sendable () -> Instant = SystemClock.now,
    makeClientID: @escaping @Sendable () -> String = ClientID.random,
    record: @escaping @Sendable (TelemetryEvent) -> Void = { _ in }
  ) {
    self.init(
      host: nil, context: context, clientID: clientID, coenrollingFeatures: coenrollingFeatures, resources: resources,
      preferences: preferences, recordsActivation: recordsActivation, clock: clock, makeClientID: makeClientID,
      record: record)
  }

  package init(
    host: (any ClientHost)?, context: JSONObject, clientID: String?, coenrollingFeatures: NameSet = [],
    resources: any ResourceLookup, preferences: (any Preferences)?, recordsActivation: Bool,
    clock: @escaping @Sendable () -> Instant, makeClientID: @escaping @Sendable () -> String,
    record: @escaping @Sendable (TelemetryEvent) -> Void
  ) {
    var attributes = ClientAttributes(flat: ExpressionValue.members(of: context))
    attributes.clientID = clientID ?? attributes.clientID ?? makeClientID()
    let client = Client(attributes: attributes, coenrollingFeatures: coenrollingFeatures, now: clock())
    state = Locked(State(client: client, appContext: context))
    self.host = host
    self.resources = resources
    self.preferences = preferences
    self.recordsActivation = recordsActivation
    self.clock = clock
    self.makeClientID = makeClientID
    self.record = record
  }

  /// The variables of a feature; before the first ``applyPendingExperiments()`` they give nil for everything.
  ///
  /// They keep their values, whatever becomes of the recipes later.
  public func getVariables(featureId: String, sendExposureEvent: Bool) -> any Variables {
    let (telemetry, configs) = state.withLock { ($0.telemetry, $0.configs) }
    let answer = telemetry?.variables(of: featureId, sendExposure: sendExposureEvent)
    deliver(answer?.events ?? [])
    guard let json = configs.map({ $0(featureId) }) ?? answer?.json else { return NilVariables(resources: resources) }
    return JSONVariables(json, resources: resources)
  }

  /// Records the exposure of a feature, where the client is enrolled now; each call is an event of its own.
  public func recordExposureEvent(featureId: String, experimentSlug: String?) {
    guard let telemetry else { return }
    let exposure = experimentSlug.map { telemetry.exposure(of: featureId, in: $0) } ?? telemetry.exposure(of: featureId)
    switch exposure {
    case .recorded(let event): deliver([event])
    case .suppressed(let reason):
      suppressExposureEvent(featureId: featureId, experimentSlug: experimentSlug, reason: reason)
    }
  }

  /// Tells a session, where the client lives on one, that an exposure was not recorded.
  public func suppressExposureEvent(featureId: String, experimentSlug: String?, reason: String) {
    host?.recordSuppressed(.exposure, feature: featureId, slug: experimentSlug, reason: reason)
  }

  /// Records that the app could not use a part of a feature's config, whether the client is enrolled or not.
  public func recordMalformedConfiguration(featureId: String, partId: String) {
    deliver([(telemetry ?? FeatureTelemetry(EnrollmentState())).malformed(featureId, part: partId)])
  }

  private var telemetry: FeatureTelemetry? { state.withLock { $0.telemetry } }

  func deliver(_ events: [TelemetryEvent]) {
    let wanted = events.filter { recordsActivation || $0.name != .activation }
    for event in wanted { record(event) }
    host?.record(wanted)
  }
}
