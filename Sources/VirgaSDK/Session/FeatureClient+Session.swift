public import VirgaExperiments
public import VirgaJSON
import VirgaSession

extension FeatureClient {
  /// A client that lives on a session: a console decides what features are, live, and sees what the app records.
  ///
  /// Recipes, branches and participation are the session's: calls that evaluate recipes change nothing here. Edits lie over
  /// experiments, the session's preferences are those of the user, and its clock tells the time.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - context: What targeting expressions see beside what the session knows.
  ///   - resources: Where texts and images come from.
  ///   - recordsActivation: Whether handing out a config is recorded too, which most apps leave off.
  ///   - record: Takes every event too.
  public convenience init(
    session: LiveSession, context: JSONObject = [:], resources: any ResourceLookup = NoResources(),
    recordsActivation: Bool = false, record: @escaping @Sendable (TelemetryEvent) -> Void = { _ in }
  ) {
    session.takeChanges()
    self.init(
      host: session, context: context, clientID: session.session.clientID, resources: resources,
      preferences: session, recordsActivation: recordsActivation, clock: { session.now },
      makeClientID: ClientID.random, record: record)
    takeHost()
    session.whenChanged { [weak self] in self?.takeHost() }
  }
}
