package import VirgaExperiments
package import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource
package import VirgaTargeting

/// A complete description of a client and its recipes.
package struct EnrollmentRequest: Sendable {
  /// The recipes, which replace those of the session.
  package var recipes: [Recipe]
  /// The targeting attributes to set; others do not change.
  package var attributes: JSONObject = [:]
  /// The client's id; nil keeps the current one.
  package var clientID: String?
  /// The behavioral events whose counts to set; others do not change.
  package var behavior = EventStore()
  /// The kinds of recipes to opt out of; others do not change.
  package var optedOut: Set<Participation> = []

  package init(_ recipes: [Recipe]) { self.recipes = recipes }
}

extension Operations {
  /// Applies a complete description of a client, whose recipes replace those of the session, and
  /// evaluates them once.
  ///
  /// - Returns: The operation, nil if no entry changes, and how the client's enrollments change.
  package func enroll(
    _ request: EnrollmentRequest
  ) throws(Refusal) -> (operation: SessionOperation?, changes: [EnrollmentChange]) {
    try refuseComputedAttributes(request.attributes.keys)
    var builder = try makeBuilder()
    builder.setClient(request)
    for slug in session.names(of: .recipe) { builder.removeRecipe(slug) }
    builder.add(request.recipes)
    let changes = builder.evaluateRecipes()
    // Events alone are not an operation here: a recipe that cannot be enrolled in can be reported
    // again at each request, although nothing has changed.
    if builder.session.hasSameEntries(as: session) { return (nil, changes) }
    let label = "enroll in \(request.recipes.count.pluralizing("recipe"))"
    return (try builder.finished(label), changes)
  }

  /// Forces a branch of the recipe `slug`.
  ///
  /// So that the config of the branch applies as a whole, the client leaves the recipes of the same
  /// kind, experiment or rollout, that use one of its features, even those with a forced branch.
  /// The `coenrollingFeatures`, which several recipes may use at once, do not count.
  package func forceBranch(_ branch: String, of slug: String) throws(Refusal) -> SessionOperation {
    var builder = try makeBuilder()
    // Sets the entry, and drops the forced branches of recipes that use one of its features. The
    // client enters the branch below: `force` returns this change, which is then reported.
    let recipe = try setForcedBranch(BranchChoice(branch, of: slug), in: &builder)
    builder.evaluateRecipes(afterChanging: { state in
      [state.force(recipe, branch: branch, coenrolling: coenrollingFeatures)]
    })
    return try builder.finished("force \(branch) of \(slug)", slug: slug)
  }

  /// Sets a forced branch of a recipe, and drops the forced branches of recipes that would lose a
  /// feature to it; returns the recipe.
  ///
  /// This only stores the choice: the client does not enter the branch yet.
  func setForcedBranch(
    _ choice: BranchChoice, in builder: inout OperationBuilder
  ) throws(Refusal) -> Recipe {
    let recipe = try recipe(choice.slug)
    try refuseForcing(choice, of: recipe)
    dropForcedBranches(rivaling: recipe, in: &builder)
    builder.set(.branch, choice.slug, to: .string(choice.branch))
    return recipe
  }

  /// Throws why a branch of a recipe cannot be forced: there is no such branch, or the client opted
  /// out of all recipes of this kind.
  private func refuseForcing(_ choice: BranchChoice, of recipe: Recipe) throws(Refusal) {
    guard recipe.branch(choice.branch) != nil else {
      throw Refusal.unknownName(
        choice.branch, among: recipe.branches.map(\.slug),
        "the recipe `\(choice.slug)` has no branch `\(choice.branch)`")
    }
    let kind: Participation = recipe.isRollout ? .rollouts : .experiments
    guard session.takesPart(in: kind) else {
      throw Refusal("the client opted out of all \(kind.rawValue)")
    }
  }

  /// Drops the forced branches of the enrolled recipes that would lose a feature to `recipe`: those
  /// of the same kind, experiment or rollout, that configure the feature too.
  ///
  /// The `coenrollingFeatures`, which several recipes may use at once, are not lost.
  private func dropForcedBranches(rivaling recipe: Recipe, in builder: inout OperationBuilder) {
    let rivals = session.enrollments.rivals(of: recipe, coenrolling: coenrollingFeatures)
    for rival in rivals {
      // An opt-out, which is a null, stays.
      let isForced = session[.branch, rival]?.stringValue != nil
      if isForced { builder.set(.branch, rival, to: nil) }
    }
  }

