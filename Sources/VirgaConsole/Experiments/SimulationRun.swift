import VirgaCanvas
package import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// A simulation of many clients: its progress or its results.
package struct SimulationRun: Sendable {
  private(set) var clients = 1_000_000
  /// The number of the run; news of earlier runs are ignored.
  private(set) var number = 0
  /// The number of completed clients; nil if no simulation is running.
  private(set) var done: Int?
  /// The results for each recipe, for the completed clients.
  private(set) var results: [SimulatedRecipe] = []
  private var basis: [[Name: JSONValue]] = []

  package var isRunning: Bool { done != nil }

  /// What a simulation depends on, apart from the time and the client's own id.
  private static func basis(_ session: Session) -> [[Name: JSONValue]] {
    let context = session.all(.context).filter { $0.key != Name(ClientKey.clientID) }
    let kinds: [EntryKind] = [
      .channel, .recipe, .recipeOrder, .participation, .preference, .clock, .behavior,
    ]
    return [context] + kinds.map { session.all($0) }
  }

  /// A note that the results are outdated, with the key that simulates again; nil if they are
  /// current.
  static func outdated(in model: Model) -> String? {
    let run = model.experiments.simulation
    guard run.number > 0, run.basis != basis(model.session) else { return nil }
    return
      "outdated: the client or the recipes changed; \(model.keyName(of: "simulate")) simulates again"
  }

  // The command and the events of a simulation.

  static let command = Command("simulate", "simulate", run: simulate)
    .in(.screen(.experiments)).keys("s").argument(.text).hint(.fourth)
    .when({ !$0.experiments.recipes.isEmpty }, else: .noRecipes)
    .help(
      "Simulates clients like this one for all recipes; takes their number, such as 10,000,000. Without one, stops a running simulation; with one, starts again."
    )

  @Sendable private static func simulate(_ model: inout Model, _ argument: String) -> Outcome {
    var run = model.experiments.simulation
    if run.isRunning, argument.isEmpty { return stop(&model) }
    if !argument.isEmpty {
      guard let count = Int(argument.filter { $0 != "," && $0 != "_" }),
        (1...1_000_000_000).contains(count)
      else {
        return .refused(.clientCountExpected(not: argument))
      }
      run.clients = count
    }
    run.number += 1
    (run.done, run.results, run.basis) = (0, [], basis(model.session))
    model.experiments.simulation = run
    if model.layout.panels[.simulation] == nil { model.focus = .simulation }
    return [.simulate(number: run.number, clients: run.clients)]
  }

  static func stop(_ model: inout Model) -> Outcome {
    let done = model.experiments.simulation.done ?? 0
    model.experiments.simulation.done = nil
    let result = done == 0 ? nil : SimulationPanel.result(of: model)
    return .done(
      [.stopSimulation],
      saying: .stoppedSimulation(after: done, result, outdated: outdated(in: model)))
  }

  /// Shows the results of a run for the completed clients, whose number is nil if all are.
  static func show(
    _ number: Int, done: Int?, _ results: [SimulatedRecipe], in model: inout Model
  ) -> Outcome {
    guard model.experiments.simulation.isRunning, number == model.experiments.simulation.number
    else { return [] }
    (model.experiments.simulation.done, model.experiments.simulation.results) = (done, results)
    guard done == nil, let result = SimulationPanel.result(of: model) else { return [] }
    return .says(.simulated(result, outdated: outdated(in: model)))
  }

  /// The progress, for other screens.
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

enum SimulationPanel {
  static let view = TextView(
    panel: .simulation, title: { _ in "Simulation" }, subtitle: subtitle,
    subject: { $0.experiments.selectedRow?.slug ?? "" }, text: lines)

  @Sendable private static func lines(of model: Model, columns: Int) -> [StyledLine] {
    let (run, result) = (model.experiments.simulation, result(of: model))
    var text =
      SimulationRun.outdated(in: model).map { Prose.lines(of: $0, .warning, columns: columns) }
      ?? []
    if let done = run.done {
      let share = Double(done) / Double(run.clients)
      let names = max(7, result.map { nameColumns(of: $0, in: columns) } ?? 0)
      text.append(
        StyledLine(DisplayText("running").padded(to: names + 1), .dim)
          + bar(share, columns: min(25, max(8, columns - 31 - names)), .accent)
          + StyledLine(DisplayText("  \(BranchPanel.percent(share))  \(done.grouped) clients")))
    }
    if let result { return text + lines(result, columns: columns) }
    if run.isRunning { return text }
    if let slug = model.experiments.selectedRow?.slug, !run.results.isEmpty {
      text += Prose.lines(
        of: "not simulated: the session did not have \(slug)", .dim, columns: columns)
    }
    let hint =
      "\(model.keyName(of: "simulate")) simulates clients like this one, with other ids, for all recipes"
    return text + Prose.lines(of: hint, .dim, columns: columns)
  }

  /// Nil if it took no part in the simulation.
  static func result(of model: Model) -> SimulatedRecipe? {
    guard let row = model.experiments.selectedRow else { return nil }
    return model.experiments.simulation.results.first { row.slug.isSameName(as: $0.slug) }
  }

  @Sendable private static func subtitle(of model: Model) -> DisplayText {
    let run = model.experiments.simulation
    if run.isRunning { return DisplayText("\(model.keyName(of: "clear")) stops it") }
    let whole = "\(run.clients.grouped) clients"
    guard let done = run.results.first?.clients, done < run.clients else {
      return DisplayText(whole)
    }
    return DisplayText("stopped after \(done.grouped) of \(whole)")
  }

  private static func lines(_ result: SimulatedRecipe, columns: Int) -> [StyledLine] {
    let (names, counts) = (nameColumns(of: result, in: columns), result.enrolled.grouped.count + 2)
    let left = columns - (names + 1 + 9 + counts) - (2 + 22)
    let isNarrow = left < 0
    // Bars get the rest of the line; if it is too narrow, the words are shortened and the bars may
    // disappear.
    let bars = isNarrow ? left + 10 : left
    func row(
      _ name: String, _ count: Int, of whole: Int, _ expected: (String, Double)
    ) -> StyledLine {
      let share = whole > 0 ? Double(count) / Double(whole) : 0
      return StyledLine(DisplayText(name).truncatedInside(to: names).padded(to: names + 1))
        + bar(share, columns: bars < 3 ? 0 : min(20, bars), .experiment)
        + StyledLine(
          of: (DisplayText(BranchPanel.percent(share)).paddedAtStart(to: 9), .text),
          (DisplayText(count.grouped).paddedAtStart(to: counts), .text),
          (DisplayText("  \(expected.0) \(BranchPanel.percent(expected.1))"), .dim))
    }
    let (selected, expected) = isNarrow ? ("sel.", "exp.") : ("buckets select", "expected")
    var lines = [
      row("enrolled", result.enrolled, of: result.clients, (selected, result.selectedShare))
    ]
    lines += result.branches.map {
      row($0.slug, $0.count, of: result.enrolled, (expected, $0.expectedShare))
    }
    if let p = result.probability {
      let isMismatch = p < 0.001
      // Three digits after the point.
      let digits = String(1000 + Int((p * 1000).rounded()))
      let text = "sample ratio p \(digits.first == "2" ? 1 : 0).\(digits.dropFirst())"
      lines.append(
        StyledLine(
          DisplayText(text + (isMismatch ? ": the ratios do not match" : "")),
          isMismatch ? .error : .dim))
    }
    let rest = result.reasons.filter {
      $0.key != EnrollmentStatus.EnrolledReason.qualified.rawValue
    }
    .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    .map { "\(RecipeRow.words[$0.key] ?? $0.key) \($0.value.grouped)" }
    return lines
      + (rest.isEmpty
        ? [] : Prose.lines(of: "not: \(rest.joined(separator: " · "))", .dim, columns: columns))
  }

  private static func nameColumns(of result: SimulatedRecipe, in columns: Int) -> Int {
    let longest = result.branches.map { DisplayText($0.slug).columns }.max() ?? 0
    return min(min(24, max(8, longest)), max(8, columns / 4))
  }

  private static func bar(_ share: Double, columns: Int, _ style: Style) -> StyledLine {
    let full = Int((min(max(share, 0), 1) * Double(columns)).rounded())
    return StyledLine(
      of: (DisplayText(String(repeating: "█", count: full)), style),
      (DisplayText(String(repeating: "░", count: columns - full)), .dim))
  }
}
