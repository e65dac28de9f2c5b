public import VirgaExperiments
import VirgaJSON
public import VirgaSource
import VirgaTargeting

extension FeatureClient {
  /// Stores recipes as pending until ``applyPendingExperiments()``, replacing any that are already pending.
  ///
  /// An empty list ends every recipe once it is applied.
  public func setExperimentsLocally(_ recipes: [Recipe]) {
    state.withLock { $0.pending = recipes }
    save()
  }

  /// Reads recipes from JSON and stores them as pending.
  ///
  /// The JSON is one recipe, an array, or an object with an array `data`.
  ///
  /// Returns the problems in the text; `name` identifies it in their positions. A recipe with an error is left out. If the text is not a
  /// list of recipes at all, nothing changes.
  @discardableResult
  public func setExperimentsLocally(_ text: String, name: String = "-") -> [Problem] {
    let attributes = state.withLock { $0.client.attributes.givenNames }
    let batch = RecipeBatch(JSONDocument.parse(text, name: name), attributes: attributes)
    if batch.isReadable { setExperimentsLocally(batch.recipes) }
    return batch.problems
  }

  /// Fetches recipes from the configured source and stores them as pending until ``applyPendingExperiments()``.
  ///
  /// Returns the problems in them; a recipe with an error is left out. If nothing changed since the last fetch, nothing is stored.
  ///
  /// - Throws: ``RecipeFetchFailure``, or what the source throws.
  @discardableResult
  public func fetchExperiments() async throws -> [Problem] {
    guard host == nil else { throw RecipeFetchFailure.sessionDecides }
    guard let source = configuration.recipeSource else { throw RecipeFetchFailure.noSource }
    guard let text = try await source.fetchRecipes() else { return [] }
    return setExperimentsLocally(String(decoding: text.bytes, as: UTF8.self), name: text.name)
  }

  /// Evaluates the pending recipes, which replace the current ones.
  ///
  /// Without any, only clears cached values.
  ///
  /// All connected features then recompute their values. Returns the changes, which are also recorded.
  @discardableResult
  public func applyPendingExperiments() -> [EnrollmentChange] {
    guard host == nil else { return [] }
    let now = configuration.clock()
    let outcome = state.withLock { state -> Outcome? in
      guard let recipes = state.pending else { return nil }
      state.pending = nil
      return state.evaluate(at: now) { $0.apply(recipes, for: $1) }
    }
    guard let outcome else {
      dropCaches()
      return []
    }
    return announce(outcome)
  }

  /// Whether the user takes part in experiments.
  ///
  /// Setting it evaluates the known recipes.
  ///
  /// Opting back in does not restore the experiments that the user left. Ignored if a session hosts the client.
  public var experimentParticipation: Bool {
    get { state.withLock { $0.enrollments.takesPartInExperiments } }
    set { setParticipation { $0.setExperimentParticipation(newValue, for: $1) } }
  }

  /// Whether the user takes part in rollouts.
  ///
  /// Setting it evaluates the known recipes.
  ///
  /// Opting back in restores rollouts. Ignored if a session hosts the client.
  public var rolloutParticipation: Bool {
    get { state.withLock { $0.enrollments.takesPartInRollouts } }
    set { setParticipation { $0.setRolloutParticipation(newValue, for: $1) } }
  }

  private func setParticipation(_ change: (inout EnrollmentState, Client) -> [EnrollmentChange]) {
    guard host == nil else { return }
    let now = configuration.clock()
    announce(state.withLock { $0.evaluate(at: now, change) })
  }
}

extension FeatureClient {
  /// Enrolls the client in a branch of a known recipe, regardless of targeting and bucketing.
  ///
  /// It stays enrolled until the branch or the recipe is removed. The returned change says if enrolling failed.
  @discardableResult
  public func optIn(_ slug: String, branch: String) -> EnrollmentChange {
    change(orRefuse: EnrollmentChange(.enrollFailed, slug, branch: branch, reason: Self.refusal)) { state in
      state.enrollments.optIn(slug, branch: branch)
    }
  }

  /// Unenrolls the client, permanently if it is an experiment; nil if it was not enrolled.
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

  /// Unenrolls the client from everything, clears its behavioral events and gives it a new id.
  @discardableResult
  public func resetTelemetryIdentifiers() -> [EnrollmentChange] {
    guard host == nil else { return [] }
    let id = configuration.makeClientID()
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
  /// The changes of one evaluation, and the status of every recipe after it.
  struct Outcome {
    var changes: [EnrollmentChange] = []
    var statuses: [TelemetryEvent] = []
  }

  /// Clears cached values, records the changes and notifies observers.
  ///
  /// Never called under the lock: observers may call back.
  @discardableResult
  func announce(_ outcome: Outcome) -> [EnrollmentChange] {
    dropCaches()
    deliver(outcome.changes.map { TelemetryEvent($0) } + outcome.statuses)
    save()
    observers.notify()
    return outcome.changes
  }

  private func dropCaches() { for drop in state.withLock({ $0.caches }) { drop() } }
}

extension FeatureClient.State {
  fileprivate mutating func evaluate(
    at now: Instant, _ change: (inout EnrollmentState, Client) -> [EnrollmentChange]
  ) -> FeatureClient.Outcome {
    client.now = now
    let changes = change(&enrollments, client)
    refresh()
    return FeatureClient.Outcome(changes: changes, statuses: enrollments.statusEvents(for: client))
  }
}

extension FeatureClient {
  /// The Labs recipes that the user can choose or has chosen, sorted by slug.
  public var availableLabs: [Recipe] {
    let now = configuration.clock()
    return state.withLock { state in
      state.client.now = now
      return state.enrollments.availableLabs(for: state.client)
    }
  }

  /// Enrolls the client in a Labs recipe that the user chose.
  ///
  /// The returned change says if that failed.
  @discardableResult
  public func enrollInLabs(_ slug: String) -> EnrollmentChange {
    let now = configuration.clock()
    return change(orRefuse: EnrollmentChange(.enrollFailed, slug, reason: Self.refusal)) { state in
      state.client.now = now
      return state.enrollments.enrollInLabs(slug, for: state.client)
    }
  }

  /// Unenrolls the client from a Labs recipe that the user left.
  ///
  /// The returned change says if that failed.
  @discardableResult
  public func leaveLabs(_ slug: String) -> EnrollmentChange {
    change(orRefuse: EnrollmentChange(.unenrollFailed, slug, reason: Self.refusal)) { state in
      state.enrollments.leaveLabs(slug)
    }
  }

  static let refusal = "the session decides"

  /// A hosted client refuses instead.
  func change(
    orRefuse refusal: EnrollmentChange, _ make: (inout State) -> EnrollmentChange
  ) -> EnrollmentChange {
    guard host == nil else { return refusal }
    let change = state.withLock { state in
      defer { state.refresh() }
      return make(&state)
    }
    announce(Outcome(changes: [change]))
    return change
  }
}