  /// The features that several experiments may use at once.
  var coenrollingFeatures: Set<Name> { operationContext.coenrollingFeatures }

  /// Opts the client out of a recipe that it is enrolled in; if it is not, that is refused as
  /// already done, so that a script continues.
  package func optOut(of slug: String) throws(Refusal) -> SessionOperation {
    // Refuses an unknown slug.
    _ = try recipe(slug)
    guard session.enrollments.activeBranch(of: slug) != nil else {
      throw Refusal("the client is not enrolled in `\(slug)`", isAlreadyDone: true)
    }
    var builder = try makeBuilder()
    let optOut = JSONValue.null
    builder.set(.branch, slug, to: optOut)
    builder.evaluateRecipes(afterChanging: { state in
      // The change, which is then reported. Nil only for a client that is not enrolled, which was
      // refused above.
      guard let change = state.optOut(slug) else { return [] }
      return [change]
    })
    return try builder.finished("opt out of \(slug)", slug: slug)
  }

  /// Drops a forced branch and evaluates the recipe as for a new client.
  package func dropBranch(of slug: String) throws(Refusal) -> SessionOperation {
    // A branch can be of a recipe that was removed; without a branch, the slug is wrong.
    if session[.branch, slug] == nil { _ = try recipe(slug) }
    return try drop(EntryKey(.branch, slug))
  }

  /// Evaluates all recipes as for a new client, except for forced branches and opt-outs, which the
  /// builder restores afterwards.
  ///
  /// Each recipe gets a status event.
  ///
  /// Rule: VirgaExperiments/Resetting.
  package func reevaluate() throws(Refusal) -> SessionOperation {
    var builder = try makeBuilder()
    builder.evaluateRecipes(
      reportsAllStatuses: true,
      afterChanging: { state in
        for slug in state.slugs { state.forget(slug) }
        // Forgetting is not reported, only what the evaluation changes.
        return []
      })
    return try builder.finished("evaluate all recipes again")
  }

  /// The recipe with a slug; refused if the session does not have it, or if it cannot be read.
  func recipe(_ slug: String) throws(Refusal) -> Recipe {
    guard session[.recipe, slug] != nil else {
      throw Refusal.unknown("recipe", slug, among: session.names(of: .recipe))
    }
    guard let recipe = session.recipe(slug) else {
      throw Refusal("the recipe `\(slug)` can't be read")
    }
    return recipe
  }

  /// Adds recipes, which replace recipes with the same slugs unless these were changed in the
  /// session.
  package func addRecipes(_ recipes: [Recipe]) throws(Refusal) -> SessionOperation {
    guard let first = recipes.first else { throw Refusal("no recipe to add") }
    var builder = try makeBuilder()
    builder.add(recipes)
    let isKnown = session[.recipe, first.slug] != nil
    let labelOfOne = "\(isKnown ? "replace" : "add") recipe \(first.slug)"
    let isOne = recipes.count == 1
    return try builder.finishedAfterEvaluation(isOne ? labelOfOne : "add \(recipes.count) recipes")
  }

  /// Removes a recipe with the drafts of its branches, which ends the client's enrollment in it.
  ///
  /// Without such a recipe there is nothing to remove: the refusal says so (`isAlreadyDone`), and
  /// a script continues.
  package func removeRecipe(_ slug: String) throws(Refusal) -> SessionOperation {
    guard session[.recipe, slug] != nil else {
      throw Refusal.unknown("recipe", slug, among: session.names(of: .recipe), isAlreadyDone: true)
    }
    var builder = try makeBuilder()
    builder.removeRecipe(slug)
    for draft in session.branchDrafts where draft.place.slug.isSameName(as: slug) {
      builder.set(.branchDraft, draft.place.draftKey.name, to: nil)
    }
    return try builder.finishedAfterEvaluation("remove recipe \(slug)")
  }

  /// Records an exposure of a feature; one that apps would not send is recorded as suppressed, with
  /// the reason.
  ///
  /// - Parameter slug: The recipe that the exposure is for; nil for the only experiment that
  ///   configures the feature.
  package func expose(_ id: String, in slug: String? = nil) throws(Refusal) -> SessionOperation {
    var builder = try makeBuilder()
    try recordExposure(makeTelemetry(), id, in: slug, &builder)
    return try builder.finished("expose \(id)", feature: id)
  }

