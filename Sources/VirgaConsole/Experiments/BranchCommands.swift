import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum BranchCommands {
  static let all: [Command] = [
    Command("force-branch", "force branch", run: force)
      .in(.screen(.experiments)).keys("b").argument(.oneOf { names(in: $0.experiments) }, suffices: true).mutating()
      .hint(1)
      .when { model in
        let marked = model.experiments.recipeList.markCount
        return marked > 1 ? .applies("\(marked) recipes") : RecipeCommands.hasRecipe(model)
      }
      .help(
        "Enrolls the client in a branch with its whole config, ignoring targeting and buckets. force-branch {\"recipe\": \"SLUG\", \"branches\": {\"OTHER\": \"BRANCH\"}, \"attributes\": {\"NAME\": VALUE}} makes the client match a recipe: applies all of these, or nothing."
      ),
    Command("force-this-branch", "force this branch") { model, _ in
      guard let recipe = model.experiments.selected, let branch = model.experiments.selectedBranch else { return [] }
      model.recording.instead = [Invocation("force-branch", "\(recipe.slug) \(branch.slug)")]
      return force(branch.slug, of: [recipe.slug], in: &model)
    }
    .in(.panel(.branches)).form(of: "toggle").keys("Enter", "Space").mutating().hint(0).short("force it")
    .when(RecipeCommands.hasRecipe).help("Enrolls the client in the branch under the cursor."),
    RecipeChange(
      name: "opt-out", verb: "opt out of", applies: { $1.isEnrolled }, refusal: { .notEnrolled(in: $0) },
      make: Operations.optOut
    ).command("opt out")
      .in(.screen(.experiments)).keys("o").hint(4)
      .help("Opts the client out of the recipe, or of all marked ones, permanently."),
    RecipeChange(
      name: "drop-branch", verb: "stop forcing", applies: { $1.isForced }, refusal: { .notForced($0) },
      make: Operations.dropBranch
    ).command("drop the override")
      .in(.screen(.experiments)).form(of: "drop").keys("d")
      .asks { model, argument in
        guard argument.isEmpty, model.experiments.recipeList.markCount > 1 else { return nil }
        let keys = model.experiments.subjects.filter(\.isForced).map { EntryKey(.branch, $0.slug) }
        return .dropping(keys, by: "drop-branch", in: model) { "Stop forcing \($0.count.pluralizing("recipe"))" }
      }
      .help("Evaluates the recipe as if nothing were forced; asks first if several are marked."),
  ]

  private static func names(in screen: Experiments) -> [String] {
    screen.recipes.flatMap { recipe in recipe.branches.map { "\(recipe.slug) \($0.slug)" } }
  }

  /// Takes `SLUG BRANCH`, a branch of all marked recipes, or the JSON of an enrollment plan.
  @Sendable private static func force(_ model: inout Model, _ argument: String) -> Outcome {
    if argument.hasPrefix("{") { return EnrollmentPlan.apply(&model, argument) }
    // Known slugs may contain blanks.
    let (slugs, branch) = NameList.read(argument, known: model.experiments.recipes.map(\.slug))
    if let slug = slugs.first, !branch.isEmpty {
      _ = model.experiments.select(slug)
      return force(branch, of: slugs, in: &model)
    }
    guard model.experiments.recipeList.markCount > 1 else {
      if argument.isEmpty { return model.askAboutSelection(branches) }
      return .refused(.recipeAndBranchExpected("force-branch \(names(in: model.experiments).first ?? "SLUG BRANCH")"))
    }
    let recipes = model.experiments.subjects.compactMap { model.experiments.recipe($0.slug) }
    guard argument.isEmpty else { return force(argument, of: recipes.map(\.slug), in: &model) }
    let common = (recipes.first?.branches ?? []).map(\.slug).filter { slug in
      recipes.allSatisfy { $0.branch(slug) != nil }
    }
    guard !common.isEmpty else { return .refused(.noCommonBranch(of: recipes.count)) }
    let answers = common.map { (Invocation("force-branch", $0), $0, "in all marked recipes") }
    return .asks { _ in .choice("Branch of \(recipes.count.pluralizing("recipe"))", answers) }
  }

  /// Forces a branch and names the recipes that are not forced in the end, as another one took their feature.
  static func force(_ branch: String, of slugs: [String], in model: inout Model) -> Outcome {
    func label(_ done: Session) -> String {
      let forced = slugs.filter { done[.branch, $0]?.stringValue == branch }
      return "force \(branch) of \(forced.count == 1 ? forced[0] : "\(forced.count) recipes")"
    }
    let outcome = model.perform { operations throws(Refusal) in
      if slugs.count == 1 { return try operations.forceBranch(branch, of: slugs[0]) }
      return try operations.each(of: slugs, as: label) { operations, slug throws(Refusal) in
        try operations.forceBranch(branch, of: slug)
      }
    }
    guard let operation = outcome.operation else { return outcome }
    let lost = slugs.filter { model.session[.branch, $0]?.stringValue == nil }
    return outcome.saying(
      EnrollmentReport.message(.info(operation.done).notForcing(lost), of: operation, in: model))
  }

  @Sendable private static func branches(in model: Model) -> Picker? {
    guard let recipe = model.experiments.selected else { return nil }
    let active = model.experiments.selectedRow?.branch
    let taking = EnrollmentReport.takeover(by: recipe, in: model).map { "; \($0)" } ?? ""
    let answers = recipe.branches.map { branch in
      let features = branch.features.map(\.featureID).joined(separator: ", ")
      let here = branch.hasName(active) ? "the client is enrolled in it; " : ""
      let mismatch = branch.features.lazy.compactMap { [workspace = model.workspace, channel = model.channel] in
        workspace.manifest?.mismatch(of: $0.value, for: $0.featureID, in: channel)
      }.first
      return (
        invocation: Invocation("force-branch", "\(recipe.slug) \(branch.slug)"), title: branch.slug,
        detail: here + (features.isEmpty ? "configures nothing" : "configures \(features)") + taking
          + (mismatch.map { "; ! \($0)" } ?? "")
      )
    }
    return .choice(
      "Branch of \(recipe.slug)", answers, cursor: recipe.branches.firstIndex { $0.hasName(active) } ?? 0)
  }

  /// The branches that configure the feature on screen 1.
  static func choices(in model: Model) -> Picker {
    guard let id = model.selectedFeature?.id else { return Picker("Branches", lines: []) }
    let enrolled = model.session.enrollments
    let locale = model.session[.context, "locale"]?.stringValue
    let lines = model.layers.recipes(using: id).flatMap { recipe -> [PickerLine] in
      let active = enrolled.activeBranch(of: recipe.slug)
      let isForced = model.session[.branch, recipe.slug] != nil
      let mark: DisplayText = isForced ? "● forced" : recipe.isRollout ? "◇ enrolled" : "◆ enrolled"
      let taking = EnrollmentReport.takeover(by: recipe, in: model).map { "\($0); " } ?? ""
      let branches = recipe.branches.map { branch in
        let config = branch.features.last { $0.featureID.isSameName(as: id) }
        let value = config.map { ValueText.short(.object(recipe.localized($0.value, for: locale))) }
        return PickerLine(
          invocation: Invocation("branch", "\(recipe.slug)=\(branch.slug)"),
          keys: branch.hasName(active) ? mark : .empty, title: DisplayText("\(recipe.slug) · \(branch.slug)"),
          detail: DisplayText(taking + (value ?? "leaves \(id) alone")))
      }
      let drop = PickerLine(
        invocation: Invocation("drop", "branch \(recipe.slug)"),
        title: DisplayText("\(recipe.slug) · let targeting and buckets decide"))
      return branches + (isForced ? [drop] : [])
    }
    return Picker("Branches for \(id)", lines: lines, cursor: lines.firstIndex { !$0.keys.isEmpty } ?? 0)
  }
}
