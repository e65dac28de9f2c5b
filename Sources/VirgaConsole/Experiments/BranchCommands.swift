import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

extension CommandTable {
  static let branchCommands: [Command] = [
    Command("force-branch", "force branch") { state, argument in state.forceBranch(argument) }
      .in(.screen(.experiments)).keys("b").argument(.oneOf { $0.experiments.branchNames }, suffices: true).mutating()
      .hint(1)
      .when { state in
        let marked = state.experiments.recipeList.markCount
        guard !state.experiments.recipes.isEmpty else { return .refused(.noRecipes) }
        if marked < 2, state.experiments.selected == nil, let row = state.experiments.selectedRow {
          return .refused(row.absence(in: state))
        }
        return .applies(marked > 1 ? "\(marked) recipes" : state.experiments.selected?.slug ?? "")
      }
      .help(
        "Enrolls the client in a branch with its whole config, ignoring targeting and buckets. force-branch {\"recipe\": \"SLUG\", \"branches\": {\"OTHER\": \"BRANCH\"}, \"attributes\": {\"NAME\": VALUE}} makes the client match a recipe: applies all of these, or nothing."
      ),
    Command("force-this-branch", "force this branch") { state, _ in
      guard let recipe = state.experiments.selected, let branch = state.experiments.selectedBranch else { return [] }
      state.recording.instead = [Invocation("force-branch", "\(recipe.slug) \(branch.slug)")]
      return state.force(branch.slug, of: recipe.slug)
    }
    .in(.panel(.branches)).form(of: "toggle").keys("Enter", "Space").mutating().hint(0).short("force it")
    .when(Self.hasRecipe).help("Enrolls the client in the branch under the cursor."),
    Command("opt-out", "opt out") { state, argument in
      state.changeRecipes("opt-out", argument, "opt out of", where: \.isEnrolled) {
        (operations, slug) throws(Refusal) in try operations.optOut(of: slug)
      }
    }
    .in(.screen(.experiments)).keys("o").argument(.text, suffices: true).mutating().hint(4)
    .when { state in state.canChangeRecipes(where: \.isEnrolled) { .notEnrolled(in: $0) } }
    .help("Opts the client out of the recipe, or of all marked ones, permanently."),
    Command("drop-branch", "drop the override") { state, argument in state.dropBranches(argument) }
      .in(.screen(.experiments)).form(of: "drop").keys("d").argument(.text, suffices: true).mutating()
      .when { state in state.canChangeRecipes(where: \.isForced) { .notForced($0) } }
      .asks { state, argument in argument.isEmpty ? state.branchDropping : nil }
      .help("Evaluates the recipe as if nothing were forced; asks first if several are marked."),
  ]
}

extension Experiments {
  var branchNames: [String] { recipes.flatMap { recipe in recipe.branches.map { "\(recipe.slug) \($0.slug)" } } }

  /// Known slugs and branches may contain blanks.
  func branch(named text: String) -> (slug: String, branch: String)? {
    for recipe in recipes where text.hasPrefix(recipe.slug + " ") {
      let rest = String(text.dropFirst(recipe.slug.count + 1))
      if recipe.branch(rest) != nil { return (recipe.slug, rest) }
    }
    let words = text.split(separator: " ").map(String.init)
    return words.count == 2 ? (words[0], words[1]) : nil
  }

  func isCommonBranch(_ text: String) -> Bool {
    let slugs = Set(naming: subjects.map(\.slug))
    return recipes.contains { slugs.contains($0.slug) && $0.branch(text) != nil } || !text.contains(" ")
  }
}

extension State {
  /// Evaluates recipes again: the named ones, or with `yes` all marked ones.
  mutating func dropBranches(_ argument: String) -> Outcome {
    let named = argument == "yes" ? "" : argument
    return changeRecipes("drop-branch", named, "stop forcing", where: \.isForced) {
      (operations, slug) throws(Refusal) in try operations.dropBranch(of: slug)
    }
  }

  fileprivate var branchDropping: Question? {
    let keys = experiments.subjects.filter(\.isForced).map { EntryKey(.branch, $0.slug) }
    guard experiments.recipeList.markCount > 1 else { return nil }
    return .dropping(keys, by: "drop-branch", in: self) { "Stop forcing \($0.count.pluralizing("recipe"))" }
  }

  mutating func forceBranch(_ argument: String) -> Outcome {
    if argument.hasPrefix("{") { return applyEnrollmentPlan(argument) }
    if let (slug, branch) = experiments.branch(named: argument) { return force(branch, of: slug) }
    if experiments.recipeList.markCount > 1, argument.isEmpty || experiments.isCommonBranch(argument) {
      return forceCommonBranch(argument.isEmpty ? nil : argument)
    }
    guard argument.isEmpty, experiments.selected != nil else {
      return .refused(.recipeAndBranchExpected("force-branch \(experiments.branchNames.first ?? "SLUG BRANCH")"))
    }
    return askAboutSelection { $0.branchList }
  }

