import VirgaCanvas
import VirgaJSON
package import VirgaManifest
import VirgaSource

/// The open manifest with its problems.
///
/// What was derived from a manifest is kept with the `Identity` of its reading.
package struct Workspace: Sendable {
  /// Identifies one reading of the manifest: manifests are too large to be compared.
  final class Identity: Equatable, Sendable {
    static func == (left: Identity, right: Identity) -> Bool { left === right }
  }

  /// The manifest; nil until it is first read.
  package private(set) var manifest: Manifest?
  private(set) var identity = Identity()
  /// Whether no manifest was shown before this one.
  private(set) var isFirst = true
  /// Whether the last reading failed, so that an older one is shown.
  private(set) var isStale = false

  var isChecked: Bool { !defaults.isEmpty }

  private(set) var nameWidth = 0

  private var loading: [Problem] = []
  private var defaults: [Name?: [Problem]] = [:]
  private var ranked: [Name?: [Problem]] = [:]
  private var errors: [Name?: [Name: Int]] = [:]
  private var flawed: [Name?: Set<Name>] = [:]
  private var counts: [Name?: [Problem.Severity: Int]] = [:]

  /// Creates a workspace without a manifest.
  package init() {}

  /// The features, sorted by id.
  var features: [FeatureDefinition] { manifest?.features ?? [] }
  /// The channels of the top module, in declared order.
  package var channels: [String] { manifest?.channels ?? [] }

  /// The problems that concern `channel`, most severe first, otherwise in the order found.
  func problems(in channel: String?) -> [Problem] { ranked[channel.map(Name.init(_:))] ?? ranked[nil] ?? [] }

  /// The number of problems of a severity in `channel`.
  func count(_ severity: Problem.Severity, in channel: String?) -> Int {
    (counts[channel.map(Name.init(_:))] ?? counts[nil])?[severity] ?? 0
  }

  /// The number of errors of each feature in `channel`, by id.
  func errorCounts(in channel: String?) -> [Name: Int] {
    errors[channel.map(Name.init(_:))] ?? errors[nil] ?? [:]
  }

  /// The features with errors or warnings in `channel`.
  func flawedFeatures(in channel: String?) -> Set<Name> { flawed[channel.map { Name($0) }] ?? flawed[nil] ?? [] }

  mutating func show(_ manifest: Manifest, problems: [Problem]) {
    isFirst = self.manifest == nil
    identity = Identity()
    self.manifest = manifest
    nameWidth = manifest.features.lazy.map { DisplayText($0.id).columns }.max() ?? 0
    isStale = false
    loading = problems
    defaults = [:]
    rank()
  }

  /// Keeps the shown manifest, if any, with the problems of a later reading.
  mutating func keep(because problems: [Problem]) {
    isStale = manifest != nil
    loading = problems
    rank()
  }

  mutating func record(_ problems: [Name?: [Problem]]) {
    defaults = problems
    rank()
  }

  private mutating func rank() {
    ranked = [:]
    errors = [:]
    flawed = [:]
    counts = [:]
    for channel in [nil] + channels.map(Name.init(_:)) {
      let all = loading + (isStale ? [] : defaults[channel] ?? [])
      let sorted = Problem.Severity.allCases.map { severity in all.filter { $0.severity == severity } }
      ranked[channel] = Array(sorted.joined())
      for found in sorted {
        if let severity = found.first?.severity { counts[channel, default: [:]][severity] = found.count }
      }
      guard let manifest, !isStale else { continue }
      for problem in all where problem.severity != .hint {
        guard let target = ProblemTarget(problem, in: manifest) else { continue }
        flawed[channel, default: []].insert(target.feature)
        if problem.severity == .error { errors[channel, default: [:]][target.feature, default: 0] += 1 }
      }
    }
  }
}
