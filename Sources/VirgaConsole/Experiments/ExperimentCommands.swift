import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

extension CommandTable {
  /// Recipes: why the client is in them or not.
  static let experimentCommands: [Command] = [
    Command(
      "open-recipe", "why", keys: ["Enter", "l", "Right"], in: .panel(.recipes), hint: 0,
      help: "Goes to the reasons why the client is in the recipe or not.",
      when: { $0.experiments.selectedRow == nil ? .refused("no recipe is selected") : .applies() },
      run: { state, _ in
        state.focus = .reason
        return []
      }),
    Command(
      "recipe", "go to a recipe", in: .screen(.experiments), argument: .oneOf { $0.session.names(of: .recipe) },
      motion: .jump, help: "Selects the recipe with that slug.",
      run: { state, argument in
        if !state.experiments.select(argument) {
          state.status = .refusal(state.unknown("recipe", argument, among: state.session.names(of: .recipe)))
        }
        return []
      }),
    Command(
      "remove-recipe", "end the recipe", keys: ["Del"], in: .panel(.recipes), argument: .text,
      isFreeOfPlace: true, isMutating: true,
      help: "Takes the recipe, or all that are marked, out of the session, as when a server no longer sends it.",
      when: { state in
        state.canChangeRecipes {
          state.session[.recipe, $0.slug] != nil
        } because: {
          "\($0) is gone already"
        }
      },
      run: { state, argument in
        let session = state.session
        return state.changeRecipes("remove-recipe", argument, "end", where: { session[.recipe, $0.slug] != nil }) {
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
      "evaluate", "evaluate", keys: ["="], in: .screen(.experiments), argument: .text, hint: 5,
      help: "Shows the value of a targeting expression and of its parts as it is typed.",
      run: { state, argument in
        if !state.experiments.isAboutExpression { state.experiments.expressionStart = state.focus }
        state.focus = .reason
        if !argument.isEmpty { state.experiments.expression.field = TextField(argument) }
        state.experiments.expression.isTyping = argument.isEmpty
        state.experiments.proposal = 0
        return []
      }),
    Command(
      "go-to-recipe-feature", "go to the feature", keys: ["f"], in: .screen(.experiments), motion: .jump,
      help: "Goes to the values of the recipe's first feature on screen 1.", when: Self.hasRecipe,
      run: { state, _ in
        guard let id = state.experiments.selected?.featureIDs.first else {
          state.status = .refusal("the recipe configures no feature")
          return []
        }
        let effects = state.selectFeature(id)
        if (state.selectedFeature?.id).isSameName(as: id) { state.focus = .values }
        return effects
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
    guard let row = state.experiments.selectedRow else { return .refused("no recipe is selected") }
    return state.experiments.selected == nil ? .refused(row.absence(in: state)) : .applies(row.slug)
  }
}

extension State {
  /// Whether a change applies to one of the recipes that a command acts on.
  func canChangeRecipes(
    where applies: (RecipeRow) -> Bool, because reason: (String) -> String
  ) -> Command.Availability {
    let rows = experiments.subjects
    guard let first = rows.first else { return .refused("no recipe is selected") }
    if rows.count == 1, first.unread != nil { return .refused(first.absence(in: self)) }
    let count = rows.count(where: applies)
    guard count > 0 else { return .refused(reason(rows.count == 1 ? first.slug : "any of them")) }
    return .applies(rows.count == 1 ? first.slug : count.counted("recipe"))
  }

  /// Changes the recipes that are named, else the one under the cursor or all that are marked, as one operation.
  ///
  /// - Parameter command: the command that is recorded, with the slugs.
  mutating func changeRecipes(
    _ command: String, _ named: String, _ verb: String, where applies: (RecipeRow) -> Bool,
    _ make: (Operations, String) throws(Refusal) -> SessionOperation
  ) -> [Effect] {
    let slugs =
      named.isEmpty
      ? experiments.subjects.filter(applies).map(\.slug)
      : Names.read(named, known: experiments.recipes.map(\.slug)).names
    recordedAs = [Invocation(command, Names.written(slugs))]
    return perform { (operations) throws(Refusal) in
      if slugs.count == 1 { return try make(operations, slugs[0]) }
      return try operations.each(of: slugs, as: "\(verb) \(slugs.count) recipes", make)
    }
  }
}
