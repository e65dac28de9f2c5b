import ArgumentParser
import VirgaManifest
import VirgaRuntime
import VirgaSource

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check manifests, for one channel or for all of them.",
    discussion: """
      Exits with 0 if there are no errors, else with 1; with --strict warnings fail, too. A file .virga.yaml beside a \
      manifest or above it has rules for all manifests of a project.
      """)

  @Argument(
    help: ArgumentHelp(
      "Manifests, folders of them, or patterns; - reads standard input.", valueName: "manifest"),
    completion: .manifest)
  var paths: [String]

  @Option(help: ArgumentHelp("Check this channel only.", valueName: "name"), completion: .channels)
  var channel: String?

  @Flag(
    help: """
      Check the manifests that include or import the given files, in their folders or above; other files are skipped.
      """)
  var includers = false

  @OptionGroup var rules: RuleOptions
  @OptionGroup var resourceOptions: ResourceOptions
  @OptionGroup var options: ManifestOptions
  @OptionGroup var report: ReportOption

  /// Prints the problems and a summary; ends with an exit code if a problem makes the check fail.
  ///
  /// With `--write-baseline`, writes the problems to that file instead.
  func run() throws {
    let machine = Machine.current
    let found = try findings(machine)
    remarkIncludeOnlyManifests(among: found)
    var projects = ProjectRules(machine)
    var answer = ValidationAnswer(try rules.readBaseline(machine))
    for each in found {
      // The manifests can belong to several projects, each with rules of its own.
      let rulesOfProject = try projects.rules(for: each.folder(machine))
      answer.add(each, rules.combined(with: rulesOfProject))
    }
    if let file = rules.writeBaseline {
      // A baseline has problems of manifests only: mistakes in files of rules are just printed.
      Output.remark(projects.files.flatMap(\.problems))
      return try answer.writeBaseline(to: file, machine)
    }
    for file in projects.files { answer.add(file, rules.combined(with: file.rules)) }
    // The entries of `--ignore` belong to no project.
    answer.addUnused(rules.ignore, rules.combined(with: ProblemRules()))
    answer.print(report)
    if !answer.isValid { throw ExitCode.problems }
  }

  /// What is found in all manifests.
  ///
  /// - Throws: The exit code, after printing which file cannot be read.
  private func findings(_ machine: Machine) throws -> [ManifestFindings] {
    var check = ManifestCheck(options)
    check.channel = channel
    // Whether `about` has names for generated code.
    check.checksAbout = true
    check.resources = try resourceOptions.read()
    do {
      return try check.findings(in: try files(machine))
    } catch let problems as Problems {
      Output.remark(problems.all)
      throw ExitCode.couldNotRun
    }
  }

  /// The files to check: those of the arguments, or with `--includers` the manifests that include
  /// them.
  private func files(_ machine: Machine) throws -> [String] {
    guard includers else { return try ManifestSearch.files(of: paths, machine) }
    // A manifest that cannot be loaded is reported when it is checked.
    var search = IncluderSearch(machine) { path in try? options.loader(machine).load(path) }
    let manifests = search.manifests(of: paths)
    if manifests.isEmpty {
      Output.remark("note: no manifest includes \(paths.joined(separator: ", "))")
    }
    return manifests
  }

  /// Prints a note for each manifest that declares no channels, so that it can only be included.
  private func remarkIncludeOnlyManifests(among found: [ManifestFindings]) {
    for each in found where each.manifest?.canOnlyBeIncluded == true {
      Output.remark(
        "note: \(each.path) can be included; to be imported or used by an app it needs `channels`")
    }
  }
}
