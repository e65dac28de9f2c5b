import VirgaCanvas
package import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

extension CommandTable {
  static let simulationCommands: [Command] = [
    Command("simulate", "simulate") { state, argument in state.simulate(argument) }
      .in(.screen(.experiments)).keys("s").argument(.text).hint(4)
      .when { state in state.experiments.recipes.isEmpty ? .refused(.noRecipes) : .applies() }
      .help(
        "Simulates clients like this one for all recipes; takes their number, such as 10,000,000. Without one, stops a running simulation; with one, starts again."
      )
  ]
}

extension State {
  mutating func simulate(_ argument: String) -> Outcome {
    if experiments.simulation.isRunning, argument.isEmpty { return stopSimulation() }
    if !argument.isEmpty {
      guard let count = Int(argument.filter { $0 != "," && $0 != "_" }), (1...1_000_000_000).contains(count) else {
        return .refused(.clientCountExpected(not: argument))
      }
      experiments.simulation.clients = count
    }
    experiments.simulation.start(
      on: SimulationInput(session, experiments.recipes, for: session.client(in: operationContext)))
    if layout.panels[.simulation] == nil { focus = .simulation }
    return [.simulate(number: experiments.simulation.number, clients: experiments.simulation.clients)]
  }

  mutating func stopSimulation() -> Outcome {
    let done = experiments.simulation.done ?? 0
    experiments.simulation.stop()
    let result = done == 0 ? nil : SimulationPanel.result(of: self)
    return .done(
      [.stopSimulation], saying: .stoppedSimulation(after: done, result, outdated: outdatedSimulationKey))
  }

  private var outdatedSimulationKey: String? { experiments.simulation.isOutdated ? keyName(of: "simulate") : nil }

  var simulationMark: DisplayText? {
    guard screen != .experiments, let done = experiments.simulation.done else { return nil }
    let share = Double(done) / Double(max(experiments.simulation.clients, 1))
    return DisplayText("simulating \(BranchPanel.percent(share)) · \(keyName(of: "cancel")) stops it")
  }

  mutating func showSimulation(_ news: SimulationUpdate) -> Outcome {
    let wasRunning = experiments.simulation.isRunning
    experiments.simulation.update(with: news)
    if wasRunning, !experiments.simulation.isRunning, let result = SimulationPanel.result(of: self) {
      return .says(.simulated(result, outdated: outdatedSimulationKey))
    }
    return []
  }

  /// A simulation of the session's recipes, with clients like this one and its participation.
  package var simulation: Simulation {
    let participation = EnrollmentState(
      takesPartInExperiments: session.takesPart(in: .experiments), takesPartInRollouts: session.takesPart(in: .rollouts)
    )
    return Simulation(session.recipes, for: session.client(in: operationContext), participation: participation)
  }
}

/// A simulation of many clients: its progress or its results.
package struct SimulationRun: Equatable, Sendable {
  var clients = 1_000_000
  /// The number of the run; news of earlier runs are ignored.
  private(set) var number = 0
  /// The number of completed clients; nil if no simulation is running.
  private(set) var done: Int?
  /// The results for each recipe, for the completed clients.
  private(set) var results: [SimulatedRecipe] = []

  /// Whether the client or recipes changed since the run started.
  private(set) var isOutdated = false
  private var basis: SimulationInput?

  /// Whether it is running.
  package var isRunning: Bool { done != nil }

  mutating func start(on basis: SimulationInput) {
    number += 1
    (done, results) = (0, [])
    (self.basis, isOutdated) = (basis, false)
  }

  mutating func compare(with current: @autoclosure () -> SimulationInput) {
    isOutdated = basis.map { $0 != current() } ?? false
  }

  mutating func stop() { done = nil }

  mutating func update(with news: SimulationUpdate) {
    guard isRunning, news.number == number else { return }
    (done, results) = (news.done, news.results)
  }
}

/// The input of a simulation, apart from the time and the client's own id.
struct SimulationInput: Equatable, Sendable {
  private let recipes: [Recipe]
  private let client: Client
  private let clock: JSONValue?
  private let participation: [Bool]

  init(_ session: Session, _ recipes: [Recipe], for client: Client) {
    self.recipes = recipes
    var client = client
    client.now = .epoch
    client.attributes.clientID = nil
    self.client = client
    clock = session[.clock]
    participation = Participation.allCases.map(session.takesPart)
  }
}

/// News of a background simulation.
package struct SimulationUpdate: Equatable, Sendable {
  /// The number of the run.
  let number: Int
  /// The number of completed clients; nil if all are.
  let done: Int?
  /// The results for the completed clients.
  let results: [SimulatedRecipe]

  /// Creates news of a run.
  package init(_ number: Int, done: Int?, _ results: [SimulatedRecipe]) {
    (self.number, self.done, self.results) = (number, done, results)
  }
}
