import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

// Reports what an operation did to other recipes, as nobody would look for that.
extension State {
  /// Adds the other recipes that the client entered or left.
  func report(
    _ message: StatusMessage, of operation: SessionOperation, isUndone: Bool = false
  ) -> StatusMessage {
    let isTypedOver = operation.changes.contains { $0.key.kind == .edit && hasConflict(in: $0.key.name) }
    let moves = operation.enrollmentMoves(isUndone: isUndone).map(move)
    return (isTypedOver && !isUndone ? message.typedOver() : message).moving(moves, isUndone: isUndone)
  }

  private func move(_ move: EnrollmentMove) -> StatusMessage.Move {
    switch (move.old, move.new) {
    case (let old?, let new?): return .goes(move.slug, from: old, to: new)
    case (nil, let new?): return .enrolls(move.slug, in: new)
    case (let old, nil):
      let lost = move.taker.map { lostFeatures(of: move.slug, to: $0) } ?? []
      return .leaves(move.slug, old ?? "", losing: lost, wasForced: move.wasForced)
    }
  }

  func lostFeatures(of slug: String, to taker: String) -> [String] {
    let taken = session.recipe(taker)?.featureIDs ?? []
    let shared = workspace.manifest?.coenrollingFeatures ?? []
    return session.recipe(slug)?.featureIDs.filter { taken.contains($0) && !shared.contains($0) } ?? []
  }

  /// As in `takes homescreen from homepage-order-2026`; nil if it takes none.
  func takeoverText(_ recipe: Recipe, from enrollments: EnrollmentState) -> String? {
    let rivals = enrollments.rivals(of: recipe, coenrolling: workspace.manifest?.coenrollingFeatures ?? [])
    guard !rivals.isEmpty else { return nil }
    let parts = rivals.map { "\(lostFeatures(of: $0, to: recipe.slug).joined(separator: ", ")) from \($0)" }
    return "takes " + parts.joined(separator: ", ")
  }
}
