import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaSource

/// A session's forced branches and edits as recipes that every client enters, and what its user and
/// developer chose as settings.
package struct Handoff: Hashable, Sendable {
  package let target: HandoffTarget
  /// The app's input: an object with the recipes in an array `data`.
  package let payload: JSONValue
  /// What the app reads from its user defaults; empty on Android.
  package let settings: [HandoffSetting]
  /// What the app does not get.
  package let omissions: [HandoffOmission]
  /// Warnings, such as about a config that does not match the manifest.
  package let warnings: [String]

  /// The slug of the recipe with edits of features that no forced branch configures.
  package static let editSlug = "virga-edits"

  /// Whether any branch is forced or anything edited.
  package var hasRecipes: Bool { payload["data"]?.arrayValue?.isEmpty == false }

  /// The number of settings of each kind, such as `1 preference`.
  package var settingCounts: [String] {
    ["preference", "debug override", "app setting"].compactMap { title in
      let count = settings.count { $0.title == title }
      return count == 0 ? nil : count.pluralizing(title)
    }
  }

  /// The forced branches, edits, preferences, debug overrides and app settings of `session` for an
  /// app.
  ///
  /// - Parameters:
  ///   - target: The app.
  ///   - manifest: The manifest to check the configs against; nil for no checks.
  ///   - rewriting: How the recipes of the forced branches are rewritten.
  /// - Throws: A refusal if there is nothing to hand off, a recipe is for another app, or a config
  ///   has errors.
  package init(
    _ session: Session, to target: HandoffTarget, manifest: Manifest?,
    rewriting: HandoffRewriting = HandoffRewriting()
  ) throws(Refusal) {
    self.target = target
    let choices = HandoffChoices(session, to: target, manifest: manifest)
    settings = choices.settings
    // First the choices that a person made, then the entries that describe the client.
    omissions = choices.omissions + choices.clientOmissions
    // An Android app gets app settings as values of variables, which override the edits.
    var edits = Self.edits(of: session, overriddenBy: choices.variableValues)
    // The edits of features that forced branches configure go with these recipes, the others with a
    // recipe of their own.
    let forced = try Self.forcedRecipes(session, takingFrom: &edits, for: target, rewriting)
    let recipes =
      forced.map { JSONValue.object($0.json) } + Self.recipesOfEdits(edits, for: target)
    let hasNothing = recipes.isEmpty && choices.settings.isEmpty
    if hasNothing { throw Self.emptyRefusal(choices.omissions) }
    payload = ["data": .array(recipes)]
    // The patch changes configs by feature; it is unused for features that no forced branch
    // configures.
    let warningsOfRewriting =
      forced.flatMap(\.warnings) + Self.warnings(ofUnused: rewriting.patch, in: session)
    warnings = try Self.warnings(
      of: recipes, choices, manifest, for: target, rewriting: warningsOfRewriting)
  }

  /// All warnings of a handoff in the order of the list that a person gets.
  ///
  /// - Parameters:
  ///   - recipes: The recipes that the app gets.
  ///   - manifest: The manifest to check their configs against; nil for no checks.
  ///   - warningsOfRewriting: What rewriting the recipes of the forced branches warned of.
  /// - Throws: A refusal if a config has errors.
  private static func warnings(
    of recipes: [JSONValue], _ choices: HandoffChoices, _ manifest: Manifest?,
    for target: HandoffTarget, rewriting warningsOfRewriting: [String]
  ) throws(Refusal) -> [String] {
    var warnings = warningsOfRewriting
    // App settings of an Android app go as values of variables; one that the device stores wins.
    warnings += choices.variableValues.map(\.warning)
    warnings += Self.warnings(of: choices.omissions)
    if let manifest {
      // First, because with the manifest of another app all other warnings may be wrong.
      if let warning = Self.warningOfOtherApp(manifest, target) { warnings.insert(warning, at: 0) }
      warnings += try Self.warnings(ofConfigsIn: recipes, manifest, channel: target.channel)
    }
    // Last, because these always apply: what describes the client, such as its attributes, is never
    // handed off.
    warnings += Self.warnings(of: choices.clientOmissions)
    return warnings
  }

  /// The recipe that carries edits to every client of the app; none without edits.
  private static func recipesOfEdits(
    _ edits: [Name: JSONValue], for target: HandoffTarget
  ) -> [JSONValue] {
    guard !edits.isEmpty else { return [] }
    let recipe = EditRecipe(editSlug, edits: edits, app: target.app, channel: target.channel)
    return [.object(recipe.json)]
  }

  /// The recipes of the forced branches; each carries the edits of the features that its branch
  /// configures, which are removed from `edits`.
  ///
  /// A recipe is rewritten so that the device enters the forced branch; `rewriting` says whether
  /// its targeting and its buckets stay, and how its configs are patched.
  private static func forcedRecipes(
    _ session: Session, takingFrom edits: inout [Name: JSONValue], for target: HandoffTarget,
    _ rewriting: HandoffRewriting
  ) throws(Refusal) -> [ForcedRecipe] {
    var forced: [ForcedRecipe] = []
    for (recipe, branch) in recipesWithForcedBranch(in: session) {
      if let app = recipe.appName, app != target.app {
        throw Refusal("`\(recipe.slug)` is for the app `\(app)`, not `\(target.app)`")
      }
      let features = recipe.branch(branch)?.features ?? []
      let ids = Set(naming: features.map(\.featureID))
      let editsOfBranch = edits.filter { ids.contains($0.key) }
      for id in editsOfBranch.keys { edits[id] = nil }
      var rewritten = ForcedRecipe(recipe.json, branch: branch, channel: target.channel, rewriting)
      rewritten.overlay(editsOfBranch)
      forced.append(rewritten)
    }
    return forced
  }

  /// A warning for each feature on which the patch has no effect, because no recipe with a forced
  /// branch configures it.
  private static func warnings(ofUnused patch: JSONObject, in session: Session) -> [String] {
    let configured = Set(naming: recipesWithForcedBranch(in: session).flatMap(\.recipe.featureIDs))
    return patch.keys.filter { !configured.contains($0) }.map { id in
      "the patch changes `\(id)`, which no forced branch configures"
    }
  }

  /// The session's recipes of which a branch is forced, each with that branch.
  ///
  /// A forced branch that its recipe no longer has is left out.
  private static func recipesWithForcedBranch(
    in session: Session
  ) -> [(recipe: Recipe, branch: String)] {
    session.forcedBranches.compactMap { slug, branch in
      guard let recipe = session.recipe(slug), recipe.branch(branch) != nil else { return nil }
      return (recipe, branch)
    }
  }

  /// The refusal of a session without anything that an app can get.
  ///
  /// - Parameter omissions: The choices of a person that the app does not get.
  private static func emptyRefusal(_ omissions: [HandoffOmission]) -> Refusal {
    let reasons = HandoffOmission.texts(omissions)
    guard reasons.isEmpty else { return Refusal(reasons.joined(separator: "; ")) }
    return Refusal("no branch is forced, nothing is edited, and no flag or app setting is set")
  }

  /// A warning for each reason why the app does not get something.
  private static func warnings(of omissions: [HandoffOmission]) -> [String] {
    HandoffOmission.texts(omissions).map { "not handed off: \($0)" }
  }

  /// The session's edits by feature, with the app settings that are handed off as the values of
  /// variables: these override an edit, as they do in the app.
  private static func edits(
    of session: Session, overriddenBy values: [HandoffChoices.VariableValue]
  ) -> [Name: JSONValue] {
    var edits = session.entries(of: .edit)
    for value in values { setVariable(to: value, in: &edits) }
    return edits
  }

  /// Sets a variable to the value of its app setting in the edit of its feature; the edit's own
  /// value for the variable is replaced.
  private static func setVariable(
    to value: HandoffChoices.VariableValue, in edits: inout [Name: JSONValue]
  ) {
    let id = Name(value.feature)
    var edit = edits[id]?.objectValue ?? [:]
    edit[value.variable] = value.value
    edits[id] = .object(edit)
  }

  /// A warning if the manifest may not belong to the app; nil if it does or this is unknown.
  private static func warningOfOtherApp(
    _ manifest: Manifest, _ target: HandoffTarget
  ) -> String? {
    if let app = manifest.appName {
      return app == target.app ? nil : "the manifest is for the app `\(app)`, not `\(target.app)`"
    }
    // `appName` is nil if the manifest is not for a known app. If the target is a known app, these
    // are probably two apps. Any other target may be the app of the manifest.
    let topModule = manifest.modules.first
    let about = topModule?.about
    let isTargetKnown = HandoffTarget.known.contains { $0.app == target.app }
    guard isTargetKnown, let code = about?.kotlin?.package ?? about?.swift?.module else {
      return nil
    }
    return "the manifest is for `\(code)`, which is not a known build of `\(target.app)`"
  }

  /// Checks the configs of the branches that clients can enter; returns warnings.
  ///
  /// - Throws: A refusal for the first config that has errors.
  private static func warnings(
    ofConfigsIn recipes: [JSONValue], _ manifest: Manifest, channel: String
  ) throws(Refusal) -> [String] {
    var warnings: [String] = []
    let isKnown = manifest.channels.containsName(channel)
    let checkedChannel = isKnown ? channel : nil
    if !isKnown {
      warnings.append(
        "the manifest has no channel `\(channel)`; the configs were checked without one")
    }
    for recipe in recipes.compactMap({ Recipe(entry: $0) }) {
      warnings += try Self.warnings(ofConfigsOf: recipe, manifest, channel: checkedChannel)
    }
    return warnings
  }

  /// Checks the configs of the branches of a recipe that clients can enter; returns a warning for
  /// each feature that the manifest does not have.
  ///
  /// - Parameter channel: The channel whose defaults complete the configs; nil for none.
  /// - Throws: A refusal for the first config that has errors.
  private static func warnings(
    ofConfigsOf recipe: Recipe, _ manifest: Manifest, channel: String?
  ) throws(Refusal) -> [String] {
    var warnings: [String] = []
    // A branch with the ratio 0 gets no clients.
    let reachableBranches = recipe.branches.filter { $0.ratio > 0 }
    for config in reachableBranches.flatMap(\.features) {
      guard let feature = manifest.feature(config.featureID) else {
        warnings.append(
          "`\(recipe.slug)` uses feature `\(config.featureID)`, which \(manifest.title) does not have"
        )
        continue
      }
      let check = manifest.check(
        config: LocatedValue(.object(config.value)), feature: feature, channel: channel)
      try refuseErrors(among: check.problems, of: config.featureID, in: recipe)
    }
    return warnings
  }

  /// Throws a refusal if some of the problems of a recipe's config of a feature are errors.
  private static func refuseErrors(
    among problems: [Problem], of featureID: String, in recipe: Recipe
  ) throws(Refusal) {
    let errors = problems.filter { $0.severity == .error }
    guard let first = errors.first else { return }
    throw Refusal("`\(featureID)` of `\(recipe.slug)`: \(first.sentence)", problems: errors)
  }
}

/// How to start an app with the recipes of a handoff.
package struct HandoffLaunch: Hashable, Sendable {
  /// The device; nil for the booted simulator or the only Android device.
  package var device: String?
  /// Whether the app keeps its data about earlier recipes.
  package var keepsDatabase: Bool
  /// Whether to start an activity instead of broadcasting, for old versions of Android apps.
  package var isLegacy: Bool
  /// The link to open, with or without a scheme; nil for the app's start page.
  package var link: String?
  /// Whether the settings are stored on the device, so that later launches have them too.
  package var storesSettings: Bool

  /// A launch; by default on the only device, resetting the app's data about earlier recipes, and
  /// without storing the settings for later launches.
  ///
  /// `isLegacy` is for old versions of Android apps, which receive recipes through an activity or a
  /// link instead of a broadcast. Without a `link`, the app's start page opens.
  package init(
    device: String? = nil, keepsDatabase: Bool = false, isLegacy: Bool = false,
    link: String? = nil, storesSettings: Bool = false
  ) {
    self.device = device
    self.keepsDatabase = keepsDatabase
    self.storesSettings = storesSettings
    self.isLegacy = isLegacy
    self.link = link
  }
}
