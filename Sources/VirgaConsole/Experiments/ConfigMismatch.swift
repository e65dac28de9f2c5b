import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// A config of the client's branch that does not match the manifest; the app uses only its valid parts.
struct ConfigMismatch: Hashable, Sendable {
  let feature: Name
  let slug: Name
}

/// All such configs, indexed by feature and recipe because every drawn row looks them up.
struct ConfigMismatches: Equatable, Sendable {
  let features: Set<Name>
  let slugs: Set<Name>
  private let all: Set<ConfigMismatch>

  init(_ all: [ConfigMismatch] = []) {
    (self.all, features, slugs) = (Set(all), Set(all.map(\.feature)), Set(all.map(\.slug)))
  }

  func contains(_ slug: String, for feature: String) -> Bool {
    all.contains(ConfigMismatch(feature: Name(feature), slug: Name(slug)))
  }
}

extension State {
  /// Depends on enrollments, recipes and manifest.
  mutating func findMismatches() {
    guard let manifest = workspace.manifest else { return }
    let found = layers.enrolled.flatMap { id, effective in
      effective.counting.filter { manifest.mismatch(of: $0.value, for: id.text, in: channel) != nil }
        .map { ConfigMismatch(feature: id, slug: Name($0.slug)) }
    }
    findings.mismatches = ConfigMismatches(found)
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
