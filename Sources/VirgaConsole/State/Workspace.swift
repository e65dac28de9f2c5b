import VirgaCanvas
import VirgaJSON
package import VirgaManifest
import VirgaSource

/// What the console has open: a manifest and what was found wrong with it.
///
/// A workspace is replaced as a whole when the manifest is read again; `generation` tells two of them apart.
package struct Workspace: Sendable {
  /// The manifest, or nil before it has been read for the first time.
  package private(set) var manifest: Manifest?
  /// Rises with every reading that is shown.
  private(set) var generation = 0
  /// Rises with every change of what is wrong.
  private(set) var revision = 0
  /// Whether the last reading could not be used, so that an older one is on screen.
  private(set) var isStale = false

  /// Whether the defaults of the manifest on screen have been checked.
  var isChecked: Bool { !defaults.isEmpty }

  /// The columns that the widest id of a feature needs.
  private(set) var nameWidth = 0

  private var loading: [Problem] = []
  private var defaults: [ExactText?: [Problem]] = [:]
  private var ranked: [ExactText?: [Problem]] = [:]
  private var errors: [ExactText?: NameTable<Int>] = [:]
  private var flawed: [ExactText?: NameSet] = [:]
  private var counts: [ExactText?: [Problem.Severity: Int]] = [:]

  /// A workspace that has not read anything yet.
  package init() {}

  /// The features, sorted by id.
  var features: [FeatureDefinition] { manifest?.features ?? [] }
  /// The channels of the top module, in declared order.
  package var channels: [String] { manifest?.channels ?? [] }

  /// Everything wrong that concerns `channel`, what matters most first, else as found.
  func problems(in channel: String?) -> [Problem] { ranked[channel.map(ExactText.init)] ?? ranked[nil] ?? [] }

  /// How many problems of a severity there are in `channel`.
  func count(_ severity: Problem.Severity, in channel: String?) -> Int {
    (counts[channel.map(ExactText.init)] ?? counts[nil])?[severity] ?? 0
  }

  /// How many errors each feature has in `channel`, by id.
  func errorCounts(in channel: String?) -> NameTable<Int> {
    errors[channel.map(ExactText.init)] ?? errors[nil] ?? [:]
  }

  /// The features with errors or warnings in `channel`.
  func flawedFeatures(in channel: String?) -> NameSet { flawed[channel.map(ExactText.init)] ?? flawed[nil] ?? [] }

  /// Shows a manifest that was read, with the problems of reading it.
  mutating func show(_ manifest: Manifest, problems: [Problem]) {
    self.manifest = manifest
    nameWidth = manifest.features.lazy.map { DisplayText($0.id).columns }.max() ?? 0
    generation += 1
    isStale = false
    loading = problems
    defaults = [:]
    rank()
  }

  /// Keeps the manifest on screen, if there is one, and shows why a later reading could not be used.
  mutating func keep(because problems: [Problem]) {
    isStale = manifest != nil
    loading = problems
    rank()
  }

  /// Notes what is wrong with the defaults of the manifest on screen, by channel.
  mutating func note(_ problems: [ExactText?: [Problem]]) {
    defaults = problems
    rank()
  }

  private mutating func rank() {
    revision += 1
    ranked = [:]
    errors = [:]
    flawed = [:]
    counts = [:]
    for channel in [nil] + channels.map(ExactText.init) {
      let all = loading + (isStale ? [] : defaults[channel] ?? [])
      let sorted = Problem.Severity.allCases.map { severity in all.filter { $0.severity == severity } }
      ranked[channel] = Array(sorted.joined())
      for found in sorted {
        if let severity = found.first?.severity { counts[channel, default: [:]][severity] = found.count }
      }
      guard let manifest, !isStale else { continue }
      for problem in all where problem.severity != .hint {
        guard let place = ProblemPlace(problem, in: manifest) else { continue }
        flawed[channel, default: []].insert(place.feature)
        if problem.severity == .error { errors[channel, default: [:]][place.feature, default: 0] += 1 }
      }
    }
  }
}
