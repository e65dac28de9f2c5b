import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The commands that change a recipe in the session: its branches, its targeting and its buckets.
enum RecipeEditingCommands {
  static let all: [Command] = [
    Command("edit-branch", "edit the branch's config", on: ExperimentsScreen.self) {
      screen, _, feature in editBranch(of: screen, feature)
    }
    .in(.panel(.branches)).keys("i").argument(.oneOf(featuresToConfigure)).mutating().hint(.main)
    .short("editor").when(hasBranch)
    .help(
      "Opens the config editor on the branch's config of a feature, over the defaults and the layers below the recipe; asks which feature if the branch configures several or none. Applying it changes the recipe in the session. Text that you do not apply is kept in the session as a draft."
    ),
    Command("set-ratio", "change the ratio", on: ExperimentsScreen.self) { screen, _, written in
      setRatio(in: screen, written)
    }
    .in(.panel(.branches)).form(of: "edit").keys("e").argument(.text).mutating().hint(.second)
    .short("ratio").when(hasBranch)
    .help("Takes a branch and its weight among all branches, as in set-ratio control 2."),
    Command("add-branch", "add a branch", on: ExperimentsScreen.self) { screen, _, written in
      addBranch(to: screen, written)
    }
    .in(.panel(.branches)).keys("a").argument(.text).prompts().mutating().hint(.third).short("add")
    .when(RecipeCommands.hasRecipe)
    .help(
      "Takes a name, and the ratio if it is not 1, as in add-branch wide 2. The branch configures nothing yet."
    ),
    Command("remove-branch", "remove the branch", on: ExperimentsScreen.self) {
      screen, _, branch in removeBranch(of: screen, branch)
    }
    .in(.panel(.branches)).keys("Del").argument(.oneOf(branches)).mutating().when(hasBranch)
    .help("Removes the branch from the recipe in the session; its clients leave the recipe."),
    Command("edit-recipe", "edit recipe", on: ExperimentsScreen.self) { _, _ in
      .asksAboutSelection(changePicker)
    }
    .in(.panel(.recipes)).form(of: "edit").keys("e").mutating().hint(.fifth)
    .when(RecipeCommands.hasRecipe)
    .help("Changes the targeting or the buckets of the recipe, or goes to the client's context."),
    Command("set-targeting", "change the targeting", on: ExperimentsScreen.self) {
      screen, _, written in setTargeting(of: screen, written)
    }
    .in(.screen(.experiments)).keys("T").argument(.text).mutating()
    .when(RecipeCommands.hasRecipe)
    .help("Takes an expression that clients evaluate, as in set-targeting locale == 'de'."),
    Command("remove-targeting", "remove the targeting", on: ExperimentsScreen.self) { screen, _ in
      guard let slug = screen.selected?.slug else { return .refused(.noRecipeSelected) }
      return .performs { try $0.change(slug, .targeting(nil)) }
    }
    .in(.screen(.experiments)).mutating().when(RecipeCommands.hasTargeting)
    .help("Removes the targeting from the recipe in the session, so that it excludes no client."),
    Command("set-bucket", "change the buckets", on: ExperimentsScreen.self) { screen, _, written in
      setBuckets(of: screen, written)
    }
    .in(.screen(.experiments)).keys("B").argument(.text).mutating()
    .when(RecipeCommands.hasRecipe)
    .help("Takes the first bucket and the number of buckets, as in set-bucket 0 5000."),
    RecipeOperation(
      name: "drop-recipe", verb: "drop overrides of", canChange: { $1.isForced || $1.isChanged },
      refusal: { .nothingToDrop(in: $0) },
      change: Operations.dropOverride
    ).command("drop the override")
      .in(.screen(.experiments)).form(of: "drop").keys("d").titled(titleOfDrop).asks(dropQuestion)
      .help(
        "Evaluates the recipe as if nothing were forced; with nothing forced, drops the changes of the recipe, so that it is as its file has it. Asks first if several are marked."
      ),
  ]

  /// The availability of a command that needs a selected branch, which its title names.
  @Sendable private static func hasBranch(_ model: Model) -> Command.Availability {
    let withRecipe = RecipeCommands.hasRecipe(model)
    guard case .applies = withRecipe else { return withRecipe }
    guard let branch = model.experiments.branchList.selected?.branch else {
      return .refused(.noBranchSelected)
    }
    return .applies(branch.slug)
  }

  /// The branches of the selected recipe.
  @Sendable private static func branches(_ model: Model) -> [String] {
    model.experiments.selected?.branches.map(\.slug) ?? []
  }

  // The config of a branch.

  /// The features of the manifest, those that the selected branch configures first.
  @Sendable private static func featuresToConfigure(_ model: Model) -> [String] {
    let branch = model.experiments.branchList.selected?.branch
    return configuredFeatures(by: branch) + otherFeatures(besides: branch, in: model)
  }

