import VirgaCanvas
import VirgaExperiments
import VirgaJSON

struct BranchRow: ListItem {
  /// The index among the branches.
  let id: Int
  let branch: Branch
  /// The share of enrolled clients that get it, from 0 to 1.
  let share: Double

  static func rows(of recipe: Recipe) -> [BranchRow] {
    zip(recipe.branches, recipe.branchShares).enumerated().map { BranchRow(id: $0, branch: $1.0, share: $1.1) }
  }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? { filter.containsWhole(branch.slug) ? 0 : nil }
}
