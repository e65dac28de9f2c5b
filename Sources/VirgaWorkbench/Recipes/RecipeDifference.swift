import VirgaExperiments
package import VirgaJSON
package import VirgaSession

/// A value of a recipe that was changed in the session, as it is and as the recipe's file has it.
package struct RecipeDifference: Hashable, Sendable {
  /// The slug of the branch that has the value; nil for a part of the recipe, such as the
  /// targeting.
  package let branch: String?
  /// The id of the feature that the branch configures; nil for other parts of a recipe.
  package let feature: String?
  /// The path in the feature's config, empty for the whole config; of another part its name, such
  /// as `targeting` or `ratio`.
  package let path: String
  /// The value in the file; nil if the file has none.
  package let old: JSONValue?
  /// The value in the session; nil if it was removed.
  package let new: JSONValue?

  /// Where the value is, as in `targeting` or `treatment-a ▸ homescreen ▸ pinned-limit`.
  package var place: String {
    let parts = [branch, feature, path.isEmpty ? nil : path]
    return parts.compactMap(\.self).joined(separator: " ▸ ")
  }

  /// The values that differ between the recipe of the session and its file; empty if the recipe was
  /// not changed.
  package static func all(of slug: String, in session: Session) -> [RecipeDifference] {
    guard session.isRecipeChanged(slug), let recipe = session.recipe(slug),
      let file = session.recipeInFile(slug)
    else { return [] }
    // A branch can be missing in the file or in the session.
    let branches = (file.branches + recipe.branches).map(\.slug).withoutRepeats
    let ofBranches = branches.flatMap { between(file.branch($0), and: recipe.branch($0), of: $0) }
    let compared = partsOfRecipe(file, recipe) + ofBranches
    return compared.filter { $0.old != $0.new }
  }

  /// The values of two versions of a recipe that belong to no branch, even if they are the same;
  /// the caller leaves those out.
  private static func partsOfRecipe(_ old: Recipe, _ new: Recipe) -> [RecipeDifference] {
    func part(_ name: String, _ value: (Recipe) -> JSONValue?) -> RecipeDifference {
      RecipeDifference(branch: nil, feature: nil, path: name, old: value(old), new: value(new))
    }
    return [
      part("targeting") { recipe in recipe.targeting.map { .string($0) } },
      part("first bucket") { recipe in .integer(Int64(recipe.bucketConfig.start)) },
      part("number of buckets") { recipe in .integer(Int64(recipe.bucketConfig.count)) },
      part("reference branch") { recipe in recipe.referenceBranch.map { .string($0) } },
      orderOfBranches(old, new),
    ]
  }

  /// The order of the branches that both versions of a recipe have, even if it is the same.
  ///
  /// The order decides which branch a client gets.
  private static func orderOfBranches(_ old: Recipe, _ new: Recipe) -> RecipeDifference {
    func order(_ recipe: Recipe) -> JSONValue {
      let common = recipe.branches.map(\.slug).filter {
        old.branch($0) != nil && new.branch($0) != nil
      }
      return .array(common.map(JSONValue.string))
    }
    return RecipeDifference(
      branch: nil, feature: nil, path: "order of branches", old: order(old), new: order(new))
  }

  /// The ratios of two versions of a branch, even if they are the same, and the differences between
  /// their configs.
  ///
  /// - Parameters:
  ///   - old: The branch in the recipe's file; nil if the session added it.
  ///   - new: The branch in the session; nil if the session removed it.
  private static func between(
    _ old: Branch?, and new: Branch?, of slug: String
  ) -> [RecipeDifference] {
    func ratio(_ branch: Branch?) -> JSONValue? { branch.map { .integer(Int64($0.ratio)) } }
    let configs = (old?.features ?? []) + (new?.features ?? [])
    let ofConfigs = configs.map(\.featureID).withoutRepeats.flatMap { id in
      between(
        old?.config(of: id), and: new?.config(of: id),
        at: (branch: slug, feature: id))
    }
    let ofRatio = RecipeDifference(
      branch: slug, feature: nil, path: "ratio", old: ratio(old), new: ratio(new))
    return [ofRatio] + ofConfigs
  }

  /// The values that two configs of a feature set differently; the whole config if only one of the
  /// two exists.
  private static func between(
    _ old: JSONObject?, and new: JSONObject?, at place: (branch: String, feature: String)
  ) -> [RecipeDifference] {
    func difference(_ path: String, _ old: JSONValue?, _ new: JSONValue?) -> RecipeDifference {
      RecipeDifference(
        branch: place.branch, feature: place.feature, path: path, old: old, new: new)
    }
    guard let old, let new else {
      let wholeConfig = ""
      return [difference(wholeConfig, old.map(JSONValue.object), new.map(JSONValue.object))]
    }
    let differences = JSONValue.object(old).differences(to: .object(new))
    return differences.map { difference($0.path.description, $0.old, $0.new) }
  }
}
