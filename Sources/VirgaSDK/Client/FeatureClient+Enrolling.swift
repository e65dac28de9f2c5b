public import VirgaExperiments
import VirgaJSON
public import VirgaSource
import VirgaTargeting

extension FeatureClient {
  /// Puts recipes aside until ``applyPendingExperiments()``; they replace those that were put aside before.
  ///
  /// An empty list ends every recipe when it is applied.
  public func setExperimentsLocally(_ recipes: [Recipe]) {
    state.withLock { $0.pending = recipes }
    save()
  }

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

  /// Gets recipes from the configured source and puts them aside until ``applyPendingExperiments()``.
  ///
  /// Gives what is wrong with them; a recipe with an error is left out. If nothing changed since the last fetch, nothing
  /// is put aside.
  ///
  /// - Throws: ``RecipeFetchFailure``, or what the source throws.
  @discardableResult
  public func fetchExperiments() async throws -> [Problem] {
    guard host == nil else { throw RecipeFetchFailure.sessionDecides }
    guard let source = configuration.recipeSource else { throw RecipeFetchFailure.noSource }
    guard let text = try await source.fetchRecipes() else { return [] }
    return setExperimentsLocally(String(decoding: text.bytes, as: UTF8.self), name: text.name)
  }

  /// Evaluates the recipes that were put aside, which replace the old ones; without any, only cached values are dropped.
  ///
  /// Afterwards all connected features compute their values again. Gives what changed, which is recorded too.
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

  /// Whether the user takes part in experiments; setting it evaluates the known recipes.
  ///
  /// A user who comes back does not get the experiments that were left. A session decides for its clients.
  public var experimentParticipation: Bool {
    get { state.withLock { $0.enrollments.takesPartInExperiments } }
    set { setParticipation { $0.setExperimentParticipation(newValue, for: $1) } }
  }

  /// Whether the user takes part in rollouts; setting it evaluates the known recipes.
  ///
  /// A user who comes back gets rollouts again. A session decides for its clients.
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
  /// Enrolls the client on a branch of a known recipe, whatever its targeting and buckets say.
  ///
  /// It stays there until the branch or the recipe goes. The change tells if that could not be done.
  @discardableResult
  public func optIn(_ slug: String, branch: String) -> EnrollmentChange {
    change(orRefuse: EnrollmentChange(.enrollFailed, slug, branch: branch, reason: Self.refusal)) { state in
      state.enrollments.optIn(slug, branch: branch)
    }
  }

  /// Takes the client out of a recipe, for good if it is an experiment; nil if it is not enrolled.
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
  /// What an evaluation changed, and the status of every recipe after it.
  struct Outcome {
    var changes: [EnrollmentChange] = []
    var statuses: [TelemetryEvent] = []
  }

  /// Drops cached values, records what happened, and tells observers; never under the lock, for they may call back.
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

extension FeatureClient {
  /// The recipes that the user can choose in Labs now, sorted by slug; those that were chosen are among them.
  public var availableLabs: [Recipe] {
    let now = configuration.clock()
    return state.withLock { state in
      state.client.now = now
      return state.enrollments.availableLabs(for: state.client)
    }
  }

  /// Enrolls the client in a Labs recipe, as its user chose; the change tells if that could not be done.
  @discardableResult
  public func enrollInLabs(_ slug: String) -> EnrollmentChange {
    let now = configuration.clock()
    return change(orRefuse: EnrollmentChange(.enrollFailed, slug, reason: Self.refusal)) { state in
      state.client.now = now
      return state.enrollments.enrollInLabs(slug, for: state.client)
    }
  }

  /// Takes the client out of a Labs recipe, as its user chose; the change tells if that could not be done.
  @discardableResult
  public func leaveLabs(_ slug: String) -> EnrollmentChange {
    change(orRefuse: EnrollmentChange(.unenrollFailed, slug, reason: Self.refusal)) { state in
      state.enrollments.leaveLabs(slug)
    }
  }

  /// Why a client that lives on a session does not change enrollments.
  static let refusal = "the session decides"

  /// Makes one change of enrollments and announces it; a client that lives on a session refuses it instead.
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
