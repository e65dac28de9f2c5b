import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

extension CommandTable {
  static let experimentCommands: [Command] = [
    Command("open-recipe", "why") { state in state.focus = .reason }
      .in(.panel(.recipes)).form(of: "open").keys("Enter", "l", "Right").hint(0)
      .when { $0.experiments.selectedRow == nil ? .refused(.noRecipeSelected) : .applies() }
      .help("Goes to the reasons why the client is in the recipe or not."),
    Command("recipe", "go to a recipe") { state, argument in
      state.experiments.select(argument)
        ? [] : .refused(.unknown("recipe", argument, among: state.session.names(of: .recipe)))
    }
    .in(.screen(.experiments)).alias(of: "go").argument(.oneOf { $0.session.names(of: .recipe) }).moves(.jump)
    .help("Selects the recipe with that slug."),
    Command("remove-recipe", "end the recipe") { state, argument in
      let session = state.session
      return state.changeRecipes("remove-recipe", argument, "end", where: { session[.recipe, $0.slug] != nil }) {
        (operations, slug) throws(Refusal) in try operations.removeRecipe(slug)
      }
    }
    .in(.panel(.recipes)).keys("Del").argument(.text, suffices: true).mutating()
    .when { state in
      state.canChangeRecipes(where: { state.session[.recipe, $0.slug] != nil }) { .alreadyEnded($0) }
    }
    .help("Removes the recipe, or all marked ones, from the session, as if the server no longer sent it."),
    Command("evaluate-anew", "evaluate all again") { state, _ in
      state.perform { (operations) throws(Refusal) in try operations.reevaluate() }
    }
    .in(.screen(.experiments)).mutating()
    .help("Evaluates every recipe as if the client saw it for the first time; forced branches stay."),
    Command("evaluate", "evaluate") { state, argument in
      if !state.experiments.isAboutExpression { state.experiments.expressionStart = state.focus }
      state.focus = .reason
      if !argument.isEmpty { state.experiments.expression.field = TextField(argument) }
      state.experiments.expression.isTyping = argument.isEmpty
      state.experiments.proposal = 0
      return []
    }
    .in(.screen(.experiments)).keys("=").argument(.text).hint(5)
    .help("Shows the value of a targeting expression and its parts as you type."),
    Command("go-to-recipe-feature", "go to the feature") { state, _ in
      guard let recipe = state.experiments.selected else { return [] }
      guard let id = recipe.featureIDs.first else { return .refused(.configuresNoFeature(recipe.slug)) }
      let effects = state.selectFeature(id)
      if (state.selectedFeature?.id).isSameName(as: id) { state.focus = .values }
      return effects
    }
    .in(.screen(.experiments)).keys("f").moves(.jump).when(Self.hasRecipe)
    .help("Goes to the values of the recipe's first feature on screen 1."),
    Command("copy-targeting", "copy the targeting") { state, _ in
      guard let targeting = state.experiments.selected?.targeting else { return .refused(.noTargeting) }
      return [.copy(targeting, what: "the targeting")]
    }
    .in(.screen(.experiments)).alias(of: "copy").keys("y t").when(Self.hasRecipe),
  ]

  @Sendable static func hasRecipe(_ state: State) -> Command.Availability {
    guard let row = state.experiments.selectedRow else { return .refused(.noRecipeSelected) }
    return state.experiments.selected == nil ? .refused(row.absence(in: state)) : .applies(row.slug)
  }
}

extension State {
  func canChangeRecipes(
    where applies: (RecipeRow) -> Bool, because reason: (String?) -> StatusMessage
  ) -> Command.Availability {
    let rows = experiments.subjects
    guard let first = rows.first else { return .refused(.noRecipeSelected) }
    if rows.count == 1, first.unread != nil { return .refused(first.absence(in: self)) }
    let count = rows.count(where: applies)
    guard count > 0 else { return .refused(reason(rows.count == 1 ? first.slug : nil)) }
    return .applies(rows.count == 1 ? first.slug : count.pluralizing("recipe"))
  }

  /// Changes the named, marked or selected recipes as one operation; records `command` with the slugs.
  mutating func changeRecipes(
    _ command: String, _ named: String, _ verb: String, where applies: (RecipeRow) -> Bool,
    _ make: (Operations, String) throws(Refusal) -> SessionOperation
  ) -> Outcome {
    let slugs =
      named.isEmpty
      ? experiments.subjects.filter(applies).map(\.slug)
      : NameList.read(named, known: experiments.recipes.map(\.slug)).names
    recording.instead = [Invocation(command, NameList.written(slugs))]
    return perform { (operations) throws(Refusal) in
      if slugs.count == 1 { return try make(operations, slugs[0]) }
      return try operations.each(of: slugs, as: "\(verb) \(slugs.count) recipes", make)
    }
  }
}
