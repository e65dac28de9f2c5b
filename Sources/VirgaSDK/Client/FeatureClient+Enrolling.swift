public import VirgaExperiments
import VirgaJSON
public import VirgaSource
import VirgaTargeting

extension FeatureClient {
  /// Stores recipes as pending until ``applyPendingExperiments()``; an empty list ends every recipe
  /// then.
  public func setExperimentsLocally(_ recipes: [Recipe]) {
    state.withLock { $0.pending = recipes }
    save()
  }

  /// Reads recipes from JSON (one recipe, an array, or an object with an array `data`) and stores
  /// them as pending.
  ///
  /// Returns the problems in the text, which calls it `name`. A recipe with an error is left out; a
  /// text without recipes changes nothing.
  @discardableResult
  public func setExperimentsLocally(_ text: String, name: String = "-") -> [Problem] {
    let attributes = state.withLock { $0.client.attributes.givenNames }
    let batch = RecipeBatch(SourceText(name: name, text: text), attributes: attributes)
    if batch.isReadable { setExperimentsLocally(batch.recipes) }
    return batch.problems
  }

  /// Fetches recipes from the configured source and stores them as pending until
  /// ``applyPendingExperiments()``.
  ///
  /// Returns the problems in them; a recipe with an error is left out. If nothing changed since the
  /// last fetch, nothing is stored.
  ///
  /// - Throws: ``FeatureClient/FetchFailure`` if nothing can be fetched, or what the source throws. Recipes
  ///   that are pending from an earlier fetch stay pending.
  @discardableResult
  public func fetchExperiments() async throws -> [Problem] {
    guard host == nil else { throw FetchFailure.sessionDecides }
    guard let source = configuration.recipeSource else { throw FetchFailure.noSource }
    guard let text = try await source.fetchRecipes() else { return [] }
    return setExperimentsLocally(String(decoding: text.bytes, as: UTF8.self), name: text.name)
  }

  /// Evaluates the pending recipes, which replace the current ones; without any, only makes features
  /// compute their values again.
  ///
  /// All features that get their configs from this client compute their values again when they are
  /// read next. Returns the changes, which are also recorded; a hosted client does nothing and
  /// returns none.
  @discardableResult
  public func applyPendingExperiments() -> [EnrollmentChange] {
    guard host == nil else { return [] }
    let now = configuration.clock()
    let outcome = state.withLock { state -> Outcome? in
      guard let recipes = state.pending else {
        state.revision = Revision()
        return nil
      }
      state.pending = nil
      return state.evaluateRecipes(at: now) { enrollments, client in
        enrollments.apply(recipes, for: client)
      }
    }
    guard let outcome else { return [] }
    return announce(outcome)
  }

  /// Whether the user takes part in experiments; setting it evaluates the known recipes.
  ///
  /// Opting back in does not restore the experiments that the user left. Ignored if a session hosts
  /// the client.
  public var experimentParticipation: Bool {
    get { state.withLock { $0.enrollments.takesPartInExperiments } }
    set { setParticipation(newValue, inRollouts: false) }
  }

  /// Whether the user takes part in rollouts; setting it evaluates the known recipes.
  ///
  /// Opting back in restores rollouts. Ignored if a session hosts the client.
  public var rolloutParticipation: Bool {
    get { state.withLock { $0.enrollments.takesPartInRollouts } }
    set { setParticipation(newValue, inRollouts: true) }
  }

  /// Changes whether the user takes part in rollouts or in experiments, and evaluates the recipes.
  private func setParticipation(_ takesPart: Bool, inRollouts: Bool) {
    guard host == nil else { return }
    let now = configuration.clock()
    let outcome = state.withLock { state in
      state.evaluateRecipes(at: now) { enrollments, client in
        enrollments.setParticipation(takesPart, inRollouts: inRollouts, for: client)
      }
    }
    announce(outcome)
  }

