import VirgaCanvas
package import VirgaExperiments
import VirgaJSON
import VirgaSession

extension CommandTable {
  /// Recipes: why, branches, simulation.
  static let experimentCommands: [Command] = [
    Command(
      "open-recipe", "why", keys: ["Enter", "l", "Right"], in: .panel(.recipes), hint: 0,
      help: "Goes to the reasons why the client is in the recipe or not.", when: Self.hasRecipe,
      run: { state, _ in
        state.focus = .reason
        return []
      }),
    Command(
      "recipe", "go to a recipe", in: .screen(.experiments), argument: .oneOf { $0.experiments.recipes.map(\.slug) },
      help: "Selects the recipe with that slug.",
      run: { state, argument in
        if !state.experiments.select(argument) {
          state.status = .refusal(state.unknown("recipe", argument, among: state.experiments.recipes.map(\.slug)))
        }
        return []
      }),
    Command(
      "force-branch", "force branch", keys: ["b"], in: .screen(.experiments),
      argument: .oneOf { $0.experiments.branchNames }, isMutating: true, hint: 1,
      help: "Puts the client on a branch, with its whole config, whatever targeting and buckets say.",
      when: { state in
        state.experiments.recipes.isEmpty
          ? .refused("there is no recipe") : .applies(state.experiments.selected?.slug ?? "")
      },
      run: { state, argument in state.forceBranch(argument) }),
    Command(
      "force-this-branch", "force this branch", keys: ["Enter", "Space"], in: .panel(.branches), isMutating: true,
      hint: 0, help: "Puts the client on the branch under the cursor.", when: Self.hasRecipe,
      run: { state, _ in
        guard let recipe = state.experiments.selected, let branch = state.experiments.selectedBranch else { return [] }
        return state.forceBranch("\(recipe.slug) \(branch.slug)")
      }),
    Command(
      "opt-out", "opt out", keys: ["o"], in: .screen(.experiments), isMutating: true, hint: 1,
      help: "Takes the client out of the recipe, for good.",
      when: { state in
        guard let row = state.experiments.selectedRow else { return .refused("no recipe is selected") }
        return row.status?.activeBranch == nil
          ? .refused("the client is not in \(row.slug)") : .applies(row.slug)
      },
      run: { state, _ in
        guard let slug = state.experiments.selectedRow?.slug else { return [] }
        return state.perform { (operations) throws(Refusal) in try operations.optOut(of: slug) }
      }),
    Command(
      "drop-branch", "drop the override", keys: ["d"], in: .screen(.experiments), isMutating: true,
      help: "Lets the recipe be evaluated as if nothing had been forced.",
      when: { state in
        guard let row = state.experiments.selectedRow else { return .refused("no recipe is selected") }
        return row.isForced ? .applies(row.slug) : .refused("nothing is forced in \(row.slug)")
      },
      run: { state, _ in
        guard let slug = state.experiments.selectedRow?.slug else { return [] }
        return state.perform { (operations) throws(Refusal) in try operations.dropBranch(of: slug) }
      }),
    Command(
      "remove-recipe", "end the recipe", keys: ["Del"], in: .panel(.recipes), isMutating: true,
      help: "Takes the recipe out of the session, as when a server no longer sends it.", when: Self.hasRecipe,
      run: { state, _ in
        guard let slug = state.experiments.selected?.slug else { return [] }
        return state.perform { (operations) throws(Refusal) in try operations.removeRecipe(slug) }
      }),
    Command(
      "evaluate-anew", "evaluate all anew", in: .screen(.experiments), isMutating: true,
      help: "Evaluates every recipe as for a client that sees it for the first time; forced branches stay.",
      run: { state, _ in
        state.perform { (operations) throws(Refusal) in try operations.evaluateAnew() }
      }),
    Command(
      "evaluate", "evaluate", keys: ["="], in: .screen(.experiments), argument: .text, hint: 1,
      help: "Shows the value of a targeting expression and of its parts as it is typed.",
      run: { state, argument in
        state.focus = .reason
        if !argument.isEmpty { state.experiments.expression.field = TextField(argument) }
        state.experiments.expression.isTyping = argument.isEmpty
        state.experiments.reasonTop = 0
        return []
      }),
    Command(
      "simulate", "simulate", keys: ["s"], in: .screen(.experiments), argument: .text, hint: 1,
      help:
        "Makes up clients like this one and draws them for all recipes; takes how many, such as 10,000,000. Pressed again it stops.",
      when: { state in
        state.experiments.recipes.isEmpty ? .refused("there is no recipe") : .applies()
      },
      run: { state, argument in state.simulate(argument) }),
    Command(
      "go-to-recipe-feature", "go to the feature", keys: ["f"], in: .screen(.experiments),
      help: "Goes to the first feature of the recipe on screen 1.", when: Self.hasRecipe,
      run: { state, _ in
        guard let id = state.experiments.selected?.featureIDs.first else {
          state.status = .refusal("the recipe configures no feature")
          return []
        }
        return state.selectFeature(id)
      }),
    Command(
      "copy-slug", "copy the slug", keys: ["y k"], in: .screen(.experiments), when: Self.hasRecipe,
      run: { state, _ in
        guard let slug = state.experiments.selectedRow?.slug else { return [] }
        return [.copy(slug, what: slug)]
      }),
    Command(
      "copy-recipe", "copy the recipe as JSON", keys: ["y j"], in: .screen(.experiments), when: Self.hasRecipe,
      run: { state, _ in
        guard let recipe = state.experiments.selected else { return [] }
        return [.copy(JSONValue.object(recipe.json).pretty(), what: "the recipe \(recipe.slug)")]
      }),
    Command(
      "copy-targeting", "copy the targeting", keys: ["y t"], in: .screen(.experiments), when: Self.hasRecipe,
      run: { state, _ in
        guard let targeting = state.experiments.selected?.targeting else {
          state.status = .refusal("the recipe has no targeting")
          return []
        }
        return [.copy(targeting, what: "the targeting")]
      }),
  ]

