public import VirgaExperiments
import VirgaJSON
public import VirgaSource
import VirgaTargeting

extension FeatureClient {
  /// Puts recipes aside until ``applyPendingExperiments()``; they replace those that were put aside before.
  ///
  /// An empty list ends every recipe when it is applied.
  public func setExperimentsLocally(_ recipes: [Recipe]) { state.withLock { $0.pending = recipes } }

  /// Reads recipes from JSON (one recipe, an array, or an object with an array `data`) and puts them aside.
  ///
  /// Gives what is wrong with the text, which `name` names. A recipe with an error is left out; a text that holds no
  /// recipes at all changes nothing.
  @discardableResult
  public func setExperimentsLocally(_ text: String, name: String = "-") -> [Problem] {
    let attributes = state.withLock { $0.client.attributes.givenNames }
    let batch = RecipeBatch(JSONDocument.parse(text, name: name), attributes: attributes)
    if batch.isReadable { setExperimentsLocally(batch.recipes) }
    return batch.problems
  }

  /// Evaluates the recipes that were put aside and puts them in place of the old ones; without any, nothing happens.
  ///
  /// Afterwards all connected features forget what they computed. Gives what changed, which is recorded too.
  @discardableResult
  public func applyPendingExperiments() -> [EnrollmentChange] {
    guard host == nil else { return [] }
    let now = clock()
    let outcome = state.withLock { state -> Outcome? in
      guard let recipes = state.pending else { return nil }
      state.pending = nil
      return state.evaluate(at: now) { $0.apply(recipes, for: $1) }
    }
    return outcome.map(announce) ?? []
  }

  /// Lets the user take part in experiments, rollouts or both, or not, and evaluates the known recipes anew.
  ///
  /// Who comes back gets rollouts again, but not the experiments that were left. Nil leaves a choice as it is.
  @discardableResult
  public func setParticipation(experiments: Bool? = nil, rollouts: Bool? = nil) -> [EnrollmentChange] {
    guard host == nil else { return [] }
    let now = clock()
    let outcome = state.withLock { state in
      state.evaluate(at: now) { enrollments, client in
        let left = experiments.map { enrollments.setExperimentParticipation($0, for: client) } ?? []
        return left + (rollouts.map { enrollments.setRolloutParticipation($0, for: client) } ?? [])
      }
    }
    return announce(outcome)
  }

  /// Takes over enrollments that were kept from an earlier run; no recipe is evaluated and nothing is recorded.
  public func resume(from enrollments: EnrollmentState) {
    guard host == nil else { return }
    state.withLock { state in
      state.enrollments = enrollments
      state.refresh()
    }
    announce(Outcome())
  }
}

extension FeatureClient {
  /// Enrolls the client on a branch of a known recipe, whatever its targeting and buckets say.
  ///
  /// It stays there until branch or recipe go. The change tells where that could not be done.
  @discardableResult
  public func optIn(_ slug: String, branch: String) -> EnrollmentChange {
    change(orRefuse: EnrollmentChange(.enrollFailed, slug, branch: branch, reason: Self.refusal)) { state in
      state.enrollments.optIn(slug, branch: branch)
    }
  }

  /// Takes the client out of a recipe, for good where it is an experiment; nil where it is not enrolled.
  @discardableResult
  public func optOut(_ slug: String) -> EnrollmentChange? {
    guard host == nil else { return nil }
    let change = state.withLock { state in
      defer { state.refresh() }
      return state.enrollments.optOut(slug)
    }
    if let change { announce(Outcome(changes: [change])) }
    return change
  }

  /// Takes the client out of everything, forgets its behavioural events and gives it a new id.
  @discardableResult
  public func resetTelemetryIdentifiers() -> [EnrollmentChange] {
    guard host == nil else { return [] }
    let id = makeClientID()
    let changes = state.withLock { state in
      state.client.events.clear()
      state.client.attributes.clientID = id
      defer { state.refresh() }
      return state.enrollments.resetTelemetryIdentifiers()
    }
    return announce(Outcome(changes: changes))
  }
}

extension FeatureClient {
  /// What an evaluation brought: the changes, and where the client stands with each recipe.
  struct Outcome {
    var changes: [EnrollmentChange] = []
    var statuses: [TelemetryEvent] = []
  }

  /// Lets features forget, records what happened, and tells observers; never under the lock, since all may come back.
  @discardableResult
  func announce(_ outcome: Outcome) -> [EnrollmentChange] {
    let (caches, observers) = state.withLock { ($0.caches, $0.observers) }
    for forget in caches { forget() }
    deliver(outcome.changes.map { TelemetryEvent($0) } + outcome.statuses)
    for observe in observers { observe() }
    return outcome.changes
  }
}

extension FeatureClient.State {
  /// Evaluates recipes for the client as it is at a moment.
  fileprivate mutating func evaluate(
    at now: Instant, _ change: (inout EnrollmentState, Client) -> [EnrollmentChange]
  ) -> FeatureClient.Outcome {
    client.now = now
    let changes = change(&enrollments, client)
    refresh()
    return FeatureClient.Outcome(changes: changes, statuses: enrollments.statusEvents(for: client))
  }
}
