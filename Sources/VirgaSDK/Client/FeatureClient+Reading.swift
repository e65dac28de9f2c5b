public import VirgaExperiments
import VirgaSource
public import VirgaTargeting

extension FeatureClient {
  /// The recipes in which the client is enrolled, sorted by slug, each with its branch.
  public var activeExperiments: [(recipe: Recipe, branch: String)] {
    let enrollments = enrollments
    return enrollments.recipes.compactMap { recipe in
      enrollments.activeBranch(of: recipe.slug).map { (recipe, $0) }
    }
  }

  /// The client's branch of an experiment or rollout; nil if it is not enrolled.
  public func getExperimentBranch(experimentId slug: String) -> String? {
    enrollments.activeBranch(of: slug)
  }

  /// The enrollment in every recipe.
  public var enrollments: EnrollmentState { state.withLock { $0.enrollments } }

  /// The id by which the client is bucketed.
  public var clientID: String? { state.withLock { $0.client.attributes.clientID } }

  /// Changes the client, such as its recorded attributes, for the next evaluation.
  ///
  /// `change` may read this client, because it runs without the lock. If another thread changes the
  /// client meanwhile, `change` runs again on the newer value.
  public func updateClient(_ change: @Sendable (inout Client) -> Void) {
    while true {
      let before = state.withLock { $0.client }
      var after = before
      change(&after)
      let isStored = state.withLock { [after] state in
        guard state.client == before else { return false }
        state.client = after
        return true
      }
      if isStored { return save() }
    }
  }

  /// Evaluates a targeting expression for the current client.
  ///
  /// - Throws: `Targeting.EvaluationError` if the client lacks an attribute, a part has no value,
  ///   or the result is not a Boolean. Evaluating changes nothing.
  public func evaluate(_ expression: Expression) throws -> Bool {
    var (client, records) = state.withLock { ($0.client, $0.enrollments.records) }
    client.now = configuration.clock()
    // An expression may ask in which recipes the client is enrolled.
    return try expression.matches(client.context(with: records))
  }

  // Behavioral events, which targeting expressions query. Rule: VirgaTargeting/BehavioralEvents.

  /// Counts a behavioral event, which targeting expressions see at the next evaluation.
  public func recordEvent(_ event: String, count: UInt64 = 1) {
    let now = configuration.clock()
    // A hosting session keeps and saves the counts itself.
    if let hostingSession {
      // Only an event in the past can be refused.
      try? hostingSession.count(event, count: count, secondsAgo: nil, at: now)
      return
    }
    state.withLock { $0.client.events.record(event, count: count, at: now) }
    save()
  }

  /// Counts a behavioral event that happened some seconds ago, to test targeting.
  ///
  /// An event that is older than counts are kept is ignored.
  ///
  /// - Throws: ``EventFailure`` if `seconds` is negative; nothing is counted then. Also if the
  ///   clock was set back, so that the event is later than the current interval of a counter; only
  ///   the other counters count it then.
  public func recordPastEvent(
    _ event: String, secondsAgo seconds: Int64, count: UInt64 = 1
  ) throws(EventStore.Failure) {
    let now = configuration.clock()
    // A hosting session keeps and saves the counts itself.
    if let hostingSession {
      return try hostingSession.count(event, count: count, secondsAgo: seconds, at: now)
    }
    // If this throws, the counters that did count the event are saved with the next change.
    try state.withLock { state throws(EventStore.Failure) in
      try state.client.events.recordPast(event, secondsAgo: seconds, count: count, at: now)
    }
    save()
  }

  /// Moves the clock of behavioral events forward, to test targeting; it then stays fixed until the
  /// next start.
  ///
  /// Ignored if the client has the clock of a hosting session, which the console sets.
  ///
  /// - Throws: ``EventFailure`` if `seconds` is negative; the clock stays as it is.
  public func advanceEventTime(bySeconds seconds: Int64) throws(EventStore.Failure) {
    guard hostingSession == nil else { return }
    let now = configuration.clock()
    // Not saved: the next start uses the real clock.
    try state.withLock { state throws(EventStore.Failure) in
      try state.client.events.advanceTime(by: seconds, at: now)
    }
  }

  /// Clears all behavioral events; ignored if they come from a hosting session: the console clears
  /// those.
  public func clearEvents() {
    guard hostingSession == nil else { return }
    state.withLock { $0.client.events.clear() }
    save()
  }
}
