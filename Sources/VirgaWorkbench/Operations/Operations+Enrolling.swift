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
  /// Applies a description of a client and evaluates its recipes once; the operation is nil if
  /// nothing changes.
  package func enroll(
    _ enrolling: EnrollmentRequest
  ) throws(Refusal) -> (operation: SessionOperation?, changes: [EnrollmentChange]) {
    try refuseComputed(enrolling.attributes.keys)
    var draft = try draft()
    for (name, value) in enrolling.attributes { draft.set(.context, name, to: value) }
    if let id = enrolling.clientID { draft.set(.context, ClientKey.clientID, to: .string(id)) }
    for (event, counts) in enrolling.behavior.json { draft.set(.behavior, event, to: counts) }
    for kind in enrolling.optedOut { draft.set(.participation, kind.rawValue, to: false) }
    for slug in session.names(of: .recipe) { draft.removeRecipe(slug) }
    draft.add(enrolling.recipes)
    let changes = draft.evolve()
    guard
      session.keys != draft.session.keys
        || session.keys.contains(where: { session[$0] != draft.session[$0] })
    else { return (nil, changes) }
    return (
      try draft.finished("enroll in \(enrolling.recipes.count.pluralizing("recipe"))"), changes
    )
  }

  /// Forces a branch with its whole config; recipes that use one of its features lose it, even
  /// forced ones.
  package func forceBranch(_ branch: String, of slug: String) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    let recipe = try choose(BranchChoice(branch, of: slug), in: &draft)
    draft.evolve { [$0.force(recipe, branch: branch, coenrolling: coenrollingFeatures)] }
    return try draft.finished("force \(branch) of \(slug)", slug: slug)
  }

  /// Drops forced branches that conflict, and does not evaluate recipes; returns the recipe.
  func choose(_ choice: BranchChoice, in draft: inout OperationBuilder) throws(Refusal) -> Recipe {
    let recipe = try recipe(choice.slug)
    guard recipe.branch(choice.branch) != nil else {
      let hint = NameSuggestions.ending(for: choice.branch, among: recipe.branches.map(\.slug))
      throw Refusal("the recipe `\(choice.slug)` has no branch `\(choice.branch)`\(hint)")
    }
    let kind: Participation = recipe.isRollout ? .rollouts : .experiments
    guard session.takesPart(in: kind) else {
      throw Refusal("the client opted out of all \(kind.rawValue)")
    }
    for rival in session.enrollments.rivals(of: recipe, coenrolling: coenrollingFeatures)
    where session[.branch, rival]?.stringValue != nil {
      draft.set(.branch, rival, to: nil)
    }
    draft.set(.branch, choice.slug, to: .string(choice.branch))
    return recipe
  }

  var coenrollingFeatures: Set<Name> { operationContext.manifest?.coenrollingFeatures ?? [] }

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

  /// Drops a forced branch and evaluates the recipe as for a new client.
  package func dropBranch(of slug: String) throws(Refusal) -> SessionOperation {
    try drop(EntryKey(.branch, slug))
  }

  /// Evaluates all recipes as for a new client, except for forced branches (Rule:
  /// VirgaExperiments/Resetting).
  package func reevaluate() throws(Refusal) -> SessionOperation {
    var draft = try draft()
    draft.evolve(reportsAll: true) { state in
      for slug in state.slugs { state.forget(slug) }
      return []
    }
    return try draft.finished("evaluate all recipes again")
  }

  func recipe(_ slug: String) throws(Refusal) -> Recipe {
    guard session[.recipe, slug] != nil else {
      throw Refusal.unknown("recipe", slug, among: session.names(of: .recipe))
    }
    guard let recipe = session.recipe(slug) else {
      throw Refusal("the recipe `\(slug)` can't be read")
    }
    return recipe
  }

  /// Adds recipes; one with a known slug replaces it.
  package func addRecipes(_ recipes: [Recipe]) throws(Refusal) -> SessionOperation {
    guard let first = recipes.first else { throw Refusal("no recipe to add") }
    var draft = try draft()
    draft.add(recipes)
    let isKnown = session[.recipe, first.slug] != nil
    let one = "\(isKnown ? "replace" : "add") recipe \(first.slug)"
    return try draft.applied(recipes.count == 1 ? one : "add \(recipes.count) recipes")
  }

  package func removeRecipe(_ slug: String) throws(Refusal) -> SessionOperation {
    guard session[.recipe, slug] != nil else {
      throw Refusal.unknown("recipe", slug, among: session.names(of: .recipe), changesNothing: true)
    }
    var draft = try draft()
    draft.removeRecipe(slug)
    return try draft.applied("remove recipe \(slug)")
  }

  /// Records an exposure of a feature, for the recipe called `slug` if several configure it, or why
  /// there is none.
  package func expose(_ id: String, in slug: String? = nil) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    try recordExposure(telemetry, id, in: slug, &draft)
    return try draft.finished("expose \(id)", feature: id)
  }

  package func expose(_ ids: [String]) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    let telemetry = telemetry
    for id in ids { try recordExposure(telemetry, id, in: nil, &draft) }
    return try draft.finished("expose \(ids.count.pluralizing("feature"))")
  }

  /// The source of telemetry events; creating it reads every recipe.
  private var telemetry: FeatureTelemetry {
    FeatureTelemetry(
      session.enrollments, coenrolling: operationContext.manifest?.coenrollingFeatures ?? [])
  }

  private func recordExposure(
    _ telemetry: FeatureTelemetry, _ id: String, in slug: String?, _ draft: inout OperationBuilder
  ) throws(Refusal) {
    let feature = try feature(id)
    switch slug.map({ telemetry.exposure(of: id, in: $0) }) ?? telemetry.exposure(of: id) {
    case .recorded(let event):
      let key = feature.flatMap(modifyingSetting)
      draft.record(
        event, suppressed: key.map { "the app setting `\($0)` is set, so the feature is modified" })
    case .suppressed(let reason):
      draft.record(
        draft.event(TelemetryEvent.Name.exposure.rawValue) {
          $0.suppressed = reason
          $0.feature = id
          $0.slug = slug
        })
    }
  }

  /// The `pref-key` of a variable that is set in the session; it suppresses exposures.
  private func modifyingSetting(_ feature: FeatureDefinition) -> String? {
    feature.variables.lazy.compactMap(\.preferenceKey).first { session[.preference, $0] != nil }
  }
}

extension OperationBuilder {
  /// Evaluates as if the client had never seen these recipes; staying on a branch is neither
  /// leaving nor entering.
  mutating func evolve(forgetting slugs: [String]) {
    evolve { state in
      slugs.compactMap { slug in
        defer { state.forget(slug) }
        return state.activeBranch(of: slug).flatMap { _ in state.optOut(slug) }
      }
    }
  }

  fileprivate mutating func applied(_ label: String) throws(Refusal) -> SessionOperation {
    if changesRecipes { evolve(reportsAll: true) }
    return try finished(label)
  }
}
