import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// What does not match the manifest in a session.
struct SessionIssues: Sendable {
  /// The overrides that do not match the manifest or the recipes, each with the reason.
  private(set) var mismatchedOverrides: [EntryKey: String] = [:]
  /// The configs of enrolled branches that do not match the manifest.
  var mismatchedConfigs: [ConfigMismatch] = []
  /// The errors and warnings in edits, and the problems of recipes, in any channel.
  private(set) var problems: [FoundProblem] = []
  /// The problems of each recipe that has some, those with other recipes last.
  private(set) var problemsOfRecipes: [Name: [FoundProblem]] = [:]
  /// The features with such a problem.
  private(set) var featuresWithProblems: Set<Name> = []
  /// The features whose edits have errors.
  private var featuresWithFlawedEdit: Set<Name> = []
  private var checkedRecipes: [Name: CheckedRecipe] = [:]

  /// A recipe with its own problems; checking all again would delay each change of another
  /// process.
  private struct CheckedRecipe {
    let recipe: Recipe
    /// The ``Workspace/identity`` of the manifest that the recipe was checked against.
    let manifestIdentity: Int
    let problems: [FoundProblem]
  }

  /// Whether the edit of a feature has errors; warnings do not count.
  func hasFlawedEdit(of feature: String) -> Bool {
    featuresWithFlawedEdit.contains(Name(feature))
  }

  /// Finds the overrides that do not match the manifest or the recipes: edits, forced branches and
  /// preferences.
  mutating func findMismatchedOverrides(in session: Session, _ manifest: Manifest?) {
    guard let manifest else { return }
    // Orphans are all entries of the session that do not match, not only overrides.
    let overrides = session.orphans(in: manifest).filter { $0.key.kind.isOverride }
    // An override that does not match for several reasons gets the first one.
    mismatchedOverrides = Dictionary(overrides.map { ($0.key, $0.reason) }) { first, _ in first }
  }

  /// Checks the edits and the recipes of the session in every channel.
  ///
  /// - Parameter expressions: The variables whose texts are expressions, although their
  ///   descriptions do not say so.
  mutating func findProblems(
    in session: Session, _ recipes: [Name: Recipe], of workspace: Workspace,
    expressions: Set<Name> = []
  ) {
    guard let manifest = workspace.manifest else { return }
    let ofEdits = manifest.problemsOfEdits(in: session, channels: workspace.checkedChannels)
    let recipeCheck = RecipeSetCheck(
      [CheckedManifest(manifest, file: manifest.title)], expressions: expressions)
    // The manifest does not have the features of other apps.
    let recipesOfThisApp = recipes.filter { manifest.otherApp(of: $0.value) == nil }
    updateProblemsOfRecipes(recipesOfThisApp, with: recipeCheck, manifest: workspace.identity)
    let ofRecipes = problemsOfRecipes.sorted { $0.key < $1.key }.flatMap(\.value)
    problems = ofEdits + ofRecipes
    featuresWithProblems = Self.features(of: problems, in: manifest)
    let errors = ofEdits.filter { $0.problem.severity == .error }
    featuresWithFlawedEdit = Self.features(of: errors, in: manifest)
  }

  /// The features that have problems; hints, and problems that are about no feature, are left out.
  private static func features(of problems: [FoundProblem], in manifest: Manifest) -> Set<Name> {
    let serious = problems.lazy.filter { $0.problem.severity != .hint }
    return Set(naming: serious.compactMap { ProblemTarget($0.problem, in: manifest)?.feature })
  }

  /// Checks the recipes that are new or have changed since the last check, or all of them against a
  /// new manifest.
  ///
  /// If any recipe was checked or removed, collects the problems of all recipes again, because any
  /// two of them may take clients from each other.
  ///
  /// - Parameter identity: The ``Workspace/identity`` of the manifest.
  private mutating func updateProblemsOfRecipes(
    _ recipes: [Name: Recipe], with check: RecipeSetCheck, manifest identity: Int
  ) {
    let checkedBefore = checkedRecipes
    // A recipe that was removed changes the count; a new or changed one is found below.
    var haveChanged = recipes.count != checkedBefore.count
    checkedRecipes = recipes.mapValues { recipe in
      let before = checkedBefore[Name(recipe.slug)]
      if let before, before.manifestIdentity == identity, before.recipe == recipe { return before }
      haveChanged = true
      let found = check.problems(of: WrittenRecipe(recipe)).map { FoundProblem($0) }
      return CheckedRecipe(recipe: recipe, manifestIdentity: identity, problems: found)
    }
    if haveChanged { collectProblems(of: recipes, with: check) }
  }

  /// Collects the problems of each recipe, found when it was checked alone, and adds those that
  /// recipes have with each other.
  private mutating func collectProblems(
    of recipes: [Name: Recipe], with check: RecipeSetCheck
  ) {
    // First the recipes' own problems, then those of recipes that take clients from each other.
    problemsOfRecipes = checkedRecipes.mapValues(\.problems).filter { !$0.value.isEmpty }
    let sorted = recipes.sorted { $0.key < $1.key }.map { WrittenRecipe($0.value) }
    for problem in check.problemsOfCompetingRecipes(sorted) {
      problemsOfRecipes[Name(problem.slug), default: []].append(FoundProblem(problem))
    }
  }
}

extension FoundProblem {
  /// A problem of a recipe of the session.
  fileprivate init(_ problem: RecipeProblem) {
    self.init(problem.channelProblem, in: .recipe(problem.slug))
  }
}

extension Manifest {
  /// The problems of all edits of a session; edits of unknown features are skipped.
  ///
  /// - Parameters:
  ///   - session: The session with the edits.
  ///   - channels: The channels whose defaults the edits are merged over; `[nil]` for a manifest
  ///     that declares none.
  fileprivate func problemsOfEdits(
    in session: Session, channels: [String?]
  ) -> [FoundProblem] {
    session.names(of: .edit).flatMap { id -> [FoundProblem] in
      guard let edit = session[.edit, id], let feature = feature(id) else { return [] }
      return problems(of: LocatedValue(edit), for: feature, in: channels)
        .map { FoundProblem($0, in: .edit) }
    }
  }
}
