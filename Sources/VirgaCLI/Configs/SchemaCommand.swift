import ArgumentParser
import VirgaGenerate
import VirgaManifest
import VirgaRuntime

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a feature's configs, or of manifests.",
    discussion: """
      The schema of a feature (2020-12) accepts what `virga check` accepts; if a string alias makes that impossible, \
      it says so. The schema of manifests is for editors that complete and check YAML.
      """)

  @Argument(
    help: ArgumentHelp("The manifest; - reads standard input.", valueName: "manifest"),
    completion: .manifest)
  var path: String?

  @Argument(
    help: ArgumentHelp("The id of the feature.", valueName: "feature"), completion: .features)
  var id: String?

  @Flag(help: "Print the schema of manifests themselves.")
  var fml = false

  @Option(
    help: ArgumentHelp(
      "The channel whose defaults apply; required if the manifest has several.", valueName: "name"),
    completion: .channels)
  var channel: String?

  @OptionGroup var strictness: StrictOption
  @OptionGroup var input: ManifestInput

  /// Refuses a manifest together with `--fml`, and without it arguments that name no feature.
  func validate() throws {
    if fml, path != nil {
      throw ValidationError("--fml prints the schema of all manifests; leave the manifest out")
    }
    if !fml, id == nil { throw ValidationError("name a manifest and a feature, or use --fml") }
  }

  /// Prints the schema of one feature, or with `--fml` the schema that all manifests have.
  func run() throws {
    // Without `--fml` both names are required, see `validate`.
    guard let path, let id else { return Output.json(ManifestSchema.json) }
    let loaded = try FeatureInput(path: path, id: id).load(
      channel, input.options, isStrict: strictness.strict)
    let merged = loaded.manifest.merged(loaded.feature, channel: loaded.channel)
    Output.json(FeatureSchema.json(of: merged, in: loaded.manifest))
    if loaded.hasErrors { throw ExitCode.problems }
  }
}
