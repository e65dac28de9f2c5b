import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// Reports what an operation did to other recipes, because nobody would look for that.
enum EnrollmentReport {
  /// Adds to a message the other recipes that the client entered or left, with the features that it
  /// lost.
  static func message(
    _ message: StatusMessage, of operation: SessionOperation, isUndone: Bool = false,
    _ shared: Shared
  ) -> StatusMessage {
    let moves = operation.enrollmentMoves(isUndone: isUndone).map { move in
      let lost = move.taker.map { lostFeatures(of: move.slug, to: $0, shared) } ?? []
      return StatusMessage.Move(enrollment: move, lost: lost)
    }
    return message.moving(moves, isUndone: isUndone)
  }

  /// The features that a recipe loses to another one: both configure them, and the manifest does
  /// not let recipes share them.
  private static func lostFeatures(
    of slug: String, to taker: String, _ shared: Shared
  ) -> [String] {
    let taken = shared.session.recipe(taker)?.featureIDs ?? []
    let coenrolling = shared.workspace.manifest?.coenrollingFeatures ?? []
    return shared.session.recipe(slug)?.featureIDs.filter {
      taken.contains($0) && !coenrolling.contains($0)
    } ?? []
  }

  /// What a recipe would take from others, as in `takes homescreen from homepage-order-2026`; nil
  /// if it takes no feature.
  static func takeover(by recipe: Recipe, _ shared: Shared) -> String? {
    let coenrolling = shared.workspace.manifest?.coenrollingFeatures ?? []
    let rivals = shared.session.enrollments.rivals(of: recipe, coenrolling: coenrolling)
    let parts = rivals.map { rival in
      "\(lostFeatures(of: rival, to: recipe.slug, shared).joined(separator: ", ")) from \(rival)"
    }
    return parts.isEmpty ? nil : "takes " + parts.joined(separator: ", ")
  }
}

/// A config of the client's branch that does not match the manifest in some channel; the app uses
/// only its valid parts.
struct ConfigMismatch: Equatable, Sendable {
  let feature: Name
  let slug: Name

  /// All mismatches, which depend only on enrollments, recipes and the manifest.
  static func all(_ shared: Shared) -> [ConfigMismatch] {
    guard let manifest = shared.workspace.manifest else { return [] }
    return shared.layers.enrolled.flatMap { id, effective in
      effective.counting.filter { config in
        guard let feature = manifest.feature(id.text) else { return false }
        let value = LocatedValue(.object(config.value))
        return manifest.problems(of: value, for: feature, in: shared.workspace.checkedChannels)
          .contains { $0.problem.severity == .error }
      }.map { ConfigMismatch(feature: id, slug: Name($0.slug)) }
    }
  }
}

extension Manifest {
  /// A sentence about the first error of a config, with the number of others; nil if the config
  /// matches or the feature is unknown.
  func mismatch(of config: JSONObject, for id: String, in channel: String?) -> String? {
    guard let feature = feature(id) else { return nil }
    let config = LocatedValue(.object(config))
    let problems = check(config: config, feature: feature, channel: channel).problems
    let errors = problems.filter { $0.severity == .error }
    guard let first = errors.first else { return nil }
    return first.sentence + (errors.count > 1 ? " (and \(errors.count - 1) more)" : "")
  }
}
