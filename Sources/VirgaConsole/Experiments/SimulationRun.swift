package import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// A simulation of many clients: how far it is, or what came out.
package struct SimulationRun: Equatable, Sendable {
  /// How many clients are made up.
  package var clients = 1_000_000
  /// Which run it is; news of an earlier one are not heard.
  package private(set) var number = 0
  /// How many clients are done; nil while none runs.
  package private(set) var done: Int?
  /// What became of each recipe: of those clients that are done while a run goes on, or when it was stopped.
  package private(set) var results: [SimulatedRecipe] = []

  /// Whether the client or the recipes are others now than those that the clients were made up after.
  package private(set) var isOutdated = false
  private var basis: SimulationBasis?

  /// No simulation.
  package init() {}

  /// Whether one runs.
  package var isRunning: Bool { done != nil }

  mutating func start(on basis: SimulationBasis) {
    number += 1
    done = 0
    results = []
    self.basis = basis
    isOutdated = false
  }

  /// Takes over what a simulation would be made for that began now.
  mutating func compare(with current: @autoclosure () -> SimulationBasis) {
    isOutdated = basis.map { $0 != current() } ?? false
  }

  mutating func stop() { done = nil }

  mutating func take(_ news: SimulationNews) {
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

/// What a simulation depends on, whatever the time and the client's own id.
struct SimulationBasis: Equatable, Sendable {
  private let recipes: [Recipe]
  private let client: Client
  private let clock: JSONValue?
  private let participation: [Bool]

  /// What a simulation of these recipes, for clients like `client`, takes from a session.
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

/// What a simulation outside says of itself.
package struct SimulationNews: Equatable, Sendable {
  /// The run that it is about.
  package var number: Int
  /// What is new.
  package var content: Content

  /// What can be new.
  package enum Content: Equatable, Sendable {
    /// So many clients are done, and this became of them.
    case progress(Int, [SimulatedRecipe])
    /// All are done.
    case ended([SimulatedRecipe])
  }

  /// News of the run with a number.
  package init(_ number: Int, _ content: Content) {
    self.number = number
    self.content = content
  }
}

/// A simulation that is to be run outside.
package struct SimulationOrder: Equatable, Sendable {
  /// The run's number, for its news.
  package var number: Int
  /// How many clients are made up.
  package var clients: Int

  /// The run with a number, for so many clients.
  package init(number: Int, clients: Int) {
    self.number = number
    self.clients = clients
  }
}
