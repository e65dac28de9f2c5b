import VirgaExperiments
import VirgaSource

/// What the experiment screen says about recipes and branches; a nil slug means several marked recipes.
extension StatusMessage {
  static let noRecipes = refusal("no recipes yet")
  static let noRecipeSelected = refusal("no recipe is selected")
  static let noBranchSelected = refusal("no branch is selected")
  static let noTargeting = refusal("the recipe has no targeting")
  static let recipeHasNoPath = refusal("a recipe has no path; y i copies the id of the first feature it configures")

  static func configuresNoFeature(_ slug: String) -> Self { refusal("\(slug) configures no feature") }
  static func ended(_ slug: String, load key: String) -> Self {
    refusal("\(slug) ended; \(key) loads its recipe again")
  }
  static func unreadable(_ slug: String, load key: String) -> Self {
    refusal("\(slug) could not be read; fix its file, then \(key) loads it again")
  }
  static func alreadyEnded(_ slug: String?) -> Self { refusal("\(slug ?? "every marked recipe") already ended") }
  static func notForced(_ slug: String?) -> Self { refusal("nothing is forced in \(slug ?? anyMarked)") }
  static func notEnrolled(in slug: String?, but owners: [FeatureOwner] = []) -> Self {
    let others = owners.map { "\($0.feature) is configured by \($0.slug) · \($0.branch)" }.joined(separator: ", ")
    return refusal("the client is not in \(slug ?? anyMarked)" + (others.isEmpty ? "" : "; \(others)"))
  }
  typealias FeatureOwner = (feature: String, slug: String, branch: String)
  private static let anyMarked = "any of the marked recipes"

  /// - Parameter example: A command with both names.
  static func recipeAndBranchExpected(_ example: String) -> Self {
    refusal("name a recipe and a branch, as in \(example)")
  }
  static func noCommonBranch(of recipes: Int) -> Self {
    refusal("the \(recipes) marked recipes have no branch name in common")
  }

  static let nothingToHandOff = refusal("no branch is forced and no feature is edited; flag overrides stay here")
  static func noLinkScheme(_ build: String) -> Self { refusal("\(build) has no scheme for deep links") }
}

/// What operations did to recipes that they are not about, as nobody would look for that.
extension StatusMessage {
  enum Move {
    case enrolls(String, in: String)
    case goes(String, from: String, to: String)
    /// The client left a branch; another recipe has these features now.
    case leaves(String, String, losing: [String] = [], wasForced: Bool = false)

    fileprivate var isLoss: Bool { if case .leaves(_, _, let lost, _) = self { !lost.isEmpty } else { false } }
    fileprivate var words: String {
      switch self {
      case .enrolls(let slug, let branch): return "\(slug) enrolls in \(branch)"
      case .goes(let slug, let old, let new): return "\(slug) goes from \(old) to \(new)"
      case .leaves(let slug, let branch, let lost, let wasForced):
        let verb = wasForced ? "is no longer forced and leaves" : "leaves"
        return "\(slug) \(verb) \(branch)" + (lost.isEmpty ? "" : ", losing \(lost.joined(separator: ", "))")
      }
    }
  }

  /// Adds what happened to other recipes; undoing an operation records nothing.
  func moving(_ moves: [Move], isUndone: Bool = false) -> Self {
    let mostNamed = 2  // Names of recipes are long.
    let named = moves.count > mostNamed + 1 ? moves.prefix(mostNamed) : moves[...]
    let rest = named.count < moves.count ? ["\(moves.count - named.count) other recipes changed"] : []
    let loss = !isUndone && moves.contains(where: \.isLoss) ? " (\(Self.lossWords))" : ""
    return moves.isEmpty ? self : and((named.map(\.words) + rest).joined(separator: "; ") + loss)
  }

  static let lossWords = "the SDK records enroll_failed for that, not an unenrollment"

  func notForcing(_ slugs: [String]) -> Self {
    slugs.isEmpty
      ? self : and("not forced as another recipe has the feature now: \(slugs.joined(separator: ", "))")
  }
}

extension StatusMessage {
  static func clientCountExpected(not argument: String) -> Self {
    refusal("simulate takes a number of clients from 1 to 1,000,000,000, not \(argument)")
  }

  /// - Parameter key: The key that simulates again if the result is outdated.
  static func simulated(_ result: SimulatedRecipe, outdated key: String?) -> Self { info(words(result, key)) }
  static func stoppedSimulation(after clients: Int, _ result: SimulatedRecipe?, outdated key: String?) -> Self {
    let done = info("stopped the simulation after \(clients.grouped) clients")
    return result.map { done.and(words($0, key)) } ?? done
  }

  private static func words(_ result: SimulatedRecipe, _ key: String?) -> String {
    let shares = result.branches.map { branch in
      let share = result.enrolled > 0 ? Double(branch.count) / Double(result.enrolled) : 0
      return "\(branch.slug) \(BranchPanel.percent(share))"
    }
    return "\(result.slug): of \(result.clients.grouped) clients \(BranchPanel.percent(result.enrolledShare)) enroll"
      + (result.enrolled > 0 ? ": \(shares.joined(separator: ", "))" : "")
      + (key.map { "; \(SimulationPanel.outdated($0))" } ?? "")
  }
}
