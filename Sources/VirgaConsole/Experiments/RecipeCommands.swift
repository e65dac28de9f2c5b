import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum RecipeCommands {
  static let all: [Command] = [
    Command("open-recipe", "why") { $0.focus = .reason }
      .in(.panel(.recipes)).form(of: "open").keys("Enter", "l", "Right").hint(0)
      .when { $0.experiments.selectedRow == nil ? .refused(.noRecipeSelected) : .applies() }
      .help("Goes to the reasons why the client is in the recipe or not."),
    Command("recipe", "go to a recipe") { model, argument in
      model.experiments.select(argument)
        ? [] : .refused(.unknown("recipe", argument, among: model.session.names(of: .recipe)))
    }
    .in(.screen(.experiments)).alias(of: "go").argument(.oneOf { $0.session.names(of: .recipe) }).moves(.jump)
    .help("Selects the recipe with that slug."),
    RecipeChange(
      name: "remove-recipe", verb: "end", applies: { $0[.recipe, $1.slug] != nil }, refusal: { .alreadyEnded($0) },
      make: Operations.removeRecipe
    ).command("end the recipe")
      .in(.panel(.recipes)).keys("Del")
      .help("Removes the recipe, or all marked ones, from the session, as if the server no longer sent it."),
    Command("evaluate-anew", "evaluate all again") { model, _ in
      model.perform { operations throws(Refusal) in try operations.reevaluate() }
    }
    .in(.screen(.experiments)).mutating()
    .help("Evaluates every recipe as if the client saw it for the first time; forced branches stay."),
    Command("evaluate", "evaluate") { model, argument in
      if !model.experiments.isAboutExpression { model.experiments.expressionStart = model.focus }
      model.focus = .reason
      if !argument.isEmpty { model.experiments.expression.field = TextField(argument) }
      model.experiments.expression.isTyping = argument.isEmpty
      model.experiments.proposal = 0
      return []
    }
    .in(.screen(.experiments)).keys("=").argument(.text).hint(5)
    .help("Shows the value of a targeting expression and its parts as you type."),
    Command("go-to-recipe-feature", "go to the feature") { model, _ in
      guard let recipe = model.experiments.selected else { return [] }
      guard let id = recipe.featureIDs.first else { return .refused(.configuresNoFeature(recipe.slug)) }
      let effects = FeatureCommands.select(&model, id)
      if (model.selectedFeature?.id).isSameName(as: id) { model.focus = .values }
      return effects
    }
    .in(.screen(.experiments)).keys("f").moves(.jump).when(hasRecipe)
    .help("Goes to the values of the recipe's first feature on screen 1."),
    Command("copy-targeting", "copy the targeting") { model, _ in
      guard let targeting = model.experiments.selected?.targeting else { return .refused(.noTargeting) }
      return [.copy(targeting, what: "the targeting")]
    }
    .in(.screen(.experiments)).alias(of: "copy").keys("y t").when(hasRecipe),
  ]

  @Sendable static func hasRecipe(_ model: Model) -> Command.Availability {
    guard let row = model.experiments.selectedRow else {
      return .refused(model.experiments.recipeList.items.isEmpty ? .noRecipes : .noRecipeSelected)
    }
    return model.experiments.selected == nil ? .refused(row.absence(in: model)) : .applies(row.slug)
  }
}

/// A change of the named, marked or selected recipes as one operation.
struct RecipeChange: Sendable {
  let name: String
  /// What it does, as in `end 3 recipes`.
  let verb: String
  let applies: @Sendable (Session, RecipeRow) -> Bool
  /// Why it applies to no recipe; the slug is nil for several marked ones.
  let refusal: @Sendable (_ slug: String?) -> StatusMessage
  let make: @Sendable (Operations) -> (String) throws(Refusal) -> SessionOperation

  func command(_ title: String) -> Command {
    Command(name, title, run: run).argument(.text, suffices: true).mutating().when(availability)
  }

  @Sendable private func availability(_ model: Model) -> Command.Availability {
    let rows = model.experiments.subjects
    guard let first = rows.first else { return .refused(.noRecipeSelected) }
    if rows.count == 1, first.unread != nil { return .refused(first.absence(in: model)) }
    let count = rows.count { applies(model.session, $0) }
    let only = rows.count == 1 ? first.slug : nil
    return count == 0 ? .refused(refusal(only)) : .applies(only ?? count.pluralizing("recipe"))
  }

  @Sendable private func run(_ model: inout Model, _ argument: String) -> Outcome {
    let session = model.session
    let slugs =
      ["", "yes"].contains(argument)
      ? model.experiments.subjects.filter { applies(session, $0) }.map(\.slug)
      : NameList.read(argument, known: model.experiments.recipes.map(\.slug)).names
    model.recording.instead = [Invocation(name, NameList.written(slugs))]
    return model.perform { operations throws(Refusal) in
      if slugs.count == 1 { return try make(operations)(slugs[0]) }
      return try operations.each(of: slugs, as: "\(verb) \(slugs.count) recipes") { operations, slug throws(Refusal) in
        try make(operations)(slug)
      }
    }
  }
}
