public import VirgaExperiments
public import VirgaJSON
public import VirgaSDK
import VirgaSession

extension FeatureClient {
  /// Creates a client hosted by a session.
  ///
  /// The console changes its features while the app runs, and shows what it records.
  ///
  /// Recipes, branches and participation come from the session: calls that evaluate recipes have no effect. Edits override experiments, the
  /// session's preferences are the user's, and the session's clock tells the time. The client starts with the session's current state;
  /// changes by other processes are read in the background.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - context: What targeting expressions read in addition to the session's context.
  ///   - resources: Where texts and images come from.
  ///   - recordsActivation: Whether handing out a config is recorded too; false by default.
  ///   - record: Also receives every event.
  public convenience init(
    session: LiveSession, context: JSONObject = [:], resources: any ResourceLookup = NoResources(),
    recordsActivation: Bool = false, record: @escaping @Sendable (TelemetryEvent) -> Void = { _ in }
  ) {
    var configuration = Configuration(context: context, resources: resources, preferences: session)
    configuration.clientID = session.session.clientID
    configuration.recordsActivation = recordsActivation
    configuration.clock = { session.now }
    configuration.record = record
    self.init(configuration, host: session)
    session.whenChanged { [weak self] in self?.updateFromHost() }
    updateFromHost()
    session.writer.refreshSoon()
  }
}

/// The configs that a session supplies: those of enrolled recipes, with edits on top.
struct SessionConfigs: Sendable {
  private let enrolled: [Name: EffectiveFeature]
  private let edits: [Name: JSONValue]

  /// Several recipes may configure the features in `coenrolling`.
  init(_ session: Session, coenrolling: Set<Name>) {
    enrolled = session.enrollments.effectiveFeatures(coenrolling: coenrolling)
    edits = session.all(.edit)
  }

  /// The partial config of a feature; nil if there is none.
  ///
  /// The console uses the same function, so both agree. Rule: VirgaExperiments/Layering.
  subscript(feature: String) -> JSONObject? {
    FeatureLayers(enrolled[feature], edit: edits[feature].map { LocatedValue($0) }).config?.json
  }
}
