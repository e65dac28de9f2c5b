import VirgaExperiments
import VirgaManifest

extension Operations {
  /// Records that the client could first be affected by a feature, or why that is not recorded.
  ///
  /// - Parameter slug: The recipe that the app names, where several configure the feature; nil lets the session find it.
  public func expose(_ id: String, in slug: String? = nil) throws(Refusal) -> Operation {
    let feature = try feature(id)
    let coenrolling = surroundings.manifest?.coenrollingFeatures ?? []
    let telemetry = FeatureTelemetry(session.enrollments, coenrolling: coenrolling)
    let exposure = slug.map { telemetry.exposure(of: id, in: $0) } ?? telemetry.exposure(of: id)
    var draft = try draft()
    switch exposure {
    case .recorded(let event):
      let key = feature.flatMap(modifyingPreference)
      draft.note(event, suppressed: key.map { "the user chose `\($0)`, so that the feature is modified" })
    case .suppressed(let reason):
      draft.note(
        SessionEvent(
          time: draft.time, kind: TelemetryEvent.Name.exposure.rawValue, suppressed: reason, feature: id, slug: slug,
          process: surroundings.process))
    }
    return try draft.finished("expose \(id)", feature: id)
  }

  /// A preference that the user of the app set and that a variable of the feature has; it suppresses exposures.
  private func modifyingPreference(_ feature: Feature) -> String? {
    feature.variables.lazy.compactMap(\.preferenceKey).first { session[.preference, $0] != nil }
  }
}
