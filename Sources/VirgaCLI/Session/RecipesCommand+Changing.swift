import ArgumentParser
import VirgaJSON
import VirgaSession
import VirgaWorkbench

/// The recipe that a subcommand changes, and the session that has it.
struct ChangedRecipe: ParsableArguments {
  @Argument(help: "The recipe's slug.", completion: .recipes)
  var slug: String

  @OptionGroup var target: SessionTarget
  @OptionGroup var output: FormatOption

  /// Changes the recipe as one operation; prints the operation with the remarks on it, or its
  /// refusal.
  func change(_ make: (Operations) throws -> SessionOperation) throws {
    try target.open().changeRecipe(slug, output, make)
  }
}

// The subcommands that change a part of a recipe, each as one operation that is printed.
extension RecipesCommand {
  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set",
      abstract: "Set a value in a branch's config of a feature, or the whole config.",
      discussion: """
        The client in the branch gets it at once; `recipes drop` restores what the file has. A value is JSON, or a \
        string without quotes; after -- it may begin with a minus sign. The whole config is a JSON object, or a file in \
        JSON or YAML.
        """)

    @OptionGroup var recipe: ChangedRecipe

    @Argument(help: "The branch's slug.", completion: .branches)
    var branch: String

    @Argument(
      help: "The feature's id; the branch need not configure it yet.", completion: .features)
    var feature: String

    @Argument(
      help: ArgumentHelp(
        "The path of the value, such as sections-enabled.pocket; then the value. Without a path, the whole config.",
        valueName: "path> <value"),
      completion: .variables)
    var pathAndValue: [String] = []

    @Option(
      help: "The file with the whole config; - is standard input.", completion: .file())
    var file: String?

    /// Refuses too few or too many arguments after the feature.
    func validate() throws {
      // A value with or without its path; with `--file`, neither.
      let allowedCount = file == nil ? 1...2 : 0...0
      guard allowedCount.contains(pathAndValue.count) else {
        throw ValidationError("recipes set takes SLUG BRANCH FEATURE, then [PATH] VALUE or --file")
      }
    }

    /// Sets the value and prints remarks on it; warns if it was checked against no manifest.
    func run() throws {
      // The first argument is the path if there are two; else the value replaces the whole config.
      let path = try pathAndValue.count == 2 ? PathArgument.path(pathAndValue[0]) : JSONPath()
      let value = try value(at: path)
      let session = try recipe.target.open()
      let place = BranchFeature(feature, in: branch, of: recipe.slug)
      try session.changeRecipe(recipe.slug, recipe.output, on: feature) { operations in
        // `120` is tried as a number first, and as a string if the feature has no number there.
        try value.first { try operations.setConfig(place, at: path, to: $0) }
      }
      session.remarkMissingManifest()
    }

    /// The value of the last argument, or in the file of `--file`.
    private func value(at path: JSONPath) throws -> ValueArgument {
      // Without arguments, `validate()` requires `--file`.
      guard let text = pathAndValue.last else { return try ValueArgument(file: file ?? "-") }
      return try path.isRoot ? ValueArgument(config: text) : ValueArgument(text)
    }
  }

  struct Ratio: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ratio", abstract: "Set the weight of a recipe's branch.")

    @OptionGroup var recipe: ChangedRecipe

    @Argument(help: "The branch's slug.", completion: .branches)
    var branch: String

    @Argument(help: "The weight, a whole number, relative to the ratios of all branches.")
    var ratio: UInt32

    /// Sets the weight and prints the operation.
    func run() throws {
      try recipe.change { operations in
        try operations.change(recipe.slug, .ratio(ratio, branch: branch))
      }
    }
  }

  struct Targeting: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "targeting", abstract: "Set the targeting expression of a recipe, or remove it.")

    @OptionGroup var recipe: ChangedRecipe

    @Argument(help: "The expression, such as \"locale == 'de'\".", completion: .expression)
    var expression: String?

    @Flag(help: "Remove the targeting, so that it excludes no client.")
    var remove = false

    /// Refuses an expression together with `--remove`, and neither of them.
    func validate() throws {
      let isGiven = expression != nil
      guard isGiven != remove else {
        throw ValidationError("recipes targeting takes SLUG, then an expression or --remove")
      }
    }

    /// Sets or removes the targeting and prints the operation.
    func run() throws {
      try recipe.change { operations in
        try operations.change(recipe.slug, .targeting(expression))
      }
    }
  }

  struct Bucket: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "bucket", abstract: "Set which buckets of clients a recipe enrolls.")

    @OptionGroup var recipe: ChangedRecipe

    @Option(help: "The number of buckets (default: as before).")
    var count: UInt32?

    @Option(help: "The first bucket, from 0 (default: as before).")
    var start: UInt32?

    /// Refuses options that change nothing.
    func validate() throws {
      guard count == nil, start == nil else { return }
      throw ValidationError("give --count, --start, or both")
    }

    /// Sets the buckets and prints the operation.
    func run() throws {
      try recipe.change { operations in
        try operations.change(recipe.slug, .buckets(start: start, count: count))
      }
    }
  }

  struct AddBranch: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add-branch", abstract: "Add a branch to a recipe; it configures nothing yet.")

    @OptionGroup var recipe: ChangedRecipe

    @Argument(help: "The new branch's slug.")
    var branch: String

    @Option(help: "The weight, a whole number, relative to the ratios of all branches.")
    var ratio: UInt32 = 1

    /// Adds the branch and prints the operation.
    func run() throws {
      try recipe.change { operations in
        try operations.change(recipe.slug, .addBranch(branch, ratio: ratio))
      }
    }
  }

  struct RemoveBranch: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove-branch", abstract: "Remove a branch of a recipe.")

    @OptionGroup var recipe: ChangedRecipe

    @Argument(help: "The branch's slug.", completion: .branches)
    var branch: String

    /// Removes the branch and prints the operation.
    func run() throws {
      try recipe.change { operations in
        try operations.change(recipe.slug, .removeBranch(branch))
      }
    }
  }

  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop",
      abstract: "Drop the changes of a recipe, so that it is as its file has it.")

    @OptionGroup var recipe: ChangedRecipe

    /// Restores the recipe of the file and prints the operation.
    func run() throws {
      try recipe.target.open().perform(recipe.output) { operations in
        try operations.dropRecipeChange(of: recipe.slug)
      }
    }
  }
}