  private var branchList: Picker? {
    guard let recipe = experiments.selected else { return nil }
    let active = experiments.selectedRow?.branch
    let taking = takeoverText(recipe, from: session.enrollments).map { "; \($0)" } ?? ""
    let answers = recipe.branches.map { branch in
      let features = branch.features.map(\.featureID).joined(separator: ", ")
      let here = branch.hasName(active) ? "the client is enrolled in it; " : ""
      let mismatch = branch.features.lazy.compactMap { [workspace, channel] config in
        workspace.manifest?.mismatch(of: config.value, for: config.featureID, in: channel)
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

  mutating func force(_ branch: String, of slug: String) -> Outcome {
    _ = experiments.select(slug)
    return force([slug]) { (operations) throws(Refusal) in try operations.forceBranch(branch, of: slug) }
  }

  private mutating func forceCommonBranch(_ name: String?) -> Outcome {
    let recipes = experiments.subjects.compactMap { session.recipe($0.slug) }
    let common = (recipes.first?.branches ?? []).map(\.slug).filter { slug in
      recipes.allSatisfy { $0.branch(slug) != nil }
    }
    let left = experiments.subjects.count - recipes.count
    let rest = left == 0 ? "" : "; \(left) that ended \(left == 1 ? "is" : "are") left out"
    guard let name else {
      guard !common.isEmpty else { return .refused(.noCommonBranch(of: recipes.count)) }
      let title = "Branch of \(recipes.count == 1 ? recipes[0].slug : "\(recipes.count) recipes")\(rest)"
      return .asks { _ in
        .choice(title, common.map { (Invocation("force-branch", $0), $0, "in all marked recipes") })
      }
    }
    let slugs = recipes.map(\.slug)
    return force(slugs) { (operations) throws(Refusal) in
      // A recipe that loses its feature to another is not forced in the end.
      func label(_ done: Session) -> String {
        let forced = slugs.filter { done[.branch, $0]?.stringValue == name }
        return "force \(name) of \(forced.count == 1 ? forced[0] : "\(forced.count) recipes")"
      }
      return try operations.each(of: slugs, as: label) { (operations, slug) throws(Refusal) in
        try operations.forceBranch(name, of: slug)
      }
    }
  }

  mutating func force(_ slugs: [String], _ make: (Operations) throws(Refusal) -> SessionOperation) -> Outcome {
    let outcome = perform(make)
    guard let operation = outcome.operation else { return outcome }
    let lost = slugs.filter { session[.branch, $0]?.stringValue == nil }
    return outcome.saying(report(.info(operation.done).notForcing(lost), of: operation))
  }
}

extension Picker {
  static func branches(in state: State) -> Picker {
    guard let feature = state.selectedFeature else { return Picker("Branches", lines: []) }
    let enrolled = state.session.enrollments
    let locale = state.session[.context, "locale"]?.stringValue
    var lines: [PickerLine] = []
    for recipe in state.layers.recipes(using: feature.id) {
      let active = enrolled.activeBranch(of: recipe.slug)
      let isForced = state.session[.branch, recipe.slug] != nil
      let taking = state.takeoverText(recipe, from: enrolled).map { "\($0); " } ?? ""
      for branch in recipe.branches {
        let config = (branch.features.last { $0.featureID.isSameName(as: feature.id) }?.value).map {
          recipe.localized($0, for: locale)
        }
        let isActive = active?.isSameName(as: branch.slug) == true
        let mark = !isActive ? "" : isForced ? "● forced" : recipe.isRollout ? "◇ enrolled" : "◆ enrolled"
        lines.append(
          PickerLine(
            invocation: Invocation("branch", "\(recipe.slug)=\(branch.slug)"), keys: DisplayText(mark),
            title: DisplayText("\(recipe.slug) · \(branch.slug)"),
            detail: DisplayText(taking + (config.map { ValueText.short(.object($0)) } ?? "leaves \(feature.id) alone")))
        )
      }
      if isForced {
        lines.append(
          PickerLine(
            invocation: Invocation("drop", "branch \(recipe.slug)"),
            title: DisplayText("\(recipe.slug) · let targeting and buckets decide")))
      }
    }
    let own = lines.firstIndex { !$0.keys.isEmpty } ?? 0
    return Picker("Branches for \(feature.id)", lines: lines, cursor: own)
  }
}
