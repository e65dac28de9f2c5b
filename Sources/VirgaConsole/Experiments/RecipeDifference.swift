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
    let slugs = (file.branches + recipe.branches).map(\.slug).withoutRepeats
    let ofBranches = slugs.flatMap { between(file.branch($0), and: recipe.branch($0), of: $0) }
    return (ofAudience(between: file, and: recipe) + ofBranches).filter { $0.old != $0.new }
  }

  /// The targeting and the buckets of two versions of a recipe.
  private static func ofAudience(between old: Recipe, and new: Recipe) -> [RecipeDifference] {
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

  /// The ratio and the configs of two versions of a branch; nil if a version lacks the branch.
  private static func between(
    _ old: Branch?, and new: Branch?, of slug: String
  ) -> [RecipeDifference] {
    let ratios = [old, new].map { branch in branch.map { JSONValue.integer(Int64($0.ratio)) } }
    let configured = [old, new].compactMap(\.self).flatMap(\.features).map(\.featureID)
    let ofConfigs = configured.withoutRepeats.flatMap { id in
      between(old?.config(of: id), and: new?.config(of: id), at: "\(slug) ▸ \(id)")
    }
    return [RecipeDifference("\(slug) ▸ ratio", ratios[0], ratios[1])] + ofConfigs
  }

  /// The values that two configs of a feature set differently; the whole config if there is only
  /// one.
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
