public import VirgaExperiments
public import VirgaJSON
public import VirgaSDK
import VirgaSession

extension FeatureClient {
  /// A client that lives on a session: the console sets its features while the app runs, and sees what the app records.
  ///
  /// Recipes, branches and participation are the session's: calls that evaluate recipes change nothing here. Edits lie over
  /// experiments, the session's preferences are those of the user, and its clock tells the time. The client begins with what
  /// the session knows; what others did since is read in the background.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - context: What targeting expressions see in addition to the session's context.
  ///   - resources: Where texts and images come from.
  ///   - recordsActivation: Whether handing out a config is recorded too, which most apps leave off.
  ///   - record: Takes every event too.
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
    session.whenChanged { [weak self] in self?.takeHost() }
    takeHost()
    session.writer.refreshSoon()
  }
}

/// What a session gives the features of an app: the configs of enrolled recipes, and edits over them.
struct SessionConfigs: Sendable {
  private let enrolled: [Name: EffectiveFeature]
  private let edits: [Name: JSONValue]

  /// What `session` gives; several recipes may configure the features in `coenrolling`.
  init(_ session: Session, coenrolling: Set<Name>) {
    enrolled = session.enrollments.effectiveFeatures(coenrolling: coenrolling)
    edits = session.all(.edit)
  }

  /// The partial config of a feature; nil if there is none.
  ///
  /// The console uses the same function, so that both agree. Rule: VirgaExperiments/Layering.
  subscript(feature: String) -> JSONObject? {
    FeatureLayers(enrolled[feature], edit: edits[feature].map { WrittenValue($0) }).config?.json
  }
}
