import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaSource

/// The branches forced on the command line, regardless of targeting and buckets.
struct ForcedBranches {
  let features: [Name: EffectiveFeature]

  /// - Throws: A usage error if a recipe or branch does not exist.
  init(_ names: [String], recipes: [Recipe], coenrolling: Set<Name>) throws {
    var records: [Name: EnrollmentStatus] = [:]
    for name in names {
      let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw ValidationError("--branch takes SLUG=BRANCH, not \(name)")
      }
      guard let recipe = recipes.first(where: { $0.slug.isSameName(as: parts[0]) }) else {
        throw Self.unknown("recipe", parts[0], among: recipes.map(\.slug))
      }
      guard let branch = recipe.branch(parts[1]) else {
        throw Self.unknown("branch of \(recipe.slug)", parts[1], among: recipe.branches.map(\.slug))
      }
      records[recipe.slug] = .enrolled(.optIn, branch: branch.slug)
    }
    features = EnrollmentState(recipes: recipes, records: records).effectiveFeatures(
      coenrolling: coenrolling)
  }

  private static func unknown(
    _ kind: String, _ name: String, among names: [String]
  ) -> ValidationError {
    let hint = NameSuggestions.ending(for: name, among: names)
    let list = names.isEmpty ? "" : "; choose from \(names.joined(separator: ", "))"
    return ValidationError("unknown \(kind) \(name)\(hint.isEmpty ? list : hint)")
  }
}
