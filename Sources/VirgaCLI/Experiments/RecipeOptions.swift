import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaRuntime
import VirgaSource

/// The recipes to look at.
struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Recipes: one, an array, or {\"data\": […]}, in JSON or YAML: a file, a folder, a pattern in quotes, or an https URL; repeatable.",
      valueName: "file"), completion: .file())
  var recipes: [String] = []

  /// The recipes of all files, and whether some could not be used.
  ///
  /// Targeting may read `attributes` besides those that are known.
  func read(attributes: NameSet = [], isOffline: Bool = false) throws -> ReadRecipes {
    guard !recipes.isEmpty else { throw ValidationError("name a file of recipes with --recipes") }
    var read = ReadRecipes()
    var slugs: NameSet = []
    let files = RecipeFiles(isOffline: isOffline)
    for path in try recipes.flatMap(files.named) {
      let text = try files.text(path)
      guard let json = text.json else { continue }
      read.files.append(text)
      let batch = RecipeBatch(json, attributes: attributes, locate: WrittenPlaces(text).location)
      for problem in batch.problems {
        Output.remark(problem.rendered())
        read.hasErrors = read.hasErrors || problem.severity == .error
      }
      read.problems += batch.problems
      read.unread += batch.unread
      read.recipes += batch.recipes.filter { slugs.insert($0.slug) }
    }
    return read
  }
}

/// What the files of recipes hold.
struct ReadRecipes {
  /// The recipes that can be used, the first of each slug.
  var recipes: [Recipe] = []
  /// What is wrong with the files.
  var problems: [Problem] = []
  /// The recipes that could not be read.
  var unread: [UnreadRecipe] = []
  /// Whether some could not be used; it has been said why.
  var hasErrors = false
  /// The files as they were written.
  var files: [WrittenText] = []
}
