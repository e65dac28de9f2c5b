import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The commands of screen 4 for recipes and branches.
enum RecipeCommands {
  static let all: [Command] = [
    Command("open-recipe", "why", on: ExperimentsScreen.self) { screen, _ in
      guard let section = screen.list.selectedHeading else { return .focuses(.reason) }
      screen.list.setFold(of: section, to: !screen.list.isFolded(section))
      return []
    }
    .in(.panel(.recipes)).form(of: "open").keys("Enter", "l", "Right").hint(.lead)
    .titled { model in
      let list = model.experiments.list
      return list.selectedHeading.map { list.isFolded($0) ? "unfold" : "fold" } ?? "why"
    }
    .when { model in
      let list = model.experiments.list
      let isOnRow = list.selected != nil || list.selectedHeading != nil
      return isOnRow ? .applies() : .refused(.noRecipeSelected)
    }
    .help(
      "Goes to the reasons why the client is in the recipe or not; folds or unfolds a heading."),
    Command("recipe", "go to a recipe", on: ExperimentsScreen.self) { screen, shared, slug in
      screen.select(slug)
        ? [] : .refused(.unknown("recipe", slug, among: shared.session.names(of: .recipe)))
    }
    .in(.screen(.experiments)).part(of: "go").argument(.oneOf { $0.session.names(of: .recipe) })
    .moves(.jump)
    .help("Selects the recipe with that slug."),
    Command("go-branch", "go to a branch", on: ExperimentsScreen.self) { $0.goToBranch($2, $1) }
      .in(.screen(.experiments)).part(of: "go").argument(.oneOf(branchNames)).moves(.jump)
      .help("Selects a branch of a recipe, as in `homepage-order control`."),
    RecipeOperation(
      name: "remove-recipe", verb: "end", canChange: { $0[.recipe, $1.slug] != nil },
      refusal: { .alreadyEnded($0) },
      change: Operations.removeRecipe
    ).command("end the recipe")
      .in(.panel(.recipes)).keys("Del")
      .help(
        "Removes the recipe, or all marked ones, from the session, as if the server no longer sent it."
      ),
    Command("evaluate-again", "evaluate all again") { _, _ in .performs { try $0.reevaluate() } }
      .in(.screen(.experiments)).mutating()
      .help(
        "Evaluates every recipe as if the client saw it for the first time; forced branches stay."),
    Command("go-to-recipe-feature", "go to the feature", on: ExperimentsScreen.self) {
      screen, _ in
      guard let recipe = screen.selected else { return [] }
      guard let id = recipe.featureIDs.first else {
        return .refused(.configuresNoFeature(recipe.slug))
      }
      return .goes(ValueTarget(feature: id, panelWithoutValue: .values))
    }
    .in(.screen(.experiments)).keys("f").moves(.jump).when(hasRecipe)
    .help("Goes to the values of the recipe's first feature on screen 1."),
    Command("copy-targeting", "copy the targeting", on: ExperimentsScreen.self) { screen, _ in
      screen.selected?.targeting.map { [.copy($0, what: "the targeting")] } ?? []
    }
    .in(.screen(.experiments)).part(of: "copy").keys("y t").when(hasTargeting),
    Command("force-branch", "force branch", run: force)
      .in(.screen(.experiments)).keys("b").argument(.oneOf(branchNames), suffices: true).mutating()
      .hint(.main)
      .when { model in
        let marked = model.experiments.list.markCount
        return marked > 1 ? .applies("\(marked) recipes") : hasRecipe(model)
      }
      .help(
        "Enrolls the client in a branch with its whole config, ignoring targeting and buckets."
      ),
    Command("force-this-branch", "force this branch", on: ExperimentsScreen.self) { screen, _ in
      guard let slug = screen.selected?.slug,
        let branch = screen.branchList.selected?.branch.slug
      else { return .refused(.noBranchSelected) }
      return force(branch, of: [slug])
    }
    .in(.panel(.branches)).form(of: "toggle").keys("Enter", "Space").mutating().hint(.lead)
    .short("force it")
    .when(hasRecipe).help("Enrolls the client in the branch under the cursor."),
    RecipeOperation(
      name: "opt-out", verb: "opt out of", canChange: { $1.isEnrolled },
      refusal: { .notEnrolled(in: $0) },
      change: Operations.optOut
    ).command("opt out")
      .in(.screen(.experiments)).keys("o").hint(.fourth)
      .help("Opts the client out of the recipe, or of all marked ones, permanently."),
    RecipeOperation(
      name: "drop-branch", verb: "stop forcing", canChange: { $1.isForced },
      refusal: { .notForced($0) },
      change: Operations.dropBranch
    ).command("stop forcing")
      .in(.screen(.experiments)).part(of: "drop")
      .help("Evaluates the recipe, or all marked ones, as if nothing were forced."),
  ]

