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
  private var flawedEdits: Set<Name> = []
  private var checkedRecipes: [Name: CheckedRecipe] = [:]

  /// A recipe with the problems of its branches; checking all again would delay each change of
  /// another process.
  private struct CheckedRecipe {
    let recipe: Recipe
    let manifest: Int
    let problems: [FoundProblem]
  }

  func hasFlawedEdit(of feature: String) -> Bool { flawedEdits.contains(Name(feature)) }

  /// Looks for orphans, which change with edits, branches, channel and manifest.
  mutating func findOrphans(in session: Session, _ manifest: Manifest?) {
    guard let manifest else { return }
    let found = session.orphans(in: manifest).filter { $0.key.kind.isOverride }
    orphans = Dictionary(found.map { ($0.key, $0.reason) }) { first, _ in first }
  }

  /// Checks edits and recipes, which change with them and with the manifest, in every channel.
  mutating func findProblems(
    in session: Session, _ recipes: [Name: Recipe], of workspace: Workspace
  ) {
    guard let manifest = workspace.manifest else { return }
    let edits = session.names(of: .edit).flatMap { id -> [FoundProblem] in
      guard let edit = session[.edit, id], let feature = manifest.feature(id) else { return [] }
      return manifest.problems(of: LocatedValue(edit), for: feature, in: workspace.checkedChannels)
        .map { FoundProblem($0, in: .edit) }
    }
    let known = checkedRecipes
    checkedRecipes = recipes.mapValues { recipe in
      if let old = known[Name(recipe.slug)], old.manifest == workspace.identity,
        old.recipe == recipe
      {
        return old
      }
      let found = manifest.problems(of: recipe, in: workspace.checkedChannels)
      return CheckedRecipe(recipe: recipe, manifest: workspace.identity, problems: found)
    }
    let ofRecipes = checkedRecipes.sorted { $0.key < $1.key }.flatMap(\.value.problems)
    problems = edits + ofRecipes
    func features(of problems: [FoundProblem]) -> Set<Name> {
      Set(naming: problems.compactMap { ProblemTarget($0.problem, in: manifest)?.feature })
    }
    flawed = features(of: problems)
    flawedEdits = features(of: edits.filter { $0.problem.severity == .error })
  }
}

extension Manifest {
  /// The problems of the configs in a recipe's branches, in the recipe's channel or else in all of
  /// `channels`.
  ///
  /// None if the recipe is for another app. Features that the manifest does not have are skipped.
  fileprivate func problems(of recipe: Recipe, in channels: [String?]) -> [FoundProblem] {
    if let app = recipe.appName, let own = appName, app != own { return [] }
    let own = channels.filter { $0 != nil && $0.isSameName(as: recipe.channel) }
    return recipe.branches.flatMap { branch in
      branch.features.flatMap { config -> [FoundProblem] in
        guard let feature = feature(config.featureID) else { return [] }
        let found = problems(
          of: LocatedValue(.object(config.value)), for: feature, in: own.isEmpty ? channels : own)
        return found.map { found in
          var problem = found.problem
          problem.message += ", in branch `\(branch.slug)` of `\(recipe.slug)`"
          let isOfOne = !own.isEmpty && channels.count > 1
          let channels = isOfOne ? own.compactMap(\.self) : found.channels
          return FoundProblem(ChannelProblem(problem, in: channels), in: .recipe(recipe.slug))
        }
      }
    }
  }
}
