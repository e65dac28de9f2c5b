import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaSource

/// The branches forced on the command line, regardless of targeting and buckets.
struct ForcedBranches {
  /// The configs of the branches, by feature.
  let features: [Name: EffectiveFeature]

  /// Enrolls a client in branches of `recipes`, named as `SLUG=BRANCH`; several recipes can
  /// configure the features in `coenrolling` at once.
  ///
  /// - Throws: A usage error if a recipe or branch does not exist.
  init(_ options: [String], recipes: [Recipe], coenrolling: Set<Name>) throws {
    var records: [Name: EnrollmentStatus] = [:]
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw ValidationError("--branch takes SLUG=BRANCH, not \(option)")
      }
      let slug = parts[0]
      let branchSlug = parts[1]
      guard let recipe = recipes.first(where: { $0.slug.isSameName(as: slug) }) else {
        throw Self.unknown("recipe", slug, among: recipes.map(\.slug))
      }
      guard let branch = recipe.branch(branchSlug) else {
        throw Self.unknown(
          "branch of \(recipe.slug)", branchSlug, among: recipe.branches.map(\.slug))
      }
      // Like an opt-in, this disregards targeting and buckets.
      records[recipe.slug] = .enrolled(.optIn, branch: branch.slug)
    }
    let state = EnrollmentState(recipes: recipes, records: records)
    features = state.effectiveFeatures(coenrolling: coenrolling)
  }

  /// The error for a name that does not exist, with a similar name or else all of them.
  private static func unknown(
    _ kind: String, _ name: String, among names: [String]
  ) -> ValidationError {
    var ending = NameSuggestions.ending(for: name, among: names)
    if ending.isEmpty, !names.isEmpty {
      ending = "; choose from \(names.joined(separator: ", "))"
    }
    return ValidationError("unknown \(kind) \(name)\(ending)")
  }
}
