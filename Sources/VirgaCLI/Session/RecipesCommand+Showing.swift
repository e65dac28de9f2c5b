import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench

extension RecipesCommand {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print a recipe as the session changes it.",
      discussion: """
        With --format json it is the whole recipe, as Experimenter takes it. As text, it ends with what differs from \
        the recipe's file.
        """)

    @Argument(help: "The recipe's slug.", completion: .recipes)
    var slug: String

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Prints the recipe; ends with the exit code for wrong arguments if the session lacks it.
    func run() throws {
      let session = try target.openToShow().store.session
      guard let json = session[.recipe, slug] else {
        let refusal = Refusal.unknown("recipe", slug, among: session.names(of: .recipe))
        Output.remark("error: \(refusal)")
        throw ExitCode.validationFailure
      }
      guard !output.isJSON else { return Output.json(json) }
      guard let recipe = session.recipe(slug) else {
        throw JSONInput.refused("the recipe `\(slug)` can't be read; --format json prints it")
      }
      printParts(of: recipe)
      printChanges(in: session)
    }

    /// Prints who gets the recipe, and its branches with the features that they configure.
    private func printParts(of recipe: Recipe) {
      let buckets = recipe.bucketConfig
      var rows = [["recipe", slug], ["kind", recipe.kindName]]
      rows.append(["targeting", recipe.targeting ?? "everyone"])
      rows.append(["buckets", "\(buckets.count) of \(buckets.total), from \(buckets.start)"])
      for branch in recipe.branches {
        let features = branch.features.map(\.featureID).joined(separator: ", ")
        let configured = features.isEmpty ? "configures nothing" : features
        rows.append(["branch", "\(branch.slug), ratio \(branch.ratio): \(configured)"])
      }
      Output.columns(rows)
    }

    /// Prints each value that differs from the recipe's file; nothing if the recipe was not
    /// changed.
    private func printChanges(in session: Session) {
      let differences = RecipeDifference.all(of: slug, in: session)
      if differences.isEmpty { return }
      Output.lines(["", "changed against its file"])
      Output.columns(
        differences.map { difference in
          let old = difference.old?.label ?? "nothing"
          let new = difference.new?.label ?? "nothing"
          return ["~ \(difference.place)", "\(old) → \(new)"]
        })
    }
  }
}
