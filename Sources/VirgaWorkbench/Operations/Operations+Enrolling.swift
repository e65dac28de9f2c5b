package import VirgaExperiments
package import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource
package import VirgaTargeting

/// What a client is and what it is offered, where that is said all at once.
package struct Enrolling: Sendable {
  /// The recipes; they take the place of those that the session knows.
  package var recipes: [Recipe]
  /// The targeting attributes that are set; others stay as they are.
  package var attributes: JSONObject = [:]
  /// The client's id; nil leaves it as it is.
  package var clientID: String?
  /// The behavioural events whose counts are set; others stay as they are.
  package var behavior = EventStore()
  /// The kinds of recipes that the client takes no part in from now on; what is not named stays as it is.
  package var optedOut: Set<Participation> = []

  /// A client that is offered `recipes`, of which nothing new is known.
  package init(_ recipes: [Recipe]) { self.recipes = recipes }
}

extension Operations {
  /// Takes in what is said of a client, and evaluates its recipes once after all of it.
  ///
  /// - Returns: The operation, nil where nothing changes by it, and what happened to the recipes.
  package func enroll(
    _ enrolling: Enrolling
  ) throws(Refusal) -> (operation: SessionOperation?, changes: [EnrollmentChange]) {
    var draft = try draft()
    for (name, value) in enrolling.attributes { draft.set(.context, name, to: value) }
    if let id = enrolling.clientID { draft.set(.context, ClientKey.clientID, to: .string(id)) }
    for (event, counts) in enrolling.behavior.json { draft.set(.behavior, event, to: counts) }
    for kind in enrolling.optedOut { draft.set(.participation, kind.rawValue, to: false) }
    for slug in session.names(of: .recipe) { draft.removeRecipe(slug) }
    draft.add(enrolling.recipes)
    let changes = draft.evolve()
    guard session.keys != draft.session.keys || session.keys.contains(where: { session[$0] != draft.session[$0] })
    else { return (nil, changes) }
    return (try draft.finished("enroll in \(enrolling.recipes.count.counted("recipe"))"), changes)
  }
}

extension Operations {
  /// Puts the client on a branch of a recipe, with its whole config, whatever targeting and buckets say.
  ///
  /// Recipes that have one of its features lose it, those whose branch was forced too.
  package func forceBranch(_ branch: String, of slug: String) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    let recipe = try choose(BranchChoice(branch, of: slug), in: &draft)
    draft.evolve { [$0.force(recipe, branch: branch, coenrolling: coenrollingFeatures)] }
    return try draft.finished("force \(branch) of \(slug)", slug: slug)
  }

  /// Notes a forced branch, and drops those of recipes that lose a feature to it; gives the recipe, which is not evaluated.
  func choose(_ choice: BranchChoice, in draft: inout OperationDraft) throws(Refusal) -> Recipe {
    let recipe = try recipe(choice.slug)
    guard recipe.branch(choice.branch) != nil else {
      throw Refusal.unknown("branch of \(choice.slug)", choice.branch, among: recipe.branches.map(\.slug))
    }
    let kind: Participation = recipe.isRollout ? .rollouts : .experiments
    guard session.takesPart(in: kind) else { throw Refusal("the client takes no part in \(kind.rawValue)") }
    for rival in session.enrollments.rivals(of: recipe, coenrolling: coenrollingFeatures)
    where session[.branch, rival]?.stringValue != nil {
      draft.set(.branch, rival, to: nil)
    }
    draft.set(.branch, choice.slug, to: .string(choice.branch))
    return recipe
  }

  /// The features that several recipes may configure at once.
  var coenrollingFeatures: Set<Name> { surroundings.manifest?.coenrollingFeatures ?? [] }

  /// Takes the client out of a recipe, for good.
  package func optOut(of slug: String) throws(Refusal) -> SessionOperation {
    _ = try recipe(slug)
    guard session.enrollments.activeBranch(of: slug) != nil else {
      throw Refusal("the client is not enrolled in `\(slug)`", changesNothing: true)
    }
    var draft = try draft()
    draft.set(.branch, slug, to: .null)
    draft.evolve { [$0.optOut(slug)].compactMap(\.self) }
    return try draft.finished("opt out of \(slug)", slug: slug)
  }

  /// Lets the recipe be evaluated again as if the client had never seen it, nothing forced.
  package func dropBranch(of slug: String) throws(Refusal) -> SessionOperation { try drop(EntryKey(.branch, slug)) }

  /// Deletes the records of all recipes, and evaluates them as for a client that sees them for the first time.
  ///
  /// Forced branches stay. No event is recorded for what was deleted. Rule: VirgaExperiments/Resetting.
  package func evaluateAnew() throws(Refusal) -> SessionOperation {
    var draft = try draft()
    draft.evolve(tellsAll: true) { state in
      for slug in state.slugs { state.forget(slug) }
      return []
    }
    return try draft.finished("evaluate all recipes anew")
  }

  func recipe(_ slug: String) throws(Refusal) -> Recipe {
    guard session[.recipe, slug] != nil else {
      throw Refusal.unknown("recipe", slug, among: session.names(of: .recipe))
    }
    guard let recipe = session.recipe(slug) else { throw Refusal("the recipe `\(slug)` can't be read") }
    return recipe
  }
}