  /// The availability of a command that needs a selected recipe which the session has: a row can
  /// also be that of a recipe which ended or is unreadable.
  @Sendable static func hasRecipe(_ model: Model) -> Command.Availability {
    guard let row = model.experiments.selectedRow else {
      return .refused(model.experiments.list.items.isEmpty ? .noRecipes : .noRecipeSelected)
    }
    return model.experiments.selected == nil
      ? .refused(row.absenceMessage(model.shared)) : .applies(row.slug)
  }

  /// The availability of a command that needs a selected recipe with targeting.
  @Sendable static func hasTargeting(_ model: Model) -> Command.Availability {
    let recipe = model.experiments.selected
    return recipe != nil && recipe?.targeting == nil ? .refused(.noTargeting) : hasRecipe(model)
  }

  /// The arguments of commands on a branch: all recipes with each of their branches, as in
  /// `homepage-order control`.
  @Sendable private static func branchNames(_ model: Model) -> [String] {
    model.experiments.recipes.flatMap { recipe in
      recipe.branches.map { "\(recipe.slug) \($0.slug)" }
    }
  }

  /// Forces a branch of a recipe, as in `homepage-order control`, or of several marked recipes, as
  /// in `control`; without an argument, asks which branch.
  @Sendable private static func force(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    // A single word, after which `branch` is empty, names a branch of the marked recipes.
    let (slug, branch) = Invocation.name(startingIn: argument, known: screen.recipes.map(\.slug))
    if !branch.isEmpty {
      // Selects the recipe that changes. The operation refuses an unknown one.
      _ = screen.select(slug)
      return force(branch, of: [slug])
    }
    // A single mark does not count: the picker is that of the recipe under the cursor.
    let hasSeveralMarks = screen.list.markCount > 1
    if hasSeveralMarks {
      let recipes = screen.list.markedOrSelected.compactMap(\.recipe)
      return argument.isEmpty
        ? askForCommonBranch(of: recipes) : force(argument, of: recipes.map(\.slug))
    }
    if argument.isEmpty { return .asksAboutSelection(branchPicker) }
    return .refused(.recipeAndBranchExpected("force-branch homepage-order control"))
  }

  /// Asks which branch to force in several recipes; offers the branches that all of them have.
  private static func askForCommonBranch(of recipes: [Recipe]) -> Outcome {
    let branchesOfFirst = (recipes.first?.branches ?? []).map(\.slug)
    let common = branchesOfFirst.filter { slug in
      recipes.allSatisfy { $0.branch(slug) != nil }
    }
    guard !common.isEmpty else { return .refused(.noCommonBranch(of: recipes.count)) }
    let answers = common.map { slug in
      (
        invocation: Invocation("force-branch", slug), title: slug,
        detail: "in all marked recipes"
      )
    }
    return .asks { _ in .choice("Branch of \(recipes.count.pluralizing("recipe"))", answers) }
  }

  /// Forces a branch of some recipes as one operation.
  ///
  /// Recipes that share a feature exclude each other, so some may not be forced in the end: the
  /// label counts those that are, and the message names the others.
  static func force(_ branch: String, of slugs: [String]) -> Outcome {
    @Sendable func label(_ result: Session) -> String {
      let forced = slugs.filter { result[.branch, $0]?.stringValue == branch }
      return "force \(branch) of \(forced.count == 1 ? forced[0] : "\(forced.count) recipes")"
    }
    return Outcome.performs(on: slugs, as: label) { try $0.forceBranch(branch, of: $1) }.then {
      (_: inout ExperimentsScreen, shared, done) in
      guard let operation = done.operation else { return done }
      // The operation forced all of them in turn: one without a forced branch now lost its feature
      // to a later one.
      let notForced = slugs.filter { shared.session[.branch, $0]?.stringValue == nil }
      let message = StatusMessage.info(operation.labelInPastTense).notForcing(notForced)
      return done.saying(
        EnrollmentReport.addingSideEffectsOnEnrollments(to: message, of: operation, shared))
    }
  }

  /// A list of the branches of the selected recipe, the client's under the cursor; nil if no recipe
  /// is selected.
  @Sendable private static func branchPicker(in model: Model) -> Picker? {
    guard let recipe = model.experiments.selected else { return nil }
    let clientBranch = model.experiments.selectedRow?.branch
    let current = recipe.branches.firstIndex { $0.hasName(clientBranch) }
    let takeover = EnrollmentReport.takeoverWords(by: recipe, model.shared)
    let answers = recipe.branches.enumerated().map { index, branch in
      (
        invocation: Invocation("force-branch", "\(recipe.slug) \(branch.slug)"),
        title: branch.slug,
        detail: facts(about: branch, isCurrent: index == current, takeover: takeover, in: model)
      )
    }
    let picker = Picker.choice("Branch of \(recipe.slug)", answers, current: current)
    let isForced = model.session[.branch, recipe.slug] != nil
    guard let current, !isForced else { return picker }
    // A picker does not run its current line, here that of the branch that the client is in, so
    // forcing that branch is a line of its own.
    let line = lineThatForces(
      recipe.branches[current], of: recipe, by: answers[current].invocation)
    var withLine = picker
    withLine.load(picker.list.items + [line])
    return withLine
  }

