package import VirgaExperiments
package import VirgaJSON
import VirgaManifest
package import VirgaSession
package import VirgaSource

// Changes of recipes in the session: clients get them at once, and what the file has is kept.
extension Operations {
  /// Changes one part of a recipe.
  package func change(_ slug: String, _ change: RecipeChange) throws(Refusal) -> SessionOperation {
    if case .config(let config, let feature, let branch) = change {
      // This also checks the config, and discards its draft.
      let place = BranchFeature(feature, in: branch, of: slug)
      return try setConfig(place, at: .root, to: .object(config))
    }
    let recipe = try recipe(slug)
    let json = try change.applied(to: recipe)
    return try setRecipe(json, of: recipe, as: change.label(for: slug))
  }

  /// Sets one value in a branch's config of a feature, or at the root the whole config; to set an
  /// element of a list, the config gets the whole list.
  ///
  /// A draft, a text of the whole config that is not applied yet, stays unless the whole config is
  /// set.
  ///
  /// - Throws: Why the value cannot be set; errors that the config has already do not count.
  package func setConfig(
    _ place: BranchFeature, at path: JSONPath, to value: JSONValue
  ) throws(Refusal) -> SessionOperation {
    let recipe = try recipe(place.slug)
    let config = try branchConfig(place, of: recipe, setting: value, at: path)
    let change = RecipeChange.config(config, feature: place.feature, branch: place.branch)
    let json = try change.applied(to: recipe)
    let setsWholeConfig = path.isRoot
    let label =
      setsWholeConfig
      ? change.label(for: place.slug)
      : "set \(path) = \(value.label) in \(place.branch) of \(place.slug)"
    return try setRecipe(
      json, of: recipe, as: label, feature: place.feature,
      removingDraft: setsWholeConfig ? place.draftKey : nil)
  }

  /// Throws why a value cannot be set in a branch's config of a feature; errors that the config has
  /// already do not count.
  package func checkConfig(
    _ place: BranchFeature, at path: JSONPath, to value: JSONValue
  ) throws(Refusal) {
    // Why a read-only session allows no operation.
    if let refusal { throw refusal }
    let recipe = try recipe(place.slug)
    _ = try branchConfig(place, of: recipe, setting: value, at: path)
  }

  /// Drops the changes of a recipe, which restores the recipe of its file.
  ///
  /// Without changes there is nothing to drop: the refusal says so (`isAlreadyDone`), and a script
  /// continues.
  package func dropRecipeChange(of slug: String) throws(Refusal) -> SessionOperation {
    guard session[.recipe, slug] != nil else {
      throw Refusal.unknown("recipe", slug, among: session.names(of: .recipe))
    }
    // Only a changed recipe has an entry with the recipe of its file.
    guard let file = session[.recipeFile, slug] else {
      throw Refusal("`\(slug)` does not differ from its file", isAlreadyDone: true)
    }
    var builder = try makeBuilder()
    builder.changeRecipe(slug, to: file)
    builder.evaluateRecipes()
    return try builder.finished("drop the changes of \(slug)", slug: slug)
  }

  /// The warnings about what an operation changes in a recipe; empty if it does not change the
  /// recipe `slug`.
  ///
  /// Warnings about the recipe itself, such as targeting that no client can match, are left out if
  /// it had them before. A config that the operation changes gets all its warnings, old ones too,
  /// and those about nulls without effect.
  package func remarks(onChange operation: SessionOperation, of slug: String) -> [Problem] {
    let key = EntryKey(.recipe, slug)
    guard let change = operation.changes.first(where: { $0.key == key }), let new = change.new
    else { return [] }
    let warningsBefore = change.old.map { warnings(inRecipe: $0) } ?? []
    let newWarnings = warnings(inRecipe: new).filter { !warningsBefore.contains($0) }
    // Which configs have changed is unknown without a readable recipe before.
    guard let recipe = Recipe(entry: new), let before = change.old.flatMap(Recipe.init(entry:))
    else { return newWarnings }
    let changedConfigs = recipe.configs.filter { before.config(at: $0.place) != $0.config }
    return newWarnings
      + changedConfigs.flatMap { remarks(on: $0.config, at: $0.place, of: recipe) }
  }

  /// The warnings about a recipe and its audience, without those about its configs.
  private func warnings(inRecipe json: JSONValue) -> [Problem] {
    let ofAudience = Recipe(entry: json).map { AudienceCheck(WrittenRecipe($0)).problems } ?? []
    return (problems(inRecipe: json) + ofAudience).filter { $0.severity == .warning }
  }

  /// The warnings about a branch's config of a feature, and the nulls in it that have no effect.
  private func remarks(
    on config: JSONObject, at place: BranchFeature, of recipe: Recipe
  ) -> [Problem] {
    guard let manifest = operationContext.manifest, let feature = manifest.feature(place.feature)
    else { return [] }
    let layers = SessionLayers(session, manifest: manifest).layersBelow(recipe, of: feature.id)
    // What an app reads without this config: the defaults under the configs of other recipes.
    let configBelow = manifest.reading(of: feature, channel: channel, under: layers)
    let check = manifest.check(config: LocatedValue(.object(config)), over: configBelow)
    // A null without effect is only a hint, but it is not what the person wanted.
    return check.problems.filter { $0.severity == .warning || $0.code == "null-without-effect" }
  }

