package import VirgaJSON
package import VirgaSource

/// A recipe and the value that it was read from.
package struct WrittenRecipe: Sendable {
  package let recipe: Recipe
  /// The recipe as written; without locations if no person wrote it.
  package let value: LocatedValue

  package init(_ recipe: Recipe, _ value: LocatedValue) {
    self.recipe = recipe
    self.value = value
  }

  /// A recipe of a session, without locations.
  package init(_ recipe: Recipe) { self.init(recipe, LocatedValue(.object(recipe.json))) }

  /// A problem at a member of the recipe, such as `targeting` or `bucketConfig.count`; at the
  /// recipe itself if it lacks the member.
  package func problem(
    _ severity: Problem.Severity, _ code: Problem.Code, at keys: [String], _ message: String
  ) -> Problem {
    var member: LocatedValue? = value
    for key in keys { member = member?[key] }
    let path = "recipes/\(recipe.slug)#\(keys.joined(separator: "."))"
    let location = (member ?? value).location
    return Problem(severity, code, path: path, message, at: location)
  }
}
