import VirgaJSON

extension EnrollmentState {
  /// The recipes that the user can choose in Labs now, sorted by slug.
  ///
  /// Each would pass its gates, and is either enrolled already or neither paused nor in conflict with a rollout.
  public func availableLabs(for client: Client) -> [Recipe] {
    recipes.filter { recipe in
      guard recipe.isValidForLabs, canEnroll(recipe, client) else { return false }
      let isFree = !recipe.isEnrollmentPaused && labsConflict(of: recipe, client) == nil
      return records[recipe.slug]?.activeBranch != nil || isFree
    }
  }

  /// Enrolls the client in a Labs recipe, as its user chose; a failure says why.
  public mutating func enrollInLabs(_ slug: String, for client: Client) -> EnrollmentChange {
    guard let recipe = recipe(slug) else { return EnrollmentChange(.enrollFailed, slug, reason: "lab-does-not-exist") }
    let ids = recipe.featureIDs
    func failure(_ reason: String) -> EnrollmentChange {
      EnrollmentChange(.enrollFailed, slug, reason: reason, featureIDs: ids)
    }
    guard recipe.isLabsOptIn else { return failure("not-lab") }
    guard records[slug]?.activeBranch == nil else { return failure("already-enrolled") }
    guard labsConflict(of: recipe, client) == nil else { return failure("feature-conflict") }
    guard recipe.isValidForLabs, canEnroll(recipe, client), let branch = recipe.branches.first else {
      return failure("error")
    }
    records[slug] = .enrolled(.labsOptIn, branch: branch.slug)
    return EnrollmentChange(.enrollment, slug, branch: branch.slug, featureIDs: ids)
  }

  /// Takes the client out of a Labs recipe, as its user chose; a failure says why.
  public mutating func leaveLabs(_ slug: String) -> EnrollmentChange {
    guard let recipe = recipe(slug) else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "lab-does-not-exist")
    }
    guard recipe.isLabsOptIn else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "not-lab", featureIDs: recipe.featureIDs)
    }
    guard let branch = records[slug]?.activeBranch else {
      return EnrollmentChange(.unenrollFailed, slug, reason: "already-unenrolled", featureIDs: recipe.featureIDs)
    }
    return disqualify(slug, .labsOptOut, branch: branch)
  }

  private func canEnroll(_ recipe: Recipe, _ client: Client) -> Bool {
    var prepared = PreparedRecipe(recipe)
    let context = client.context(with: records, evaluating: recipe.slug)
    if case .enrolled = prepared.verdict(for: client, in: context) { return true }
    return false
  }

  /// The enrolled rollout that declares a feature which a Labs recipe declares too.
  private func labsConflict(of recipe: Recipe, _ client: Client) -> String? {
    let needed = NameSet(recipe.declaredFeatureIDs.filter { !client.coenrollingFeatures.contains($0) })
    return recipes.first { other in
      other.isRollout && !other.slug.isSameName(as: recipe.slug) && records[other.slug]?.activeBranch != nil
        && other.declaredFeatureIDs.contains(where: needed.contains)
    }?.slug
  }
}
