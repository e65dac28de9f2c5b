package import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// A simulation of many clients: its progress or its results.
package struct SimulationRun: Equatable, Sendable {
  /// The number of simulated clients.
  package var clients = 1_000_000
  /// The number of the run; news of earlier runs are ignored.
  package private(set) var number = 0
  /// The number of completed clients; nil if no simulation is running.
  package private(set) var done: Int?
  /// The results for each recipe, for the completed clients.
  package private(set) var results: [SimulatedRecipe] = []

  /// Whether the client or recipes changed since the run started.
  package private(set) var isOutdated = false
  private var basis: SimulationInput?

  /// Creates an empty run.
  package init() {}

  /// Whether it is running.
  package var isRunning: Bool { done != nil }

  mutating func start(on basis: SimulationInput) {
    number += 1
    done = 0
    results = []
    self.basis = basis
    isOutdated = false
  }

  mutating func compare(with current: @autoclosure () -> SimulationInput) {
    isOutdated = basis.map { $0 != current() } ?? false
  }

  mutating func stop() { done = nil }

  mutating func update(with news: SimulationUpdate) {
    guard isRunning, news.number == number else { return }
    switch news.content {
    case .progress(let count, let soFar):
      done = count
      results = soFar
    case .ended(let recipes):
      results = recipes
      done = nil
    }
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
  /// The run that it is about.
  package var number: Int
  /// The news.
  package var content: Content

  /// The kinds of news.
  package enum Content: Equatable, Sendable {
    /// A number of clients is done, with these results.
    case progress(Int, [SimulatedRecipe])
    /// All clients are done.
    case ended([SimulatedRecipe])
  }

  /// Creates news of a run.
  package init(_ number: Int, _ content: Content) {
    self.number = number
    self.content = content
  }
}

/// A request to run a simulation in the background.
package struct SimulationRequest: Equatable, Sendable {
  /// The run's number, for its news.
  package var number: Int
  /// The number of clients to simulate.
  package var clients: Int

  /// Creates a request.
  package init(number: Int, clients: Int) {
    self.number = number
    self.clients = clients
  }
}
