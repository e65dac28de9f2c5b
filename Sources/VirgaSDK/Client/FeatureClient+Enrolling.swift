public import VirgaExperiments
import VirgaJSON
public import VirgaSource
import VirgaTargeting

extension FeatureClient {
  /// Stores recipes as pending until ``applyPendingExperiments()``; an empty list ends every recipe
  /// then.
  public func setExperimentsLocally(_ recipes: [Recipe]) { setPending(recipes, version: nil) }

  /// Reads recipes from JSON (one recipe, an array, or an object with an array `data`) and stores
  /// them as pending.
  ///
  /// Returns the problems in the text; their locations use `name`. A recipe with an error is left
  /// out; a text without recipes changes nothing.
  @discardableResult
  public func setExperimentsLocally(_ text: String, name: String = "-") -> [Problem] {
    // Only fetched recipes have a version.
    setPending(SourceText(name: name, text: text), version: nil)
  }

  /// Reads recipes and stores them as pending until ``applyPendingExperiments()``, with their
  /// version, nil if their source gives none; returns the problems in the text.
  ///
  /// A text that cannot be read as recipes leaves the pending ones as they are; an empty array of
  /// recipes replaces them.
  func setPending(_ text: SourceText, version: String?) -> [Problem] {
    // Targeting may read the attributes that the app gives besides the standard ones, so they are
    // not reported as unknown.
    let attributes = state.withLock { $0.client.attributes.givenNames }
    let batch = RecipeBatch(text, attributes: attributes)
    if batch.isReadable { setPending(batch.recipes, version: version) }
    return batch.problems
  }

  /// Stores recipes as pending until ``applyPendingExperiments()``, with the version that their
  /// source gave them, nil if it gave none.
  private func setPending(_ recipes: [Recipe], version: String?) {
    state.withLock { state in
      state.pendingRecipes = recipes
      state.recipesVersion = version
    }
    save()
  }

  /// Evaluates the pending recipes, which replace the current ones.
  ///
  /// Without pending recipes it evaluates the current ones again if the context has changed since
  /// the last evaluation: attributes such as `locale`, whole days since the installation or the
  /// update, or behavioral events of this run.
  ///
  /// In either case, all features that get their configs from this client compute their values
  /// again when they are read next. Returns the changes, which are also recorded.
  ///
  /// A client whose enrollments come from a hosting session does nothing and returns no changes.
  @discardableResult
  public func applyPendingExperiments() -> [EnrollmentChange] {
    guard hostingSession == nil else { return [] }
    let now = configuration.clock()
    let outcome = state.withLock { state -> Outcome? in
      guard let recipes = state.pendingRecipes else {
        return state.evaluateIfContextChanged(at: now)
      }
      state.pendingRecipes = nil
      return state.evaluateRecipes(at: now) { enrollments, client in
        enrollments.apply(recipes, for: client)
      }
    }
    // Nil if nothing was evaluated.
    guard let outcome else { return [] }
    return recordSaveAndNotify(outcome)
  }

  /// Whether the user takes part in experiments; setting it evaluates the known recipes.
  ///
  /// Opting back in does not restore the experiments that the user left. Setting it does nothing if
  /// the client's enrollments come from a hosting session.
  public var experimentParticipation: Bool {
    get { state.withLock { $0.enrollments.takesPartInExperiments } }
    set { setParticipation(newValue, inRollouts: false) }
  }

  /// Whether the user takes part in rollouts; setting it evaluates the known recipes.
  ///
  /// Opting back in restores rollouts. Setting it does nothing if the client's enrollments come
  /// from a hosting session.
  public var rolloutParticipation: Bool {
    get { state.withLock { $0.enrollments.takesPartInRollouts } }
    set { setParticipation(newValue, inRollouts: true) }
  }

  /// Changes whether the user takes part in rollouts or, without `inRollouts`, in experiments; then
  /// evaluates the recipes.
  ///
  /// Does nothing if the client's enrollments come from a hosting session.
  private func setParticipation(_ takesPart: Bool, inRollouts: Bool) {
    guard hostingSession == nil else { return }
    let now = configuration.clock()
    let outcome = state.withLock { state in
      state.evaluateRecipes(at: now) { enrollments, client in
        enrollments.setParticipation(takesPart, inRollouts: inRollouts, for: client)
      }
    }
    recordSaveAndNotify(outcome)
  }

  /// Enrolls the client in a branch, regardless of targeting and bucketing, until branch or recipe
  /// is removed.
  ///
  /// A client whose enrollments come from a hosting session only returns a refusal.
  @discardableResult
  public func optIn(_ slug: String, branch: String) -> EnrollmentChange {
    let refusal = EnrollmentChange(
      .enrollFailed, slug, branch: branch, reason: Self.sessionDecides)
    return changeEnrollment(ifSessionDecides: refusal) { state in
      state.enrollments.optIn(slug, branch: branch)
    }
  }