  /// The config of a feature in a branch with one value set.
  ///
  /// - Throws: The errors that the value adds. Their hints look at the value alone, so that they
  ///   can suggest names that the config already uses.
  private func branchConfig(
    _ place: BranchFeature, of recipe: Recipe, setting value: JSONValue, at path: JSONPath
  ) throws(Refusal) -> JSONObject {
    let branch = recipe.branches[try recipe.index(ofBranch: place.branch)]
    let old = branch.config(of: place.feature).map(JSONValue.object)
    // Nil without a manifest, or if it lacks a feature that the branch configures already. Then
    // only a config that is not an object is refused.
    let feature = try feature(place.feature, isConfigured: old != nil)
    // To set one element of a list, the config needs the whole list, as apps read it without this
    // config.
    let config = try config(
      old, setting: value, at: path,
      wholeList: { listPath in valueWithoutConfig(recipe, feature, at: listPath) })
    try refuseNewErrors(
      in: config, of: feature, insteadOf: old, hintsFrom: config.with(only: value, at: path))
    // Anything but an object was refused.
    return config.objectValue ?? [:]
  }

  /// The definition of a feature whose config in a branch is changed; nil without a manifest.
  ///
  /// - Parameter isConfigured: Whether the branch has a config of the feature already. If so, the
  ///   result is nil if the manifest lacks the feature.
  /// - Throws: That the manifest lacks a feature which the branch does not configure yet.
  private func feature(
    _ id: String, isConfigured: Bool
  ) throws(Refusal) -> FeatureDefinition? {
    try isConfigured ? operationContext.manifest?.feature(id) : feature(id)
  }

  /// Changes a recipe to a JSON that a client can read, and evaluates the recipes again.
  ///
  /// - Parameters:
  ///   - json: What the recipe becomes.
  ///   - recipe: The recipe before.
  ///   - label: What is done.
  ///   - feature: The feature whose config is changed; nil for another part.
  ///   - draft: The entry of a draft that is applied, which is removed; nil if none is.
  private func setRecipe(
    _ json: JSONObject, of recipe: Recipe, as label: String, feature: String? = nil,
    removingDraft draft: EntryKey? = nil
  ) throws(Refusal) -> SessionOperation {
    // Refuses what no client could read.
    _ = try readRecipe(json, insteadOf: recipe)
    var builder = try makeBuilder()
    builder.changeRecipe(recipe.slug, to: .object(json))
    if let draft { builder.set(draft.kind, draft.name, to: nil) }
    // If the branch has the config of an applied draft already, only the draft is removed.
    if builder.changesRecipes { builder.evaluateRecipes() }
    return try builder.finished(label, feature: feature, slug: recipe.slug)
  }

  /// The recipe that a JSON describes; refused if clients could not read the recipe, or its
  /// targeting if that differs from the targeting of `recipe`.
  private func readRecipe(
    _ json: JSONObject, insteadOf recipe: Recipe
  ) throws(Refusal) -> Recipe {
    let problems = problems(inRecipe: .object(json))
    var errors = problems.filter { $0.severity == .error }
    let hasNewTargeting = json["targeting"] != recipe.json["targeting"]
    // In a file, unreadable targeting is only a warning; a change must not add it.
    if hasNewTargeting { errors += problems.filter { $0.code == "unreadable-targeting" } }
    if let first = errors.first { throw Refusal(first.sentence, problems: errors) }
    // Without errors the recipe can be read, so only its slug can be wrong.
    guard let read = Recipe(entry: .object(json)), read.slug.isSameName(as: recipe.slug) else {
      throw Refusal("a change keeps the slug of the recipe, `\(recipe.slug)`")
    }
    return read
  }

  /// The problems of a recipe, without those of its configs.
  private func problems(inRecipe json: JSONValue) -> [Problem] {
    // Targeting may read the attributes that the session sets, even if they are not known.
    let attributes = Set(naming: session.names(of: .context))
    return RecipeBatch(.array([json]), attributes: attributes).problems
  }

  /// The value that apps read at a path without a recipe's config, such as the list of which the
  /// config is to set one element.
  ///
  /// Nil if nothing is there, or without a manifest or `feature`.
  private func valueWithoutConfig(
    _ recipe: Recipe, _ feature: FeatureDefinition?, at path: JSONPath
  ) -> JSONValue? {
    guard let manifest = operationContext.manifest, let feature else { return nil }
    let layers = SessionLayers(session, manifest: manifest).layersBelow(recipe, of: feature.id)
    let configBelow = manifest.reading(of: feature, channel: channel, under: layers)
    return JSONValue.object(configBelow.json)[path]
  }
}

extension Recipe {
  /// The configs of all branches, each with its feature and branch.
  var configs: [(place: BranchFeature, config: JSONObject)] {
    branches.flatMap { branch in
      branch.features.map { feature in
        (BranchFeature(feature.featureID, in: branch.slug, of: slug), feature.value)
      }
    }
  }

  /// The config of a feature in a branch; nil if the recipe has none.
  package func config(at place: BranchFeature) -> JSONObject? {
    branch(place.branch)?.config(of: place.feature)
  }
}
