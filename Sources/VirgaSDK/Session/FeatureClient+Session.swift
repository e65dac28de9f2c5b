import Synchronization
public import VirgaExperiments
public import VirgaJSON
import VirgaSession
import VirgaTargeting

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
      live: session, context: context, clientID: session.session.clientID, resources: resources,
      preferences: session, recordsActivation: recordsActivation, clock: { session.now },
      makeClientID: ClientID.random, record: record)
    state.withLock { $0.take(session.session, at: session.now) }
    session.whenChanged { [weak self] in self?.takeSession() }
  }

  /// Takes over what the session is now.
  private func takeSession() {
    guard let live else { return }
    state.withLock { $0.take(live.session, at: live.now) }
    announce(Outcome())
  }
}

extension FeatureClient.State {
  /// Lives on a session as it is at a moment; attributes that only the app knows stay.
  mutating func take(_ session: Session, at now: Instant) {
    var flat = ExpressionValue.members(of: appContext)
    flat["channel"] = session[.channel].map { ExpressionValue($0) } ?? flat["channel"]
    for name in session.names(of: .context) { flat[name] = session[.context, name].map { ExpressionValue($0) } }
    let id = client.attributes.clientID
    client.attributes = ClientAttributes(flat: flat)
    client.attributes.clientID = session.clientID ?? id
    client.events = session.behavior
    client.userSetPreferences = Set(session.names(of: .preference))
    client.now = now
    enrollments = session.enrollments
    configs = SessionConfigs(session, coenrolling: client.coenrollingFeatures)
    refresh()
  }
}
