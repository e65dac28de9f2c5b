import ArgumentParser
import VirgaGenerate
import VirgaManifest
import VirgaRuntime

/// `virga schema`: the JSON Schema of the configs of a feature.
struct SchemaCommand: ConfigCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema (2020-12) of the configs of a feature.",
    discussion: "It accepts what `virga check` accepts; where a string alias makes that impossible, it says so.")

  @Argument(help: ArgumentHelp("The manifest; - reads standard input.", valueName: "manifest"))
  var path: String

  @Argument(help: ArgumentHelp("The id of the feature.", valueName: "feature"))
  var featureID: String

  @Option(help: ArgumentHelp("The channel whose defaults apply.", valueName: "name"))
  var channel: String?

  @OptionGroup var manifestOptions: ManifestOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    let (manifest, feature, channel) = try subject()
    Output.json(FeatureSchema.json(of: manifest.merged(feature, channel: channel), in: manifest))
  }
}
