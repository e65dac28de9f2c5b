import VirgaExperiments
import VirgaJSON
package import VirgaSession
import VirgaTargeting

/// An operation under construction: the session as it would be, and the events so far.
struct OperationBuilder {
  let before: Session
  var operationContext: OperationContext
  private(set) var session: Session
  private var keys: [EntryKey] = []
  private var touched: Set<EntryKey> = []
  private var events: [SessionEvent] = []

  init(_ session: Session, in operationContext: OperationContext) {
    before = session
    self.session = session
    self.operationContext = operationContext
  }

  mutating func set(_ kind: EntryKind, _ name: String = "", to value: JSONValue?) {
    let key = EntryKey(kind, name)
    session.set(key, to: value)
    touch(key)
    if kind == .draft { touch(EntryKey(.draftBase, name)) }
  }

  private mutating func touch(_ key: EntryKey) {
    if touched.insert(key).inserted { keys.append(key) }
  }

  mutating func record(_ event: SessionEvent) { events.append(event) }

  /// `suppressed` says why the event is not sent to telemetry.
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

  private var time: Instant { session.now(wall: operationContext.time) }

  /// Unchanged without changes and events; the operation's own event precedes those that it caused.
  func finished(
    _ label: String, feature: String? = nil, slug: String? = nil
  ) throws(Refusal) -> SessionOperation {
    let changes = keys.filter(isChanged).map { EntryChange($0, from: before[$0], to: session[$0]) }
    var events = events
    if !changes.isEmpty {
      let set = event(SessionEvent.operationKind) {
        $0.feature = feature
        $0.slug = slug
        $0.reason = label
      }
      events.insert(set, at: 0)
    }
    guard !events.isEmpty else { throw .unchanged() }
    return SessionOperation(
      label, feature: feature, changes: changes, time: operationContext.time,
      process: operationContext.process
    ).causing(events)
  }

  /// A restored draft also restores its base, which may be another edit by then.
  private func isChanged(_ key: EntryKey) -> Bool {
    if key.kind == .draftBase, isChanged(EntryKey(.draft, key.name)) { return true }
    return !Self.isSame(before[key], session[key])
  }

  /// Compares spelling and order too, because a person may reorder keys on purpose.
  static func isSame(_ old: JSONValue?, _ new: JSONValue?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return old.isIdentical(to: new)
  }

  /// Evaluates the recipes after `prepare`, adds the events, and returns what happened to every
  /// recipe.
  ///
  /// With `reportsAll`, as after new recipes, also those that did not change have an event.
  @discardableResult
  mutating func evolve(
    reportsAll: Bool = false, prepare: (inout EnrollmentState) -> [EnrollmentChange] = { _ in [] }
  ) -> [EnrollmentChange] {
    guard session.count(of: .recipe) + session.count(of: .enrollment) > 0 else { return [] }
    if session.clientID == nil {
      set(.context, ClientKey.clientID, to: .string(operationContext.newClientID))
    }
    let client = session.client(in: operationContext)
    let before = before.enrollments
    var state = before
    state.takesPartInExperiments = session.takesPart(in: .experiments)
    state.takesPartInRollouts = session.takesPart(in: .rollouts)
    var changes = prepare(&state)
    let forgotten = Set(naming: before.slugs.filter { state.records[$0] == nil })
    changes += state.apply(
      session.recipes, for: client, left: session.optedOut, keepingReasons: true)
    hold(&state, client, &changes)
    state.settleDecisions(since: before, forgotten: forgotten, at: client.now)
    keep(state)
    tell(changes, after: state, client, forgotten: forgotten, reportsAll: reportsAll)
    return changes
  }

  /// Restores forced branches and opt-outs after an evaluation, and keeps only each recipe's final
  /// outcome.
  private func hold(
    _ state: inout EnrollmentState, _ client: Client, _ changes: inout [EnrollmentChange]
  ) {
    changes += session.optedOut.filter { state.activeBranch(of: $0) != nil }.compactMap {
      state.optOut($0)
    }
    for (slug, branch) in session.forcedBranches {
      guard let recipe = state.recipe(slug) ?? session.recipe(slug), recipe.branch(branch) != nil,
        session.takesPart(in: recipe.isRollout ? .rollouts : .experiments),
        state.activeBranch(of: slug) != branch
      else { continue }
      let rivals = state.rivals(of: recipe, coenrolling: client.coenrollingFeatures).compactMap(
        state.recipe)
      changes.removeAll { $0.kind == .enrollFailed && $0.slug.isSameName(as: slug) }
      changes.append(state.force(recipe, branch: branch, coenrolling: client.coenrollingFeatures))
      for rival in rivals {
        changes.removeAll { $0.kind == .enrollment && $0.slug.isSameName(as: rival.slug) }
        changes.append(.lostFeature(rival))
      }
    }
  }

