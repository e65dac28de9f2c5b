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
  /// What happened to recipes that the operation is not about, sorted by slug.
  ///
  /// It is about the recipes that it forces, leaves, loads or ends.
  ///
  /// - Parameter isUndone: Whether it was undone. Then recipes whose branch it had forced or
  ///   dropped are included, but not one that the client left because nothing forces it now.
  package func enrollmentMoves(isUndone: Bool = false) -> [EnrollmentMove] {
    // Undoing makes the opposite changes.
    let effectiveChanges = isUndone ? changes.map(\.inverse) : changes
    let branchChanges = BranchChanges(effectiveChanges, isUndone: isUndone)
    let enrollmentChanges = effectiveChanges.filter { $0.key.kind == .enrollment }
    let moves = enrollmentChanges.compactMap { change in branchChanges.move(of: change) }
    return moves.sorted { Name($0.slug) < Name($1.slug) }
  }
}

/// The branches that an operation forces and drops, which tell why enrollments change.
private struct BranchChanges {
  /// The recipes of which the operation forces a branch.
  private let forced: Set<Name>
  /// The recipes whose forced branch it drops.
  private let dropped: Set<Name>
  /// The recipes that it is about: their own changes are not side effects.
  private let subjects: Set<Name>
  /// Whether the changes are those of undoing the operation.
  private let isUndone: Bool

  /// Finds the recipes in the changes of an operation; of an undone one, in the opposite changes.
  init(_ changes: [EntryChange], isUndone: Bool) {
    let branchChanges = changes.filter { $0.key.kind == .branch }
    let recipeChanges = changes.filter { $0.key.kind == .recipe }
    let loadedOrEnded = Set(naming: recipeChanges.map(\.key.name))
    forced = Set(naming: branchChanges.filter { $0.new != nil }.map(\.key.name))
    dropped = Set(naming: branchChanges.filter { $0.new == nil }.map(\.key.name))
    // What undoing forces again was dropped by the operation, and counts as a side effect.
    subjects = isUndone ? loadedOrEnded : loadedOrEnded.union(forced)
    self.isUndone = isUndone
  }

  /// What happened to the recipe whose enrollment changed; nil if the operation is about the
  /// recipe (one of the `subjects`), if its branch stays, or if it left because the operation that
  /// had forced its branch was undone.
  ///
  /// Forcing a branch of one recipe can drop the forced branch of another one.
  func move(of change: EntryChange) -> EnrollmentMove? {
    let slug = change.key.name
    let oldBranch = change.old.flatMap(EnrollmentStatus.init)?.activeBranch
    let newStatus = change.new.flatMap(EnrollmentStatus.init)
    let newBranch = newStatus?.activeBranch
    if subjects.contains(slug) || oldBranch == newBranch { return nil }
    let isDropped = dropped.contains(slug)
    // Undoing what forced a branch ends its enrollment, which is not a side effect.
    let justLeft = isUndone && isDropped && newBranch == nil
    if justLeft { return nil }
    let forcesAnother = !forced.isEmpty
    // A dropped recipe leaves because it was dropped, unless another one was forced instead.
    let leavesForAnother = oldBranch != nil && (!isDropped || forcesAnother)
    return EnrollmentMove(
      slug: slug, old: oldBranch, new: newBranch,
      taker: leavesForAnother ? newStatus?.conflictingSlug : nil,
      wasForced: isDropped && forcesAnother)
  }
}
