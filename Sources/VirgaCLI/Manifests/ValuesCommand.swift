import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench
import VirgaYAML

struct ValuesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "values",
    abstract: "Print the values that an app reads, of every feature or of one.",
    discussion: """
      Every value is complete and has its declared type. If a config leaves a value out or has one of the wrong type, \
      the manifest's default is printed. --sent prints the merged JSON before it is read.
      """)

  @Argument(
    help: ArgumentHelp("The manifest; - reads standard input.", valueName: "manifest"),
    completion: .manifest)
  var path: String

  @Argument(
    help: ArgumentHelp("Only these features, as with --feature.", valueName: "feature"),
    completion: .features)
  var features: [String] = []

  @Option(
    help: ArgumentHelp(
      "The channel whose defaults apply; required if the manifest has several.", valueName: "name"),
    completion: .channels)
  var channel: String?

  @Option(
    help: ArgumentHelp("Only this feature; repeatable.", valueName: "id"), completion: .features)
  var feature: [String] = []

  @Option(
    help: ArgumentHelp(
      "Apply the config in a JSON file to a feature; repeatable.", valueName: "id=file"),
    completion: .configs)
  var config: [String] = []

  @OptionGroup var recipeOptions: RecipeOptions

  @Option(
    help: ArgumentHelp(
      "Apply a branch of a recipe to the features it configures; repeatable.",
      valueName: "slug=branch"),
    completion: .recipeBranches)
  var branch: [String] = []

  @Option(
    help: ArgumentHelp("Apply a session's branches, edits and app settings.", valueName: "file"),
    completion: .sessions)
  var session: String?

  @Flag(help: "Print a row for each value, with its layer and location.")
  var explain = false

  @Flag(help: "Print the merged JSON as it is sent to an app, not as the app reads it.")
  var sent = false

  @Flag(help: "Print the default JSON as nimbus-fml has it, without any config.")
  var nimbusDefaults = false

  @OptionGroup var strictness: StrictOption
  @OptionGroup var input: Input

  /// The manifest's options, and the format.
  struct Input: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
      case text
      case json
      case yaml
    }

    @OptionGroup var options: ManifestOptions

    @Option(help: "The output format.")
    var format: Format = .text
  }

  /// Prints the values of the named features, or of all, under a session or under the branches and
  /// configs of the options.
  ///
  /// Problems go to standard error; errors do not keep the values from being printed, but end the
  /// program with an exit code.
  func run() throws {
    let manifest = try input.options.loadedManifest(path)
    let session = try openedSession()
    let channel = try input.options.channel(
      channel ?? session?[.channel]?.stringValue, of: manifest)
    let features = try chosenFeatures(of: manifest)
    let edits = try edits(of: manifest)
    let read =
      try branch.isEmpty ? ReadRecipes() : recipeOptions.read(from: input.options.remoteFiles())
    let forced = try ForcedBranches(
      branch, recipes: read.recipes, coenrolling: manifest.coenrollingFeatures)
    let branchProblems = problemsOfBranches(in: read.files, against: manifest, channel)
    let sessionLayers = session.map { SessionLayers($0, manifest: manifest) }
    var hasErrors = input.options.remarkErrors(
      manifest.problems(inAll: [channel], and: branchProblems), about: chosenIDs,
      isStrict: strictness.strict)
    for feature in features { input.options.remarkUnreadVariables(of: feature) }
    var values: [FeatureValues] = []
    for feature in features {
      let edit = edits[feature.id]
      if let edit {
        // The config is checked over the branch, because it changes what the branch sends.
        let layersBelow = FeatureLayers(forced.features[feature.id])
        let reading = manifest.reading(of: feature, channel: channel, under: layersBelow)
        let hasErrorsInEdit = remarkProblems(of: edit, over: reading, in: manifest)
        hasErrors = hasErrorsInEdit || hasErrors
      } else if let stored = session?[.edit, feature.id], let sessionLayers {
        // Setting the edit has reported its problems; only its nulls are remarked.
        let check = manifest.check(
          edit: stored, of: feature, channel: channel, under: sessionLayers)
        Output.remark(check.nullProblems)
      }
      let optionLayers = FeatureLayers(forced.features[feature.id], edit: edit?.written)
      let layers = sessionLayers?[feature.id] ?? optionLayers
      values.append(FeatureValues(manifest, feature, channel: channel, under: layers))
    }
    explain ? printLeaves(values.map(\.reading)) : printValues(values)
    if hasErrors { throw ExitCode.problems }
  }

  /// Prints the errors in a config of `--config`, and its nulls without effect; returns whether it
  /// has errors.
  ///
  /// - Parameter reading: What an app reads without the config.
  private func remarkProblems(
    of edit: LocatedText, over reading: MergedFeature, in manifest: Manifest
  ) -> Bool {
    let check = manifest.check(config: edit, over: reading)
    let hasErrors = input.options.remarkErrors(check.problems)
    Output.remark(check.nullProblems)
    return hasErrors
  }

  /// The ids of the features to print; empty for all.
  private var chosenIDs: [String] { features + feature }

  /// The features to print.
  ///
  /// - Throws: A usage error if the manifest lacks one that is named.
  private func chosenFeatures(of manifest: Manifest) throws -> [FeatureDefinition] {
    guard !chosenIDs.isEmpty else { return manifest.features }
    return try chosenIDs.map { id in try input.options.feature(id, of: manifest) }
  }

  /// The problems of the configs of the branches that `--branch` names; others are not checked.
  private func problemsOfBranches(
    in files: [LocatedText], against manifest: Manifest, _ channel: String?
  ) -> [Problem] {
    let check = RecipeCheck(against: manifest, channel: channel)
    return files.flatMap { file in
      check.problems(of: file) { slug, branch in self.branch.contains("\(slug)=\(branch)") }
    }
  }

  /// The values of a feature in the three forms that the command prints.
  private struct FeatureValues {
    let manifest: Manifest
    let feature: FeatureDefinition
    let channel: String?
    let layers: FeatureLayers

    init(
      _ manifest: Manifest, _ feature: FeatureDefinition, channel: String?,
      under layers: FeatureLayers
    ) {
      self.manifest = manifest
      self.feature = feature
      self.channel = channel
      self.layers = layers
    }

    /// What an app reads.
    var reading: MergedFeature { manifest.reading(of: feature, channel: channel, under: layers) }
    /// The merged JSON before an app reads it.
    var sent: JSONObject { manifest.sent(feature, channel: channel, under: layers) }
    /// The defaults as nimbus-fml prints them.
    var nimbusDefaults: JSONObject { manifest.merged(feature, channel: channel).json }
  }

  /// Refuses options that exclude each other.
  func validate() throws {
    if explain, sent || nimbusDefaults {
      throw ValidationError(
        "--explain explains what an app reads: use it without --sent and --nimbus-defaults")
    }
    if sent, nimbusDefaults { throw ValidationError("use --sent or --nimbus-defaults, not both") }
    let namesConfigsOrBranches = !config.isEmpty || !branch.isEmpty
    if nimbusDefaults, session != nil || namesConfigsOrBranches {
      throw ValidationError(
        "--nimbus-defaults prints defaults only: use it without --session, --config and --branch")
    }
    if session != nil, namesConfigsOrBranches {
      throw ValidationError(
        "a session has its own edits and branches: use --session without --config and --branch")
    }
  }

  /// The session of `--session`, which is only read; nil without the option.
  ///
  /// A failure to open it is printed and ends the program.
  private func openedSession() throws -> Session? {
    guard let session else { return nil }
    let identity = SessionLocation.identity(ofManifest: path, on: .current)
    return try OpenSession.trying {
      try SessionLocation(session, on: .current).open(manifest: identity, isReadOnly: true).session
    }
  }

  /// Prints the config of each feature in the form that the options ask for: as text, chosen
  /// features as one JSON object, all features in a line each.
  private func printValues(_ values: [FeatureValues]) {
    let members = values.map { ($0.feature.id, JSONValue.object(printedConfig(of: $0))) }
    let printsObject = input.format != .text || !chosenIDs.isEmpty
    guard !printsObject else { return printDocument(.object(JSONObject(members))) }
    for (id, config) in members { Output.line("\(id.inOneLine) \(config.compact)") }
  }

  /// Prints a value as YAML, or else as JSON.
  private func printDocument(_ value: JSONValue) {
    guard input.format == .yaml else { return Output.json(value) }
    Output.document(YAMLPrinter.print(value, for: .anyYAMLReader))
  }

  /// The config that the options ask for: as sent, the defaults, or as an app reads it.
  private func printedConfig(of values: FeatureValues) -> JSONObject {
    if sent { return values.sent }
    return nimbusDefaults ? values.nimbusDefaults : values.reading.json
  }

  /// Prints a row for each value of the features, with its layer and location.
  private func printLeaves(_ merged: [MergedFeature]) {
    let leaves = merged.flatMap { values in
      values.leaves().map { leaf in (values.feature.id, leaf) }
    }
    guard input.format == .text else { return printDocument(.array(leaves.map(Self.json))) }
    Output.table(
      leaves.flatMap { id, leaf in Self.rows(id, leaf) },
      heads: ["Feature", "Path", "Value", "Layer", "Detail"])
  }

  /// The row of the value that an app reads, and below it those of the ones that it ignores and
  /// that a null removed, which `!` marks.
  private static func rows(_ id: String, _ leaf: MergedLeaf) -> [[String]] {
    let isRead = leaf.history.effective != nil
    let read = isRead ? [[id, leaf.path, leaf.value.compact, leaf.layer.title, detail(leaf)]] : []
    let ignored = leaf.history.ignored.map { entry, reason in
      [
        id, leaf.path, "! \(entry.value.compact)", entry.layer.title,
        leaf.sentence(ignoring: reason),
      ]
    }
    let removed = leaf.history.removed.map { entry in
      [id, leaf.path, "! \(entry.value.compact)", entry.layer.title, removal(of: entry)]
    }
    return read + ignored + removed
  }

  /// What a removed entry is: the null itself, or a value that it removes.
  private static func removal(of entry: LayerEntry) -> String {
    entry.value.isNull ? "this null removes the values above" : "removed by a null"
  }

  /// A value with the values of other layers that apps ignore, or that a null removes.
  private static func json(_ id: String, _ leaf: MergedLeaf) -> JSONValue {
    var row: JSONObject = [
      "feature": .string(id), "path": .string(leaf.path), "value": leaf.value,
      "layer": .string(leaf.layer.name),
      "detail": .string(detail(leaf)),
    ]
    let ignored = leaf.history.ignored.map { entry, reason -> JSONValue in
      [
        "value": entry.value, "layer": .string(entry.layer.name),
        "reason": .string(leaf.sentence(ignoring: reason)),
      ]
    }
    if !ignored.isEmpty { row["ignored"] = .array(ignored) }
    let removed = leaf.history.removed.map { entry -> JSONValue in
      ["value": entry.value, "layer": .string(entry.layer.name)]
    }
    if !removed.isEmpty { row["removed"] = .array(removed) }
    return .object(row)
  }

  /// The recipe and branch of a value, such as `tiles-first · control`, or its file and line, such
  /// as `app.fml.yaml:12`.
  private static func detail(_ leaf: MergedLeaf) -> String {
    switch leaf.layer {
    case .rollout(let slug, let branch), .experiment(let slug, let branch):
      return "\(slug) · \(branch)"
    default: break
    }
    return leaf.location.map { "\($0.file):\($0.range.start.line)" } ?? ""
  }

  /// The configs of `--config ID=FILE` by the features' ids.
  private func edits(of manifest: Manifest) throws -> [String: LocatedText] {
    var edits: [String: LocatedText] = [:]
    var files: [String] = []
    for option in config {
      guard let equals = option.firstIndex(of: "=") else {
        throw ValidationError(
          "--config takes ID=FILE, as in --config homescreen=edit.json, not \(option)")
      }
      let feature = try input.options.feature(String(option[..<equals]), of: manifest)
      let file = String(option[option.index(after: equals)...])
      let isPrinted = chosenIDs.isEmpty || chosenIDs.contains(feature.id)
      if !isPrinted {
        throw ValidationError(
          "--config \(feature.id)=… has no effect: name \(feature.id) among the features, too")
      }
      // All files together, so that standard input is refused the second time.
      files.append(file)
      try Inputs.claim(files, for: "--config")
      edits[feature.id] = LocatedText(config: SourceText(name: file, bytes: try Inputs.read(file)))
    }
    return edits
  }
}