  private mutating func keep(_ state: EnrollmentState) {
    for slug in session.names(of: .enrollment) where state.records[slug] == nil {
      set(.enrollment, slug, to: nil)
    }
    for slug in Set(state.records.keys).union(state.decisions.keys).sorted() {
      set(.enrollment, slug.text, to: state.entry(of: slug.text))
    }
  }

  /// Adds the events of an evaluation.
  ///
  /// A recipe that keeps losing a feature to another is reported once, not at every evaluation. One
  /// that was left and entered again on the same branch is not reported. A forgotten one is
  /// reported like a new one.
  private mutating func tell(
    _ changes: [EnrollmentChange], after: EnrollmentState, _ client: Client, forgotten: Set<Name>,
    reportsAll: Bool
  ) {
    let before = before.enrollments
    for change in changes {
      let (old, new) = (before.records[change.slug], after.records[change.slug])
      let lasts =
        change.kind == .enrollFailed
        ? new != nil && old == new && !forgotten.contains(change.slug)
        : new?.activeBranch != nil && old?.activeBranch == new?.activeBranch
      if !lasts { record(TelemetryEvent(change), reason: change.reason) }
    }
    for event in after.statusEvents(for: client) {
      let slug = event.extra["slug"]?.stringValue ?? ""
      if reportsAll || before.records[slug] != after.records[slug] { record(event) }
    }
  }

  /// Adds recipes in payload order; a recipe with a known slug replaces that one.
  ///
  /// Known recipes exchange their positions to match the given order; new ones are appended. Of
  /// several with the same slug the first is added.
  mutating func add(_ recipes: [Recipe]) {
    let recipes = recipes.firstOfEachSlug
    var positions = recipes.compactMap { session.recipePosition(of: $0.slug) }.sorted()
    positions += (session.nextRecipePosition...).prefix(recipes.count - positions.count)
    for (recipe, position) in zip(recipes, positions) {
      set(.recipe, recipe.slug, to: .object(recipe.json))
      set(.recipeOrder, recipe.slug, to: .integer(position))
    }
  }

  mutating func removeRecipe(_ slug: String) {
    set(.recipe, slug, to: nil)
    set(.recipeOrder, slug, to: nil)
  }

  var changesRecipes: Bool {
    [.recipe, .recipeOrder].contains { session.all($0) != before.all($0) }
  }
}

/// A recipe that the client entered, left or changed branches in as a side effect.
package struct EnrollmentMove: Equatable, Sendable {
  package let slug: String
  package let old: String?
  /// The current branch; nil if the client is not enrolled.
  package let new: String?
  /// The recipe that took a feature from this one; nil if the client left for another reason.
  package let taker: String?
  /// Whether its forced branch was dropped because another recipe's branch was forced.
  package let wasForced: Bool
}

extension SessionOperation {
  /// What happened to recipes that the operation is not about, sorted by slug.
  ///
  /// It is about the recipes that it forces, leaves, loads or ends.
  ///
  /// - Parameter isUndone: Whether it was undone; then its own recipes are included, unless the
  ///   client just left them.
  package func enrollmentMoves(isUndone: Bool = false) -> [EnrollmentMove] {
    let changes = isUndone ? changes.map(\.inverse) : changes
    let chosen = changes.filter { $0.key.kind == .branch && $0.new != nil }
    let dropped = Set(
      naming: changes.filter { $0.key.kind == .branch && $0.new == nil }.map(\.key.name))
    let about = Set(
      naming: (isUndone ? [] : chosen).map(\.key.name)
        + changes.filter { $0.key.kind == .recipe }.map(\.key.name))
    return changes.filter { $0.key.kind == .enrollment && !about.contains($0.key.name) }.compactMap
    { change in
      let (old, new) = (
        change.old.flatMap(EnrollmentStatus.init), change.new.flatMap(EnrollmentStatus.init)
      )
      let isDropped = dropped.contains(change.key.name)
      guard old?.activeBranch != new?.activeBranch,
        !isUndone || !isDropped || new?.activeBranch != nil
      else {
        return nil
      }
      // A dropped recipe leaves because it was dropped, unless another one was forced instead.
      let isTaken = old?.activeBranch != nil && (!isDropped || !chosen.isEmpty)
      return EnrollmentMove(
        slug: change.key.name, old: old?.activeBranch, new: new?.activeBranch,
        taker: isTaken ? new?.conflictingSlug : nil, wasForced: isDropped && !chosen.isEmpty)
    }.sorted { Name($0.slug) < Name($1.slug) }
  }
}
