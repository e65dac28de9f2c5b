import ArgumentParser
import VirgaConsole
import VirgaExperiments
import VirgaJSON
import VirgaRuntime
import VirgaSource

struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Recipes: one, an array, or {\"data\": […]}, in JSON or YAML: a file, a folder, a pattern in quotes, or an https URL; repeatable.",
      valueName: "file"), completion: .file())
  var recipes: [String] = []

  /// Reports recipes that cannot be used; targeting may use `attributes` and those of the
  /// configuration in addition to the standard ones.
  func read(attributes: Set<Name> = [], isOffline: Bool = false) throws -> ReadRecipes {
    guard !recipes.isEmpty else { throw ValidationError("give a recipe file with --recipes") }
    var read = ReadRecipes()
    var slugs: Set<Name> = []
    try Inputs.claim(recipes, for: "--recipes", readsURLs: true)
    let files = RecipeFiles(isOffline: isOffline)
    let attributes = attributes.union(ConfigFile.read(.current).attributes)
    for path in try recipes.flatMap(files.named) {
      let text = try files.text(path)
      guard let written = text.written else { continue }
      read.files.append(text)
      let batch = RecipeBatch(written, attributes: attributes)
      for problem in batch.problems {
        Output.remark(problem.rendered())
        read.hasErrors = read.hasErrors || problem.severity == .error
      }
      for recipe in batch.recipes.firstOfEachSlug where slugs.contains(recipe.slug) {
        let reason = "ignored the recipe `\(recipe.slug)`, which an earlier file has already"
        Output.remark("warning: \(path): \(reason)".inOneLine)
      }
      read.problems += batch.problems
      read.unread += batch.unread
      read.recipes += batch.recipes.filter { slugs.insert($0.slug) }
    }
    return read
  }
}

struct ReadRecipes {
  /// Usable ones, the first of each slug.
  var recipes: [Recipe] = []
  var problems: [Problem] = []
  var unread: [UnreadRecipe] = []
  /// Whether some could not be used; the reasons were printed.
  var hasErrors = false
  var files: [LocatedText] = []

  /// The reason for an empty list of recipes; nil if the list has any.
  var emptiness: String? {
    guard recipes.isEmpty else { return nil }
    return unread.isEmpty
      ? "the files given with --recipes have no recipes" : "none of the recipes could be read"
  }

  /// The unreadable recipes with a slug, and the first reason of each.
  var unreadRows: [(slug: String, why: String)] {
    unread.compactMap { recipe in
      let error = recipe.problems.first { $0.severity == .error }
      return recipe.slug.map {
        ($0, "could not be read: \(error?.sentence ?? "it is not a recipe")")
      }
    }
  }
}
