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

  /// Reads the files of the options; for the demo, its own recipes and client if none are given.
  ///
  /// - Throws: The exit code, after printing what is wrong with a file.
  func read(
    isDemo: Bool, from remoteFiles: RemoteFiles, channel: String? = nil
  ) throws -> SessionOpening {
    var opening = isDemo && recipes.recipes.isEmpty ? DemoManifest.opening : SessionOpening()
    if let context {
      // A pipe can be read only once, so no other option may name it.
      try Inputs.claim([context], for: "--context")
      opening.context = try ContextFile.attributes(context)
      // Warns if the context has another channel than `--channel`.
      ContextFile.remarkChannel(channel, unlike: opening.context["channel"])
    }
    if !recipes.recipes.isEmpty {
      // Targeting may read these attributes too.
      let read = try recipes.read(
        attributes: Set(naming: opening.context.keys), from: remoteFiles)
      opening.recipes = read.recipes
      opening.problems = read.problems
      opening.unread = read.unread
    }
    return opening
  }
}
