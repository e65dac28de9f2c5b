import VirgaCanvas
package import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A simulation of many clients: its progress or its results.
package struct SimulationRun: Sendable {
  /// The number of clients to simulate.
  private(set) var clientCount = 1_000_000
  /// The number of the run; results of earlier runs are ignored.
  private(set) var runNumber = 0
  /// The number of completed clients; nil if the simulation is not running.
  private(set) var completedClients: Int?
  /// The results for each recipe, for the completed clients.
  private(set) var results: [SimulatedRecipe] = []
  /// The entries of the session on which the results depend, as they were at the start.
  private var basisAtStart: [[Name: JSONValue]] = []

  package var isRunning: Bool { completedClients != nil }

  /// The entries of a session on which a simulation depends: all that can affect the enrollments of
  /// new clients, which have neither this client's id nor its forced branches and enrollments.
  private static func basis(of session: Session) -> [[Name: JSONValue]] {
    let context = session.entries(of: .context).filter { $0.key != Name(ClientKey.clientID) }
    let kinds: [EntryKind] = [
      .channel, .recipe, .recipeOrder, .participation, .preference, .clock, .behavior,
    ]
    return [context] + kinds.map { session.entries(of: $0) }
  }

  /// A note that the results are outdated, with the key that simulates again; nil if they are
  /// current.
  func noteIfOutdated(_ shared: Shared) -> String? {
    guard hasRun, basisAtStart != Self.basis(of: shared.session) else { return nil }
    return Self.outdatedNote(shared)
  }

  /// Whether a simulation was started.
  var hasRun: Bool { runNumber > 0 }

  /// The note that results are outdated, whether they are or not.
  static func outdatedNote(_ shared: Shared) -> String {
    "outdated: the client or the recipes changed; \(shared.keyName(of: "simulate")) simulates again"
  }

  // The command and the events of a simulation.

  static let command = Command(
    "simulate", "simulate", on: ExperimentsScreen.self, run: { $0.simulate($2, $1) }
  )
  .in(.screen(.experiments)).keys("s").argument(.text).hint(.fourth)
  .when({ !$0.experiments.recipes.isEmpty }, else: .noRecipes)
  .help(
    "Simulates clients like this one for all recipes; takes their number, such as 10,000,000. Without one, stops a running simulation; with one, starts again."
  )

  private static let maxClients = 1_000_000_000

  /// The same run with another number of clients, typed as in `10,000,000` or `10_000_000`; nil if
  /// it is not a number from 1 to a billion.
  fileprivate func with(clients written: String) -> SimulationRun? {
    let digits = written.filter { $0 != "," && $0 != "_" }
    guard let count = Int(digits), (1...Self.maxClients).contains(count) else { return nil }
    var run = self
    run.clientCount = count
    return run
  }

  /// Starts a run with a new number and without results, and remembers what its results depend on.
  fileprivate mutating func start(on session: Session) {
    runNumber += 1
    completedClients = 0
    results = []
    basisAtStart = Self.basis(of: session)
  }

  fileprivate mutating func stop() { completedClients = nil }

  /// Stores results of a run, unless it was stopped or another one was started; returns whether it
  /// did.
  ///
  /// - Parameters:
  ///   - results: The results for each recipe.
  ///   - number: The number of the run that has these results.
  ///   - completed: The number of completed clients; nil when the run ends.
  fileprivate mutating func store(
    _ results: [SimulatedRecipe], ofRun number: Int, completed: Int?
  ) -> Bool {
    guard isRunning, number == runNumber else { return false }
    completedClients = completed
    self.results = results
    return true
  }

  /// The progress for the status line, as in `simulating 12.5 % · Ctrl-C stops it`; nil if no
  /// simulation is running, and on screen 4, where a panel shows it.
  static func progressMark(in model: Model) -> DisplayText? {
    let run = model.experiments.simulation
    guard model.screen != .experiments, let completed = run.completedClients else { return nil }
    let share = BranchPanel.percent(Double(completed) / Double(run.clientCount))
    // Other keys stop it only on screen 4.
    return DisplayText("simulating \(share) · \(model.keyName(of: "cancel")) stops it")
  }

  /// A simulation of the session's recipes, with clients like the session's client.
  package static func simulation(in model: Model) -> Simulation {
    let session = model.session
    let client = session.client(in: model.operationContext)
    // The enrollments say whether the client takes part in experiments and in rollouts.
    return Simulation(session.recipes, for: client, participation: session.enrollments)
  }
}