  @Sendable static func hasRecipe(_ state: State) -> Command.Availability {
    state.experiments.selected.map { .applies($0.slug) } ?? .refused("no recipe is selected")
  }
}

extension Experiments {
  /// Every branch as `SLUG BRANCH`.
  var branchNames: [String] { recipes.flatMap { recipe in recipe.branches.map { "\(recipe.slug) \($0.slug)" } } }
}

extension State {
  /// Forces the branch named as `SLUG BRANCH`, or asks for one of the selected recipe.
  mutating func forceBranch(_ argument: String) -> [Effect] {
    let parts = argument.split(separator: " ").map(String.init)
    guard parts.count != 2 else {
      _ = experiments.select(parts[0])
      return perform { (operations) throws(Refusal) in try operations.forceBranch(parts[1], of: parts[0]) }
    }
    guard parts.isEmpty, let recipe = experiments.selected else {
      status = .refusal(
        "name a recipe and a branch, as in force-branch \(experiments.branchNames.first ?? "SLUG BRANCH")")
      return []
    }
    let active = experiments.selectedRow?.status?.activeBranch
    let answers = recipe.branches.map { branch in
      let features = branch.features.map(\.featureID).joined(separator: ", ")
      let here = branch.slug == active ? "the client is on it; " : ""
      return (
        invocation: Invocation("force-branch", "\(recipe.slug) \(branch.slug)"), title: branch.slug,
        detail: here + (features.isEmpty ? "configures nothing" : "configures \(features)")
      )
    }
    overlay = .choice(
      "Branch of \(recipe.slug)", answers, cursor: recipe.branches.firstIndex { $0.slug == active } ?? 0)
    return []
  }

  /// Begins a simulation, or ends the one that runs.
  mutating func simulate(_ argument: String) -> [Effect] {
    if experiments.simulation.isRunning { return stopSimulation() }
    if !argument.isEmpty {
      guard let count = Int(argument.filter { $0 != "," && $0 != "_" }), (1...1_000_000_000).contains(count) else {
        status = .refusal("simulate takes how many clients, from 1 to 1,000,000,000, not \(argument)")
        return []
      }
      experiments.simulation.clients = count
    }
    experiments.simulation.start()
    if layout.panels[.simulation] == nil { focus = .simulation }
    return [.simulate(SimulationOrder(number: experiments.simulation.number, clients: experiments.simulation.clients))]
  }

  mutating func stopSimulation() -> [Effect] {
    experiments.simulation.stop()
    status = .note("the simulation was stopped")
    return [.stopSimulation]
  }

  mutating func take(_ news: SimulationNews) -> [Effect] {
    experiments.simulation.take(news)
    return []
  }

  /// What a simulation of the session's recipes needs: clients like this one, who take part as it does.
  package var simulation: Simulation {
    let participation = EnrollmentState(
      takesPartInExperiments: session.takesPart(in: .experiments), takesPartInRollouts: session.takesPart(in: .rollouts)
    )
    return Simulation(session.recipes, for: session.client(in: surroundings), participation: participation)
  }
}