  /// The features that a branch configures, each once; none for nil, if no branch is selected.
  private static func configuredFeatures(by branch: Branch?) -> [String] {
    (branch?.features.map(\.featureID) ?? []).withoutRepeats
  }

  /// The features of the manifest that a branch does not configure; all for nil, if no branch is
  /// selected.
  private static func otherFeatures(besides branch: Branch?, in model: Model) -> [String] {
    let configured = Set(naming: configuredFeatures(by: branch))
    return model.workspace.features.map(\.id).filter { !configured.contains(Name($0)) }
  }

  /// Opens the config of a feature in the selected branch; without a name, of the only feature that
  /// the branch configures, or asks which one.
  private static func editBranch(of screen: ExperimentsScreen, _ feature: String) -> Outcome {
    guard let recipe = screen.selected, let branch = screen.branchList.selected?.branch else {
      return .refused(.noBranchSelected)
    }
    let configured = configuredFeatures(by: branch)
    let onlyFeature = configured.count == 1 ? configured.first : nil
    guard let id = feature.isEmpty ? onlyFeature : feature else {
      return .asksAboutSelection(featurePicker)
    }
    return FeaturesScreen.openText(at: BranchFeature(id, in: branch.slug, of: recipe.slug))
  }

  /// The question which feature to configure in the selected branch; nil if no branch is selected.
  @Sendable private static func featurePicker(in model: Model) -> Picker? {
    guard let branch = model.experiments.branchList.selected?.branch else { return nil }
    let configuredLines = configuredFeatures(by: branch).map { id in
      line(ofConfigured: id, by: branch, in: model)
    }
    let otherLines = otherFeatures(besides: branch, in: model).map { id in
      PickerLine(
        invocation: Invocation("edit-branch", id), title: DisplayText(id), detail: "not configured")
    }
    return Picker("Feature that \(branch.slug) configures", lines: configuredLines + otherLines)
  }

  /// The line of a feature that a branch configures, with its config.
  ///
  /// A feature that the manifest does not have cannot be chosen, because it has no editor.
  private static func line(
    ofConfigured id: String, by branch: Branch, in model: Model
  ) -> PickerLine {
    let isKnown = model.workspace.manifest?.feature(id) != nil
    let config = branch.config(of: id).map { ValueText.short(.object($0)) } ?? ""
    return PickerLine(
      invocation: Invocation("edit-branch", id), title: DisplayText(id),
      detail: DisplayText(isKnown ? config : "the manifest does not have it"), applies: isKnown)
  }

  // Ratios and branches.

  /// Sets the ratio of a branch, as in `control 2`; if nothing was typed, asks for the ratio of the
  /// selected branch.
  private static func setRatio(in screen: ExperimentsScreen, _ written: String) -> Outcome {
    guard let recipe = screen.selected, let selected = screen.branchList.selected?.branch else {
      return .refused(.noBranchSelected)
    }
    if written.isEmpty {
      return .prompt("set-ratio \(selected.slug) ", proposing: "\(selected.ratio)")
    }
    let known = recipe.branches.map(\.slug)
    let (branch, typedRatio) = Invocation.name(startingIn: written, known: known)
    guard let ratio = UInt32(typedRatio) else { return .refused(.ratioExpected) }
    let slug = recipe.slug
    return .performs { try $0.change(slug, .ratio(ratio, branch: branch)) }
  }

  /// Adds a branch, as in `wide`, or `wide 2` with its ratio, and selects it.
  private static func addBranch(to screen: ExperimentsScreen, _ written: String) -> Outcome {
    guard let slug = screen.selected?.slug else { return .refused(.noRecipeSelected) }
    guard let (branch, ratio) = newBranch(from: written) else {
      return .refused(.newBranchExpected)
    }
    return Outcome.performs { try $0.change(slug, .addBranch(branch, ratio: ratio)) }.then {
      (screen: inout ExperimentsScreen, shared, done) in
      guard done.operation != nil else { return done }
      // The new branch is listed only after a refresh, as the last one.
      _ = screen.refresh(shared)
      if let added = screen.branchList.items.last { screen.branchList.select(added.id) }
      return done
    }
  }

  /// The name and the ratio of a new branch, as in `wide 2`; nil if anything else was typed.
  ///
  /// Without a typed ratio, it is 1.
  private static func newBranch(from written: String) -> (name: String, ratio: UInt32)? {
    let words = written.split(separator: " ").map(String.init)
    guard let name = words.first, words.count <= 2 else { return nil }
    let usualRatio: UInt32 = 1
    guard words.count == 2 else { return (name: name, ratio: usualRatio) }
    guard let ratio = UInt32(words[1]) else { return nil }
    return (name: name, ratio: ratio)
  }

