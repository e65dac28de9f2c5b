import VirgaExperiments
import VirgaJSON
import VirgaSession

/// What a session gives the features of an app: the configs of enrolled recipes, and edits over them.
struct SessionConfigs: Sendable {
  private let enrolled: NameTable<EffectiveFeature>
  private let edits: NameTable<JSONValue>

  /// What `session` gives; several recipes may configure the features in `coenrolling`.
  init(_ session: Session, coenrolling: NameSet) {
    enrolled = session.enrollments.effectiveFeatures(coenrolling: coenrolling)
    edits = session.all(.edit)
  }

  /// The partial config of a feature; nil where there is none.
  ///
  /// It is laid as for the console, by the one function (SDK: Computation).
  subscript(feature: String) -> JSONObject? {
    FeatureLayers(enrolled[feature], edit: edits[feature].map { WrittenValue($0) }).config?.json
  }
}
