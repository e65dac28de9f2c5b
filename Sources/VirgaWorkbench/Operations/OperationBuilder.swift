import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// An operation under construction: the session as it would be, and the events so far.
struct OperationBuilder {
  private let sessionBefore: Session
  var operationContext: OperationContext
  /// The session after the changes so far.
  private(set) var session: Session
  /// The entries that were set, in that order, even if to the value that they had.
  private var keys: [EntryKey] = []
  private var keySet: Set<EntryKey> = []
  private var events: [SessionEvent] = []

  /// Begins an operation on `session`, of which the builder changes a copy.
  init(_ session: Session, in operationContext: OperationContext) {
    sessionBefore = session
    self.session = session
    self.operationContext = operationContext
  }

  /// Sets an entry; nil removes it.
  ///
  /// Setting a draft also adds the key of its base, the edit that its text started from: the
  /// operation then has a change of both entries, and undo restores both.
  mutating func set(_ kind: EntryKind, _ name: String = "", to value: JSONValue?) {
    let key = EntryKey(kind, name)
    session.set(key, to: value)
    addToSetKeys(key)
    if kind == .draft { addToSetKeys(EntryKey(.draftBase, name)) }
  }

  /// Adds a key to those that were set, unless it is there already.
  private mutating func addToSetKeys(_ key: EntryKey) {
    if keySet.insert(key).inserted { keys.append(key) }
  }

  /// Adds an event to the operation.
  mutating func record(_ event: SessionEvent) { events.append(event) }

  /// Adds an event of the SDK; `reason` says why an enrollment changed, `suppressed` why the event
  /// is not sent to telemetry, nil if it is.
  mutating func record(_ event: TelemetryEvent, reason: String? = nil, suppressed: String? = nil) {
    record(
      SessionEvent(
        event, time: time, reason: reason, suppressed: suppressed, process: operationContext.process
      ))
  }

  /// An event of this process, now; `describe` sets its optional properties.
  func event(_ kind: String, _ describe: (inout SessionEvent) -> Void) -> SessionEvent {
    SessionEvent(time: time, kind: kind, process: operationContext.process, describe)
  }

  /// The time of the session's clock, after the changes so far.
  private var time: Instant { session.now(wall: operationContext.time) }

  /// The finished operation, with the entries that are changed in the end.
  ///
  /// Its first event says that it was performed. The events that it caused follow, such as
  /// enrollments. An operation without changes, such as an exposure, has only events that it
  /// caused.
  ///
  /// - Parameters:
  ///   - feature: The feature that the operation is about, which the log and the history name with
  ///     it; nil if there is none, or if there are several.
  ///   - slug: The recipe that it is about, which the log names with it; nil as for `feature`.
  /// - Throws: The refusal "unchanged" if there are neither changes nor events.
  func finished(
    _ label: String, feature: String? = nil, slug: String? = nil
  ) throws(Refusal) -> SessionOperation {
    let changes = keys.filter(isChanged).map {
      EntryChange($0, from: sessionBefore[$0], to: session[$0])
    }
    var events = events
    if !changes.isEmpty {
      let ownEvent = event(SessionEvent.operationKind) { event in
        event.feature = feature
        event.slug = slug
        // Events have no field for a label.
        event.reason = label
      }
      events.insert(ownEvent, at: 0)
    }
    guard !events.isEmpty else { throw .unchanged() }
    let operation = SessionOperation(
      label, feature: feature, changes: changes, time: operationContext.time,
      process: operationContext.process)
    return operation.causing(events)
  }

  /// Whether an entry is changed; the base of a changed draft is, because undoing that must restore
  /// both.
  private func isChanged(_ key: EntryKey) -> Bool {
    if key.kind == .draftBase, isChanged(EntryKey(.draft, key.name)) { return true }
    return !Self.isSame(sessionBefore[key], session[key])
  }

  /// Compares spelling and order too, because a person may reorder keys on purpose.
  static func isSame(_ old: JSONValue?, _ new: JSONValue?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return old.isIdentical(to: new)
  }

