import VirgaExperiments
import VirgaJSON
package import VirgaSession
import VirgaTargeting

/// A recipe that the client entered or left, or whose branch it changed, as something else was done.
package struct EnrollmentMove: Equatable, Sendable {
  /// The recipe.
  package let slug: String
  /// The branch on which the client was; nil where it was on none.
  package let old: String?
  /// The branch on which it is now; nil where it is on none.
  package let new: String?
  /// The recipe that took a feature from this one; nil where that is not why the client left.
  package let taker: String?
  /// Whether its branch was forced and no longer is, as another one's was.
  package let wasForced: Bool
}

extension SessionOperation {
  /// What became of other recipes than those that the operation is about, sorted by slug.
  ///
  /// It is about the recipes that it forces, leaves, loads or ends.
  ///
  /// - Parameter isUndone: Whether it was taken back; then what it was about is told of too, unless the client just left.
  package func enrollmentMoves(isUndone: Bool = false) -> [EnrollmentMove] {
    let changes = isUndone ? changes.map(\.inverse) : changes
    let chosen = changes.filter { $0.key.kind == .branch && $0.new != nil }
    let dropped = NameSet(changes.filter { $0.key.kind == .branch && $0.new == nil }.map(\.key.name))
    let about = NameSet(
      (isUndone ? [] : chosen).map(\.key.name) + changes.filter { $0.key.kind == .recipe }.map(\.key.name))
    return changes.filter { $0.key.kind == .enrollment && !about.contains($0.key.name) }.compactMap { change in
      let (old, new) = (change.old.flatMap(EnrollmentStatus.init), change.new.flatMap(EnrollmentStatus.init))
      let isDropped = dropped.contains(change.key.name)
      guard old?.activeBranch != new?.activeBranch, !isUndone || !isDropped || new?.activeBranch != nil else {
        return nil
      }
      // Who is dropped leaves for that reason, unless another one was chosen in its place.
      let isTaken = old?.activeBranch != nil && (!isDropped || !chosen.isEmpty)
      return EnrollmentMove(
        slug: change.key.name, old: old?.activeBranch, new: new?.activeBranch,
        taker: isTaken ? new?.conflictingSlug : nil, wasForced: isDropped && !chosen.isEmpty)
    }.sorted { ByteText.isLess($0.slug, $1.slug) }
  }
}