  /// Unenrolls the client from the recipe `slug`, permanently if that is an experiment; the change
  /// says if there is no such recipe.
  ///
  /// Nil if the client knows the recipe but is not enrolled in it. Also nil, and nothing is
  /// changed, if its enrollments come from a hosting session.
  @discardableResult
  public func optOut(_ slug: String) -> EnrollmentChange? {
    guard hostingSession == nil else { return nil }
    let change = state.withLock { state in
      defer { state.recomputeFeatures() }
      return state.enrollments.optOut(slug)
    }
    if let change { recordSaveAndNotify(Outcome(changes: [change])) }
    return change
  }

  /// Unenrolls the client from everything except Labs recipes, which the user chose, clears its
  /// behavioral events and gives it a new id.
  ///
  /// A client whose enrollments come from a hosting session does nothing and returns no changes.
  @discardableResult
  public func resetTelemetryIdentifiers() -> [EnrollmentChange] {
    guard hostingSession == nil else { return [] }
    let id = configuration.makeClientID()
    let changes = state.withLock { state in
      state.client.events.clear()
      state.client.attributes.clientID = id
      defer { state.recomputeFeatures() }
      return state.enrollments.resetTelemetryIdentifiers()
    }
    return recordSaveAndNotify(Outcome(changes: changes))
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
    var statusEvents: [TelemetryEvent] = []
  }

  /// Completes a change of enrollments: records the events, saves the state and notifies observers;
  /// returns the changes.
  ///
  /// Never call it under the lock: observers may call this client.
  @discardableResult
  func recordSaveAndNotify(_ outcome: Outcome) -> [EnrollmentChange] {
    deliver(outcome.changes.map { TelemetryEvent($0) } + outcome.statusEvents)
    save()
    observers.notify()
    return outcome.changes
  }

  /// The Labs recipes that the user can choose or has chosen, sorted by slug.
  public var availableLabs: [Recipe] {
    let now = configuration.clock()
    return state.withLock { state in
      // Targeting may depend on the time.
      state.client.now = now
      return state.enrollments.availableLabs(for: state.client)
    }
  }

  /// Enrolls the client in a Labs recipe that the user chose; the returned change says if that
  /// failed.
  ///
  /// A client whose enrollments come from a hosting session only returns a refusal.
  @discardableResult
  public func enrollInLabs(_ slug: String) -> EnrollmentChange {
    let now = configuration.clock()
    let refusal = EnrollmentChange(.enrollFailed, slug, reason: Self.sessionDecides)
    return changeEnrollment(ifSessionDecides: refusal) { state in
      // Targeting may depend on the time.
      state.client.now = now
      return state.enrollments.enrollInLabs(slug, for: state.client)
    }
  }

  /// Unenrolls the client from a Labs recipe that the user left; the returned change says if that
  /// failed.
  ///
  /// A client whose enrollments come from a hosting session only returns a refusal.
  @discardableResult
  public func leaveLabs(_ slug: String) -> EnrollmentChange {
    let refusal = EnrollmentChange(.unenrollFailed, slug, reason: Self.sessionDecides)
    return changeEnrollment(ifSessionDecides: refusal) { state in
      state.enrollments.leaveLabs(slug)
    }
  }

  /// Why a client does not change enrollments that come from a hosting session.
  private static let sessionDecides = "the session decides"

  /// Changes one enrollment, records the change and notifies observers; a client whose enrollments
  /// come from a hosting session only returns `refusal`.
  private func changeEnrollment(
    ifSessionDecides refusal: EnrollmentChange, _ makeChange: (inout State) -> EnrollmentChange
  ) -> EnrollmentChange {
    guard hostingSession == nil else { return refusal }
    let change = state.withLock { state in
      let change = makeChange(&state)
      state.recomputeFeatures()
      return change
    }
    recordSaveAndNotify(Outcome(changes: [change]))
    return change
  }
}

extension FeatureClient.State {
  /// Evaluates the current recipes again if the context has changed since the last evaluation; else
  /// only makes features compute their values again, and returns nil.
  fileprivate mutating func evaluateIfContextChanged(at now: Instant) -> FeatureClient.Outcome? {
    if hasContextChanged(settingClockTo: now) { return evaluateCurrentRecipes(at: now) }
    // With another revision, features do not use their cached values.
    revision = FeatureClient.Revision()
    return nil
  }

  /// Evaluates the current recipes again; returns the changes and the status of every recipe.
  mutating func evaluateCurrentRecipes(at now: Instant) -> FeatureClient.Outcome {
    evaluateRecipes(at: now) { enrollments, client in
      let recipes = enrollments.recipes
      return enrollments.apply(recipes, for: client)
    }
  }

  /// Sets the client's clock to `now` and evaluates recipes for it by `evaluate`; returns the
  /// changes and the status of every recipe.
  fileprivate mutating func evaluateRecipes(
    at now: Instant, _ evaluate: (inout EnrollmentState, Client) -> [EnrollmentChange]
  ) -> FeatureClient.Outcome {
    client.now = now
    // Later changes of the context are noticed by comparing with this.
    evaluatedContext = EvaluatedContext(client)
    let changes = evaluate(&enrollments, client)
    recomputeFeatures()
    return FeatureClient.Outcome(
      changes: changes, statusEvents: enrollments.statusEvents(for: client))
  }
}
