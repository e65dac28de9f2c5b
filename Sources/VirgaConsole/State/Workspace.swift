import VirgaCanvas
import VirgaJSON
package import VirgaManifest
import VirgaSource

/// What the console has open: a manifest and what was found wrong with it.
///
/// What was derived from a manifest is kept with the ``Identity`` of its reading.
package struct Workspace: Sendable {
  /// Identifies one reading of the manifest: manifests are too large to be compared.
  final class Identity: Equatable, Sendable {
    static func == (left: Identity, right: Identity) -> Bool { left === right }
  }

  /// The manifest, or nil before it has been read for the first time.
  package private(set) var manifest: Manifest?
  /// The reading that is shown.
  private(set) var identity = Identity()
  /// Whether no manifest was shown before this one.
  private(set) var isFirst = true
  /// Whether the last reading could not be used, so that an older one is on screen.
  private(set) var isStale = false

  /// Whether the defaults of the manifest on screen have been checked.
  var isChecked: Bool { !defaults.isEmpty }

  /// The columns that nine of ten ids of features need.
  private(set) var commonNameWidth = 0

  private var loading: [Problem] = []
  private var defaults: [ExactText?: [Problem]] = [:]
  private var ranked: [ExactText?: [Problem]] = [:]
  private var errors: [ExactText?: NameTable<Int>] = [:]
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

  /// Shows a manifest that was read, with the problems of reading it.
  mutating func show(_ manifest: Manifest, problems: [Problem]) {
    isFirst = self.manifest == nil
    identity = Identity()
    self.manifest = manifest
    commonNameWidth = DisplayText.commonWidth(of: manifest.features.lazy.map(\.id))
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
    ranked = [:]
    errors = [:]
    counts = [:]
    for channel in [nil] + channels.map(ExactText.init) {
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
