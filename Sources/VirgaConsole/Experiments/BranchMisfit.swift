import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// A config of a branch that the client is on and that does not fit the manifest: the app takes what it can of it.
struct BranchMisfit: Equatable, Sendable {
  /// The feature that the config is for.
  package let feature: String
  /// The recipe.
  package let slug: String
}

/// Such configs, found by their features and recipes as every row that is drawn asks for them.
struct BranchMisfits: Equatable, Sendable {
  /// The features that have one.
  let features: NameSet
  /// The recipes that have one.
  let slugs: NameSet
  private let all: [BranchMisfit]

  init(_ all: [BranchMisfit] = []) {
    self.all = all
    features = NameSet(all.map(\.feature))
    slugs = NameSet(all.map(\.slug))
  }

  /// Whether the config that a recipe gives a feature is one.
  func contains(_ slug: String, for feature: String) -> Bool {
    slugs.contains(slug) && features.contains(feature)
      && all.contains { ByteText.areEqual($0.feature, feature) && ByteText.areEqual($0.slug, slug) }
  }
}

extension State {
  /// Looks for branches that do not fit, among those that count; it changes with enrollments, recipes and the manifest.
  mutating func findMisfits() {
    guard let manifest = workspace.manifest else { return }
    let found = layers.enrolled.flatMap { id, effective in
      effective.counting.filter { manifest.misfit(of: $0.value, for: id, in: channel) != nil }
        .map { BranchMisfit(feature: id, slug: $0.slug) }
    }
    findings.misfits = BranchMisfits(found.sorted { ($0.feature, $0.slug) < ($1.feature, $1.slug) })
  }
}

extension Manifest {
  /// Why a config does not fit its feature, in a sentence; nil where it fits, or where there is no such feature.
  func misfit(of config: JSONObject, for id: String, in channel: String?) -> String? {
    guard let feature = feature(id) else { return nil }
    let problems = check(config: WrittenValue(.object(config)), feature: feature, channel: channel).problems
      .filter { $0.severity == .error }
    guard let first = problems.first else { return nil }
    return first.sentence + (problems.count > 1 ? " (and \(problems.count - 1) more)" : "")
  }
}