  /// What a picker says about a branch, as in `the client is enrolled in it; configures zoom`.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether the client is in the branch.
  ///   - takeover: The features that enrolling would take from other recipes, in words; nil if
  ///     there are none.
  private static func facts(
    about branch: Branch, isCurrent: Bool, takeover: String?, in model: Model
  ) -> String {
    let facts: [String?] = [
      isCurrent ? "the client is enrolled in it" : nil, configuredFeatureWords(of: branch),
      takeover,
      manifestMismatch(of: branch, in: model).map { "! \($0)" },
    ]
    return facts.compactMap(\.self).joined(separator: "; ")
  }

  /// The features that a branch configures, as in `configures homescreen, zoom`.
  private static func configuredFeatureWords(of branch: Branch) -> String {
    let features = branch.features.map(\.featureID).joined(separator: ", ")
    return "configures \(features.isEmpty ? "nothing" : features)"
  }

  /// How the first config of a branch that does not match the manifest differs from it; nil if all
  /// match, or if no manifest is loaded.
  private static func manifestMismatch(of branch: Branch, in model: Model) -> String? {
    guard let manifest = model.workspace.manifest else { return nil }
    let mismatches = branch.features.compactMap { config in
      manifest.mismatch(of: config.value, for: config.featureID, in: model.channel)
    }
    return mismatches.first
  }

  /// The line that forces the branch that the client is in without being forced.
  private static func lineThatForces(
    _ branch: Branch, of recipe: Recipe, by command: Invocation
  ) -> PickerLine {
    PickerLine(
      invocation: command, title: DisplayText("\(recipe.slug) · \(branch.slug), forced"),
      detail: "keeps the client in it whatever targeting and buckets say",
      // The line of the branch itself has the same command, so this one needs its own identity.
      identity: "force \(recipe.slug)")
  }

  /// A list of the branches that configure the feature on screen 1, with the cursor on the first
  /// one that the client is in.
  static func branchPickerOfFeature(in model: Model) -> Picker {
    guard let id = model.selectedFeature?.id else { return Picker("Branches", lines: []) }
    let lines = model.layers.recipes(using: id).flatMap { branchLines(of: $0, for: id, in: model) }
    // Only a branch that the client is in has a mark in the first column.
    let firstOfClient = lines.firstIndex { !$0.leading.isEmpty }
    return Picker("Branches for \(id)", lines: lines, cursor: firstOfClient ?? 0)
  }

  /// A line for each branch of a recipe with its config for a feature, then a line that forces the
  /// client's branch, or that ends forcing one.
  private static func branchLines(
    of recipe: Recipe, for id: String, in model: Model
  ) -> [PickerLine] {
    let clientBranch = model.session.enrollments.activeBranch(of: recipe.slug)
    let isForced = model.session[.branch, recipe.slug] != nil
    // A config can have its texts in several languages: that of the client is shown.
    let locale = model.session[.context, "locale"]?.stringValue
    // The features that enrolling would take from other recipes.
    let takeover = EnrollmentReport.takeoverWords(by: recipe, model.shared).map { "\($0); " } ?? ""
    let branches = recipe.branches.map { branch in
      let isCurrent = branch.hasName(clientBranch)
      let value = valueText(of: branch, in: recipe, for: id, locale: locale)
      return PickerLine(
        invocation: invocation(forcing: branch, of: recipe),
        leading: isCurrent ? markOfClientBranch(in: recipe, isForced: isForced) : .empty,
        title: DisplayText("\(recipe.slug) · \(branch.slug)"),
        detail: DisplayText(takeover + (value ?? "leaves \(id) alone")),
        isCurrent: isCurrent)
    }
    let last = lineAfterBranches(of: recipe, clientBranch: clientBranch, isForced: isForced)
    return branches + [last].compactMap(\.self)
  }

  /// How the client came into its branch of a recipe, as in `◆ enrolled` or, if that is forced,
  /// `● forced`.
  private static func markOfClientBranch(in recipe: Recipe, isForced: Bool) -> DisplayText {
    let sign = recipe.isRollout ? PanelSymbols.rollout : PanelSymbols.experiment
    return isForced ? PanelSymbols.overridden + " forced" : sign + " enrolled"
  }

