import VirgaExperiments
import VirgaJSON
import VirgaSession

extension Recipe {
  /// The changes that make `changed` of this recipe; nil if changes cannot give exactly its JSON,
  /// for example because a member differs that no change sets.
  ///
  /// Branches come before configs: a config can only be set in a branch that the recipe has.
  func changes(to changed: Recipe) -> [RecipeChange]? {
    let changes =
      audienceChanges(to: changed) + branchChanges(to: changed) + configChanges(to: changed)
    var result = self
    for change in changes {
      // A change can be refused, or give a recipe that cannot be read.
      guard let json = try? change.applied(to: result),
        let recipe = Recipe(entry: .object(json))
      else { return nil }
      result = recipe
    }
    return result.json.isIdentical(to: changed.json) ? changes : nil
  }

  /// The changes of targeting and buckets that make those of `changed`; in a change of buckets, the
  /// first bucket or the number of buckets is nil if it stays.
  private func audienceChanges(to changed: Recipe) -> [RecipeChange] {
    var changes: [RecipeChange] = []
    if targeting != changed.targeting { changes.append(.targeting(changed.targeting)) }
    let old = bucketConfig
    let new = changed.bucketConfig
    let start = old.start == new.start ? nil : new.start
    let count = old.count == new.count ? nil : new.count
    if start != nil || count != nil { changes.append(.buckets(start: start, count: count)) }
    return changes
  }

  /// The changes of branches and their weights: branches are added first, because the only branch
  /// of a recipe cannot be removed.
  private func branchChanges(to changed: Recipe) -> [RecipeChange] {
    let added = changed.branches.filter { branch($0.slug) == nil }
    let removed = branches.filter { changed.branch($0.slug) == nil }
    let reweighted = changed.branches.filter { new in
      guard let old = branch(new.slug) else { return false }
      return old.ratio != new.ratio
    }
    return added.map { RecipeChange.addBranch($0.slug, ratio: $0.ratio) }
      + removed.map { RecipeChange.removeBranch($0.slug) }
      + reweighted.map { RecipeChange.ratio($0.ratio, branch: $0.slug) }
  }

  /// The changes that set each config of `changed` that differs from this recipe's.
  private func configChanges(to changed: Recipe) -> [RecipeChange] {
    let differing = changed.configs.filter { place, config in
      let isSame = self.config(at: place)?.isIdentical(to: config) ?? false
      return !isSame
    }
    return differing.map { place, config in
      RecipeChange.config(config, feature: place.feature, branch: place.branch)
    }
  }
}

extension Session {
  /// The changes that commands in a script can make one after the other, to turn the recipe of the
  /// file into that of this session.
  ///
  /// Nil if the recipe was not changed, if no changes give it, or if the session would differ after
  /// the commands. Each command evaluates the recipes, so that the first change may end an
  /// enrollment that all changes together would keep. A command that sets the whole config of a
  /// branch removes the draft of that config.
  func repeatableChanges(of slug: String) -> [RecipeChange]? {
    guard isRecipeChanged(slug), let file = recipeInFile(slug), let recipe = recipe(slug),
      let changes = file.changes(to: recipe),
      !mayLoseEnrollment(betweenChanges: changes, of: file),
      !hasDraft(removedByRepeating: changes, of: file)
    else { return nil }
    return changes
  }

  /// Whether the client might leave a recipe if the recipes were evaluated after each of several
  /// changes, as commands do, rather than once after all.
  ///
  /// Of two changes that may decide who is enrolled, the first alone may end the enrollment.
  ///
  /// - Parameter recipe: The recipe before the changes.
  private func mayLoseEnrollment(
    betweenChanges changes: [RecipeChange], of recipe: Recipe
  ) -> Bool {
    let wereRecipesEvaluated = count(of: .enrollment) > 0
    let decidingChangeCount = changes.count { $0.mayDecideEnrollments(in: recipe) }
    return wereRecipesEvaluated && decidingChangeCount > 1
  }

  /// Whether a script that repeats the changes, with a command for each, would remove a draft: a
  /// config text that is not applied yet.
  ///
  /// A command that sets a whole config removes the draft of that config.
  ///
  /// - Parameter recipe: The recipe before the changes.
  private func hasDraft(removedByRepeating changes: [RecipeChange], of recipe: Recipe) -> Bool {
    changes.contains { change in
      guard let place = change.placeOfWholeConfig(in: recipe) else { return false }
      return draft(at: place) != nil
    }
  }
}

extension RecipeChange {
  /// Whether the change may decide who is enrolled in a recipe: all do but configs of features that
  /// the recipe configures already.
  fileprivate func mayDecideEnrollments(in recipe: Recipe) -> Bool {
    guard case .config(_, let feature, _) = self else { return true }
    return !recipe.configures(feature)
  }

  /// The place of a config that a command sets as a whole, because setting single values does not
  /// give it; nil if that does, and for changes of anything but a config.
  fileprivate func placeOfWholeConfig(in recipe: Recipe) -> BranchFeature? {
    guard case .config(let config, let feature, let branch) = self else { return nil }
    let place = BranchFeature(feature, in: branch, of: recipe.slug)
    let values = recipe.config(at: place)?.valuesToSet(for: config)
    return values == nil ? place : nil
  }
}

extension JSONObject {
  /// The values to set one after the other, with their paths, to make `changed` of this config; nil
  /// if that takes more than setting values, such as removing one.
  ///
  /// Objects are compared by member, and a list is set as a whole.
  func valuesToSet(for changed: JSONObject) -> [(path: JSONPath, value: JSONValue)]? {
    let valuesToSet = Self.differingValues(from: .object(self), to: .object(changed), at: .root)
    // Setting values cannot remove or reorder members, so the result may still differ.
    var result = JSONValue.object(self)
    for (path, value) in valuesToSet { result.set(value, at: path) }
    return result.isIdentical(to: .object(changed)) ? valuesToSet : nil
  }

  /// The values of `new` that `old` does not have, at a path and below it, with their paths; `old`
  /// is nil if nothing is there.
  private static func differingValues(
    from old: JSONValue?, to new: JSONValue, at path: JSONPath
  ) -> [(path: JSONPath, value: JSONValue)] {
    if let old, old.isIdentical(to: new) { return [] }
    guard case .object(let before)? = old, case .object(let after) = new else {
      return [(path, new)]
    }
    return after.flatMap { key, value in
      differingValues(from: before[key], to: value, at: path.appending(key: key))
    }
  }
}
