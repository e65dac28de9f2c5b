import VirgaCanvas
package import VirgaExperiments
import VirgaSession
import VirgaSource
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
    return [
      .simulate(SimulationRequest(number: experiments.simulation.number, clients: experiments.simulation.clients))
    ]
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
