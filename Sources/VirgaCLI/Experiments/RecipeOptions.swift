import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaRuntime
import VirgaSource

/// The recipes to use.
struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Recipes: one, an array, or {\"data\": […]}, in JSON or YAML: a file, a folder, a pattern in quotes, or an https URL; repeatable.",
      valueName: "file"), completion: .file())
  var recipes: [String] = []

  /// Reads the recipes of all files and reports those that cannot be used.
  ///
  /// Targeting may use `attributes` in addition to the standard ones.
  func read(attributes: Set<Name> = [], isOffline: Bool = false) throws -> ReadRecipes {
    guard !recipes.isEmpty else { throw ValidationError("give a recipe file with --recipes") }
    var read = ReadRecipes()
    var slugs: Set<Name> = []
    let files = RecipeFiles(isOffline: isOffline)
    for path in try recipes.flatMap(files.named) {
      let text = try files.text(path)
      guard let written = text.written else { continue }
      read.files.append(text)
      let batch = RecipeBatch(written, attributes: attributes)
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

/// The content of recipe files.
struct ReadRecipes {
  /// The usable recipes, the first of each slug.
  var recipes: [Recipe] = []
  /// The problems of the files.
  var problems: [Problem] = []
  /// The recipes that could not be read.
  var unread: [UnreadRecipe] = []
  /// Whether some could not be used; the reasons were printed.
  var hasErrors = false
  /// The parsed files, with locations.
  var files: [LocatedText] = []
}
