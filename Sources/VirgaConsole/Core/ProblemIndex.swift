import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaWorkbench

/// The problems of the manifest, of flag files, recipes and edits.
struct ProblemIndex: Sendable {
  /// The problems of recipe files.
  var ofRecipeFiles: [Problem] = []
  var unreadRecipes: [UnreadRecipe] = []
  /// Errors in flag files that were already reported.
  var reportedFlagErrors: [Problem] = []
  private var sorted = Derived<Sources, Sorted>()

  /// Everything that the problems are found in.
  struct Sources: Equatable, Sendable {
    let ofSession: [FoundProblem]
    let ofManifest: [ChannelProblem]
    let ofFlagFiles: [Problem]
    let ofRecipeFiles: [Problem]
    /// The channel on screen; its problems are listed first.
    let channel: Name?
    /// The ``Workspace/identity`` of the manifest.
    let manifestIdentity: Int
  }

  fileprivate struct Sorted {
    var all: [ProblemItem] = []
    var byFeature: [Name: [ProblemItem]] = [:]
    var counts: [ProblemCount] = []
  }

  /// The most severe first; of the same severity, those of the channel on screen first.
  var all: [ProblemItem] { sorted.output?.all ?? [] }

  /// The count of each severity that occurs, errors first.
  var counts: [ProblemCount] { sorted.output?.counts ?? [] }

  /// The number of problems of a severity, in all channels.
  func count(_ severity: Problem.Severity) -> Int {
    counts.first { $0.severity == severity }?.total ?? 0
  }

  /// The problems that are about a feature, in the order of ``all``.
  func items(of feature: String) -> [ProblemItem] { sorted.output?.byFeature[feature] ?? [] }

  /// Sorts the problems of `sources` again if these have changed: by severity, and then those in
  /// `channel` first.
  ///
  /// The manifest tells which feature each problem is about. The sources include the channel and
  /// the identity of the manifest, so another channel or manifest counts as a change.
  mutating func sort(_ sources: Sources, in channel: String?, of manifest: Manifest?) {
    // Calls the closure only if the sources differ from those of the last call.
    sorted.value(for: sources) {
      // Problems of flag files and of recipe files do not depend on a channel.
      let inAllChannels = (sources.ofFlagFiles + sources.ofRecipeFiles).map { ChannelProblem($0) }
      let ofFiles = (sources.ofManifest + inAllChannels).map { FoundProblem($0, in: .file) }
      return Sorted(ofFiles + sources.ofSession, in: channel, of: manifest)
    }
  }
}

extension ProblemIndex.Sorted {
  /// Sorts problems by severity, errors first; of the same severity, those in `channel` come first.
  ///
  /// Also groups them by feature, and counts them: of each severity, how many occur in `channel`,
  /// and how many only in others.
  fileprivate init(_ problems: [FoundProblem], in channel: String?, of manifest: Manifest?) {
    let sorted = Problem.Severity.allCases.flatMap { severity in
      let ofSeverity = problems.filter { $0.problem.severity == severity }
      return ofSeverity.filter { $0.occurs(in: channel) }
        + ofSeverity.filter { !$0.occurs(in: channel) }
    }
    all = sorted.enumerated().map { index, found in
      let target = manifest.flatMap { ProblemTarget(found.problem, in: $0) }
      return ProblemItem(id: index, found: found, feature: target?.feature)
    }
    let aboutFeatures = all.filter { $0.feature != nil }
    byFeature = Dictionary(grouping: aboutFeatures) { item in Name(item.feature ?? "") }
    counts = ProblemCount.all(of: problems.lazy.map(\.channelProblem), in: channel)
  }
}

extension Model {
  /// All problems as found now, with the channel, and with the number that the manifest got when it
  /// was loaded (`identity`): if one of these has changed, the problems are sorted again.
  var problemSources: ProblemIndex.Sources {
    ProblemIndex.Sources(
      ofSession: issues.problems, ofManifest: workspace.channelProblems.problems,
      ofFlagFiles: shared.flagProblems, ofRecipeFiles: problems.ofRecipeFiles,
      channel: channel.map { Name($0) }, manifestIdentity: workspace.identity)
  }

  /// Finds all problems again if something that they come from has changed.
  mutating func findProblems() {
    shared.problems.sort(problemSources, in: channel, of: workspace.manifest)
    // The problems panel lists them.
    features.problems.findVisitedAgain(in: problems.all)
  }
}

/// A problem with its channels, and what it was found in.
struct FoundProblem: Equatable, Sendable {
  enum Origin: Equatable, Sendable {
    case file
    /// The edit of the feature that the problem is about.
    case edit
    /// The recipe with a slug.
    case recipe(String)
  }

  let channelProblem: ChannelProblem
  let origin: Origin

  /// A problem that was found in a file, an edit or a recipe.
  init(_ channelProblem: ChannelProblem, in origin: Origin) {
    (self.channelProblem, self.origin) = (channelProblem, origin)
  }

  var problem: Problem { channelProblem.problem }

  /// Whether it occurs in `channel`, which is nil if the manifest declares no channels.
  func occurs(in channel: String?) -> Bool { channelProblem.occurs(in: channel) }

  /// The names of its channels as the start of a sentence, such as `nightly, beta: `; empty if it
  /// occurs in all channels.
  var channelPrefix: String {
    channelProblem.channels.isEmpty ? "" : channelProblem.channels.joined(separator: ", ") + ": "
  }

  /// The problem as a sentence, after the names of its channels.
  var sentence: String { channelPrefix + problem.sentence }

  /// Where to look for the problem: `app.fml.yaml:12:3` in a file, `edit` for the edited value of
  /// the feature that the problem is about, or the slug of a recipe; `–` if the position in the
  /// file is unknown.
  var place: String {
    switch origin {
    case .file: problem.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start)" } ?? "–"
    case .edit: "edit"
    case .recipe(let slug): slug
    }
  }
}
