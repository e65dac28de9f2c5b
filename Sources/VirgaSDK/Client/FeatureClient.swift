import Dispatch
public import VirgaExperiments
public import VirgaJSON
import VirgaSource
public import VirgaTargeting

/// The Nimbus client of an app.
///
/// It evaluates recipes for this installation, gives features their configs and records exposures.
///
/// An app creates one at start, connects its manifest and passes it the recipes:
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
/// Safe to use from any thread. Events reach the recorder on the calling thread.
public final class FeatureClient: FeaturesInterface {
  struct State {
    var client: Client
    /// The recipes, the enrollment in each, and whether the user takes part.
    var enrollments = EnrollmentState()
    /// The configs that features get by the enrollments, and the events of using them.
    ///
    /// Nil until enrollments are known; until then the client gives no values and records nothing.
    var enrolledFeatures: FeatureTelemetry?
    /// The layers of a feature in the hosting session, edits included; nil without such a session.
    var layersFromSession: (@Sendable (_ feature: String) -> FeatureLayers)?
    /// The recipes to apply next; nil if none are pending.
    var pendingRecipes: [Recipe]?
    /// The version of the pending or else the current recipes, as their source calls it; nil if
    /// they do not come from it.
    var recipesVersion: String?
    /// What the last evaluation knew about the client; nil if that is not known.
    var evaluatedContext: EvaluatedContext?
    var fetching = Fetching()
    /// Replaced whenever features may get other values, so that holders compute theirs again.
    var revision = Revision()
    var saving = Saving()
    /// The last version of the app that is known.
    var appVersion: String?
    /// When that version was first started.
    var updateDate: Instant?

    /// Whether recipes were applied, in this run or an earlier one, or a session supplied the
    /// enrollments.
    var areEnrollmentsKnown: Bool { enrolledFeatures != nil }

    /// Recomputes what features get from the enrollments; call it after every change of them.
    mutating func recomputeFeatures() {
      enrolledFeatures = FeatureTelemetry(enrollments, coenrolling: client.coenrollingFeatures)
      revision = Revision()
    }
  }

  let state: Locked<State>
  let configuration: Configuration
  /// The session that supplies enrollments and configs, and stores events; nil without one.
  let hostingSession: (any ClientHost)?
  let observers = Observers()
  let telemetryLog = TelemetryLog()
  /// Reports once that features were read after this client was released.
  private let lifetimeReminder = SetupReminder()
  /// Saves states one after the other, off the app's threads.
  let saveQueue = DispatchQueue(label: "virga.client.saving")

  /// The preferences of the app's user.
  public var preferences: (any Preferences)? { configuration.preferences }

  /// The current state of the configs: another object after every change of enrollments or of the
  /// session, and after ``applyPendingExperiments()``.
  public var revision: Revision? { state.withLock { $0.revision } }

  /// Creates a client with the saved state of its last run, if any; evaluates no recipe.
  ///
  /// Each start records the status of the saved enrollments (`enrollment_status`), whether recipes
  /// are pending or not; `record` receives these events before this returns.
  /// Rule: VirgaExperiments/RecordingEvents.
  ///
  /// If the store cannot be read, the client starts fresh, saves nothing, and ``storeFailure`` says
  /// why. A corrupt state is set aside if the store can do that; then the client continues with the
  /// previous one and saves.
  ///
  /// - Parameters:
  ///   - configuration: What the client needs from the app.
  ///   - saved: The state of the last run, for an app that stores ``saved`` itself; used instead of
  ///     the store's.
  public convenience init(
    _ configuration: Configuration = Configuration(), saved: SavedClient? = nil
  ) {
    self.init(configuration, saved: saved, host: nil)
  }

  /// Creates a client that keeps its state in memory only; it starts without enrollments.
  ///
  /// The same as ``init(_:saved:)`` with a configuration of these two parts.
  ///
  /// - Parameters:
  ///   - context: The attributes that targeting expressions read, such as `app_name` and `channel`.
  ///   - resources: Where texts and images come from.
  public convenience init(
    context: JSONObject, resources: any ResourceLookup = TableResources()
  ) {
    self.init(Configuration(context: context, resources: resources))
  }

  /// Creates a client with its saved state, pending recipes included; a `host`, if any, supplies
  /// enrollments and configs.
  ///
  /// The state is saved at once if it is new: without a saved one, after a recovery, and for a new
  /// version of the app, whose `days_since_update` counts from now.
  package init(_ configuration: Configuration, saved: SavedClient? = nil, host: (any ClientHost)?) {
    self.configuration = configuration
    hostingSession = host
    var saving = Saving()
    // Loads only if the app gives no state, and records in `saving` if that fails.
    let saved = saved ?? saving.load(from: configuration.store)
    let state = State(configuration, saved: saved, saving: saving)
    // Also true if no version was saved. If the app gives no version, the state has the saved one.
    let isUpdated = state.appVersion != saved?.appVersion
    self.state = Locked(state)
    let isStateNew = saved == nil || isUpdated || saving.recoveryMessage != nil
    if isStateNew { save() }
    // Each start of an app records the client's status in every known recipe.
    recordEnrollments()
    startFetching()
  }

