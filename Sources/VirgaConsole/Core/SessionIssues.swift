import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// What does not match the manifest in a session, or changed since the start.
struct SessionIssues: Sendable {
  /// The edits and forced branches that do not match the manifest or the recipes, with the reason.
  private(set) var orphans: [EntryKey: String] = [:]
  /// The configs of enrolled branches that do not match the manifest.
  var mismatches: [ConfigMismatch] = []
  /// Changes of the client, which do not count as overrides.
  var clientChanges = ClientChanges()
  /// The errors and warnings in edits and in the branches of recipes, in any channel.
  private(set) var problems: [FoundProblem] = []
  /// The features with such a problem.
  private(set) var flawed: Set<Name> = []
  /// The features whose edits have errors.
  private var flawedEdits: Set<Name> = []
  private var checkedRecipes: [Name: CheckedRecipe] = [:]

  /// A recipe with the problems of its branches; checking all again would delay each change of
  /// another process.
  private struct CheckedRecipe {
    let recipe: Recipe
    /// The ``Workspace/identity`` of the manifest that the recipe was checked against.
    let manifest: Int
    let problems: [FoundProblem]
  }

  /// Whether the edit of a feature has errors; warnings do not count.
  func hasFlawedEdit(of feature: String) -> Bool { flawedEdits.contains(Name(feature)) }

  /// Finds the orphans: edits and forced branches that do not match the manifest or the recipes.
  ///
  /// They change with edits, branches, channel and manifest. Without a manifest, they stay as they
  /// are.
  mutating func findOrphans(in session: Session, _ manifest: Manifest?) {
    guard let manifest else { return }
    let found = session.orphans(in: manifest).filter { $0.key.kind.isOverride }
    // An entry that is orphaned for several reasons gets the first one.
    orphans = Dictionary(found.map { ($0.key, $0.reason) }) { first, _ in first }
  }

  /// Checks the edits and the recipes of the session in every channel.
  ///
  /// Called when edits, recipes or manifest changed. Without a manifest, the problems stay as they
  /// are.
  mutating func findProblems(
    in session: Session, _ recipes: [Name: Recipe], of workspace: Workspace
  ) {
    guard let manifest = workspace.manifest else { return }
    let ofEdits = manifest.problemsOfEdits(in: session, channels: workspace.checkedChannels)
    checkRecipes(recipes, against: manifest, of: workspace)
    let ofRecipes = checkedRecipes.sorted { $0.key < $1.key }.flatMap(\.value.problems)
    problems = ofEdits + ofRecipes
    // Problems that are about no feature are left out.
    func features(of problems: [FoundProblem]) -> Set<Name> {
      Set(naming: problems.compactMap { ProblemTarget($0.problem, in: manifest)?.feature })
    }
    flawed = features(of: problems)
    flawedEdits = features(of: ofEdits.filter { $0.problem.severity == .error })
  }

  /// Checks the recipes that are new or changed since the last check; all of them after a new
  /// manifest.
  private mutating func checkRecipes(
    _ recipes: [Name: Recipe], against manifest: Manifest, of workspace: Workspace
  ) {
    let checkedBefore = checkedRecipes
    checkedRecipes = recipes.mapValues { recipe in
      if let checked = checkedBefore[Name(recipe.slug)], checked.manifest == workspace.identity,
        checked.recipe == recipe
      {
        return checked
      }
      let found = manifest.problems(of: recipe, in: workspace.checkedChannels)
      return CheckedRecipe(recipe: recipe, manifest: workspace.identity, problems: found)
    }
  }
}

extension Manifest {
  /// The problems of all edits of a session; edits of unknown features are skipped.
  fileprivate func problemsOfEdits(
    in session: Session, channels: [String?]
  ) -> [FoundProblem] {
    session.names(of: .edit).flatMap { id -> [FoundProblem] in
      guard let edit = session[.edit, id], let feature = feature(id) else { return [] }
      return problems(of: LocatedValue(edit), for: feature, in: channels)
        .map { FoundProblem($0, in: .edit) }
    }
  }

  /// The problems of the configs in a recipe's branches, in the recipe's channel or else in all of
  /// `channels`.
  ///
  /// None if the recipe is for another app. Features that the manifest does not have are skipped.
  fileprivate func problems(of recipe: Recipe, in channels: [String?]) -> [FoundProblem] {
    if let appOfRecipe = recipe.appName, let ownApp = appName, appOfRecipe != ownApp { return [] }
    // At most one channel; none if the recipe is for all channels or for an unknown one.
    let channelOfRecipe = channels.filter { $0 != nil && $0.isSameName(as: recipe.channel) }
    let isInOneOfSeveral = !channelOfRecipe.isEmpty && channels.count > 1
    let checkedChannels = channelOfRecipe.isEmpty ? channels : channelOfRecipe
    return recipe.branches.flatMap { branch in
      branch.features.flatMap { config -> [FoundProblem] in
        guard let feature = feature(config.featureID) else { return [] }
        let value = LocatedValue(.object(config.value))
        return problems(of: value, for: feature, in: checkedChannels).map { found in
          var problem = found.problem
          problem.message += ", in branch `\(branch.slug)` of `\(recipe.slug)`"
          // A problem in every checked channel lists no channels, which would mean all of them
          // although only the recipe's channel was checked.
          let affected =
            isInOneOfSeveral ? channelOfRecipe.compactMap(\.self) : found.channels
          return FoundProblem(ChannelProblem(problem, in: affected), in: .recipe(recipe.slug))
        }
      }
    }
  }
}
