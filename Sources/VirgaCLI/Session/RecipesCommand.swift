import ArgumentParser
import VirgaWorkbench

struct RecipesCommand: SubcommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "recipes",
    abstract: "List, check, change, add or remove recipes.",
    subcommands: [
      RecipesListCommand.self, Show.self, RecipesCheckCommand.self, Set.self, Ratio.self,
      Targeting.self, Bucket.self, AddBranch.self, RemoveBranch.self, Drop.self, Add.self,
      Remove.self,
    ])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add recipes to a session, and evaluate all; one with a known slug replaces it.",
      discussion: "A recipe that was changed in the session keeps its changes until `recipes drop`."
    )

    @Argument(
      help:
        "A file with one recipe, an array, or an object with an array `data`; - is standard input, nimbus:APP the live ones of an app.",
      completion: .recipeSources)
    var file: String

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Adds the readable recipes of the file as one operation.
    func run() throws {
      var options = RecipeOptions()
      options.recipes = [file]
      let session = try target.open()
      let recipes = try options.read(
        attributes: session.attributeNames, from: target.manifestOptions.remoteFiles()
      ).recipes
      try session.perform(output) { operations in try operations.addRecipes(recipes) }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "End a recipe of a session.")

    @Argument(help: "The recipe's slug.", completion: .recipes)
    var slug: String

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Removes the recipe as an operation of the session, and prints the operation.
    func run() throws {
      try target.open().perform(output) { operations in try operations.removeRecipe(slug) }
    }
  }
}
