import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

// Reports what an operation did to other recipes, as nobody would look for that.
extension State {
  /// Describes an operation, and the other recipes that the client entered or left.
  ///
  /// - Parameter isUndone: Whether the operation was undone.
  func words(_ said: String, of operation: SessionOperation, isUndone: Bool = false) -> String {
    let isTypedOver = operation.changes.contains { $0.key.kind == .edit && hasConflict(in: $0.key.name) }
    let said = isTypedOver && !isUndone ? "\(said); what is typed stays, and applying it asks first" : said
    let moves = operation.enrollmentMoves(isUndone: isUndone)
    guard !moves.isEmpty else { return said }
    let named = moves.count > Self.mostNamed + 1 ? Array(moves.prefix(Self.mostNamed)) : moves
    var parts = [said] + named.map(words)
    if named.count < moves.count { parts.append("\(moves.count - named.count) other recipes changed") }
    // Undoing removes the operation's events and records none.
    let isLost = !isUndone && moves.contains { $0.taker != nil }
    return parts.joined(separator: "; ") + (isLost ? " (\(Self.lossWords))" : "")
  }

  /// The maximum number of named recipes, as their names are long.
  private static let mostNamed = 2

  /// The effect on telemetry when a recipe loses a feature.
  static let lossWords = "the SDK records enroll_failed for that, no unenrollment"

  private func words(_ move: EnrollmentMove) -> String {
    switch (move.old, move.new) {
    case (let old?, let new?): return "\(move.slug) goes from \(old) to \(new)"
    case (nil, let new?): return "\(move.slug) enrolls in \(new)"
    case (let old, nil):
      let verb = move.wasForced ? "is no longer forced and leaves" : "leaves"
      let features = move.taker.map { lostFeatures(of: move.slug, to: $0).joined(separator: ", ") } ?? ""
      return "\(move.slug) \(verb) \(old ?? "")" + (features.isEmpty ? "" : ", losing \(features)")
    }
  }

  /// The features that a recipe loses to another.
  func lostFeatures(of slug: String, to taker: String) -> [String] {
    let taken = session.recipe(taker)?.featureIDs ?? []
    let shared = workspace.manifest?.coenrollingFeatures ?? []
    return session.recipe(slug)?.featureIDs.filter { taken.contains($0) && !shared.contains($0) } ?? []
  }

  /// The features that forcing a recipe takes from others, as in `takes homescreen from homepage-order-2026`; nil if it
  /// takes none.
  func takingWords(_ recipe: Recipe, from enrollments: EnrollmentState) -> String? {
    let rivals = enrollments.rivals(of: recipe, coenrolling: workspace.manifest?.coenrollingFeatures ?? [])
    guard !rivals.isEmpty else { return nil }
    let parts = rivals.map { "\(lostFeatures(of: $0, to: recipe.slug).joined(separator: ", ")) from \($0)" }
    return "takes " + parts.joined(separator: ", ")
  }
}
