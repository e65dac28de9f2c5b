import VirgaCanvas
import VirgaJSON
package import VirgaManifest
import VirgaSource

/// The open manifest with its problems.
///
/// Values derived from the manifest are cached by its `identity`.
package struct Workspace: Sendable {
  /// The problems of its files, in any channel.
  struct ChannelProblems {
    /// In the order found; ``ProblemList`` sorts them.
    var problems: [ChannelProblem] = []
    /// The number of errors of each feature that has some.
    var errorCounts: [Name: Int] = [:]
    /// The features with errors or warnings.
    var featuresWithProblems: Set<Name> = []
  }

  /// The manifest; nil until it is first read.
  package private(set) var manifest: Manifest?
  /// The number of the shown manifest, 0 before the first one; comparing manifests would be too
  /// slow.
  private(set) var identity = 0
  /// Whether the last reading failed, so that an older one is shown.
  private(set) var isStale = false
  /// The width of the longest feature id, in cells.
  private(set) var nameWidth = 0
  /// The problems found while reading the files.
  private var problemsOfReading: [Problem] = []
  /// The problems of the defaults in each channel; the key is nil without declared channels.
  private var problemsOfDefaults: [Name?: [Problem]] = [:]
  private(set) var channelProblems = ChannelProblems()

  package init() {}

  /// Whether the manifest is the first one that was shown; each one shown gets the next number.
  var isFirstManifest: Bool { identity == 1 }
  /// Whether the defaults were checked: then each channel has its list of problems, even if empty.
  var isChecked: Bool { !problemsOfDefaults.isEmpty }
  /// The features, sorted by id.
  var features: [FeatureDefinition] { manifest?.features ?? [] }
  /// The channels of the top module, in declared order.
  package var channels: [String] { manifest?.channels ?? [] }

  /// The channels in which values are checked; without declared ones, all values apply in one
  /// unnamed channel.
  var checkedChannels: [String?] { channels.isEmpty ? [nil] : channels }

  /// Replaces the shown manifest by one that was just read, with the problems found while reading
  /// it; its defaults are not checked yet.
  mutating func load(_ manifest: Manifest, problems: [Problem]) {
    // With another identity, nothing that was cached for the last manifest is used again.
    identity += 1
    self.manifest = manifest
    nameWidth = manifest.features.lazy.map { DisplayText($0.id).columns }.max() ?? 0
    isStale = false
    problemsOfReading = problems
    problemsOfDefaults = [:]
    findProblems()
  }

  /// Stores why the manifest could not be read again; the shown one, if any, is stale now.
  mutating func storeFailure(_ problems: [Problem]) {
    isStale = manifest != nil
    problemsOfReading = problems
    findProblems()
  }

  /// Stores the problems of the defaults in each channel.
  mutating func storeProblemsOfDefaults(_ problems: [Name?: [Problem]]) {
    problemsOfDefaults = problems
    findProblems()
  }

  /// Merges the problems of all channels, finds the features that have errors or warnings, and
  /// counts their errors.
  ///
  /// A manifest without channels is checked in one unnamed channel, nil.
  ///
  /// While a stale manifest is shown, only the problems of the failed reading count: the shown
  /// features and defaults are from files that have changed since.
  private mutating func findProblems() {
    let byChannel = checkedChannels.map { channel in
      let found = problemsOfDefaults[channel.map { Name($0) }] ?? []
      return (channel: channel, problems: isStale ? [] : found)
    }
    channelProblems = ChannelProblems(
      problems: problemsOfReading.map { ChannelProblem($0) } + ChannelProblem.merged(byChannel))
    guard let manifest, !isStale else { return }
    for problem in channelProblems.problems.lazy.map(\.problem) where problem.severity != .hint {
      guard let id = ProblemTarget(problem, in: manifest)?.feature else { continue }
      channelProblems.featuresWithProblems.insert(Name(id))
      if problem.severity == .error { channelProblems.errorCounts[Name(id), default: 0] += 1 }
    }
  }
}