  /// Evaluates the recipes, stores the outcomes and adds the events; returns the changes of the
  /// enrollments.
  ///
  /// - Parameters:
  ///   - reportsAllStatuses: Whether each recipe gets a status event, as after new recipes; if not,
  ///     only those whose outcome changed.
  ///   - prepare: Changes the enrollments before the evaluation, and returns these changes.
  @discardableResult
  mutating func evaluateRecipes(
    reportsAllStatuses: Bool = false,
    afterChanging prepare: (inout EnrollmentState) -> [EnrollmentChange] = { _ in [] }
  ) -> [EnrollmentChange] {
    let hasNothingToEvaluate = session.count(of: .recipe) + session.count(of: .enrollment) == 0
    if hasNothingToEvaluate { return [] }
    addMissingClientID()
    let client = session.client(in: operationContext)
    let enrollmentsBefore = sessionBefore.enrollments
    var state = enrollmentsBefore
    state.takesPartInExperiments = session.takesPart(in: .experiments)
    state.takesPartInRollouts = session.takesPart(in: .rollouts)
    var changes = prepare(&state)
    // The recipes whose enrollments `prepare` has removed.
    let forgotten = Set(naming: enrollmentsBefore.slugs.filter { state.records[$0] == nil })
    // The reasons are stored with the enrollments, to be shown later.
    changes += state.apply(
      session.recipes, for: client, leftPermanently: session.optedOutSlugs, recordingDecisions: true
    )
    // The evaluation only knows targeting and buckets, so forced branches and opt-outs come after.
    reapplyBranches(to: &state, client, &changes)
    // An outcome that is the same as before keeps the reason and the time of its decision.
    state.restoreAndDateDecisions(since: enrollmentsBefore, forgotten: forgotten, at: client.now)
    storeEnrollments(state)
    recordEvents(of: changes, after: state, forgotten: forgotten)
    recordStatusEvents(after: state, client, reportsAllStatuses: reportsAllStatuses)
    return changes
  }

  /// Gives the client a new id if it has none: the id decides which buckets the client is in.
  private mutating func addMissingClientID() {
    if session.clientID == nil {
      set(.context, ClientKey.clientID, to: .string(operationContext.newClientID))
    }
  }

  /// Restores opt-outs and forced branches after an evaluation.
  ///
  /// Adds what it changes to `changes`, which has the changes of the evaluation, and removes what
  /// it overrules, such as an enrollment in a recipe that loses its feature.
  private func reapplyBranches(
    to state: inout EnrollmentState, _ client: Client, _ changes: inout [EnrollmentChange]
  ) {
    // The evaluation only respects opt-outs of recipes that the client has left. It has enrolled
    // the client in these, although the user opted out.
    let reenrolled = session.optedOutSlugs.filter { state.activeBranch(of: $0) != nil }
    // Never nil, because the client is enrolled in these.
    changes += reenrolled.compactMap { state.optOut($0) }
    for (slug, branch) in session.forcedBranches {
      // The state only has the recipes with a record; the session has the others.
      guard let recipe = state.recipe(slug) ?? session.recipe(slug) else { continue }
      // `canEnroll` is false if the branch no longer exists, or if the client takes no part in
      // experiments or in rollouts.
      let isEnrolledInIt = state.activeBranch(of: slug) == branch
      if !isEnrolledInIt, canEnroll(in: recipe, branch: branch) {
        force(recipe, branch: branch, in: &state, client, &changes)
      }
    }
  }

  /// Whether a recipe has a branch, and the user has not turned off all experiments, or all
  /// rollouts if it is one.
  private func canEnroll(in recipe: Recipe, branch: String) -> Bool {
    let hasBranch = recipe.branch(branch) != nil
    let takesPart = session.takesPart(in: recipe.isRollout ? .rollouts : .experiments)
    return hasBranch && takesPart
  }

  /// Enrolls the client in a branch, and removes it from the recipes that lose a feature to this
  /// one.
  ///
  /// Also removes the changes of the evaluation that this overrules from `changes`.
  private func force(
    _ recipe: Recipe, branch: String, in state: inout EnrollmentState, _ client: Client,
    _ changes: inout [EnrollmentChange]
  ) {
    // Found first: once the branch is forced, the client is not enrolled in them any longer.
    let rivalSlugs = state.rivals(of: recipe, coenrolling: client.coenrollingFeatures)
    let rivals = rivalSlugs.compactMap(state.recipe)
    // If the evaluation could not enroll the client in the recipe, it reported a failure.
    changes.removeAll { $0.kind == .enrollFailed && $0.slug.isSameName(as: recipe.slug) }
    changes.append(state.force(recipe, branch: branch, coenrolling: client.coenrollingFeatures))
    for rival in rivals {
      // The evaluation may have enrolled the client in the rival instead.
      changes.removeAll { $0.kind == .enrollment && $0.slug.isSameName(as: rival.slug) }
      changes.append(.lostFeature(rival))
    }
  }

  /// Stores the outcome of each recipe, and removes the entries of recipes that no longer have one.
  private mutating func storeEnrollments(_ state: EnrollmentState) {
    for slug in session.names(of: .enrollment) where state.records[slug] == nil {
      set(.enrollment, slug, to: nil)
    }
    // A recipe without a record can have a decision, which says why it has none.
    for slug in Set(state.records.keys).union(state.decisions.keys).sorted() {
      set(.enrollment, slug.text, to: state.entry(of: slug.text))
    }
  }

