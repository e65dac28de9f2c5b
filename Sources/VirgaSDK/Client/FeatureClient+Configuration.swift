public import VirgaExperiments
public import VirgaJSON
public import VirgaTargeting

extension FeatureClient {
  /// What a client is made of; every part has a default.
  public struct Configuration: Sendable {
    /// What targeting expressions see: application attributes such as `app_name`, `channel`, `app_version` and `locale`,
    /// and any others that the app adds.
    public var context: JSONObject
    /// The id by which the client is bucketed; nil takes the saved one, or makes a new one.
    public var clientID: String?
    /// Where texts and images come from.
    public var resources: any ResourceLookup
    /// What the user chose, for variables with a `pref-key`.
    public var preferences: (any Preferences)?
    /// Where the state is kept; nil keeps it in memory only.
    public var store: (any ClientStore)?
    /// Where ``FeatureClient/fetchExperiments()`` gets recipes.
    public var recipeSource: (any RecipeSource)?
    /// The features that several recipes may configure at once; a connected manifest adds its own.
    public var coenrollingFeatures: NameSet = []
    /// Whether handing out a config is recorded too; most apps leave it off.
    public var recordsActivation = false
    /// The time.
    public var clock: @Sendable () -> Instant = SystemClock.now
    /// Makes the ids of new clients.
    public var makeClientID: @Sendable () -> String = ClientID.random
    /// Receives every telemetry event, on the thread that caused it.
    public var record: @Sendable (TelemetryEvent) -> Void = { _ in }

    /// A configuration with the parts that most apps set; the others are properties.
    public init(
      context: JSONObject = [:], resources: any ResourceLookup = NoResources(),
      preferences: (any Preferences)? = nil, store: (any ClientStore)? = nil, recipeSource: (any RecipeSource)? = nil
    ) {
      self.context = context
      self.resources = resources
      self.preferences = preferences
      self.store = store
      self.recipeSource = recipeSource
    }
  }
}
