import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource
import VirgaYAML

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a partial config against a feature and print what an app reads.",
    discussion: """
      Exits with 0 if the config can be used, with 1 if it or the manifest has errors. Errors in other features of the \
      manifest count only with --strict.
      """)

  @OptionGroup var featureInput: FeatureInput

  @Argument(
    help: ArgumentHelp(
      "The file with the config, JSON or .yaml; - reads standard input.", valueName: "config"),
    completion: .file())
  var config: String

  @Option(
    help: ArgumentHelp(
      "The channel whose defaults apply; required if the manifest has several.", valueName: "name"),
    completion: .channels)
  var channel: String?

  @OptionGroup var strictness: StrictOption
  @OptionGroup var resourceOptions: ResourceOptions
  @OptionGroup var options: ManifestOptions
  @OptionGroup var report: ReportOption

  /// Prints the problems of the config and, if it is valid, what an app reads with it.
  ///
  /// Ends with an exit code if the config or the manifest has errors.
  func run() throws {
    let input = try featureInput.load(channel, options, isStrict: strictness.strict)
    let manifest = input.manifest
    let feature = input.feature
    try Inputs.claim([config], for: "the config")
    let text = SourceText(name: config, bytes: try Inputs.read(config))
    let check = manifest.check(config: text, feature: feature, channel: input.channel)
    let missingResources = try missingResources(in: text, feature, of: manifest)
    let problems = (check.problems + missingResources).inFileOrder(manifest.files)
    let reading = manifest.reading(
      of: feature, channel: input.channel, under: FeatureLayers(edit: check.config))
    let valuesInApp = JSONValue.object(reading.json)
    // A config that cannot be used is not sent, so an app gets the defaults.
    let sent = check.sent ?? manifest.merged(feature, channel: input.channel)
    let answer: JSONValue = [
      "valid": .boolean(check.isValid), "problems": .array(problems.map(\.json)),
      "merged": valuesInApp, "sent": .object(sent.json),
    ]
    report.answer(answer, problems) {
      for problem in problems {
        // Only lines of the config are printed below a problem, none of the manifest.
        Output.lines(problem.renderedLines { $0 == text.name ? text : nil })
      }
      if check.isValid { Output.json(valuesInApp) }
    }
    if !check.isValid || input.hasErrors { throw ExitCode.problems }
  }

  /// The problems of texts and images in the config that the folder of `--resources` lacks.
  private func missingResources(
    in text: SourceText, _ feature: FeatureDefinition, of manifest: Manifest
  ) throws -> [Problem] {
    guard let resources = try resourceOptions.read() else { return [] }
    guard let config = LocatedText(text).written else { return [] }
    return manifest.problems(of: config, for: feature, against: resources.names)
  }
}
