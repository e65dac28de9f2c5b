import ArgumentParser
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaYAML

struct FMLInformationCommand: ParsableCommand {
  static let configuration = CommandConfiguration.fml(
    "info",
    abstract: "Print the features' owners, types, and hashes of schema and defaults.")

  @Argument(help: "The manifest: a path, a URL or @owner/repository/path.", completion: .manifest)
  var input: String

  @Option(
    help: "The channel whose defaults are hashed (default: the defaults for all channels).",
    completion: .channels)
  var channel: String?

  @Option(help: ArgumentHelp("Only this feature.", valueName: "id"), completion: .features)
  var feature: String?

  @Flag(help: "Print JSON instead of YAML.")
  var json = false

  @OptionGroup var options: FMLOptions

  /// Prints what the manifest says about the feature of `--feature`, or about all, as YAML or JSON.
  func run() throws {
    let (manifest, merged) = try options.loadValid(input, channel: channel)
    let document = FeatureInformation.json(of: try features(among: merged), in: manifest)
    if json { Output.json(document) } else { Output.document(YAMLPrinter.print(document) + "\n") }
  }

  /// The feature of `--feature`, or all without the option.
  private func features(among merged: [MergedFeature]) throws -> [MergedFeature] {
    guard let feature else { return merged }
    if let found = merged.first(where: { $0.feature.id.isSameName(as: feature) }) { return [found] }
    throw FMLOptions.failure("the manifest has no feature \(feature)")
  }
}
