import ArgumentParser
import VirgaConsole
import VirgaExperiments
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaWorkbench

/// The option that names files of recipes.
struct RecipeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Recipes: one, an array, or {\"data\": […]}, in JSON or YAML: a file, a folder, a pattern in quotes, an https URL, or live ones such as nimbus:fenix; repeatable.",
      valueName: "file"), completion: .recipeSources)
  var recipes: [String] = []

  /// Reads the recipes of all files, and prints why some cannot be used.
  ///
  /// If several files have a recipe with the same slug, the first one counts.
  ///
  /// - Parameters:
  ///   - attributes: What targeting may read in addition to the standard attributes and those of
  ///     the configuration.
  ///   - remoteFiles: Reads URLs; if it is nil, they are read without a cache.
  func read(
    attributes: Set<Name> = [], from remoteFiles: RemoteFiles? = nil
  ) throws -> ReadRecipes {
    guard !recipes.isEmpty else { throw ValidationError("give a recipe file with --recipes") }
    var read = ReadRecipes()
    var slugsInEarlierFiles: Set<Name> = []
    // A name of live recipes, such as `nimbus:fenix`, is not a file.
    let paths = recipes.filter { !LiveRecipes.isName($0) }
    try Inputs.claim(paths, for: "--recipes", readsURLs: true)
    var files = RecipeFiles()
    if let remoteFiles { files.remoteFiles = remoteFiles }
    let attributes = attributes.union(ConfigFile.read(Machine.current).attributes)
    for path in try recipes.flatMap(files.named) {
      let file = try files.read(path)
      guard let written = file.text.written else { continue }
      read.files.append(file.text)
      let batch = RecipeBatch(written, attributes: attributes, where: file.source.includes)
      for problem in batch.problems {
        Output.remark(problem.rendered())
        read.hasErrors = read.hasErrors || problem.severity == .error
      }
      // Slugs that are repeated within the file are among its problems.
      for recipe in batch.recipes.firstOfEachSlug
      where slugsInEarlierFiles.contains(recipe.slug) {
        let reason = "ignored the recipe `\(recipe.slug)`, which an earlier file has already"
        Output.remark("warning: \(path): \(reason)".inOneLine)
      }
      read.problems += batch.problems
      read.unread += batch.unread
      // Inserting a slug returns whether it is new.
      read.recipes += batch.recipes.filter { slugsInEarlierFiles.insert($0.slug) }
    }
    return read
  }
}

/// The recipes in the files of `--recipes`.
struct ReadRecipes {
  /// The usable recipes, the first of each slug.
  var recipes: [Recipe] = []
  var problems: [Problem] = []
  /// The recipes that could not be read.
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
  var reasonsForUnread: [UnreadReason] {
    unread.compactMap { recipe in
      guard let slug = recipe.slug else { return nil }
      let error = recipe.problems.first { $0.severity == .error }
      let reason = error?.sentence ?? "it is not a recipe"
      return UnreadReason(slug: slug, why: "could not be read: \(reason)")
    }
  }
}

/// Why a recipe has no result.
struct UnreadReason {
  let slug: String
  let why: String
}
