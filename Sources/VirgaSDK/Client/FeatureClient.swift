import Dispatch
import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTargeting

/// The Nimbus client of an app: evaluates recipes for this installation, gives features their configs, records exposures.
///
/// An app makes one at start, connects its manifest, and hands it the recipes:
///
/// ```swift
/// let client = FeatureClient(
///   .init(
///     context: ["app_name": "cirrus", "channel": "nightly", "locale": "de-DE"],
///     resources: FolderResources(folder), store: ClientFile(folder + "/features.json")))
/// client.connect(CirrusNimbus.shared)
/// client.setExperimentsLocally(recipesText)
/// client.applyPendingExperiments()
///
/// let variables = client.getVariables("app-menu")
/// ```
///
/// It may be used from any thread; events reach the recorder on the calling one.
public final class FeatureClient: FeaturesInterface {
  struct State {
    var client: Client
    var enrollments = EnrollmentState()
    /// Nil until enrollments are known: before that the client gives nothing and records nothing.
    var telemetry: FeatureTelemetry?
    /// What the host gives features, edits included; nil without a host.
    var configs: (@Sendable (_ feature: String) -> JSONObject?)?
    var pending: [Recipe]?
    var caches: [@Sendable () -> Void] = []
    var saving = Saving()

    mutating func refresh() {
      telemetry = FeatureTelemetry(enrollments, coenrolling: client.coenrollingFeatures)
    }
  }

  let state: Locked<State>
  let configuration: Configuration
  let host: (any ClientHost)?
  let observers = Observers()
  /// Saves one state after the other, away from the threads of the app.
  let saveQueue = DispatchQueue(label: "virga.client.saving")

  /// What the user of the app chose.
  public var preferences: (any Preferences)? { configuration.preferences }

  /// A client with the state of its last run, if there is one; no recipe is evaluated and nothing is recorded.
  ///
  /// If the store cannot be read, the client starts fresh, saves nothing, and ``storeFailure`` tells why.
  ///
  /// - Parameters:
  ///   - configuration: What the client is made of.
  ///   - saved: The state of the last run, for an app that keeps ``saved`` itself; it replaces that of the store.
  public convenience init(_ configuration: Configuration = Configuration(), saved: SavedClient? = nil) {
    self.init(configuration, saved: saved, host: nil)
  }

  package init(_ configuration: Configuration, saved: SavedClient? = nil, host: (any ClientHost)?) {
    self.configuration = configuration
    self.host = host
    var saving = Saving()
    let saved = saved ?? saving.load(from: configuration.store)
    var attributes = ClientAttributes(flat: ExpressionValue.members(of: configuration.context))
    attributes.clientID =
      configuration.clientID ?? saved?.clientID ?? attributes.clientID ?? configuration.makeClientID()
    let client = Client(
      attributes: attributes, events: saved?.events ?? EventStore(),
      coenrollingFeatures: configuration.coenrollingFeatures, now: configuration.clock())
    var state = State(client: client, pending: saved?.pending, saving: saving)
    if let saved {
      state.enrollments = saved.enrollments
      state.refresh()
    }
    self.state = Locked(state)
    if saved == nil { save() }
  }

  /// The variables of a feature; before the first ``applyPendingExperiments()`` they give nil for everything.
  ///
  /// They keep their values, whatever becomes of the recipes later.
  public func getVariables(featureId: String, sendExposureEvent: Bool) -> any Variables {
    let (telemetry, configs) = state.withLock { ($0.telemetry, $0.configs) }
    let answer = telemetry?.variables(of: featureId, sendExposure: sendExposureEvent)
    deliver(answer?.events ?? [])
    let resources = configuration.resources
    guard let json = configs.map({ $0(featureId) }) ?? answer?.json else { return NilVariables(resources: resources) }
    return JSONVariables(json, resources: resources)
  }

  /// Records the exposure of a feature if the client is enrolled now; each call is an event of its own.
  public func recordExposureEvent(featureId: String, experimentSlug: String?) {
    guard let telemetry else { return }
    let exposure = experimentSlug.map { telemetry.exposure(of: featureId, in: $0) } ?? telemetry.exposure(of: featureId)
    switch exposure {
    case .recorded(let event): deliver([event])
    case .suppressed(let reason):
      suppressExposureEvent(featureId: featureId, experimentSlug: experimentSlug, reason: reason)
    }
  }

  /// Tells the session of a client that lives on one why an exposure was not recorded.
  public func suppressExposureEvent(featureId: String, experimentSlug: String?, reason: String) {
    host?.recordSuppressed(.exposure, feature: featureId, slug: experimentSlug, reason: reason)
  }

  /// Records that the app could not use a part of a feature's config, whether the client is enrolled or not.
  public func recordMalformedConfiguration(featureId: String, partId: String) {
    deliver([(telemetry ?? FeatureTelemetry(EnrollmentState())).malformed(featureId, part: partId)])
  }

  private var telemetry: FeatureTelemetry? { state.withLock { $0.telemetry } }

  func deliver(_ events: [TelemetryEvent]) {
    let wanted = events.filter { configuration.recordsActivation || $0.name != .activation }
    for event in wanted { configuration.record(event) }
    host?.record(wanted)
  }
}