  /// The value that a branch gives a feature, in the client's language; nil if it does not
  /// configure the feature.
  private static func valueText(
    of branch: Branch, in recipe: Recipe, for id: String, locale: String?
  ) -> String? {
    // Of several configs of a feature, clients use the last one.
    let config = branch.features.last { $0.featureID.isSameName(as: id) }
    return config.map { ValueText.short(.object(recipe.localized($0.value, for: locale))) }
  }

  /// The last line about a recipe.
  ///
  /// If a branch is forced, the line stops forcing it. Otherwise the line forces the branch that
  /// the client is in; nil if the client is in none.
  private static func lineAfterBranches(
    of recipe: Recipe, clientBranch: String?, isForced: Bool
  ) -> PickerLine? {
    if isForced {
      return PickerLine(
        invocation: Invocation("drop", "branch \(recipe.slug)"),
        title: DisplayText("\(recipe.slug) · let targeting and buckets decide"))
    }
    // A picker does not run its current line, that of the client's branch, so another line forces
    // that branch.
    let entered = recipe.branches.first { $0.hasName(clientBranch) }
    return entered.map { branch in
      lineThatForces(branch, of: recipe, by: invocation(forcing: branch, of: recipe))
    }
  }

  /// The command of screen 1 that forces a branch, as in `branch homepage-order=control`.
  private static func invocation(forcing branch: Branch, of recipe: Recipe) -> Invocation {
    Invocation("branch", "\(recipe.slug)=\(branch.slug)")
  }
}

/// A change of the named recipe, of the marked ones or of the one under the cursor, as one
/// operation.
struct RecipeOperation: Sendable {
  /// The name of the command.
  let name: String
  /// The verb of its label, as in `end 3 recipes`.
  let verb: String
  /// Whether it can change a recipe.
  let canChange: @Sendable (Session, RecipeRow) -> Bool
  /// Why it can change none of the recipes; the slug is nil for several marked ones.
  let refusal: @Sendable (_ slug: String?) -> StatusMessage
  /// Changes the recipe with a slug, in the form of an unapplied method such as
  /// `Operations.optOut`, which gives the method of an instance.
  let change: @Sendable (Operations) -> (String) throws(Refusal) -> SessionOperation

  /// The command that makes the change, without its place and keys.
  func command(_ title: String) -> Command {
    Command(name, title, run: run).argument(.text, suffices: true).mutating().when(availability)
  }

  /// Whether the change applies to at least one of the marked recipes, or without marks to the one
  /// under the cursor; if so, with the words for its title: the slug or, as in `3 recipes`, the
  /// number.
  @Sendable private func availability(_ model: Model) -> Command.Availability {
    let rows = model.experiments.list.markedOrSelected
    guard let first = rows.first else { return .refused(.noRecipeSelected) }
    if rows.count == 1, first.isUnreadable { return .refused(first.absenceMessage(model.shared)) }
    let count = rows.count { canChange(model.session, $0) }
    let onlySlug = rows.count == 1 ? first.slug : nil
    // `refusal` makes the message, which names a single recipe, but not several.
    if count == 0 { return .refused(refusal(onlySlug)) }
    return .applies(onlySlug ?? count.pluralizing("recipe"))
  }

  /// Changes the recipe that the argument names; without one, the marked recipes, or the one under
  /// the cursor, if the change applies to them.
  @Sendable private func run(
    _ screen: inout ExperimentsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    let affected = screen.list.markedOrSelected.filter { canChange(shared.session, $0) }
    // The argument `yes` only answers the question that is asked before the command.
    let namesRecipe = !["", "yes"].contains(argument)
    let slugs = namesRecipe ? [argument] : affected.map(\.slug)
    // The label is not used for a single recipe, whose change has its own.
    let labelOfSeveral = "\(verb) \(slugs.count) recipes"
    return .performs(on: slugs, as: { _ in labelOfSeveral }) { operations, slug in
      let changeRecipe = change(operations)
      return try changeRecipe(slug)
    }
  }
}

extension ExperimentsScreen {
  /// Selects a recipe and one of its branches, as in `homepage-order control`.
  fileprivate mutating func goToBranch(_ argument: String, _ shared: Shared) -> Outcome {
    let (slug, branch) = Invocation.name(
      startingIn: argument, known: shared.session.names(of: .recipe))
    guard select(slug) else {
      return .refused(.unknown("recipe", slug, among: shared.session.names(of: .recipe)))
    }
    // Until it is refreshed, the list has the branches of the recipe that was selected before.
    let outcome = refresh(shared)
    guard let row = branchList.items.first(where: { $0.branch.hasName(branch) }) else {
      let branches = branchList.items.map(\.branch.slug)
      return .refused(.unknown("branch", branch, among: branches))
    }
    _ = branchList.select(row.id)
    return .focuses(.branches, then: outcome)
  }
}
