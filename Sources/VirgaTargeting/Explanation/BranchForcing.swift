/// Tells whether a branch of a recipe can be forced so that a part of an expression is true; a nil branch is any.
package typealias BranchForcing = (_ branch: String?, _ recipe: String) -> ForcedBranch

/// Whether a branch can be forced.
package enum ForcedBranch {
  /// This branch can be; nil if nothing is known of the recipe.
  case possible(String?)
  /// It cannot be, and why.
  case refused(String)

  /// What to do; nil if it cannot be done, or nothing is known of the recipe.
  func fix(_ recipe: String) -> TargetingFix? {
    if case .possible(let branch?) = self { .force(branch: branch, recipe: recipe) } else { nil }
  }

  /// Why it cannot be; nil if it can.
  var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }
}
