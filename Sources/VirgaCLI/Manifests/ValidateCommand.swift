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

  /// Prints the problems and a summary; ends with an exit code if any of them fails.
  func run() throws {
    let machine = Machine.current
    let found = try findings(machine)
    remarkParts(among: found)
    var project = ProjectRules(machine)
    var answer = ValidationAnswer(try rules.readBaseline(machine))
    for each in found {
      let projectRules = try project.rules(for: each.folder(machine))
      answer.add(each, rules.rules(with: projectRules))
    }
    if let file = rules.writeBaseline {
      // A baseline has problems of manifests only.
      Output.remark(project.files.flatMap(\.problems))
      return try write(answer, to: file, machine)
    }
    for file in project.files { answer.add(file, rules.rules(with: file.rules)) }
    answer.addUnused(rules.ignore, rules.rules(with: ProblemRules()))
    answer.print(report)
    if !answer.isValid { throw ExitCode.problems }
  }

  /// What is found in all manifests.
  ///
  /// - Throws: The exit code, after printing which file cannot be read.
  private func findings(_ machine: Machine) throws -> [ManifestFindings] {
    var check = ManifestCheck(options)
    check.channel = channel
    check.checksAbout = true
    check.resources = try resourceOptions.read()
    do {
      return try check.findings(in: try files(machine))
    } catch let problems as Problems {
      Output.remark(problems.all)
      throw ExitCode.couldNotRun
    }
  }

  /// The files to check.
  private func files(_ machine: Machine) throws -> [String] {
    guard includers else { return try ManifestSearch.files(of: paths, machine) }
    var search = IncluderSearch(machine) { try? options.loader(machine).load($0) }
    let manifests = search.manifests(of: paths)
    if manifests.isEmpty {
      Output.remark("note: no manifest includes \(paths.joined(separator: ", "))")
    }
    return manifests
  }

  /// Says which of the manifests can only be included.
  private func remarkParts(among found: [ManifestFindings]) {
    for each in found where each.manifest?.canOnlyBeIncluded == true {
      Output.remark(
        "note: \(each.path) can be included; to be imported or used by an app it needs `channels`")
    }
  }

  /// Writes the problems to the baseline, and says how many there are.
  private func write(_ answer: ValidationAnswer, to file: String, _ machine: Machine) throws {
    let problems = answer.problems
    try RuleOptions.writeBaseline(problems, to: file, machine)
    Output.line("wrote \(problems.count.pluralizing("problem")) to \(file)")
  }
}
