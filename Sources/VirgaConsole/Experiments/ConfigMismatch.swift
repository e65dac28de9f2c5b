import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// A config of the client's branch that does not match the manifest; the app uses only its valid parts.
struct ConfigMismatch: Equatable, Sendable {
  package let feature: String
  package let slug: String
}

/// All such configs, indexed by feature and recipe because every drawn row looks them up.
struct ConfigMismatches: Equatable, Sendable {
  let features: Set<Name>
  let slugs: Set<Name>
  private let all: [ConfigMismatch]

  init(_ all: [ConfigMismatch] = []) {
    self.all = all
    features = Set(naming: all.map(\.feature))
    slugs = Set(naming: all.map(\.slug))
  }

  func contains(_ slug: String, for feature: String) -> Bool {
    slugs.contains(slug) && features.contains(feature)
      && all.contains { $0.feature.isSameName(as: feature) && $0.slug.isSameName(as: slug) }
  }
}

extension State {
  /// Depends on enrollments, recipes and manifest.
  mutating func findMismatches() {
    guard let manifest = workspace.manifest else { return }
    let found = layers.enrolled.flatMap { id, effective in
      effective.counting.filter { manifest.mismatch(of: $0.value, for: id.text, in: channel) != nil }
        .map { ConfigMismatch(feature: id.text, slug: $0.slug) }
    }
    findings.mismatches = ConfigMismatches(found.sorted { ($0.feature, $0.slug) < ($1.feature, $1.slug) })
  }
}

extension Manifest {
  /// A sentence; nil if the config matches or the feature is unknown.
  func mismatch(of config: JSONObject, for id: String, in channel: String?) -> String? {
    guard let feature = feature(id) else { return nil }
    let problems = check(config: LocatedValue(.object(config)), feature: feature, channel: channel).problems
      .filter { $0.severity == .error }
    guard let first = problems.first else { return nil }
    return first.sentence + (problems.count > 1 ? " (and \(problems.count - 1) more)" : "")
  }
}