extension ExperimentsScreen {
  /// Starts a simulation, or stops the running one; with a typed number of clients, always starts
  /// one with that many.
  fileprivate mutating func simulate(_ typedCount: String, _ shared: Shared) -> Outcome {
    if typedCount.isEmpty {
      return simulation.isRunning ? stopSimulation(shared) : startSimulation(shared)
    }
    // Nil unless a number from 1 to a billion was typed.
    guard let run = simulation.with(clients: typedCount) else {
      return .refused(.clientCountExpected(not: typedCount))
    }
    simulation = run
    return startSimulation(shared)
  }

  /// Starts a simulation of `clientCount` clients and shows its panel.
  ///
  /// It replaces a running one, whose results are then ignored.
  private mutating func startSimulation(_ shared: Shared) -> Outcome {
    simulation.start(on: shared.session)
    let message = StatusMessage.simulating(
      simulation.clientCount, stop: shared.keyName(of: "simulate"))
    let starting = Outcome.done(
      [.simulate(number: simulation.runNumber, clients: simulation.clientCount)], saying: message)
    // A panel that is left out for lack of room is shown when it has the focus.
    let isPanelShown = shared.layout.panels[.simulation] != nil
    return isPanelShown ? starting : .focuses(.simulation, then: starting)
  }

  /// Stops the simulation; the results for the completed clients stay, and the message has the
  /// result for the selected recipe.
  mutating func stopSimulation(_ shared: Shared) -> Outcome {
    // Read before the stop, which resets it.
    let completed = simulation.completedClients ?? 0
    simulation.stop()
    let result = completed == 0 ? nil : simulationResultOfSelected
    return .done(
      [.stopSimulation],
      saying: .stoppedSimulation(
        after: completed, result, outdated: simulation.noteIfOutdated(shared)))
  }

  /// Stores results of a simulation; when it ends, the message is about the selected recipe.
  ///
  /// - Parameter completed: The number of completed clients; nil when the simulation ends.
  mutating func store(
    _ results: [SimulatedRecipe], ofSimulation number: Int, completed: Int?, _ shared: Shared
  ) -> Outcome {
    let isCurrentRun = simulation.store(results, ofRun: number, completed: completed)
    let hasEnded = isCurrentRun && completed == nil
    guard hasEnded, let result = simulationResultOfSelected else { return [] }
    return .says(.simulated(result, outdated: simulation.noteIfOutdated(shared)))
  }

  /// The result for the selected recipe; nil if the simulation did not include it.
  var simulationResultOfSelected: SimulatedRecipe? {
    guard let row = selectedRow else { return nil }
    return simulation.results.first { row.slug.isSameName(as: $0.slug) }
  }
}

/// The progress and the results of a simulation, for the selected recipe.
struct SimulationPanel: TextView {
  let panel = Panel.simulation

  func title(of model: Model) -> DisplayText { DisplayText(panel.title) }

  func subject(of model: Model) -> String { model.experiments.selectedRow?.slug ?? "" }

  /// A warning if the results are outdated, the progress if a simulation is running, and the result
  /// for the selected recipe.
  ///
  /// Without a result, the key that simulates. A note before the result says if the recipe is for
  /// another app.
  func text(of model: Model, columns: Int) -> [StyledLine] {
    let run = model.experiments.simulation
    let result = model.experiments.simulationResultOfSelected
    let outdated = run.noteIfOutdated(model.shared)
    let warning = outdated.map { StyledLine.problem(DisplayText($0)) }
    // If there is a result, the bar of the progress starts in the column of its bars.
    let nameColumns =
      result.map { Self.nameColumns(of: $0, beside: run.clientCount, in: columns) } ?? 0
    let progress = run.completedClients.map { completed in
      Self.progressLine(
        completed, of: run.clientCount, nameColumns: nameColumns, columns: columns)
    }
    let warningAndProgress = (warning?.wrapped(to: columns) ?? []) + [progress].compactMap(\.self)
    if let result {
      return warningAndProgress + Self.otherAppLines(in: model, columns: columns)
        + Self.resultLines(result, nameColumns: nameColumns, columns: columns)
    }
    if run.isRunning { return warningAndProgress }
    return warningAndProgress + Self.linesWithoutResult(in: model, columns: columns)
  }

