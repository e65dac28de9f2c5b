import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// Reports what an operation did to other recipes, because nobody would look for that.
enum EnrollmentReport {
  /// Adds to a message the recipes that the client entered, left or changed branches in as a side
  /// effect of an operation, or of its undo.
  ///
  /// For a recipe that the client left because another one took features from it, the message names
  /// these features.
  ///
  /// - Parameter isUndone: Whether the message is about the undo, which makes the opposite changes.
  static func addingSideEffectsOnEnrollments(
    to message: StatusMessage, of operation: SessionOperation, isUndone: Bool = false,
    _ shared: Shared
  ) -> StatusMessage {
    let moves = operation.enrollmentMoves(isUndone: isUndone).map { move in
      // The taker is the recipe that took features from this one.
      let lost = move.taker.map { lostFeatures(of: move.slug, to: $0, shared) } ?? []
      return StatusMessage.Move(enrollment: move, lostFeatures: lost)
    }
    return message.and(moves, isUndone: isUndone)
  }

  /// The features that a recipe loses to another one: both configure them, and the manifest does
  /// not let recipes share them.
  private static func lostFeatures(
    of slug: String, to taker: String, _ shared: Shared
  ) -> [String] {
    let featuresOfTaker = shared.session.recipe(taker)?.featureIDs ?? []
    let coenrolling = shared.workspace.manifest?.coenrollingFeatures ?? []
    let featuresOfLoser = shared.session.recipe(slug)?.featureIDs ?? []
    return featuresOfLoser.filter { featuresOfTaker.contains($0) && !coenrolling.contains($0) }
  }

  /// The features that enrolling in a recipe would take from others, as in
  /// `takes homescreen from homepage-order-2026`; nil if it would take none.
  static func takeoverWords(by recipe: Recipe, _ shared: Shared) -> String? {
    let coenrolling = shared.workspace.manifest?.coenrollingFeatures ?? []
    let rivals = shared.session.enrollments.rivals(of: recipe, coenrolling: coenrolling)
    let parts = rivals.map { rival in
      let lost = lostFeatures(of: rival, to: recipe.slug, shared).joined(separator: ", ")
      return "\(lost) from \(rival)"
    }
    return parts.isEmpty ? nil : "takes " + parts.joined(separator: ", ")
  }
}

/// A config of the client's branch that does not match the manifest in some channel; the app uses
/// only its valid parts.
struct ConfigMismatch: Equatable, Sendable {
  let feature: Name
  let slug: Name

  /// All mismatches of the configs that the client's branches contribute to known features.
  static func all(_ shared: Shared) -> [ConfigMismatch] {
    guard let manifest = shared.workspace.manifest else { return [] }
    return shared.layers.enrolled.flatMap { id, effective -> [ConfigMismatch] in
      guard let feature = manifest.feature(id.text) else { return [] }
      // Another recipe can replace a config, which then is not in effect.
      let mismatched = effective.contributionsInEffect.filter { config in
        let value = LocatedValue(.object(config.value))
        let problems = manifest.problems(
          of: value, for: feature, in: shared.workspace.checkedChannels)
        return problems.contains { $0.problem.severity == .error }
      }
      return mismatched.map { ConfigMismatch(feature: id, slug: Name($0.slug)) }
    }
  }
}

extension Manifest {
  /// A sentence about the first error of a config, with the number of others; nil if the config
  /// matches or the feature is unknown.
  func mismatch(of config: JSONObject, for id: String, in channel: String?) -> String? {
    guard let feature = feature(id) else { return nil }
    let value = LocatedValue(.object(config))
    let problems = check(config: value, feature: feature, channel: channel).problems
    let errors = problems.filter { $0.severity == .error }
    guard let first = errors.first else { return nil }
    return first.sentence + (errors.count > 1 ? " (and \(errors.count - 1) more)" : "")
  }
}
