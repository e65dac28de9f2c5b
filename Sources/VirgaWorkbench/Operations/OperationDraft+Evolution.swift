import VirgaExperiments
import VirgaJSON
import VirgaSession

extension OperationDraft {
  /// Evaluates the recipes for the client as it is now, and notes what became of them.
  ///
  /// - Parameters:
  ///   - tellsAll: Whether telemetry hears of every recipe, as after new recipes, or of those alone that changed.
  ///   - prepare: What is done to the enrollments before, such as choosing a branch.
  /// - Returns: What happened to the recipes, also what was so before.
  @discardableResult
  mutating func evolve(
    tellsAll: Bool = false, prepare: (inout EnrollmentState) -> [EnrollmentChange] = { _ in [] }
  ) -> [EnrollmentChange] {
    guard session.count(of: .recipe) + session.count(of: .enrollment) > 0 else { return [] }
    drawClientID()
    let client = session.client(in: surroundings)
    let before = before.enrollments
    var state = EnrollmentState(
      recipes: before.recipes, records: before.records, takesPartInExperiments: session.takesPart(in: .experiments),
      takesPartInRollouts: session.takesPart(in: .rollouts))
    var changes = prepare(&state)
    let forgotten = NameSet(before.slugs.filter { state.records[$0] == nil })
    changes += state.apply(session.recipes, for: client, left: session.optedOut)
    hold(&state, client, &changes)
    keep(state)
    tell(changes, from: before, to: state, client, forgotten: forgotten, tellsAll: tellsAll)
    return changes
  }

  private mutating func drawClientID() {
    if session.clientID == nil { set(.context, ClientKey.clientID, to: .string(surroundings.newClientID)) }
  }

  /// Holds the client on the branches that the person forced and out of what they left, whatever the evaluation made of it.
  ///
  /// Of what the evaluation made of a recipe only the outcome stays among the changes: one that a forced branch takes a
  /// feature from did not enroll.
  private func hold(_ state: inout EnrollmentState, _ client: Client, _ changes: inout [EnrollmentChange]) {
    changes += session.optedOut.filter { state.activeBranch(of: $0) != nil }.compactMap { state.optOut($0) }
    for (slug, branch) in session.forcedBranches {
      guard let recipe = state.recipe(slug) ?? session.recipe(slug), recipe.branch(branch) != nil,
        session.takesPart(in: recipe.isRollout ? .rollouts : .experiments), state.activeBranch(of: slug) != branch
      else { continue }
      let rivals = state.rivals(of: recipe, coenrolling: client.coenrollingFeatures).compactMap(state.recipe)
      changes.removeAll { $0.kind == .enrollFailed && $0.slug.isSameName(as: slug) }
      changes.append(state.force(recipe, branch: branch, coenrolling: client.coenrollingFeatures))
      for rival in rivals {
        changes.removeAll { $0.kind == .enrollment && $0.slug.isSameName(as: rival.slug) }
        changes.append(.lostFeature(rival))
      }
    }
  }

  private mutating func keep(_ state: EnrollmentState) {
    for slug in session.names(of: .enrollment) where state.records[slug] == nil { set(.enrollment, slug, to: nil) }
    for slug in state.slugs { set(.enrollment, slug, to: state.records[slug]?.json) }
  }

  /// Notes the events of an evaluation.
  ///
  /// A recipe that goes on losing a feature to another is told of once, not at every evaluation; one that was left and
  /// entered again on the same branch not at all. One that was forgotten is told of as if it were new.
  private mutating func tell(
    _ changes: [EnrollmentChange], from before: EnrollmentState, to after: EnrollmentState, _ client: Client,
    forgotten: NameSet, tellsAll: Bool
  ) {
    for change in changes {
      let (old, new) = (before.records[change.slug], after.records[change.slug])
      let lasts =
        change.kind == .enrollFailed
        ? new != nil && old == new && !forgotten.contains(change.slug)
        : new?.activeBranch != nil && old?.activeBranch == new?.activeBranch
      if !lasts { note(TelemetryEvent(change), reason: change.reason) }
    }
    for event in after.statusEvents(for: client) {
      let slug = event.extra["slug"]?.stringValue ?? ""
      if tellsAll || before.records[slug] != after.records[slug] { note(event) }
    }
  }
}
