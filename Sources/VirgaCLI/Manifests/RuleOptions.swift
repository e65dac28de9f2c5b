import ArgumentParser
import VirgaFiles
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// The options that say which problems count, which are printed, and which make a check fail.
struct RuleOptions: ParsableArguments {
  @Flag(help: "Fail on warnings, too.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Print only problems that are at least this severe: error, warning or hint.",
      valueName: "severity"),
    completion: .list(Problem.Severity.allCases.map(\.rawValue)),
    transform: Self.severityOption)
  var severity: Problem.Severity?

  @Option(
    help: ArgumentHelp(
      "Do not count the problems with this code, everywhere or at a path; repeatable.",
      valueName: "code[:path]"),
    completion: .list(ProblemCodes.names), transform: Self.ignoredProblems)
  var ignore: [IgnoredProblems] = []

  @Option(
    help: ArgumentHelp("Do not count the problems that this file lists.", valueName: "file"),
    completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write the problems that count to a file for --baseline, and exit with 0.",
      valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  /// Refuses `--write-baseline` together with `--baseline`, whose problems the new file would lack.
  func validate() throws {
    if baseline != nil, writeBaseline != nil {
      throw ValidationError(
        "--write-baseline writes every problem that counts: use it without --baseline")
    }
  }

  /// The rules of a project changed by the options: `--severity` replaces its severity, `--strict`
  /// and `--ignore` add to what it has.
  func combined(with project: ProblemRules) -> ProblemRules {
    var rules = project
    rules.isStrict = strict || project.isStrict
    rules.leastSeverity = severity ?? project.leastSeverity
    rules.ignored += ignore
    return rules
  }

  /// The baseline of `--baseline`; nil without the option.
  ///
  /// - Throws: The exit code, after printing why the file cannot be used.
  func readBaseline(_ machine: Machine) throws -> ProblemBaseline? {
    guard let baseline else { return nil }
    try Inputs.claim([baseline], for: "--baseline", machine)
    let source = SourceText(name: baseline, bytes: try Inputs.read(baseline, machine))
    do {
      // The paths in a baseline are relative to its folder, those of problems to the working one.
      return try ProblemBaseline(source, Self.folders(of: baseline, machine))
    } catch {
      Output.remark(error.all)
      throw ExitCode.problems
    }
  }

  /// Writes a baseline that lists `problems`, so that later checks with it do not count them.
  ///
  /// - Throws: The exit code, after printing why the file cannot be written.
  static func writeBaseline(_ problems: [Problem], to file: String, _ machine: Machine) throws {
    if file.isURL { throw ValidationError("--write-baseline takes a file, not a URL") }
    let text = ProblemBaseline.text(of: problems, folders(of: file, machine))
    try ExitCode.reportingFailure { () throws(FileFailure) in
      try FileWriting.write(Array(text.utf8), to: FilePath.joined(machine.workingFolder, file))
    }
  }

  /// The folder of a baseline, to which the paths in it are relative, and the working folder, to
  /// which the files of problems are relative.
  private static func folders(of file: String, _ machine: Machine) -> ProblemBaseline.Folders {
    let path = FilePath.joined(machine.workingFolder, file)
    return ProblemBaseline.Folders(
      baseline: FilePath.folder(of: path), working: machine.workingFolder)
  }

  /// Parses the value of `--severity`.
  private static func severityOption(_ text: String) throws -> Problem.Severity {
    guard let severity = Problem.Severity(rawValue: text) else {
      throw ValidationError("--severity takes error, warning or hint, not \(text)")
    }
    return severity
  }

  /// Parses a value of `--ignore`: `missing-metadata`, or `missing-metadata:features/app-menu`.
  private static func ignoredProblems(_ text: String) throws -> IgnoredProblems {
    let codeAndPath = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let code = String(codeAndPath[0])
    guard ProblemCodes.names.contains(code) else {
      let hint = NameSuggestions.ending(for: code, among: ProblemCodes.names)
      throw ValidationError("no problem has the code \(code)\(hint)")
    }
    let path = codeAndPath.count > 1 ? String(codeAndPath[1]) : nil
    return IgnoredProblems(Problem.Code(stringLiteral: code), path: path)
  }
}
