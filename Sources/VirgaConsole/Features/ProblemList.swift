import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The problems of all open files.
struct ProblemList: Sendable {
  /// All problems if no feature is selected.
  var list = ListModel<ProblemItem>()
  /// The index of the problem that was visited last.
  var current = 0
  var ofRecipes: [Problem] = []
  var unreadRecipes: [UnreadRecipe] = []
  /// Errors in flag files that were already reported.
  var reportedFlagErrors: [Problem] = []
  /// Whether a problem was visited since the manifest was read.
  var wereVisited = false
  /// What the list had selected after the last visit: another problem if it does not show the
  /// visited one.
  var selectedByVisit: Int?
  fileprivate var found = Derived<Found>()

  fileprivate struct Found {
    var all: [ProblemItem] = []
    var byFeature: [Name: [ProblemItem]] = [:]
    var counts: [ProblemCount] = []
  }

  /// Of all files and the session, most severe first; of the same severity, those of the channel on
  /// screen first.
  var all: [ProblemItem] { found.output?.all ?? [] }
  var selected: Problem? { list.selected?.problem }

  /// Of each severity that occurs, errors first.
  var counts: [ProblemCount] { found.output?.counts ?? [] }

  /// Hints do not ask for room on the screen.
  var shownCount: Int { list.items.count { $0.problem.severity != .hint } }

  func count(_ severity: Problem.Severity) -> Int {
    counts.first { $0.severity == severity }?.total ?? 0
  }

  func items(of feature: String) -> [ProblemItem] { found.output?.byFeature[feature] ?? [] }

  /// What the problems are found from, besides the manifest that they are about.
  static func sources(in model: Model) -> Inputs {
    [
      model.findings.problems, model.channel.map { Name($0) }, model.workspace.found.problems,
      model.flags.problems,
      model.problems.ofRecipes,
    ]
  }

  static func find(in model: inout Model) {
    let visited = model.problems.visited
    let (workspace, findings, channel) = (model.workspace, model.findings, model.channel)
    let ofFiles = model.flags.problems + model.problems.ofRecipes
    let found = model.problems.found.value(for: sources(in: model)) {
      let written = workspace.found.problems + ofFiles.map { ChannelProblem($0) }
      let all = written.map { FoundProblem($0, in: .file) } + findings.problems
      return Found(all, in: channel, of: workspace.manifest)
    }
    // The same problem stays the current one when the channel on screen changes the order.
    guard visited == nil || model.problems.visited != visited else { return }
    model.problems.current =
      visited.flatMap { visited in found.all.firstIndex { $0.found == visited } } ?? 0
  }

  /// The problem that was visited last; nil since the manifest was read.
  private var visited: FoundProblem? {
    wereVisited && all.indices.contains(current) ? all[current].found : nil
  }

  mutating func list(of feature: String?) { list.show(feature.map(items) ?? all) }
}

extension ProblemList.Found {
  fileprivate init(_ problems: [FoundProblem], in channel: String?, of manifest: Manifest?) {
    let sorted = Problem.Severity.allCases.flatMap { severity in
      let found = problems.filter { $0.problem.severity == severity }
      return found.filter { $0.occurs(in: channel) } + found.filter { !$0.occurs(in: channel) }
    }
    all = sorted.enumerated().map { index, found in
      let target = manifest.flatMap { ProblemTarget(found.problem, in: $0) }
      return ProblemItem(id: index, found: found, feature: target?.feature)
    }
    byFeature = Dictionary(grouping: all.filter { $0.feature != nil }) { Name($0.feature ?? "") }
    counts = ProblemCount.all(of: problems.lazy.map(\.inChannels), in: channel)
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

  let inChannels: ChannelProblem
  let origin: Origin

  init(_ inChannels: ChannelProblem, in origin: Origin) {
    (self.inChannels, self.origin) = (inChannels, origin)
  }

  var problem: Problem { inChannels.problem }

  func occurs(in channel: String?) -> Bool { inChannels.occurs(in: channel) }

  /// As in `nightly, beta: `; empty if it occurs in all channels.
  var channelWords: String {
    inChannels.channels.isEmpty ? "" : inChannels.channels.joined(separator: ", ") + ": "
  }

  /// The sentence with the channels.
  var sentence: String { channelWords + problem.sentence }

  /// Its file and position, or else the edit or the recipe.
  var place: String {
    switch origin {
    case .file: problem.location.map { "\(FilePath.name(of: $0.file)):\($0.range.start)" } ?? "–"
    case .edit: "edit"
    case .recipe(let slug): slug
    }
  }
}

struct ProblemItem: ListItem {
  /// Its index among all problems.
  let id: Int
  let found: FoundProblem
  let feature: String?

  var problem: Problem { found.problem }

  /// Whether it is why a variable of the feature could not be read.
  var isUnreadVariable: Bool {
    guard let feature, problem.severity == .error else { return false }
    let variables = "features.\(feature).variables"
    return problem.path == variables
      || ["features/\(feature)/", variables + "."].contains { problem.path.hasPrefix($0) }
  }
}

/// The problems of the selected feature; all problems if no feature is selected.
enum ProblemPanel {
  static let view = ListPanel(
    panel: .problems, path: \Model.problems.list, read: { $0.problems.list },
    isFiltered: false, isMarkable: false, opens: "go-to-problem",
    columns: { _, _ in
      [
        Column("Severity", width: .fixed(9)) { item, _ in
          let (name, style) = (item.problem.severity.rawValue, item.problem.severity.style)
          return StyledLine(of: (PanelSymbols.problem, style.bold()), (" \(name)", style))
        },
        Column("Where", width: .content(least: 10, rank: 0), style: .dim, isName: true) {
          DisplayText($0.found.place)
        },
        Column("Problem", width: .rest) { item, _ in words(of: item) },
      ]
    }, title: title,
    subtitle: { "\($0.keyName(of: "next-problem")) next" }, empty: { _ in "no problems" },
    lines: lines)

  /// Heads and border included.
  static func wantedRows(_ model: Model, columns: Int) -> Int {
    max(1, model.problems.list.count) * lines(model, columns: columns - 2 - PanelSymbols.gutter) + 3
  }

  /// A problem that does not fit next to its position goes below it.
  @Sendable private static func lines(_ model: Model, columns: Int) -> Int {
    let items = model.problems.list.items
    let longest = items.map { words(of: $0).columns }.max() ?? 0
    let locationWidth = items.map { DisplayText($0.found.place).columns }.max() ?? 0
    return 11 + locationWidth + longest <= columns
      ? 1 : min(1 + (longest + columns - 1) / max(columns, 1), 3)
  }

  @Sendable private static func title(_ model: Model) -> DisplayText {
    let list = model.problems.list
    let counts = Problem.Severity.allCases.compactMap { severity -> DisplayText? in
      let count = list.items.count { $0.problem.severity == severity }
      return count == 0 ? nil : HeaderLine.counted(count, severity.rawValue)
    }
    return "Problems \(list.count)"
      + (counts.count < 2 ? .empty : ": " + counts.joined(separator: ", "))
  }

  private static func words(of item: ProblemItem) -> StyledLine {
    let problem = item.problem
    var line = StyledLine(
      of: (DisplayText(item.found.channelWords), .changed), (DisplayText(problem.message), .text))
    if let hint = problem.hint { line.add("; \(hint)", .dim) }
    let ownPath = item.feature.map { "features/\($0)" }
    if !problem.path.isEmpty, problem.path != ownPath { line.add("  \(problem.path)", .dim) }
    return line
  }
}

extension Problem.Severity {
  var style: Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .hint: .hint
    }
  }
}