  /// Says that the selected recipe is for another app, which its result may not say: the SDK checks
  /// the app after some other gates.
  private static func otherAppLines(in model: Model, columns: Int) -> [StyledLine] {
    guard let words = model.experiments.selectedRow?.otherAppWords else { return [] }
    return Prose.lines(of: "stopped by other app: \(words)", .text, columns: columns)
  }

  /// The text for a selected recipe without a result: which key simulates; if other recipes have
  /// results, first why this one has none.
  private static func linesWithoutResult(in model: Model, columns: Int) -> [StyledLine] {
    let hint =
      "\(model.keyName(of: "simulate")) simulates clients like this one, with other ids, for all recipes"
    let hintLines = Prose.lines(of: hint, .dim, columns: columns)
    let hasResults = !model.experiments.simulation.results.isEmpty
    guard hasResults, let slug = model.experiments.selectedRow?.slug else { return hintLines }
    let reason = "not simulated: the session did not have \(slug)"
    return Prose.lines(of: reason, .dim, columns: columns) + hintLines
  }

  /// The rows that the panel needs at a width, border included.
  ///
  /// There is always room for the warning that the results are outdated, so that the border does
  /// not move when it appears.
  func rowsWithRoomForOutdatedNote(_ model: Model, columns: Int) -> Int {
    let run = model.experiments.simulation
    let rows = wantedRows(model, columns: columns)
    // Before the first run there is no warning; if the results are outdated, these rows include it.
    guard run.hasRun, run.noteIfOutdated(model.shared) == nil else { return rows }
    let borderAndBlanks = 4
    let warning = StyledLine.problem(DisplayText(SimulationRun.outdatedNote(model.shared)))
    return rows + warning.wrapped(to: columns - borderAndBlanks).count
  }

  /// The line of a running simulation, as in `running   ████░░░░  50.0 %  500,000 clients`; in a
  /// narrow panel without the last word.
  ///
  /// The bar gets what the other parts leave, up to a maximum.
  ///
  /// - Parameter nameColumns: The columns before the bar of the result, which the bar follows; 0
  ///   without a result.
  private static func progressLine(
    _ completed: Int, of clients: Int, nameColumns: Int, columns: Int
  ) -> StyledLine {
    let name: DisplayText = "running"
    let nameAndBlank = name.padded(to: max(name.columns, nameColumns) + 1)
    let figures = figures(completed, of: clients)
    let noun = " clients"
    // The room for the final figures, the longest, is kept free, so that the bar keeps its width.
    let longestFigures = Self.figures(clients, of: clients)
    let columnsLeft = max(0, columns - nameAndBlank.columns - longestFigures.count)
    let hasNoun = columnsLeft >= minProgressBarColumns + noun.count
    let columnsForBar = hasNoun ? columnsLeft - noun.count : columnsLeft
    let barColumns = min(maxProgressBarColumns, columnsForBar)
    return StyledLine(nameAndBlank, .dim)
      + bar(Double(completed) / Double(clients), columns: barColumns, .accent)
      + StyledLine(DisplayText(figures + (hasNoun ? noun : "")))
  }

  /// The share and the number of the completed clients, as in `  50.0 %  500,000`.
  private static func figures(_ completed: Int, of clients: Int) -> String {
    "  \(BranchPanel.percent(Double(completed) / Double(clients)))  \(completed.withCommas)"
  }

  /// The shortest bar beside which the noun is shown.
  private static let minProgressBarColumns = 8
  private static let maxProgressBarColumns = 25

  /// The key that stops a running simulation, or else the number of clients, and if it was stopped,
  /// after how many of them.
  func subtitle(of model: Model) -> DisplayText {
    let run = model.experiments.simulation
    // While a simulation is running, the key of `clear` stops it.
    if run.isRunning { return DisplayText("\(model.keyName(of: "clear")) stops it") }
    let whole = "\(run.clientCount.withCommas) clients"
    // All recipes have been simulated with the same number of clients.
    guard let completed = run.results.first?.clientCount, completed < run.clientCount else {
      return DisplayText(whole)
    }
    return DisplayText("stopped after \(completed.withCommas) of \(whole)")
  }

