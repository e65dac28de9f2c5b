import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// The commands that override the selected feature by a branch, and drop its overrides.
enum OverrideCommands {
  static let all: [Command] = [
    Command("branch", "force a branch", run: chooseBranch)
      .in(.screen(.features)).keys("b").argument(.text, suffices: true).mutating().hint(.branch)
      .short("branch")
      .when { model in
        guard let feature = model.selectedFeature else { return .refused(.noFeatureSelected) }
        return .counting(
          model.layers.slugs(using: feature.id).count, "recipe", else: .noRecipeUses(feature.id))
      }
      .help(
        "Enrolls the client in a branch with its whole config; as a command, branch SLUG=BRANCH."),
    Command(
      "drop-edit", "drop this override", on: FeaturesScreen.self, run: Dropping.dropMarkedOrSelected
    )
    .in(.screen(.features)).form(of: "drop").keys("d").argument(.text).mutating().hint(.fifth)
    .short("drop")
    .when(Dropping.words, else: .nothingOverriddenHere)
    .asks { model, _ in Dropping.question(in: model) }
    .help(
      "Drops what the session set for the value, or else for the feature, or else the feature's draft; asks first if several are marked."
    ),
  ]

  /// Forces the branch of `SLUG=BRANCH`; without an argument, asks which branch.
  @Sendable private static func chooseBranch(
    _ screen: inout FeaturesScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    guard !argument.isEmpty else {
      // The list closes if another feature is selected.
      return .asksAboutSelection { RecipeCommands.branchPickerOfFeature(in: $0) }
    }
    guard let (slug, branch) = slugAndBranch(in: argument, shared.session) else {
      return .refused(.recipeAndBranchExpected("branch homepage-order=control"))
    }
    return RecipeCommands.force(branch, of: [slug])
  }

  /// The recipe and the branch of `SLUG=BRANCH`; nil if the argument has no `=`.
  ///
  /// A slug may contain `=`: of all ways to split `a=b=c`, the one that names a known recipe and
  /// branch is meant.
  private static func slugAndBranch(
    in argument: String, _ session: Session
  ) -> (slug: String, branch: String)? {
    let signs = argument.indices.filter { argument[$0] == "=" }
    let splits = signs.map { sign in
      let afterSign = argument.index(after: sign)
      return (slug: String(argument[..<sign]), branch: String(argument[afterSign...]))
    }
    let known = splits.first { split in
      session.recipe(split.slug)?.branch(split.branch) != nil
    }
    // If no split names a known branch, the refusal is about the first one.
    return known ?? splits.first
  }
}
