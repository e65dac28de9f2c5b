import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaWorkbench

/// What the console loads into its session at the start.
struct OpeningOptions: ParsableArguments {
  @OptionGroup var recipes: RecipeOptions

  @Option(
    help: ArgumentHelp(
      "Targeting attributes to set in the session, a JSON or YAML object.", valueName: "file"),
    completion: .file())
  var context: String?

  /// The demo's own if `isDemo` and no files are given.
  ///
  /// - Throws: The exit code, after printing what is wrong with a file.
  func read(isDemo: Bool, isOffline: Bool, channel: String? = nil) throws -> SessionOpening {
    var opening = isDemo && recipes.recipes.isEmpty ? DemoManifest.opening : SessionOpening()
    if let context {
      try Inputs.claim([context], for: "--context")
      opening.context = try ContextFile.attributes(context)
      ContextFile.remarkChannel(channel, otherThan: opening.context["channel"])
    }
    if !recipes.recipes.isEmpty {
      let read = try recipes.read(
        attributes: Set(naming: opening.context.keys), isOffline: isOffline)
      (opening.recipes, opening.problems, opening.unread) = (
        read.recipes, read.problems, read.unread
      )
    }
    return opening
  }
}
