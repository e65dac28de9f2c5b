import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

/// A value of a recipe that was changed in the session, as it is and as the recipe's file has it.
struct RecipeDifference: Equatable, Sendable {
  /// Where it is, as in `targeting` or `treatment-a ▸ homescreen ▸ pinned-limit`.
  let place: String
  /// The value in the file; nil if the file has none.
  let old: JSONValue?
  /// The value in the session; nil if it was removed.
  let new: JSONValue?

  init(_ place: String, _ old: JSONValue?, _ new: JSONValue?) {
    (self.place, self.old, self.new) = (place, old, new)
  }

  /// The change in words, as in `pinned-limit = 8, was 12`.
  var words: String {
    let now = new.map { "= \(ValueText.short($0))" } ?? "removed"
    return "\(place) \(now), was \(old.map(ValueText.short) ?? "unset")"
  }

  /// The values that differ between the recipe of the session and its file; empty if the recipe was
  /// not changed.
  static func all(of slug: String, in session: Session) -> [RecipeDifference] {
    guard session.isRecipeChanged(slug), let recipe = session.recipe(slug),
      let file = session.recipeInFile(slug)
    else { return [] }
    // A branch can be missing in the file or in the session.
    let branches = (file.branches + recipe.branches).map(\.slug).withoutRepeats
    let ofBranches = branches.flatMap { between(file.branch($0), and: recipe.branch($0), of: $0) }
    let compared = targetingAndBuckets(of: file, and: recipe) + ofBranches
    return compared.filter { $0.old != $0.new }
  }

  /// The targeting and the buckets of two versions of a recipe; the caller leaves out what agrees.
  private static func targetingAndBuckets(
    of old: Recipe, and new: Recipe
  ) -> [RecipeDifference] {
    func number(_ value: UInt32) -> JSONValue { .integer(Int64(value)) }
    return [
      RecipeDifference(
        "targeting", old.targeting.map { .string($0) }, new.targeting.map { .string($0) }),
      RecipeDifference(
        "first bucket", number(old.bucketConfig.start), number(new.bucketConfig.start)),
      RecipeDifference(
        "number of buckets", number(old.bucketConfig.count), number(new.bucketConfig.count)),
    ]
  }

  /// The ratios of two versions of a branch, which the caller leaves out if they agree, and the
  /// differences between their configs.
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
      between(old?.config(of: id), and: new?.config(of: id), at: "\(slug) ▸ \(id)")
    }
    return [RecipeDifference("\(slug) ▸ ratio", ratio(old), ratio(new))] + ofConfigs
  }

  /// The values that two configs of a feature set differently; the whole config if only one of the
  /// two exists.
  private static func between(
    _ old: JSONObject?, and new: JSONObject?, at place: String
  ) -> [RecipeDifference] {
    let (old, new) = (old.map(JSONValue.object), new.map(JSONValue.object))
    guard let old, let new else { return [RecipeDifference(place, old, new)] }
    return old.differences(to: new).map { difference in
      RecipeDifference("\(place) ▸ \(difference.path)", difference.old, difference.new)
    }
  }
}
