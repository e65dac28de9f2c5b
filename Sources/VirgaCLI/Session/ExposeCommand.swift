import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaWorkbench

struct ExposeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expose",
    abstract: "Record an exposure of a session's client to a feature.")

  @Argument(help: "The feature's id.", completion: .features)
  var feature: String

  @Option(
    help: ArgumentHelp("The recipe, if several configure the feature.", valueName: "slug"),
    completion: .recipes)
  var recipe: String?

  @OptionGroup var target: SessionTarget
  @OptionGroup var output: FormatOption

  /// Records the exposure and prints the recorded events.
  func run() throws {
    let session = try target.open()
    try session.report(output, on: feature) {
      let operationContext = session.operationContext()
      let operation = try session.perform { current in
        try current.operations(in: operationContext).expose(feature, in: recipe)
      }
      for event in operation?.events ?? [] {
        output.isJSON ? Output.json(.object(event.json)) : Output.line(EventText.line(event))
      }
      // The printed events already say what was done.
      return nil
    }
  }
}
