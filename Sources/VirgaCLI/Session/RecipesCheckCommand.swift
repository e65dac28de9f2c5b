import ArgumentParser
import VirgaConsole
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource
import VirgaWorkbench
import VirgaYAML

struct RecipesCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check recipes by themselves, against each other and against manifests.",
    discussion: """
      Finds configs that do not match a manifest, recipes that take a feature from each other, targeting that no client \
      can match, first runs that cannot be, clients that leave too early, and buckets that wrap around. Exits with 0 if \
      there are no errors, else with 1; with --strict, warnings fail as well. The rules in the file .virga.yaml of the \
      last manifest also apply.
      """)

  @Argument(
    help: ArgumentHelp(
      "Recipes: a file, a folder, a pattern in quotes, an https URL or nimbus:APP; - is standard input.",
      valueName: "file"), completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "A manifest that the configs must match; repeatable, the oldest version first.",
      valueName: "file"),
    completion: .manifest)
  var manifest: [String] = []

  @OptionGroup var rules: RuleOptions
  @OptionGroup var options: ManifestOptions
  @OptionGroup var report: ReportOption

  /// Prints the problems and a summary; ends with an exit code if a problem makes the check fail.
  ///
  /// With `--write-baseline`, writes the problems to that file instead.
  func run() throws {
    let machine = Machine.current
    // A name of live recipes, such as `nimbus:fenix`, is not a file.
    let paths = files.filter { !LiveRecipes.isName($0) }
    try Inputs.claim(paths, for: "the recipes", readsURLs: true)
    try Inputs.claim(manifest, for: "the manifest", readsURLs: true)
    let config = ConfigFile.read(machine)
    let recipes = try read(knowing: config.attributes)
    let manifests = try loadedManifests()
    let check = RecipeSetCheck(manifests, expressions: config.expressions)
    let problemsOfReading = recipes.problems.map { ChannelProblem($0) }
    let problemsOfRecipes = check.problems(of: recipes.written).map(\.channelProblem)
    let found = recipes.inFileOrder(problemsOfReading + problemsOfRecipes)
    try print(found, in: recipes, checkedAgainst: manifests, machine)
  }

  /// Prints problems and a summary, by the rules of the options and of the manifests' project.
  ///
  /// - Throws: The exit code if a problem makes the check fail.
  private func print(
    _ found: [ChannelProblem], in recipes: CheckedFiles,
    checkedAgainst manifests: [CheckedManifest], _ machine: Machine
  ) throws {
    var projects = ProjectRules(machine)
    let rulesOfProject = try projects.rules(for: folderOfNewest(manifests, machine))
    let allRules = rules.combined(with: rulesOfProject)
    var answer = ValidationAnswer(try rules.readBaseline(machine))
    answer.add(found, in: Array(recipes.sources.values), allRules)
    // A baseline is a file of known problems, which later checks do not report.
    if let file = rules.writeBaseline {
      // A baseline has problems of recipes only: mistakes in the file of rules are just printed.
      Output.remark(projects.files.flatMap(\.problems))
      return try answer.writeBaseline(to: file, machine)
    }
    for file in projects.files { answer.addMistakes(in: file, allRules) }
    // Entries of the file may be about manifests, so only those of the options must be used.
    answer.addUnused(rules.ignore, allRules)
    answer.print(report, of: recipes.written.count.pluralizing("recipe"))
    if !answer.isValid { throw ExitCode.problems }
  }

  /// Loads the manifests of `--manifest`; prints their own errors, which do not make this check of
  /// recipes fail.
  private func loadedManifests() throws -> [CheckedManifest] {
    try manifest.map { path in
      let loaded = try options.loadedManifest(path)
      _ = options.remarkErrors(loaded.problems)
      return CheckedManifest(loaded, file: path.maskingCredentials)
    }
  }

  /// The folder of the newest manifest, whose project has the rules; nil without a local manifest.
  private func folderOfNewest(_ manifests: [CheckedManifest], _ machine: Machine) -> String? {
    guard let path = manifest.last, let newest = manifests.last?.manifest else { return nil }
    return ManifestFindings(path, newest, problems: []).folder(machine)
  }

  /// The recipes of the files, the first of each slug, and the problems of reading them.
  private struct CheckedFiles {
    var written: [WrittenRecipe] = []
    var problems: [Problem] = []
    /// The texts by the names of their files, to print the lines with problems.
    var sources: [String: SourceText] = [:]
    private var names: [String] = []
    private var filesOfSlugs: [Name: String] = [:]

    /// Reads the recipes of a file, unless the file was read before; a file with syntax errors has
    /// problems but no recipes.
    mutating func add(_ source: RecipeFiles.Source, knowing attributes: Set<Name>) {
      let name = source.text.name
      guard sources[name] == nil else { return }
      names.append(name)
      sources[name] = source.text
      let text = LocatedText(source.text)
      problems += text.problems
      let hasSyntaxErrors = text.problems.contains { $0.severity == .error }
      guard !hasSyntaxErrors, let root = text.written else { return }
      // Live recipes of another app are left out.
      let batch = RecipeBatch(root, attributes: attributes, where: source.includes)
      problems += batch.problems
      for recipe in batch.writtenRecipes { add(recipe, of: name) }
    }

    /// Adds a recipe; if an earlier recipe has its slug, leaves it out and reports it.
    private mutating func add(_ written: WrittenRecipe, of file: String) {
      let slug = Name(written.recipe.slug)
      guard let earlier = filesOfSlugs[slug] else {
        filesOfSlugs[slug] = file
        self.written.append(written)
        return
      }
      // A slug that is repeated within one file was reported when the file was read.
      guard earlier != file else { return }
      problems.append(
        written.problem(
          .warning, "repeated-slug", at: ["slug"],
          "Give each recipe its own slug; the one in \(earlier) is used"))
    }

    /// Sorts problems by the order of their files, and within a file by their positions; those of
    /// no file come first.
    func inFileOrder(_ found: [ChannelProblem]) -> [ChannelProblem] {
      let byFile = Dictionary(grouping: found) { $0.problem.location?.file }
      let files: [String?] = [nil] + names.map(Optional.some)
      return files.flatMap { file -> [ChannelProblem] in
        let ofFile = byFile[file] ?? []
        // Comparing the indices too keeps the order of problems at one position.
        let sorted = ofFile.indices.sorted { left, right in
          (Self.start(of: ofFile[left]), left) < (Self.start(of: ofFile[right]), right)
        }
        return sorted.map { ofFile[$0] }
      }
    }

    /// Where a problem starts in its file; the start of the file if it has no location.
    private static func start(of found: ChannelProblem) -> SourcePosition {
      found.problem.location?.range.start ?? .start
    }
  }

  /// Reads the files; ends the program if one cannot be read.
  ///
  /// Besides the standard attributes, targeting may read these of the configuration.
  private func read(knowing attributes: Set<Name>) throws -> CheckedFiles {
    let reader = RecipeFiles(remoteFiles: options.remoteFiles())
    var checked = CheckedFiles()
    for file in try files.flatMap(reader.named) {
      checked.add(try reader.source(file), knowing: attributes)
    }
    return checked
  }
}
