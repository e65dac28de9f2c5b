import ArgumentParser
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

struct BranchCommand: SubcommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "branch",
    abstract: "Force a session's client into a branch, regardless of targeting and buckets.",
    subcommands: [Force.self, Drop.self])

  struct Force: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "force",
      abstract: "Force the client into a branch of one of the session's recipes.",
      discussion: "--recipes first adds recipes to the session.")

    @Argument(help: "The recipe's slug.", completion: .recipes)
    var slug: String

    @Argument(help: "The branch's slug.", completion: .branches)
    var branch: String

    @OptionGroup var recipeOptions: RecipeOptions
    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Forces the branch; with `--recipes`, its recipe is added to the session before, unless the
    /// session has the same one.
    func run() throws {
      let session = try target.open()
      let recipes =
        recipeOptions.recipes.isEmpty
        ? nil
        : try recipeOptions.read(
          attributes: session.attributeNames, from: target.manifestOptions.remoteFiles()
        ).recipes
      let operationContext = session.operationContext()
      try session.report(output) {
        try session.perform(
          first: { current in
            let given = recipes?.first { $0.slug.isSameName(as: slug) }
            guard let given else { return nil }
            // Compared with the recipe as its file has it, so that changes of the session stay.
            let isInSession = current.recipeJSONInFile(slug) == .object(given.json)
            if isInSession { return nil }
            return try current.operations(in: operationContext).addRecipes([given])
          },
          { current in try current.operations(in: operationContext).forceBranch(branch, of: slug) })
      }
    }
  }

  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Drop a forced branch and evaluate the recipe again.")

    @Argument(help: "The recipe's slug.", completion: .recipes)
    var slug: String

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Drops the branch as an operation of the session, and prints the operation.
    func run() throws {
      try target.open().perform(output) { operations in try operations.dropBranch(of: slug) }
    }
  }
}
