import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaWorkbench

/// What the console takes into its session when it opens.
struct OpeningOptions: ParsableArguments {
  @OptionGroup var recipes: RecipeOptions

  @Option(
    help: ArgumentHelp("Targeting attributes to set in the session, a JSON or YAML object.", valueName: "file"),
    completion: .file())
  var context: String?

  /// What the files hold that were named; the demo's own where `isDemo` and none were.
  ///
  /// - Throws: the exit code after it was said what is wrong with a file.
  func read(isDemo: Bool, isOffline: Bool) throws -> SessionOpening {
    var opening = isDemo && recipes.recipes.isEmpty ? DemoManifest.opening : SessionOpening()
    if let context {
      guard case .object(let object) = try WrittenInput.read(context) else {
        throw WrittenInput.refused("\(context): a context is an object of attributes, such as {\"locale\": \"en-US\"}")
      }
      opening.context = object
    }
    if !recipes.recipes.isEmpty {
      let read = try recipes.read(attributes: NameSet(opening.context.keys), isOffline: isOffline)
      (opening.recipes, opening.problems, opening.unread) = (read.recipes, read.problems, read.unread)
    }
    return opening
  }
}