  /// The result of a recipe: a line with a bar for the enrolled clients and for each branch, how
  /// probable the counts of the branches are, and how many clients were not enrolled for which
  /// reason.
  private static func resultLines(
    _ result: SimulatedRecipe, nameColumns: Int, columns: Int
  ) -> [StyledLine] {
    // No branch has more enrolled clients than the recipe, so no count is longer than that.
    let blanksBeforeCount = 2
    let countColumns = blanksBeforeCount + result.enrolledCount.withCommas.count
    let table = ResultTable(nameColumns: nameColumns, countColumns: countColumns, in: columns)
    // Nil if there is nothing to compare.
    let sampleRatio = result.pValue.map { sampleRatioLines($0, columns: columns) }
    return table.lines(of: result) + (sampleRatio ?? [])
      + linesOfReasonsNotToEnroll(in: result, columns: columns)
  }

  /// The reasons not to enroll with their numbers of clients, as in `not: bucket 500,000`; none if
  /// all clients were enrolled.
  private static func linesOfReasonsNotToEnroll(
    in result: SimulatedRecipe, columns: Int
  ) -> [StyledLine] {
    let reasons = reasonsNotToEnroll(in: result)
    if reasons.isEmpty { return [] }
    let text = "not: \(reasons.joined(separator: " · "))"
    return Prose.lines(of: text, .dim, columns: columns)
  }

  /// How probable the counts of the branches are, and below it what that number means.
  private static func sampleRatioLines(_ probability: Double, columns: Int) -> [StyledLine] {
    sampleRatioLine(probability).wrapped(to: columns)
      + Prose.lines(of: meaningOfProbability, .dim, columns: columns)
  }

  /// The reasons not to enroll with their numbers of clients, as in `bucket 500,000`: the most
  /// frequent first, equally frequent ones by name.
  private static func reasonsNotToEnroll(in result: SimulatedRecipe) -> [String] {
    // Qualified clients are enrolled, so this is not a reason not to enroll.
    let qualified = EnrollmentStatus.EnrolledReason.qualified.rawValue
    let counts = result.clientCountsByReason.filter { $0.key != qualified }
    // The values are swapped for a descending order, the keys are not.
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return sorted.map { reason, count in
      "\(RecipeRow.reasonWords[reason] ?? reason) \(count.withCommas)"
    }
  }

  /// The widths of the results: name, bar, share, count, and if they fit, the expected share in
  /// words.
  private struct ResultTable {
    private let nameColumns: Int
    private let countColumns: Int
    /// The width of the bars; 0 if they would be too short.
    private let barColumns: Int
    /// What precedes the share that the buckets select at the end of a line; nil in a panel that is
    /// too narrow for expected shares.
    let bucketShareLabel: String?
    /// What precedes the share that its ratio gives a branch; nil in such a panel.
    var expectedShareLabel: String? { bucketShareLabel == nil ? nil : "expected" }

    private static let minBarColumns = 3
    private static let maxBarColumns = 20

    /// Gives the bars what the other columns leave.
    ///
    /// At the end of a line is the expected share after a label, such as `buckets select 50.0 %`.
    /// If there is too little room for the longest label, a shorter one is used; if there is none
    /// for that either, lines have no expected share.
    init(nameColumns: Int, countColumns: Int, in columns: Int) {
      self.nameColumns = nameColumns
      self.countColumns = countColumns
      let blankAfterName = 1
      let columnsBesideBar =
        nameColumns + blankAfterName + SimulationPanel.shareColumns + countColumns
      let columnsForBarAndExpectedShare = columns - columnsBesideBar
      // A label needs only its own room: it is shown even if that leaves none for the bars.
      bucketShareLabel = Self.bucketShareLabels.first {
        Self.columnsOfExpectedShare(after: $0) <= columnsForBarAndExpectedShare
      }
      // Enough for other lines too: their label, `expected`, is never longer than this one.
      let columnsOfExpectedShare = bucketShareLabel.map(Self.columnsOfExpectedShare(after:)) ?? 0
      let columnsLeft = columnsForBarAndExpectedShare - columnsOfExpectedShare
      barColumns = columnsLeft < Self.minBarColumns ? 0 : min(Self.maxBarColumns, columnsLeft)
    }

    /// The width of the end of a line, as in `  expected 50.0 %`, for the longest share.
    private static func columnsOfExpectedShare(after label: String) -> Int {
      let blanksBeforeLabel = 2
      return blanksBeforeLabel + label.count + " 100.0 %".count
    }

    /// From the longest to the shortest.
    private static let bucketShareLabels = ["buckets select", "selected"]

