import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

struct EnrollCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enroll",
    abstract: "Evaluate recipes for a client and explain each result.",
    discussion: """
      With --session the session's client is used, and its enrollments are stored there for the next time. Otherwise \
      the client is new, and nothing is stored.
      """)

  @OptionGroup var recipeOptions: RecipeOptions
  @OptionGroup var context: ContextOptions

  @Option(help: ArgumentHelp("The client's random id, a UUID in lower case.", valueName: "id"))
  var clientID: String?

  @Option(
    help: ArgumentHelp("A manifest with co-enrolling features and defaults.", valueName: "file"),
    completion: .manifest)
  var manifest: String?

  @Option(
    help: ArgumentHelp(
      "The channel whose defaults apply; required if the manifest has several.", valueName: "name"),
    completion: .channels)
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "A feature that several experiments may use at once; repeatable.", valueName: "id"),
    completion: .features)
  var coenrolling: [String] = []

  @Flag(help: "The user opted out of all experiments.")
  var noExperiments = false

  @Flag(help: "The user opted out of all rollouts.")
  var noRollouts = false

  @Flag(help: "Print the reasons, and what would have to change.")
  var explain = false

  @Option(
    help: ArgumentHelp(
      "Use the client of this session file, and store its enrollments there; :memory: saves nothing.",
      valueName: "file"), completion: .sessions)
  var session: String?

  @OptionGroup var strictness: StrictOption
  @OptionGroup var input: ManifestInput

  /// Refuses options that name no client, and an id that is not a UUID in lower case.
  func validate() throws {
    if clientID == nil, session == nil {
      throw ValidationError("give a client with --client-id, or a session with --session")
    }
    guard let clientID else { return }
    if clientID.isEmpty { throw ValidationError("--client-id is empty; give a UUID in lower case") }
    if !ClientIDForm.isUUID(clientID) {
      throw ValidationError(
        "--client-id takes a UUID in lower case, such as \(ClientIDForm.example), not \(clientID)")
    }
  }

  /// Evaluates the recipes for the session's client, or without a session for a new client.
  func run() throws {
    try session == nil ? runForNewClient() : runInSession()
  }

  /// Evaluates recipes for a client that has no enrollments yet, and stores nothing.
  private func runForNewClient() throws {
    let attributes = try context.attributes()
    // Warnings: about an id that apps would not use or that overrides another one, and about a
    // channel of the context that `--channel` does not name.
    remarkClientID(overriding: attributes)
    ContextFile.remarkChannel(channel, unlike: attributes["channel"])
    var client = try context.client(attributes, id: clientID)
    // Targeting may read the attributes of the context besides those of every client.
    let read = try recipeOptions.read(
      attributes: client.attributes.givenNames, from: input.options.remoteFiles())
    let defaults = try defaults(for: read, manifest.map(input.load))
    client.coenrollingFeatures = defaults.coenrolling
    var state = EnrollmentState(
      takesPartInExperiments: !noExperiments, takesPartInRollouts: !noRollouts)
    let changes = state.apply(read.recipes, for: client, recordingDecisions: true)
    print(
      state.reasons(for: client, given: read.recipes), read, changes, defaults.features(of: state))
    remarkRecipesWithoutBranch(read.recipes, after: state)
    if read.hasErrors || defaults.hasErrors { throw ExitCode.problems }
  }

  /// What a manifest declares about the features of recipes.
  struct Defaults {
    /// The manifest and the channel whose defaults apply; nil if none is given.
    var manifest: (loaded: Manifest, channel: String?)?
    /// The features that several experiments may use at once.
    var coenrolling: Set<Name>
    /// Whether the manifest has errors or recipes do not match it; the problems were printed.
    var hasErrors = false

    /// What an app reads of each feature in a recipe; without the feature in a manifest, the
    /// recipe's config as it is sent.
    func features(of state: EnrollmentState) -> [Name: JSONObject] {
      state.effectiveFeatures(coenrolling: coenrolling).mapValues { effective in
        guard let (loaded, channel) = manifest, let feature = loaded.feature(effective.featureID)
        else {
          return effective.value
        }
        return loaded.reading(of: feature, channel: channel, under: FeatureLayers(effective)).json
      }
    }
  }

  /// Checks the recipes against a manifest, and returns what it declares about their features.
  ///
  /// The problems of the manifest and of recipes that do not match it are printed.
  ///
  /// - Parameter sessionChannel: The channel if the options name none.
  func defaults(
    for read: ReadRecipes, _ manifest: Manifest?, sessionChannel: String? = nil
  ) throws -> Defaults {
    var defaults = Defaults(coenrolling: Set(naming: coenrolling))
    guard let loaded = manifest else { return defaults }
    let usesSessionChannel = self.channel == nil && sessionChannel != nil
    let channel =
      try usesSessionChannel ? sessionChannel : input.options.channel(channel, of: loaded)
    defaults.manifest = (loaded, channel)
    defaults.coenrolling.formUnion(loaded.coenrollingFeatures)
    let check = RecipeCheck(against: loaded, channel: channel)
    let problemsOfRecipes = read.files.flatMap { check.problems(of: $0) }
    // Errors in features that no recipe configures are only counted, unless the options are strict.
    defaults.hasErrors = input.options.remarkErrors(
      loaded.problems(inAll: [channel], and: problemsOfRecipes),
      about: read.recipes.flatMap(\.featureIDs), isStrict: strictness.strict)
    return defaults
  }

  /// Prints the result of each recipe, and the configs of the features that they use; as JSON also
  /// the changes.
  func print(
    _ reasons: [EnrollmentReason], _ read: ReadRecipes, _ changes: [EnrollmentChange],
    _ features: [Name: JSONObject]
  ) {
    input.output.isJSON
      ? printJSON(reasons, read, changes, features) : printText(reasons, read, features)
    if reasons.isEmpty, let emptiness = read.emptiness { Output.remark("note: \(emptiness)") }
  }

  /// Warns if apps would not use an id such as that of `--client-id`, and if it overrides another
  /// id in the context.
  func remarkClientID(overriding attributes: JSONObject) {
    guard let clientID else { return }
    if let warning = ClientIDForm.warning(about: clientID) {
      Output.remark("warning: \(warning.inOneLine)")
    }
    if let other = attributes["nimbus_id"], other != .string(clientID) {
      let shownID = other.compact.shortened(to: Self.maxIDLength)
      Output.remark("warning: --client-id overrides the `nimbus_id` \(shownID) of the context")
    }
  }

  /// The longest id in a warning, in characters; a UUID has 36.
  private static let maxIDLength = 60

  /// Warns of recipes without a result, because they have no branch to choose; as in an app, they
  /// leave no record.
  func remarkRecipesWithoutBranch(_ recipes: [Recipe], after state: EnrollmentState) {
    for recipe in recipes where state.records[recipe.slug] == nil {
      let hasNoBranchToChoose = recipe.branches.allSatisfy { $0.ratio == 0 }
      guard hasNoBranchToChoose else { continue }
      let reason =
        recipe.branches.isEmpty ? "it has no branches" : "the ratios of all branches are 0"
      Output.remark(
        "warning: `\(recipe.slug.inOneLine)` enrolls nobody and leaves no record: \(reason)")
    }
  }

  /// Prints the result of each recipe, the changes of enrollments as events, and the features'
  /// configs.
  private func printJSON(
    _ reasons: [EnrollmentReason], _ read: ReadRecipes, _ changes: [EnrollmentChange],
    _ features: [Name: JSONObject]
  ) {
    let enrollments =
      reasons.map { JSONValue.object(json(of: $0)) } + read.reasonsForUnread.map(json)
    let featuresByID = features.sorted { $0.key < $1.key }
    let configs = JSONObject(named: featuresByID.map { ($0.key, .object($0.value)) })
    Output.json([
      "enrollments": .array(enrollments), "events": .array(changes.map(Self.event)),
      "features": .object(configs),
    ])
  }

  /// A change of an enrollment as an event in JSON.
  private static func event(of change: EnrollmentChange) -> JSONValue {
    var row: JSONObject = ["change": .string(change.kind.rawValue), "slug": .string(change.slug)]
    row["branch"] = .string(change.branch)
    row["reason"] = change.reason.map { .string($0) } ?? .null
    return .object(row)
  }

  /// The result of a recipe; its explanation only with `--explain`.
  private func json(of reason: EnrollmentReason) -> JSONObject {
    var row: JSONObject = [
      "slug": .string(reason.slug), "status": .string(reason.status?.name ?? "None"),
    ]
    row["reason"] = reason.status?.reasonName.map { .string($0) } ?? .null
    row["branch"] = reason.status?.branch.map { .string($0) } ?? .null
    guard explain else { return row }
    row["why"] = .string(reason.sentence)
    if let whyItStaysOrLeaves = reason.whyItStaysOrLeaves {
      row["stays"] = .string(whyItStaysOrLeaves)
    }
    if let fix = reason.fix { row["remedy"] = .string(fix) }
    return row
  }

  /// The result of a recipe that could not be read.
  private func json(of unread: UnreadReason) -> JSONValue {
    var row: JSONObject = [
      "slug": .string(unread.slug), "status": "Unread", "reason": .null, "branch": .null,
    ]
    if explain { row["why"] = .string(unread.why) }
    return .object(row)
  }

  /// Prints a table of the recipes, the explanations with `--explain`, and a line for each feature.
  private func printText(
    _ reasons: [EnrollmentReason], _ read: ReadRecipes, _ features: [Name: JSONObject]
  ) {
    var rows = reasons.map { reason in
      [reason.slug, reason.status?.name ?? "–", reason.status?.branch ?? "–", reason.sentence]
    }
    rows += read.reasonsForUnread.map { [$0.slug, "–", "–", $0.why] }
    if !rows.isEmpty { Output.table(rows, heads: ["Recipe", "Status", "Branch", "Why"]) }
    if explain {
      for reason in reasons {
        let whyItStaysOrLeaves = reason.whyItStaysOrLeaves
        let howToChangeIt = reason.fix
        for sentence in [whyItStaysOrLeaves, howToChangeIt].compactMap(\.self) {
          Output.line("\(reason.slug): \(sentence)".inOneLine)
        }
      }
    }
    for (id, config) in features.sorted(by: { $0.key < $1.key }) {
      Output.line("\(id.text.inOneLine) \(JSONValue.object(config).compact)")
    }
  }
}
