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
  /// - Parameter isUndone: Whether it was undone; then recipes that it forced are included, and those
  ///   that it no longer forces, unless the client just left them.
  package func enrollmentMoves(isUndone: Bool = false) -> [EnrollmentMove] {
    // Undoing makes the opposite changes.
    let effectiveChanges = isUndone ? changes.map(\.inverse) : changes
    let branchChanges = effectiveChanges.filter { $0.key.kind == .branch }
    let forced = Set(naming: branchChanges.filter { $0.new != nil }.map(\.key.name))
    let dropped = Set(naming: branchChanges.filter { $0.new == nil }.map(\.key.name))
    let recipeChanges = effectiveChanges.filter { $0.key.kind == .recipe }
    let loadedOrEnded = Set(naming: recipeChanges.map(\.key.name))
    // The recipes that the operation is about.
    let subjects = isUndone ? loadedOrEnded : loadedOrEnded.union(forced)
    let forcesAnother = !forced.isEmpty
    var moves: [EnrollmentMove] = []
    for change in effectiveChanges where change.key.kind == .enrollment {
      let slug = change.key.name
      let oldBranch = change.old.flatMap(EnrollmentStatus.init)?.activeBranch
      let newStatus = change.new.flatMap(EnrollmentStatus.init)
      let newBranch = newStatus?.activeBranch
      if subjects.contains(slug) || oldBranch == newBranch { continue }
      let isDropped = dropped.contains(slug)
      let justLeft = isUndone && isDropped && newBranch == nil
      if justLeft { continue }
      // A dropped recipe leaves because it was dropped, unless another one was forced instead.
      let leavesForAnother = oldBranch != nil && (!isDropped || forcesAnother)
      moves.append(
        EnrollmentMove(
          slug: slug, old: oldBranch, new: newBranch,
          taker: leavesForAnother ? newStatus?.conflictingSlug : nil,
          wasForced: isDropped && forcesAnother))
    }
    return moves.sorted { Name($0.slug) < Name($1.slug) }
  }
}