    /// A line for the enrolled clients, and one for those in each branch.
    func lines(of result: SimulatedRecipe) -> [StyledLine] {
      // In a narrow panel, the labels are nil, and expected shares are left out.
      let enrolled = line(
        result.enrolledCount, of: result.clientCount, named: "enrolled",
        expecting: result.selectedShare, labeled: bucketShareLabel)
      let branches = result.branches.map {
        line(
          $0.count, of: result.enrolledCount, named: $0.slug,
          expecting: $0.expectedShare, labeled: expectedShareLabel)
      }
      return [enrolled] + branches
    }

    /// The line of some clients among all, as in
    /// `control  █████░░░░░  50.0 %  5,000  expected 50.0 %`.
    ///
    /// - Parameters:
    ///   - count: The number of clients, 5,000 here.
    ///   - all: The number of clients of which they are a share.
    ///   - name: What they are, such as the branch in which they are enrolled.
    ///   - expectedShare: The share that buckets or ratios let expect.
    ///   - label: What precedes the expected share; nil leaves that out.
    func line(
      _ count: Int, of all: Int, named name: String, expecting expectedShare: Double,
      labeled label: String?
    ) -> StyledLine {
      let share = all > 0 ? Double(count) / Double(all) : 0
      let percent = DisplayText(BranchPanel.percent(share))
      let shownName = DisplayText(name).truncatedInside(to: nameColumns)
      let nameAndBlank = shownName.padded(to: nameColumns + 1)
      let expected = label.map { "  \($0) \(BranchPanel.percent(expectedShare))" } ?? ""
      return StyledLine(nameAndBlank)
        + SimulationPanel.bar(share, columns: barColumns, .experiment)
        + StyledLine(
          of: (percent.paddedAtStart(to: SimulationPanel.shareColumns), .text),
          (DisplayText(count.withCommas).paddedAtStart(to: countColumns), .text),
          (DisplayText(expected), .dim))
    }
  }

  /// The width of a share such as `100.0 %` after at least two blanks.
  private static let shareColumns = 9

  /// The probability below which the counts of the branches are taken for a mismatch of the ratios,
  /// as is usual for experiments.
  private static let mismatchProbability = 0.001

  /// What the sample ratio's p says.
  private static let meaningOfProbability =
    "p: how often chance gives such counts; below \(mismatchProbability) is a mismatch"

  /// How probable the counts of the branches are under their ratios, as in `sample ratio p 0.042`,
  /// and whether that is so improbable that the ratios do not match.
  private static func sampleRatioLine(_ probability: Double) -> StyledLine {
    let isMismatch = probability < mismatchProbability
    let thousandths = Int((probability * 1000).rounded())
    // Adding 1000 keeps the zeros in front: 42 thousandths are the last digits of 1042.
    let decimals = String(1000 + thousandths % 1000).dropFirst()
    let text = "sample ratio p \(thousandths / 1000).\(decimals)"
    return isMismatch
      ? .problem(DisplayText("\(text): the ratios do not match"))
      : StyledLine(DisplayText(text), .dim)
  }

  private static let minNameColumns = 8
  private static let maxNameColumns = 24

  /// The width of the names: the longest slug's, from 8 to 24; less, but at least 8, if the figures
  /// need the room.
  ///
  /// Bars and expected shares get only what is left, because a cut name could be any branch.
  ///
  /// - Parameter clients: The greatest number beside a name.
  private static func nameColumns(
    of result: SimulatedRecipe, beside clients: Int, in columns: Int
  ) -> Int {
    let longest = result.branches.map { DisplayText($0.slug).columns }.max() ?? 0
    let wanted = min(maxNameColumns, max(minNameColumns, longest))
    // Blanks, the greatest share and number.
    let figures = "   100.0 %  \(clients.withCommas)"
    return min(wanted, max(minNameColumns, columns - figures.count))
  }

  /// A bar of full and empty cells, as in `███░░░░░` for a share of 0.375.
  private static func bar(_ share: Double, columns: Int, _ style: Style) -> StyledLine {
    let clamped = min(max(share, 0), 1)
    let full = Int((clamped * Double(columns)).rounded())
    return StyledLine(
      of: (DisplayText(String(repeating: "█", count: full)), style),
      (DisplayText(String(repeating: "░", count: columns - full)), .dim))
  }
}
