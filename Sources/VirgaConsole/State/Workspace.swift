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

  /// The columns that nine of ten ids of features need.
  private(set) var commonNameWidth = 0

  private var loading: [Problem] = []
  private var defaults: [Name?: [Problem]] = [:]
  private var ranked: [Name?: [Problem]] = [:]
  private var errors: [Name?: [Name: Int]] = [:]
  private var counts: [Name?: [Problem.Severity: Int]] = [:]

  /// A workspace that has not read anything yet.
  package init() {}

  /// The features, sorted by id.
  var features: [FeatureDefinition] { manifest?.features ?? [] }
  /// The channels of the top module, in declared order.
  package var channels: [String] { manifest?.channels ?? [] }

  /// Everything wrong that concerns `channel`, what matters most first, else as found.
  func problems(in channel: String?) -> [Problem] { ranked[channel.map(Name.init(_:))] ?? ranked[nil] ?? [] }

  /// How many problems of a severity there are in `channel`.
  func count(_ severity: Problem.Severity, in channel: String?) -> Int {
    (counts[channel.map(Name.init(_:))] ?? counts[nil])?[severity] ?? 0
  }

  /// How many errors each feature has in `channel`, by id.
  func errorCounts(in channel: String?) -> [Name: Int] {
    errors[channel.map(Name.init(_:))] ?? errors[nil] ?? [:]
  }

  /// Shows a manifest that was read, with the problems of reading it.
  mutating func show(_ manifest: Manifest, problems: [Problem]) {
    self.manifest = manifest
    commonNameWidth = DisplayText.commonWidth(of: manifest.features.lazy.map(\.id))
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
  mutating func note(_ problems: [Name?: [Problem]]) {
    defaults = problems
    rank()
  }

  private mutating func rank() {
    revision += 1
    ranked = [:]
    errors = [:]
    counts = [:]
    for channel in [nil] + channels.map(Name.init(_:)) {
      let all = loading + (isStale ? [] : defaults[channel] ?? [])
      let sorted = Problem.Severity.allCases.map { severity in all.filter { $0.severity == severity } }
      ranked[channel] = Array(sorted.joined())
      for found in sorted {
        if let severity = found.first?.severity { counts[channel, default: [:]][severity] = found.count }
      }
      guard let manifest, !isStale else { continue }
      for problem in sorted[0] {
        if let place = ProblemPlace(problem, in: manifest) {
          errors[channel, default: [:]][place.feature, default: 0] += 1
        }
      }
    }
  }
}
