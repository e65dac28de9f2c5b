import ArgumentParser
import VirgaExperiments
import VirgaManifest
import VirgaSource

/// The recipes to look at.
struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Recipes: one, an array, or {\"data\": […]}, in JSON or YAML; repeatable.", valueName: "file"))
  var recipes: [String] = []

  /// The recipes of all files, the first of each slug, and whether some could not be used.
  func read() throws -> (recipes: [Recipe], hasErrors: Bool) {
    guard !recipes.isEmpty else { throw ValidationError("name a file of recipes with --recipes") }
    var all: [Recipe] = []
    var slugs: Set<String> = []
    var hasErrors = false
    for path in recipes {
      let text = try WrittenInput.text(path)
      guard let json = text.json else { continue }
      let batch = RecipeBatch(json, locate: text.location)
      for problem in batch.problems {
        Output.remark(problem.rendered())
        hasErrors = hasErrors || problem.severity == .error
      }
      all += batch.recipes.filter { slugs.insert($0.slug).inserted }
    }
    return (all, hasErrors)
  }
}