  /// Adds the events of enrollments that changed since before the operation.
  ///
  /// - Parameters:
  ///   - changes: What the evaluation changed.
  ///   - enrollmentsAfter: The enrollments after it.
  ///   - forgotten: The recipes whose enrollments were removed before the evaluation. If one fails
  ///     again, that is reported.
  private mutating func recordEvents(
    of changes: [EnrollmentChange], after enrollmentsAfter: EnrollmentState, forgotten: Set<Name>
  ) {
    let enrollmentsBefore = sessionBefore.enrollments
    for change in changes {
      let recordBefore = enrollmentsBefore.records[change.slug]
      let recordAfter = enrollmentsAfter.records[change.slug]
      // A recipe that keeps losing a feature to another one is reported once, not at every
      // evaluation. Without a record, the failure cannot be recognized and is reported again.
      let isForgotten = forgotten.contains(change.slug)
      let failsAsBefore = recordAfter != nil && recordBefore == recordAfter && !isForgotten
      // The client may have left the recipe and entered it again in the same branch. Then neither
      // is reported.
      let isEnrolledAsBefore =
        recordAfter?.activeBranch != nil
        && recordBefore?.activeBranch == recordAfter?.activeBranch
      // The kind `enrollFailed` also says that a recipe lost a feature.
      let isAsBefore = change.kind == .enrollFailed ? failsAsBefore : isEnrolledAsBefore
      if !isAsBefore { record(TelemetryEvent(change), reason: change.reason) }
    }
  }

  /// Adds the status events of the recipes whose outcome changed; with `reportsAllStatuses`, of all
  /// recipes.
  private mutating func recordStatusEvents(
    after enrollmentsAfter: EnrollmentState, _ client: Client, reportsAllStatuses: Bool
  ) {
    let enrollmentsBefore = sessionBefore.enrollments
    for event in enrollmentsAfter.statusEvents(for: client) {
      // Every status event names its recipe.
      let slug = event.extra["slug"]?.stringValue ?? ""
      let hasChanged = enrollmentsBefore.records[slug] != enrollmentsAfter.records[slug]
      if reportsAllStatuses || hasChanged { record(event) }
    }
  }

  /// Adds recipes in payload order; a recipe with a known slug replaces that one.
  ///
  /// The payload is the list `data` in which an app gets its recipes.
  ///
  /// Known recipes exchange their positions to match the given order, and new ones get the
  /// positions after all others: if `a` is at 0 and `b` at 1, adding `b`, `c`, `a` puts `b` at 0,
  /// `c` at 1 and `a` at 2. Of several with the same slug the first is added.
  mutating func add(_ recipes: [Recipe]) {
    let recipes = recipes.firstOfEachSlug
    var positions = recipes.compactMap { session.recipePosition(of: $0.slug) }.sorted()
    let newCount = recipes.count - positions.count
    positions += (session.nextRecipePosition...).prefix(newCount)
    for (recipe, position) in zip(recipes, positions) {
      load(recipe)
      set(.recipeOrder, recipe.slug, to: .integer(position))
    }
  }

  /// Loads a recipe from its file.
  ///
  /// A recipe that was changed in the session stays as it is: only its entry `recipeFile` is
  /// replaced, or removed if the file has the same change now.
  private mutating func load(_ recipe: Recipe) {
    let json = JSONValue.object(recipe.json)
    // Only a changed recipe has an entry with the recipe of its file.
    guard sessionBefore[.recipeFile, recipe.slug] != nil else {
      set(.recipe, recipe.slug, to: json)
      return
    }
    let changedRecipe = sessionBefore[.recipe, recipe.slug] ?? json
    let fileHasChange = Self.isSame(changedRecipe, json)
    // Set even if it is the same: an operation that replaces all recipes has removed them from
    // `session` before it loads the new ones.
    set(.recipe, recipe.slug, to: changedRecipe)
    set(.recipeFile, recipe.slug, to: fileHasChange ? nil : json)
  }

  /// Changes a recipe of the session, and stores the recipe of its file as the entry `recipeFile`,
  /// so that the change can be dropped.
  ///
  /// The entry is removed if the change restores the recipe of the file.
  mutating func changeRecipe(_ slug: String, to json: JSONValue) {
    // Read before the change: a recipe without such an entry is itself that of its file.
    let file = session.recipeJSONInFile(slug)
    set(.recipe, slug, to: json)
    let isAsInFile = Self.isSame(json, file)
    let hadChange = session[.recipeFile, slug] != nil
    if hadChange || !isAsInFile { set(.recipeFile, slug, to: isAsInFile ? nil : file) }
  }

  /// Removes a recipe, its position, and the entry `recipeFile` if the recipe was changed.
  mutating func removeRecipe(_ slug: String) {
    set(.recipe, slug, to: nil)
    set(.recipeOrder, slug, to: nil)
    if session[.recipeFile, slug] != nil { set(.recipeFile, slug, to: nil) }
  }

  /// Whether the recipes or their order have changed so far.
  var changesRecipes: Bool {
    [.recipe, .recipeOrder].contains { session.entries(of: $0) != sessionBefore.entries(of: $0) }
  }
}
