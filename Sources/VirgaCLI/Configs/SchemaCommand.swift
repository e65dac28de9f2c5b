import ArgumentParser
import VirgaGenerate
import VirgaManifest
import VirgaRuntime

/// `virga schema`: the JSON Schema of a feature's configs.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema (2020-12) of the configs of a feature.",
    discussion: "It accepts what `virga check` accepts; where a string alias makes that impossible, it says so.")

  @OptionGroup var featureInput: FeatureInput

  @Option(help: ArgumentHelp("The channel whose defaults apply.", valueName: "name"))
  var channel: String?

  @OptionGroup var input: ManifestInput

  func run() throws {
    let (manifest, feature, channel) = try featureInput.load(channel, input)
    Output.json(FeatureSchema.json(of: manifest.merged(feature, channel: channel), in: manifest))
  }
}
