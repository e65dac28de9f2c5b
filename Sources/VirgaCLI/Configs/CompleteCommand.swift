import ArgumentParser
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource

struct CompleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Print completions at a position in a config.",
    discussion: "Lines and columns start at 1; columns count Unicode scalars.")

  @OptionGroup var featureInput: FeatureInput

  @Argument(
    help: ArgumentHelp("The file with the config, possibly incomplete; - reads standard input."),
    completion: .file())
  var config: String

  @Argument(help: "The line of the position.")
  var line: Int

  @Argument(help: "The column of the position.")
  var column: Int

  @Option(
    help: ArgumentHelp(
      "The channel whose defaults apply; required if the manifest has several.", valueName: "name"),
    completion: .channels)
  var channel: String?

  @OptionGroup var strictness: StrictOption
  @OptionGroup var input: ManifestInput

  func validate() throws {
    if line < 1 || column < 1 { throw ValidationError("lines and columns start at 1") }
  }

  /// Prints each completion with its label, the text to insert and a detail, as JSON or as a table.
  func run() throws {
    let loaded = try featureInput.load(
      channel, input.options, isStrict: strictness.strict)
    try Inputs.claim([config], for: "the config")
    let text = SourceText(name: config, bytes: try Inputs.read(config))
    let position = SourcePosition(line: line, column: column)
    let completions = loaded.manifest.completions(
      in: text, at: position, feature: loaded.feature, channel: loaded.channel)
    let objects: [JSONValue] = completions.map {
      ["label": .string($0.label), "insert": .string($0.insert), "detail": .string($0.detail)]
    }
    try input.answer(.array(objects), hasErrors: loaded.hasErrors) {
      Output.table(
        completions.map { [$0.label, $0.insert, $0.detail] }, heads: ["Label", "Insert", "Detail"])
    }
  }
}
