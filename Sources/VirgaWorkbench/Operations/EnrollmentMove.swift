import VirgaExperiments
import VirgaJSON
package import VirgaSession

/// A recipe that the client entered, left or changed branches in as a side effect.
package struct EnrollmentMove: Equatable, Sendable {
  package let slug: String
  /// The branch before; nil if the client was not enrolled.
  package let old: String?
  /// The current branch; nil if the client is not enrolled.
  package let new: String?
  /// The recipe that took a feature from this one; nil if the client left for another reason.
  package let taker: String?
  /// Whether its forced branch was dropped because another recipe's branch was forced.
  package let wasForced: Bool
}

extension SessionOperation {
  /// The recipes that the client entered, left or changed branches in as a side effect of the
  /// operation, sorted by slug.
  ///
  /// A recipe that the operation itself forces, leaves, loads or ends is left out.
  ///
  /// - Parameter isUndone: Whether the operation was undone. If so, recipes whose branches it had
  ///   forced or dropped are included too, unless the client only left a recipe because its branch
  ///   is no longer forced.
  package func enrollmentMoves(isUndone: Bool = false) -> [EnrollmentMove] {
    // Undoing makes the opposite changes.
    let effectiveChanges = isUndone ? changes.map(\.inverse) : changes
    let causes = EnrollmentCauses(effectiveChanges, isUndo: isUndone)
    let enrollmentChanges = effectiveChanges.filter { $0.key.kind == .enrollment }
    let moves = enrollmentChanges.compactMap { change in causes.move(of: change) }
    return moves.sorted { Name($0.slug) < Name($1.slug) }
  }
}

/// The branches that an operation forces and drops, which tell why enrollments change.
private struct EnrollmentCauses {
  /// The recipes of which the operation forces a branch, or which it opts out of.
  private let forced: Set<Name>
  /// The recipes whose forced branch it drops.
  private let noLongerForced: Set<Name>
  /// The recipes that it is about: their own changes are not side effects.
  private let subjects: Set<Name>
  /// Whether the changes are those of undoing the operation.
  private let isUndo: Bool

  /// Finds the recipes that `changes` force, no longer force, load or end.
  ///
  /// With `isUndo`, these are the changes that undoing an operation makes.
  ///
  /// The `subjects` are the recipes that the operation is about: what happens to them is what the
  /// person asked for, not a side effect.
  init(_ changes: [EntryChange], isUndo: Bool) {
    let branchChanges = changes.filter { $0.key.kind == .branch }
    let recipeChanges = changes.filter { $0.key.kind == .recipe }
    let loadedOrEnded = Set(naming: recipeChanges.map(\.key.name))
    // A new entry is the name of a branch, or null for an opt-out.
    forced = Set(naming: branchChanges.filter { $0.new != nil }.map(\.key.name))
    noLongerForced = Set(naming: branchChanges.filter { $0.new == nil }.map(\.key.name))
    // When an operation that dropped a branch is undone, `forced` has the branch's recipe. It is
    // not a subject: that the client returns to the branch is reported as a side effect.
    subjects = isUndo ? loadedOrEnded : loadedOrEnded.union(forced)
    self.isUndo = isUndo
  }

  /// What happened to the recipe whose enrollment changed; nil if that is not a side effect.
  ///
  /// Forcing a branch of a recipe in `forced` can drop the forced branch of another recipe, which
  /// is in `noLongerForced`. The move of that recipe says that it was forced.
  func move(of change: EntryChange) -> EnrollmentMove? {
    let slug = change.key.name
    let oldBranch = change.old.flatMap(EnrollmentStatus.init)?.activeBranch
    let newStatus = change.new.flatMap(EnrollmentStatus.init)
    let newBranch = newStatus?.activeBranch
    guard isSideEffect(on: slug, from: oldBranch, to: newBranch) else { return nil }
    let isNoLongerForced = noLongerForced.contains(slug)
    let forcesAnother = !forced.isEmpty
    // The taker is the recipe that took a feature from this one. There is none if the client was
    // not enrolled, or if the recipe is no longer forced and the operation forces no other: then
    // the client only lost the forced branch.
    let onlyStopsForcing = isNoLongerForced && !forcesAnother
    let mayHaveTaker = oldBranch != nil && !onlyStopsForcing
    return EnrollmentMove(
      slug: slug, old: oldBranch, new: newBranch,
      taker: mayHaveTaker ? newStatus?.conflictingSlug : nil,
      wasForced: isNoLongerForced && forcesAnother)
  }

  /// Whether a change of a recipe's branch is a side effect of the operation.
  ///
  /// It is not one if the operation is about the recipe, if the branch stays, or if the client left
  /// because the operation that had forced the branch was undone.
  ///
  /// - Parameters:
  ///   - oldBranch: The branch before the operation; nil if the client was not enrolled.
  ///   - newBranch: The branch after it; nil if the client is not enrolled.
  private func isSideEffect(
    on slug: String, from oldBranch: String?, to newBranch: String?
  ) -> Bool {
    let isSubject = subjects.contains(slug)
    let staysInBranch = oldBranch == newBranch
    if isSubject || staysInBranch { return false }
    let onlyLeftByUndo = isUndo && noLongerForced.contains(slug) && newBranch == nil
    return !onlyLeftByUndo
  }
}