  /// Removes the named branch, or the selected one.
  private static func removeBranch(of screen: ExperimentsScreen, _ named: String) -> Outcome {
    // A branch is always selected, unless the recipe has none to remove.
    guard let slug = screen.selected?.slug, let selected = screen.branchList.selected?.branch else {
      return .refused(.noBranchSelected)
    }
    let branch = named.isEmpty ? selected.slug : named
    return .performs { try $0.change(slug, .removeBranch(branch)) }
  }

  // Targeting and buckets.

  /// The question what to change: the targeting or the buckets of the selected recipe, or the
  /// client's context; nil if no recipe is selected.
  @Sendable private static func changePicker(in model: Model) -> Picker? {
    guard let recipe = model.experiments.selected else { return nil }
    let everyone = "everyone is targeted"
    var answers = [
      (
        invocation: Invocation("set-targeting"), title: "targeting",
        detail: recipe.targeting ?? everyone
      )
    ]
    if recipe.targeting != nil {
      answers.append(
        (invocation: Invocation("remove-targeting"), title: "no targeting", detail: everyone))
    }
    answers += [
      (
        invocation: Invocation("set-bucket"), title: "buckets",
        detail: recipe.bucketConfig.nounAndRangeText
      ),
      (invocation: Invocation("edit-context"), title: "the client's context", detail: ""),
    ]
    return .choice("Change \(recipe.slug)", answers)
  }

  /// Sets the targeting of the selected recipe; asks for it if nothing was typed.
  private static func setTargeting(of screen: ExperimentsScreen, _ written: String) -> Outcome {
    guard let recipe = screen.selected else { return .refused(.noRecipeSelected) }
    if written.isEmpty { return .prompt("set-targeting ", proposing: recipe.targeting ?? "") }
    let slug = recipe.slug
    return .performs { try $0.change(slug, .targeting(written)) }
  }

  /// Sets the first bucket and the number of buckets, as in `0 5000`; asks for them if nothing
  /// was typed.
  private static func setBuckets(of screen: ExperimentsScreen, _ written: String) -> Outcome {
    guard let recipe = screen.selected else { return .refused(.noRecipeSelected) }
    let buckets = recipe.bucketConfig
    if written.isEmpty {
      return .prompt("set-bucket ", proposing: "\(buckets.start) \(buckets.count)")
    }
    // An element is nil if the word is not a number.
    let numbers = written.split(separator: " ").map { UInt32($0) }
    guard numbers.count == 2, let start = numbers[0], let count = numbers[1] else {
      return .refused(.bucketsExpected)
    }
    let slug = recipe.slug
    return .performs { try $0.change(slug, .buckets(start: start, count: count)) }
  }

  // Dropping.

  /// The title of `drop-recipe` in the hint line: it drops the forced branch or the opt-out of the
  /// selected recipe (`isForced` is true for both), or, if there is neither, the changes of the
  /// recipe.
  @Sendable private static func titleOfDrop(_ model: Model) -> String {
    let row = model.experiments.selectedRow
    let dropsChanges = row?.isForced == false && row?.isChanged == true
    return dropsChanges ? "drop the changes" : "drop the override"
  }

  /// The question whether to drop the overrides of the marked recipes.
  ///
  /// Nil, so that the command runs at once, if it has an argument (a recipe, or the answer `yes`),
  /// if at most one recipe is marked, or if none of them has an override.
  @Sendable private static func dropQuestion(_ model: Model, _ argument: String) -> Picker? {
    guard argument.isEmpty, model.experiments.list.markCount > 1 else { return nil }
    let rows = model.experiments.list.markedOrSelected.filter { $0.isForced || $0.isChanged }
    guard !rows.isEmpty else { return nil }
    // These lines cannot be chosen; they say what the question is about.
    let lines = rows.map { row in
      PickerLine(
        title: DisplayText(row.slug),
        detail: DisplayText(row.isForced ? row.forcedWords : "changed"), applies: false)
    }
    let answer = PickerLine(
      invocation: Invocation("drop-recipe", "yes"), leading: "yes", title: "drop them",
      detail: "\(model.keyName(of: "undo")) brings them back")
    let count = rows.count.pluralizing("recipe")
    return .question("Drop overrides of \(count)", [answer], about: lines)
  }
}

extension Operations {
  /// Drops the forced branch of a recipe or its opt-out; if it has neither, the changes of the
  /// recipe.
  fileprivate func dropOverride(ofRecipe slug: String) throws(Refusal) -> SessionOperation {
    let isForced = session[.branch, slug] != nil
    return try isForced ? dropBranch(of: slug) : dropRecipeChange(of: slug)
  }
}
