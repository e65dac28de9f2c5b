import VirgaExperiments
import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource

extension Operations {
  /// Records that the client could first be affected by a feature, or why that is not recorded.
  ///
  /// - Parameter slug: The recipe that the app names, where several configure the feature; nil lets the session find it.
  package func expose(_ id: String, in slug: String? = nil) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    try note(telemetry, id, in: slug, &draft)
    return try draft.finished("expose \(id)", feature: id)
  }

  /// Records the same of several features as one operation.
  package func expose(_ ids: [String]) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    let telemetry = telemetry
    for id in ids { try note(telemetry, id, in: nil, &draft) }
    return try draft.finished("expose \(ids.count.counted("feature"))")
  }

  /// What telemetry hears; finding out reads every recipe.
  private var telemetry: FeatureTelemetry {
    FeatureTelemetry(session.enrollments, coenrolling: surroundings.manifest?.coenrollingFeatures ?? [])
  }

  private func note(
    _ telemetry: FeatureTelemetry, _ id: String, in slug: String?, _ draft: inout OperationDraft
  ) throws(Refusal) {
    let feature = try feature(id)
    switch slug.map({ telemetry.exposure(of: id, in: $0) }) ?? telemetry.exposure(of: id) {
    case .recorded(let event):
      let key = feature.flatMap(modifyingSetting)
      draft.note(event, suppressed: key.map { "the app setting `\($0)` is set, so the feature is modified" })
    case .suppressed(let reason):
      draft.note(
        SessionEvent(
          time: draft.time, kind: TelemetryEvent.Name.exposure.rawValue, suppressed: reason, feature: id, slug: slug,
          process: surroundings.process))
    }
  }

  /// The key of an app setting that is set for a variable of the feature; it suppresses exposures.
  private func modifyingSetting(_ feature: FeatureDefinition) -> String? {
    feature.variables.lazy.compactMap(\.preferenceKey).first { session[.preference, $0] != nil }
  }
}
