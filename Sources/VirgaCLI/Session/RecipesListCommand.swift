import ArgumentParser
import VirgaExperiments
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench

struct RecipesListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "List a session's recipes with the client's status in each, or those of a file, a URL or an app.",
    discussion: """
      ~ marks a recipe that was changed in the session and differs from its file. nimbus:APP are the live recipes of \
      an app, nimbus:APP/preview those in preview.
      """)

  @Argument(
    help: ArgumentHelp(
      "Where the recipes are, as for --recipes (default: the session).", valueName: "source"),
    completion: .recipeSources)
  var sources: [String] = []

  @OptionGroup var target: SessionTarget
  @OptionGroup var output: FormatOption

  /// Prints a row for each recipe, those of the session in payload order; an error in one of the
  /// sources ends the program with an exit code after the rows of the others.
  func run() throws {
    guard !sources.isEmpty else {
      let session = try target.openToShow().store.session
      return Output.table(RecipeTable.table, of: session.listedRecipes, isJSON: output.isJSON)
    }
    var options = RecipeOptions()
    options.recipes = sources
    let read = try options.read(from: target.manifestOptions.remoteFiles())
    Output.table(RecipeSourceTable.table, of: read.recipes, isJSON: output.isJSON)
    // Recipes that could not be read were reported.
    if read.recipes.isEmpty, read.unread.isEmpty { Output.remark("note: there are no recipes") }
    if read.hasErrors { throw ExitCode.problems }
  }
}