  /// Enrolls the client in a branch, regardless of targeting and bucketing, until branch or recipe
  /// is removed.
  @discardableResult
  public func optIn(_ slug: String, branch: String) -> EnrollmentChange {
    let refusal = EnrollmentChange(
      .enrollFailed, slug, branch: branch, reason: Self.hostedReason)
    return changeEnrollment(ifHosted: refusal) { state in
      state.enrollments.optIn(slug, branch: branch)
    }
  }

  /// Unenrolls the client, permanently if it is an experiment; nil if nothing changes.
  @discardableResult
  public func optOut(_ slug: String) -> EnrollmentChange? {
    guard host == nil else { return nil }
    let change = state.withLock { state in
      defer { state.enrollmentsDidChange() }
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
      defer { state.enrollmentsDidChange() }
      return state.enrollments.resetTelemetryIdentifiers()
    }
    return announce(Outcome(changes: changes))
  }

  /// Records the status of the client in every known recipe, as each start of an app does.
  ///
  /// Rule: VirgaExperiments/RecordingEvents.
  package func recordEnrollments() {
    deliver(state.withLock { state in state.enrollments.statusEvents(for: state.client) })
  }

  /// The changes of one evaluation, and the status of every recipe after it.
  struct Outcome {
    var changes: [EnrollmentChange] = []
    var statuses: [TelemetryEvent] = []
  }

  /// Completes a change of enrollments: records the events, saves the state and notifies observers;
  /// returns the changes.
  ///
  /// Never call it under the lock: observers may call this client.
  @discardableResult
  func announce(_ outcome: Outcome) -> [EnrollmentChange] {
    deliver(outcome.changes.map { TelemetryEvent($0) } + outcome.statuses)
    save()
    observers.notify()
    return outcome.changes
  }

  /// The Labs recipes that the user can choose or has chosen, sorted by slug.
  public var availableLabs: [Recipe] {
    let now = configuration.clock()
    return state.withLock { state in
      state.client.now = now
      return state.enrollments.availableLabs(for: state.client)
    }
  }

  /// Enrolls the client in a Labs recipe that the user chose; the returned change says if that
  /// failed.
  @discardableResult
  public func enrollInLabs(_ slug: String) -> EnrollmentChange {
    let now = configuration.clock()
    let refusal = EnrollmentChange(.enrollFailed, slug, reason: Self.hostedReason)
    return changeEnrollment(ifHosted: refusal) { state in
      state.client.now = now
      return state.enrollments.enrollInLabs(slug, for: state.client)
    }
  }

  /// Unenrolls the client from a Labs recipe that the user left; the returned change says if that
  /// failed.
  @discardableResult
  public func leaveLabs(_ slug: String) -> EnrollmentChange {
    let refusal = EnrollmentChange(.unenrollFailed, slug, reason: Self.hostedReason)
    return changeEnrollment(ifHosted: refusal) { state in
      state.enrollments.leaveLabs(slug)
    }
  }

  /// Why a hosted client does not change an enrollment.
  private static let hostedReason = "the session decides"

  /// Changes one enrollment, and records and announces that; a hosted client only returns
  /// `refusal`.
  private func changeEnrollment(
    ifHosted refusal: EnrollmentChange, _ makeChange: (inout State) -> EnrollmentChange
  ) -> EnrollmentChange {
    guard host == nil else { return refusal }
    let change = state.withLock { state in
      defer { state.enrollmentsDidChange() }
      return makeChange(&state)
    }
    announce(Outcome(changes: [change]))
    return change
  }
}

extension FeatureClient.State {
  /// Sets the client's clock to `now` and evaluates recipes for it by `evaluate`; returns the
  /// changes and the status of every recipe.
  fileprivate mutating func evaluateRecipes(
    at now: Instant, _ evaluate: (inout EnrollmentState, Client) -> [EnrollmentChange]
  ) -> FeatureClient.Outcome {
    client.now = now
    let changes = evaluate(&enrollments, client)
    enrollmentsDidChange()
    return FeatureClient.Outcome(changes: changes, statuses: enrollments.statusEvents(for: client))
  }
}
