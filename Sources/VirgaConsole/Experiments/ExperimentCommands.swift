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
      motion: .jump, help: "Selects the recipe with that slug.",
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
        let marked = state.experiments.marked.count
        return state.experiments.recipes.isEmpty
          ? .refused("there is no recipe")
          : .applies(marked > 1 ? "\(marked) recipes" : state.experiments.selected?.slug ?? "")
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
      help: "Takes the client out of the recipe, or of all that are marked, for good.",
      when: { state in
        state.canChangeRecipes {
          $0.status?.activeBranch != nil
        } because: {
          "the client is not in \($0)"
        }
      },
      run: { state, _ in
        state.changeRecipes("opt out of", where: { $0.status?.activeBranch != nil }) {
          (operations, slug) throws(Refusal) in try operations.optOut(of: slug)
        }
      }),
    Command(
      "drop-branch", "drop the override", keys: ["d"], in: .screen(.experiments), argument: .text, isMutating: true,
      help: "Lets the recipe be evaluated as if nothing had been forced; of several that are marked it asks first.",
      when: { state in state.canChangeRecipes(where: \.isForced) { "nothing is forced in \($0)" } },
      run: { state, argument in state.dropBranches(isConfirmed: argument == "yes") }),
    Command(
      "remove-recipe", "end the recipe", keys: ["Del"], in: .panel(.recipes), isMutating: true,
      help: "Takes the recipe, or all that are marked, out of the session, as when a server no longer sends it.",
      when: { state in
        state.canChangeRecipes {
          state.session[.recipe, $0.slug] != nil
        } because: {
          "\($0) is gone already"
        }
      },
      run: { state, _ in
        let session = state.session
        return state.changeRecipes("end", where: { session[.recipe, $0.slug] != nil }) {
          (operations, slug) throws(Refusal) in try operations.removeRecipe(slug)
        }
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
      "go-to-recipe-feature", "go to the feature", keys: ["f"], in: .screen(.experiments), motion: .jump,
      help: "Goes to the first feature of the recipe on screen 1.", when: Self.hasRecipe,
      run: { state, _ in
        guard let id = state.experiments.selected?.featureIDs.first else {
          state.status = .refusal("the recipe configures no feature")
          return []
        }
        return state.selectFeature(id)
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
  /// Whether a change applies to one of the recipes that a command acts on.
  func canChangeRecipes(
    where applies: (RecipeRow) -> Bool, because reason: (String) -> String
  ) -> Command.Availability {
    let rows = experiments.subjects
    guard let first = rows.first else { return .refused("no recipe is selected") }
    let count = rows.count(where: applies)
    guard count > 0 else { return .refused(reason(rows.count == 1 ? first.slug : "any of them")) }
    return .applies(rows.count == 1 ? first.slug : "\(count) recipes")
  }

  /// Changes the recipe under the cursor, or all that are marked as one operation.
  mutating func changeRecipes(
    _ verb: String, where applies: (RecipeRow) -> Bool,
    _ make: (Operations, String) throws(Refusal) -> Operation
  ) -> [Effect] {
    let slugs = experiments.subjects.filter(applies).map(\.slug)
    return perform { (operations) throws(Refusal) in
      if slugs.count == 1 { return try make(operations, slugs[0]) }
      return try operations.each(of: slugs, as: "\(verb) \(slugs.count) recipes", make)
    }
  }

  mutating func dropBranches(isConfirmed: Bool) -> [Effect] {
    let keys = experiments.subjects.filter(\.isForced).map { EntryKey(.branch, $0.slug) }
    guard isConfirmed || keys.count < 2 else {
      overlay = .confirming("Force \(keys.count) recipes no longer", Invocation("drop-branch", "yes"), keys, in: self)
      return []
    }
    return changeRecipes("force no longer", where: \.isForced) { (operations, slug) throws(Refusal) in
      try operations.dropBranch(of: slug)
    }
  }

  /// Forces the branch named as `SLUG BRANCH`, or asks for one of the selected recipe.
  mutating func forceBranch(_ argument: String) -> [Effect] {
    let parts = argument.split(separator: " ").map(String.init)
    guard parts.count != 2 else {
      _ = experiments.select(parts[0])
      return force([parts[0]]) { (operations) throws(Refusal) in try operations.forceBranch(parts[1], of: parts[0]) }
    }
    if parts.count <= 1, experiments.marked.count > 1 { return forceCommonBranch(parts.first) }
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

  /// Forces a branch that all marked recipes have, such as the control.
  private mutating func forceCommonBranch(_ name: String?) -> [Effect] {
    let recipes = experiments.subjects.compactMap { session.recipe($0.slug) }
    let common = (recipes.first?.branches ?? []).map(\.slug).filter { slug in
      recipes.allSatisfy { $0.branch(slug) != nil }
    }
    guard let name else {
      guard !common.isEmpty else {
        status = .refusal("the \(recipes.count) marked recipes have no branch of the same name")
        return []
      }
      overlay = .choice(
        "Branch of \(recipes.count) recipes",
        common.map { (Invocation("force-branch", $0), $0, "in all that are marked") })
      return []
    }
    let slugs = recipes.map(\.slug)
    return force(slugs) { (operations) throws(Refusal) in
      try operations.each(of: slugs, as: "force \(name) of \(slugs.count) recipes") {
        (operations, slug) throws(Refusal) in try operations.forceBranch(name, of: slug)
      }
    }
  }

  /// Forces branches of recipes, and says which recipes are not forced because another has their feature now.
  mutating func force(_ slugs: [String], _ make: (Operations) throws(Refusal) -> Operation) -> [Effect] {
    let before = Set(session.forcedBranches.map(\.slug))
    let effects = perform(make)
    guard case .commit(let operation)? = effects.first else { return effects }
    let lost = before.union(slugs).subtracting(session.forcedBranches.map(\.slug)).sorted()
    if !lost.isEmpty {
      let why = "as another recipe has the feature now"
      status = .note("\(operation.label); not forced \(why): \(lost.joined(separator: ", "))")
    }
    return effects
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
    let done = experiments.simulation.done ?? 0
    experiments.simulation.stop()
    status = .note("the simulation was stopped after \(SimulationPanel.grouped(done)) clients")
    return [.stopSimulation]
  }

  mutating func take(_ news: SimulationNews) -> [Effect] {
    let wasRunning = experiments.simulation.isRunning
    experiments.simulation.take(news)
    if wasRunning, !experiments.simulation.isRunning, let summary = SimulationPanel.summary(of: self) {
      status = .note("\(experiments.selectedRow?.slug ?? ""): \(summary)")
    }
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
