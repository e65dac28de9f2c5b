import VirgaCanvas
package import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A simulation of many clients: its progress or its results.
package struct SimulationRun: Sendable {
  /// The number of clients to simulate.
  private(set) var clients = 1_000_000
  /// The number of the run; results of earlier runs are ignored.
  private(set) var number = 0
  /// The number of completed clients; nil if no simulation is running.
  private(set) var done: Int?
  /// The results for each recipe, for the completed clients.
  private(set) var results: [SimulatedRecipe] = []
  /// What the results depend on.
  private var basis: [[Name: JSONValue]] = []

  package var isRunning: Bool { done != nil }

  /// The entries of a session on which a simulation depends: all that can affect enrollments, apart
  /// from the client's own id.
  private static func basis(_ session: Session) -> [[Name: JSONValue]] {
    let context = session.all(.context).filter { $0.key != Name(ClientKey.clientID) }
    let kinds: [EntryKind] = [
      .channel, .recipe, .recipeOrder, .participation, .preference, .clock, .behavior,
    ]
    return [context] + kinds.map { session.all($0) }
  }

  /// A note that the results are outdated, with the key that simulates again; nil if they are
  /// current.
  func outdated(_ shared: Shared) -> String? {
    guard number > 0, basis != Self.basis(shared.session) else { return nil }
    return
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

  /// The same with another number of clients, which a person typed; nil if it is not a number.
  fileprivate func with(clients written: String) -> SimulationRun? {
    let digits = written.filter { $0 != "," && $0 != "_" }
    guard let count = Int(digits), (1...Self.maxClients).contains(count) else { return nil }
    var run = self
    run.clients = count
    return run
  }

  fileprivate mutating func start(on session: Session) {
    number += 1
    done = 0
    results = []
    basis = Self.basis(session)
  }

  fileprivate mutating func stop() { done = nil }

  /// Stores results of a run, unless it was stopped or another one was started; returns whether it
  /// did.
  ///
  /// - Parameters:
  ///   - results: The results for each recipe.
  ///   - number: The number of the run.
  ///   - done: The number of completed clients; nil when the run ends.
  fileprivate mutating func store(
    _ results: [SimulatedRecipe], of number: Int, done: Int?
  ) -> Bool {
    guard isRunning, number == self.number else { return false }
    self.done = done
    self.results = results
    return true
  }

  /// The progress in the status line of other screens; nil if no simulation is running.
  static func mark(in model: Model) -> DisplayText? {
    let run = model.experiments.simulation
    guard model.screen != .experiments, let done = run.done else { return nil }
    let share = BranchPanel.percent(Double(done) / Double(run.clients))
    return DisplayText("simulating \(share) · \(model.keyName(of: "cancel")) stops it")
  }

  /// A simulation of the session's recipes, with clients like this one and its participation.
  package static func simulation(in model: Model) -> Simulation {
    let (session, client) = (model.session, model.session.client(in: model.operationContext))
    return Simulation(session.recipes, for: client, participation: session.enrollments)
  }
}

extension ExperimentsScreen {
  /// Starts a simulation, or stops the running one; a number of clients always starts one.
  fileprivate mutating func simulate(_ clients: String, _ shared: Shared) -> Outcome {
    if simulation.isRunning, clients.isEmpty { return stopSimulation(shared) }
    if !clients.isEmpty {
      guard let run = simulation.with(clients: clients) else {
        return .refused(.clientCountExpected(not: clients))
      }
      simulation = run
    }
    simulation.start(on: shared.session)
    let starting: Outcome = [
      .simulate(number: simulation.number, clients: simulation.clients)
    ]
    let isShown = shared.layout.panels[.simulation] != nil
    return isShown ? starting : .focuses(.simulation, then: starting)
  }

  /// Stops the simulation; the results for the completed clients stay.
  mutating func stopSimulation(_ shared: Shared) -> Outcome {
    let done = simulation.done ?? 0
    simulation.stop()
    let result = done == 0 ? nil : simulationResult
    return .done(
      [.stopSimulation],
      saying: .stoppedSimulation(after: done, result, outdated: simulation.outdated(shared)))
  }

  /// Shows results of a simulation, and says so when it ends.
  mutating func store(
    _ results: [SimulatedRecipe], ofSimulation number: Int, done: Int?, _ shared: Shared
  ) -> Outcome {
    guard simulation.store(results, of: number, done: done), done == nil,
      let result = simulationResult
    else { return [] }
    return .says(.simulated(result, outdated: simulation.outdated(shared)))
  }

  /// The result for the selected recipe; nil if the simulation did not include it.
  var simulationResult: SimulatedRecipe? {
    guard let row = selectedRow else { return nil }
    return simulation.results.first { row.slug.isSameName(as: $0.slug) }
  }
}

/// The progress and the results of a simulation, for the selected recipe.
struct SimulationPanel: TextView {
  let panel = Panel.simulation

  func title(of model: Model) -> DisplayText { DisplayText(panel.title) }

  func subject(of model: Model) -> String { model.experiments.selectedRow?.slug ?? "" }

  func text(of model: Model, columns: Int) -> [StyledLine] {
    let run = model.experiments.simulation
    let result = model.experiments.simulationResult
    var text =
      run.outdated(model.shared).map { Prose.lines(of: $0, .warning, columns: columns) }
      ?? []
    if let done = run.done {
      let share = Double(done) / Double(run.clients)
      let name: DisplayText = "running"
      let names = max(name.columns, result.map { Self.nameColumns(of: $0, in: columns) } ?? 0)
      // A blank after the name; after the bar, a share and a number such as `1,000,000 clients`.
      let columnsBesideBar = names + 31
      text.append(
        StyledLine(name.padded(to: names + 1), .dim)
          + Self.bar(share, columns: min(25, max(8, columns - columnsBesideBar)), .accent)
          + StyledLine(DisplayText("  \(BranchPanel.percent(share))  \(done.grouped) clients")))
    }
    if let result { return text + Self.lines(result, columns: columns) }
    if run.isRunning { return text }
    if let slug = model.experiments.selectedRow?.slug, !run.results.isEmpty {
      text += Prose.lines(
        of: "not simulated: the session did not have \(slug)", .dim, columns: columns)
    }
    let hint =
      "\(model.keyName(of: "simulate")) simulates clients like this one, with other ids, for all recipes"
    return text + Prose.lines(of: hint, .dim, columns: columns)
  }

  func subtitle(of model: Model) -> DisplayText {
    let run = model.experiments.simulation
    if run.isRunning { return DisplayText("\(model.keyName(of: "clear")) stops it") }
    let whole = "\(run.clients.grouped) clients"
    guard let done = run.results.first?.clients, done < run.clients else {
      return DisplayText(whole)
    }
    return DisplayText("stopped after \(done.grouped) of \(whole)")
  }

  /// The result of a recipe: a line with a bar for the enrolled clients and for each branch, the
  /// sample ratio, and how many clients were not enrolled for which reason.
  private static func lines(_ result: SimulatedRecipe, columns: Int) -> [StyledLine] {
    let table = ResultTable(
      names: nameColumns(of: result, in: columns), counts: result.enrolled.grouped.count + 2,
      in: columns)
    var lines = [
      table.line(
        result.enrolled, of: result.clients, named: "enrolled",
        expecting: "\(table.selectedWord) \(BranchPanel.percent(result.selectedShare))")
    ]
    lines += result.branches.map {
      table.line(
        $0.count, of: result.enrolled, named: $0.slug,
        expecting: "\(table.expectedWord) \(BranchPanel.percent($0.expectedShare))")
    }
    if let probability = result.probability { lines.append(sampleRatio(probability)) }
    let qualified = EnrollmentStatus.EnrolledReason.qualified.rawValue
    let reasons = result.reasons.filter { $0.key != qualified }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\(RecipeRow.words[$0.key] ?? $0.key) \($0.value.grouped)" }
    if reasons.isEmpty { return lines }
    let text = "not: \(reasons.joined(separator: " · "))"
    return lines + Prose.lines(of: text, .dim, columns: columns)
  }

  /// The widths of the results: name, bar, share, count, and the expected share in words.
  private struct ResultTable {
    private let names: Int
    private let counts: Int
    /// The width of the bars; 0 if there is no room for them.
    private let bars: Int
    /// The words before an expected share; short ones in a narrow panel.
    let selectedWord: String
    let expectedWord: String

    /// Bars get what the others leave; if that is too little, the words are shortened.
    init(names: Int, counts: Int, in columns: Int) {
      self.names = names
      self.counts = counts
      // `  buckets select 100.0 %`, and with the short word 10 cells less.
      let (wordColumns, savedByShortWords) = (24, 10)
      let left = columns - (names + 1 + SimulationPanel.shareColumns + counts) - wordColumns
      let isNarrow = left < 0
      let room = isNarrow ? left + savedByShortWords : left
      bars = room < 3 ? 0 : min(20, room)
      selectedWord = isNarrow ? "sel." : "buckets select"
      expectedWord = isNarrow ? "exp." : "expected"
    }

    /// The line of some clients among all, as in
    /// `control  █████░░░░░  50.0 %  5,000  expected 50.0 %`.
    func line(
      _ count: Int, of all: Int, named name: String, expecting expected: String
    ) -> StyledLine {
      let share = all > 0 ? Double(count) / Double(all) : 0
      let percent = DisplayText(BranchPanel.percent(share))
      return StyledLine(DisplayText(name).truncatedInside(to: names).padded(to: names + 1))
        + SimulationPanel.bar(share, columns: bars, .experiment)
        + StyledLine(
          of: (percent.paddedAtStart(to: SimulationPanel.shareColumns), .text),
          (DisplayText(count.grouped).paddedAtStart(to: counts), .text),
          (DisplayText("  \(expected)"), .dim))
    }
  }

  private static let shareColumns = 9

  /// How probable the counts of the branches are under their ratios, as in `sample ratio p 0.042`;
  /// below 0.001, the ratios do not match.
  private static func sampleRatio(_ probability: Double) -> StyledLine {
    let isMismatch = probability < 0.001
    let thousandths = Int((probability * 1000).rounded())
    // Three digits after the point: the last ones of 1042 for 0.042.
    let digits = String(1000 + thousandths % 1000).dropFirst()
    let text = "sample ratio p \(thousandths / 1000).\(digits)"
    return StyledLine(
      DisplayText(text + (isMismatch ? ": the ratios do not match" : "")),
      isMismatch ? .error : .dim)
  }

  /// The width of the names: the longest slug's, from 8 to 24, and at most about a quarter of the
  /// row.
  private static func nameColumns(of result: SimulatedRecipe, in columns: Int) -> Int {
    let longest = result.branches.map { DisplayText($0.slug).columns }.max() ?? 0
    return min(min(24, max(8, longest)), max(8, columns / 4))
  }

  /// A bar of full and empty cells, as in `███░░░░░` for a share of 0.375.
  private static func bar(_ share: Double, columns: Int, _ style: Style) -> StyledLine {
    let full = Int((min(max(share, 0), 1) * Double(columns)).rounded())
    return StyledLine(
      of: (DisplayText(String(repeating: "█", count: full)), style),
      (DisplayText(String(repeating: "░", count: columns - full)), .dim))
  }
}