  /// The variables of a feature, as they are now; all are nil until recipes are applied for the
  /// first time.
  ///
  /// With `sendExposureEvent`, also records the exposure, if the client is enrolled.
  public func getVariables(featureId: String, sendExposureEvent: Bool) -> any Variables {
    let (enrolledFeatures, layersFromSession) = state.withLock {
      ($0.enrolledFeatures, $0.layersFromSession)
    }
    // The config by the enrollments, and the events to record for this read.
    let answer = enrolledFeatures?.variables(of: featureId, sendExposure: sendExposureEvent)
    deliver(answer?.events ?? [])
    let resources = configuration.resources
    // In a client with a hosting session, only the session's config counts, with its edits.
    let config =
      if let layersFromSession { layersFromSession(featureId).config?.json } else { answer?.json }
    guard let config else { return NilVariables(resources: resources) }
    return JSONVariables(config, resources: resources)
  }

  /// Records the exposure of a feature if the client is enrolled, else tells the hosting session,
  /// if any, why not; each call is a separate event.
  ///
  /// The exposure is for the recipe `experimentSlug`, or if that is nil, for the one
  /// experiment that configures the feature.
  ///
  /// Before enrollments are known it does nothing.
  public func recordExposureEvent(featureId: String, experimentSlug: String?) {
    guard let enrolledFeatures else { return }
    let exposure =
      experimentSlug.map { enrolledFeatures.exposure(of: featureId, in: $0) }
      ?? enrolledFeatures.exposure(of: featureId)
    switch exposure {
    case .recorded(let event): deliver([event])
    case .suppressed(let reason):
      suppressExposureEvent(featureId: featureId, experimentSlug: experimentSlug, reason: reason)
    }
  }

  /// Tells the hosting session, if any, why an exposure was not recorded.
  public func suppressExposureEvent(featureId: String, experimentSlug: String?, reason: String) {
    hostingSession?.recordSuppressed(
      .exposure, feature: featureId, slug: experimentSlug, reason: reason)
  }

  /// Records that the app could not use part of a feature's config, even if unenrolled.
  public func recordMalformedConfiguration(featureId: String, partId: String) {
    // Before enrollments are known, the event names no recipe.
    let enrolledFeatures = enrolledFeatures ?? FeatureTelemetry(EnrollmentState())
    deliver([enrolledFeatures.malformed(featureId, part: partId)])
  }

  private var enrolledFeatures: FeatureTelemetry? { state.withLock { $0.enrolledFeatures } }

  /// What a client needs from its app; every part has a default.
  public struct Configuration: Sendable {
    /// The attributes that targeting expressions read: `app_name`, `channel`, `app_version`,
    /// `locale` and others.
    public var context: JSONObject
    /// The id that decides buckets; nil uses the saved one or creates one.
    public var clientID: String?
    /// Where texts and images come from.
    public var resources: any ResourceLookup
    /// The user's preferences, for variables with a `pref-key`.
    public var preferences: (any Preferences)?
    /// Where the state is stored; nil keeps it in memory only.
    public var store: (any ClientStore)?
    /// Where ``FeatureClient/fetchExperiments()`` gets recipes.
    public var recipeSource: (any RecipeSource)?
    /// When recipes are fetched without the app asking for it; never by default.
    public var fetchPolicy = FetchPolicy()
    /// Features that several recipes may configure at once, besides those of connected manifests.
    public var coenrollingFeatures: Set<Name> = []
    /// Whether handing out a config is recorded too; false by default.
    public var recordsActivation = false
    /// Returns the current time.
    public var clock: @Sendable () -> Instant = SystemClock.now
    /// Makes the ids of new clients.
    public var makeClientID: @Sendable () -> String = ClientID.random
    /// Receives every telemetry event, on the thread that caused it; see also
    /// ``FeatureClient/recordsFrom(_:)``.
    public var record: @Sendable (TelemetryEvent) -> Void = { _ in }

    /// Creates a configuration with the parts that most apps set; the others are properties.
    ///
    /// If nil: without `preferences` no setting of the user replaces a value, without `store` the
    /// state is only in memory, and without `recipeSource` nothing is fetched.
    public init(
      context: JSONObject = [:], resources: any ResourceLookup = TableResources(),
      preferences: (any Preferences)? = nil, store: (any ClientStore)? = nil,
      recipeSource: (any RecipeSource)? = nil
    ) {
      self.context = context
      self.resources = resources
      self.preferences = preferences
      self.store = store
      self.recipeSource = recipeSource
    }
  }