extension OperationDraft {
  /// Evaluates recipes as if the client had never seen those in `slugs`.
  ///
  /// Who stays on the same branch neither left nor entered.
  mutating func evolve(forgetting slugs: [String]) {
    evolve { state in
      slugs.compactMap { slug in
        defer { state.forget(slug) }
        return state.activeBranch(of: slug).flatMap { _ in state.optOut(slug) }
      }
    }
  }
}

extension Operations {
  /// Adds recipes to those that the session knows; one with a known slug replaces it.
  package func addRecipes(_ recipes: [Recipe]) throws(Refusal) -> SessionOperation {
    guard let first = recipes.first else { throw Refusal("there is no recipe to add") }
    var draft = try draft()
    draft.add(recipes)
    let isKnown = session[.recipe, first.slug] != nil
    let one = "\(isKnown ? "replace" : "add") recipe \(first.slug)"
    return try draft.applied(recipes.count == 1 ? one : "add \(recipes.count) recipes")
  }

  /// Ends a recipe.
  package func removeRecipe(_ slug: String) throws(Refusal) -> SessionOperation {
    guard session[.recipe, slug] != nil else {
      var refusal = Refusal.unknown("recipe", slug, among: session.names(of: .recipe))
      refusal.changesNothing = true
      throw refusal
    }
    var draft = try draft()
    draft.removeRecipe(slug)
    return try draft.applied("remove recipe \(slug)")
  }
}

extension OperationDraft {
  /// The operation that changed the recipes, once they are evaluated.
  fileprivate mutating func applied(_ label: String) throws(Refusal) -> SessionOperation {
    if changesRecipes { evolve(tellsAll: true) }
    return try finished(label)
  }
}

extension Operations {
  /// Records that the client could first be affected by a feature, or why that is not recorded.
  ///
  /// - Parameter slug: The recipe that the app names, where several configure the feature; nil lets the session find it.
  package func expose(_ id: String, in slug: String? = nil) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    try note(telemetry, id, in: slug, &draft)
    return try draft.finished("expose \(id)", feature: id)
  }

  /// Records the same of several features as one operation.
  package func expose(_ ids: [String]) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    let telemetry = telemetry
    for id in ids { try note(telemetry, id, in: nil, &draft) }
    return try draft.finished("expose \(ids.count.counted("feature"))")
  }

  /// What telemetry hears; finding out reads every recipe.
  private var telemetry: FeatureTelemetry {
    FeatureTelemetry(session.enrollments, coenrolling: surroundings.manifest?.coenrollingFeatures ?? [])
  }

  private func note(
    _ telemetry: FeatureTelemetry, _ id: String, in slug: String?, _ draft: inout OperationDraft
  ) throws(Refusal) {
    let feature = try feature(id)
    switch slug.map({ telemetry.exposure(of: id, in: $0) }) ?? telemetry.exposure(of: id) {
    case .recorded(let event):
      let key = feature.flatMap(modifyingSetting)
      draft.note(event, suppressed: key.map { "the app setting `\($0)` is set, so the feature is modified" })
    case .suppressed(let reason):
      draft.note(
        SessionEvent(
          time: draft.time, kind: TelemetryEvent.Name.exposure.rawValue,
          process: surroundings.process
        ) {
          $0.suppressed = reason
          $0.feature = id
          $0.slug = slug
        })
    }
  }

  /// The key of an app setting that is set for a variable of the feature; it suppresses exposures.
  private func modifyingSetting(_ feature: FeatureDefinition) -> String? {
    feature.variables.lazy.compactMap(\.preferenceKey).first { session[.preference, $0] != nil }
  }
}
