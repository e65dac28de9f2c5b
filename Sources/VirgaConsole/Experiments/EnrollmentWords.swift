import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

// What an operation did to recipes that it was not about: nobody looks for that, so it is said.
extension State {
  /// What was done, and which other recipes the client entered or left by it.
  ///
  /// - Parameter isUndone: Whether it was taken back.
  func words(_ said: String, of operation: SessionOperation, isUndone: Bool = false) -> String {
    let isTypedOver = operation.changes.contains { $0.key.kind == .edit && hasConflict(in: $0.key.name) }
    let said = isTypedOver && !isUndone ? "\(said); what is typed stays, and applying it asks first" : said
    let moves = operation.enrollmentMoves(isUndone: isUndone)
    guard !moves.isEmpty else { return said }
    let named = moves.count > Self.mostNamed + 1 ? Array(moves.prefix(Self.mostNamed)) : moves
    var parts = [said] + named.map(words)
    if named.count < moves.count { parts.append("\(moves.count - named.count) other recipes changed") }
    // Taking something back takes its events back, and records none.
    let isLost = !isUndone && moves.contains { $0.taker != nil }
    return parts.joined(separator: "; ") + (isLost ? " (\(Self.lossWords))" : "")
  }

  /// How many recipes are named; their names are long, and the line is short.
  private static let mostNamed = 2

  /// What telemetry hears of a recipe that lost a feature.
  static let lossWords = "the SDK records enroll_failed for that, no unenrollment"

  private func words(_ move: EnrollmentMove) -> String {
    switch (move.old, move.new) {
    case (let old?, let new?): return "\(move.slug) goes from \(old) to \(new)"
    case (nil, let new?): return "\(move.slug) enrolls on \(new)"
    case (let old, nil):
      let verb = move.wasForced ? "is forced no more and leaves" : "leaves"
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

  /// Whom a recipe takes which features from where a branch of it is forced: `takes homescreen from homepage-order-2026`;
  /// nil where nobody has them.
  func takingWords(_ recipe: Recipe, from enrollments: EnrollmentState) -> String? {
    let rivals = enrollments.rivals(of: recipe, coenrolling: workspace.manifest?.coenrollingFeatures ?? [])
    guard !rivals.isEmpty else { return nil }
    let parts = rivals.map { "\(lostFeatures(of: $0, to: recipe.slug).joined(separator: ", ")) from \($0)" }
    return "takes " + parts.joined(separator: ", ")
  }
}