  /// Connects all features of a manifest; they get their configs from this client, and again after
  /// every change.
  ///
  /// The manifest does not keep the client: without it, features have the manifest's values again,
  /// and a debug build reports that once on standard error. Keep the client while the app runs.
  ///
  /// Several recipes may configure a co-enrolling feature of the manifest at once. A recipe that
  /// was refused earlier because of such a feature enrolls when recipes are applied next.
  ///
  /// If the client has a hosting session, the session's console shows the manifest's name and
  /// channel while the app runs.
  public func connect(_ manifest: some FeatureManifestInterface) {
    manifest.initialize(with: weakSdk(for: "\(type(of: manifest))"))
    if let hostingSession, let identity = ManifestIdentity(of: type(of: manifest)) {
      hostingSession.report(identity)
    }
    // The clock and the manifest are code of the app, so they run outside the lock.
    let now = configuration.clock()
    addCoenrollingFeatures(Set(naming: manifest.getCoenrollingFeatureIds()), at: now)
    manifest.invalidateCachedValues()
  }

  /// Lets several recipes configure each of these features of a manifest at once.
  private func addCoenrollingFeatures(_ features: Set<Name>, at now: Instant) {
    state.withLock { state in
      state.client.coenrollingFeatures.formUnion(features)
      // The features get the configs of all their recipes now.
      if state.areEnrollmentsKnown { state.recomputeFeatures() }
      // The session merges the configs of all recipes for a co-enrolling feature, too.
      if let hostingSession {
        state.update(from: hostingSession, context: configuration.context, now: now)
      }
    }
  }

  /// Connects one feature that does not belong to a manifest, such as a hand-written one.
  ///
  /// The holder does not keep the client either: without it, the feature has its defaults again.
  public func connect<Feature>(_ holder: FeatureHolder<Feature>) {
    holder.with(sdk: weakSdk(for: "\(Feature.self)"))
  }

  /// A function that returns this client without keeping it alive, for the manifest or feature of
  /// the type `reader`.
  ///
  /// Once the client is released, a debug build reports that at the first read that needs it.
  private func weakSdk(for reader: String) -> GetSdk {
    return { [weak self, lifetimeReminder] in
      if let self { return self }
      lifetimeReminder.sayOnce(
        "\(reader) was read after its FeatureClient was released, so it has the manifest's values; "
          + "keep the client while the app runs")
      return nil
    }
  }
}

extension FeatureClient.State {
  /// The state of a client at its start: what its app gives, and what its last run saved.
  fileprivate init(
    _ configuration: FeatureClient.Configuration, saved: SavedClient?,
    saving: FeatureClient.Saving
  ) {
    let now = configuration.clock()
    var attributes = Self.attributes(configuration, savedID: saved?.clientID)
    let version = attributes.application["app_version"]?.text
    let isAppUpdated = version != nil && version != saved?.appVersion
    let savedUpdateDate = isAppUpdated ? nil : saved?.updateDate
    // In whole seconds, as a state is saved.
    let updateDate = savedUpdateDate ?? Instant(seconds: now.seconds)
    // The client computes `days_since_update` from the date, unless the app gives that number.
    let appProvidesDays = configuration.context["days_since_update"] != nil
    if !appProvidesDays { attributes.updateDate = updateDate }

    let client = Client(
      attributes: attributes, events: saved?.events ?? EventStore(),
      coenrollingFeatures: configuration.coenrollingFeatures, now: now)
    self.init(client: client, pendingRecipes: saved?.pending, saving: saving)
    appVersion = version ?? saved?.appVersion
    self.updateDate = updateDate
    // Without a saved state, the enrollments stay unknown until recipes are applied.
    if let saved { restoreEnrollments(of: saved, isAppUpdated: isAppUpdated) }
  }

  /// The attributes that the app gives, with the client's id: that of the app, else the saved one,
  /// else the attribute `nimbus_id`, else a new one; `savedID` is nil without a saved state.
  private static func attributes(
    _ configuration: FeatureClient.Configuration, savedID: String?
  ) -> ClientAttributes {
    var attributes = ClientAttributes(flat: ExpressionValue.members(of: configuration.context))
    attributes.clientID =
      configuration.clientID ?? savedID ?? attributes.clientID ?? configuration.makeClientID()
    return attributes
  }

  /// Restores the enrollments of the last run, its version of the recipes and the context of its
  /// last evaluation; `isAppUpdated` says that another version of the app saved them.
  private mutating func restoreEnrollments(of saved: SavedClient, isAppUpdated: Bool) {
    // An updated app may read recipes that the one before it left out, so it fetches them all:
    // without a version, the source does not answer that they are unchanged.
    recipesVersion = isAppUpdated ? nil : saved.recipesVersion
    // To notice changes since the last evaluation. Which events it used is not saved, so all events
    // of earlier runs count as used.
    let events = client.events
    evaluatedContext = saved.context.map { context in
      EvaluatedContext(attributes: context, events: events)
    }
    enrollments = saved.enrollments
    recomputeFeatures()
  }
}