  /// Records an exposure of each feature, for the only experiment that configures it.
  ///
  /// An exposure that apps would not send is recorded as suppressed, with the reason.
  package func expose(_ ids: [String]) throws(Refusal) -> SessionOperation {
    var builder = try makeBuilder()
    // Once for all features, because it reads every recipe.
    let telemetry = makeTelemetry()
    for id in ids { try recordExposure(telemetry, id, &builder) }
    return try builder.finished("expose \(ids.count.pluralizing("feature"))")
  }

  /// The source of telemetry events; creating it reads every recipe.
  private func makeTelemetry() -> FeatureTelemetry {
    FeatureTelemetry(session.enrollments, coenrolling: coenrollingFeatures)
  }

  /// Adds the event of an exposure of the feature `id`.
  ///
  /// The event is marked as suppressed, with the reason, if it cannot name one recipe that the
  /// client is enrolled in, or if an app setting keeps apps from sending it to telemetry.
  ///
  /// - Parameter slug: The recipe that the exposure is for; nil for the only experiment that
  ///   configures the feature.
  private func recordExposure(
    _ telemetry: FeatureTelemetry, _ id: String, in slug: String? = nil,
    _ builder: inout OperationBuilder
  ) throws(Refusal) {
    // Nil without a manifest, which allows any id.
    let feature = try feature(id)
    let exposure =
      if let slug { telemetry.exposure(of: id, in: slug) } else { telemetry.exposure(of: id) }
    switch exposure {
    case .recorded(let event):
      builder.record(event, suppressed: feature.flatMap(reasonNotToSendExposure))
    case .suppressed(let reason):
      builder.recordSuppressedExposure(of: id, in: slug, because: reason)
    }
  }

  /// Why apps do not send exposures of a feature: an app setting, the `pref-key` of one of its
  /// variables, is set in the session; nil if none is.
  private func reasonNotToSendExposure(of feature: FeatureDefinition) -> String? {
    let settings = feature.variables.lazy.compactMap(\.preferenceKey)
    let setting = settings.first { session[.preference, $0] != nil }
    return setting.map { "the app setting `\($0)` is set, so the feature is modified" }
  }
}

extension Session {
  /// Whether another session has the same keys with the same values.
  fileprivate func hasSameEntries(as other: Session) -> Bool {
    keys == other.keys && keys.allSatisfy { self[$0] == other[$0] }
  }
}

extension OperationBuilder {
  /// Sets what a request describes of the client.
  fileprivate mutating func setClient(_ request: EnrollmentRequest) {
    for (name, value) in request.attributes { set(.context, name, to: value) }
    if let id = request.clientID { set(.context, ClientKey.clientID, to: .string(id)) }
    for (event, counts) in request.behavior.json { set(.behavior, event, to: counts) }
    for kind in request.optedOut { set(.participation, kind.rawValue, to: false) }
  }

  /// Records that a feature was not exposed.
  ///
  /// - Parameter slug: The recipe that the exposure would be for; nil if none was named.
  fileprivate mutating func recordSuppressedExposure(
    of id: String, in slug: String?, because reason: String
  ) {
    let suppressedEvent = event(TelemetryEvent.Name.exposure.rawValue) { event in
      event.suppressed = reason
      event.feature = id
      event.slug = slug
    }
    record(suppressedEvent)
  }

  /// Evaluates all recipes, and those called `slugs` as if the client had never seen them.
  ///
  /// The client leaves them first, which an event reports. If it enters the same branch again,
  /// neither leaving nor entering is reported.
  mutating func evaluateRecipes(forgetting slugs: [String]) {
    evaluateRecipes(afterChanging: { state in
      var changes: [EnrollmentChange] = []
      for slug in slugs {
        // Without a record of an enrollment, opting out would report a failure.
        let isEnrolled = state.activeBranch(of: slug) != nil
        if isEnrolled, let change = state.optOut(slug) { changes.append(change) }
        state.forget(slug)
      }
      return changes
    })
  }

  /// Evaluates the recipes if they have changed, and finishes the operation.
  ///
  /// Each recipe then gets a status event, even if its outcome is the same.
  fileprivate mutating func finishedAfterEvaluation(
    _ label: String
  ) throws(Refusal) -> SessionOperation {
    if changesRecipes { evaluateRecipes(reportsAllStatuses: true) }
    return try finished(label)
  }
}
