import ArgumentParser
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSource

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check a manifest, for one channel or for all of them.",
    discussion: "Exits with 0 if there are no errors, else with 1.")

  @Argument(
    help: ArgumentHelp("The manifest; - reads standard input.", valueName: "manifest"),
    completion: .manifest)
  var path: String

  @Option(help: ArgumentHelp("Check this channel only.", valueName: "name"), completion: .channels)
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "Print only problems that are at least this severe: error, warning or hint.",
      valueName: "severity"),
    completion: .list(Problem.Severity.allCases.map(\.rawValue)),
    transform: Self.severityOption)
  var severity = Problem.Severity.hint

  @OptionGroup var resourceOptions: ResourceOptions
  @OptionGroup var options: ManifestOptions
  @OptionGroup var report: ReportOption

  /// Prints the problems and a summary; ends with an exit code if there are errors.
  func run() throws {
    let found = try check()
    // The most severe problems come first in the order of severities.
    let shown = found.problems.filter { $0.problem.severity <= severity }
    let problems = shown.map(\.problem)
    let hasErrors = problems.contains { $0.severity == .error }
    let answer: JSONValue = [
      "valid": .boolean(!hasErrors), "problems": .array(shown.map(\.json)),
    ]
    report.answer(answer, problems) {
      let bySeverity = Problem.Severity.allCases.flatMap { severity in
        shown.filter { $0.problem.severity == severity }
      }
      let lines = bySeverity.flatMap { problem in
        problem.namingChannels.renderedLines { found.sources[$0] }
      }
      let summary = ProblemOutput.summary(shown)
      Output.lines(lines + ["\(path.maskingCredentials.inOneLine): \(summary)"])
    }
    if hasErrors { throw ExitCode.problems }
  }

  /// Parses the value of `--severity`.
  private static func severityOption(_ text: String) throws -> Problem.Severity {
    guard let severity = Problem.Severity(rawValue: text) else {
      throw ValidationError("--severity takes error, warning or hint, not \(text)")
    }
    return severity
  }

  /// The problems of a manifest.
  private struct Findings {
    let problems: [ChannelProblem]
    /// The texts of the manifest's files by name, to print the lines with problems.
    var sources: [String: SourceText] = [:]
  }

  /// The problems of the manifest in the chosen channels, and of missing resources.
  ///
  /// - Throws: The exit code, after printing which file cannot be read.
  private func check() throws -> Findings {
    let manifest: Manifest
    do {
      manifest = try options.load(path)
    } catch let problems as Problems where !problems.hasUnreadableInput {
      // The file is not a manifest at all, so its channels cannot be checked.
      return Findings(problems: problems.all.map { ChannelProblem($0) })
    } catch is Problems {
      // This prints the problems and ends the program.
      manifest = try options.loadedManifest(path)
    }
    let resources = try resourceOptions.read()
    let channels = try channels(of: manifest)
    var others = manifest.aboutProblems + manifest.identifierProblems
    if let resources {
      others += channels.flatMap { manifest.problems(in: $0, without: resources.names) }
      others += resources.problems
    }
    let namedSources = manifest.files.compactMap { file in
      file.source.map { (file.shownName, $0) }
    }
    return Findings(
      problems: manifest.channelProblems(inAll: channels, and: others),
      sources: Dictionary(namedSources, uniquingKeysWith: { first, _ in first }))
  }

  /// The channel of `--channel`, or all that are checked without the option.
  private func channels(of manifest: Manifest) throws -> [String?] {
    guard let channel else { return manifest.checkedChannels }
    // The channel may be missing because of the manifest's errors, which are reported instead.
    let hasErrors = manifest.problems.contains { $0.severity == .error }
    if hasErrors { return [channel] }
    return [try options.channel(channel, of: manifest)]
  }
}

extension ChannelProblem {
  /// The problem with its channels in the message, as in `…, in beta, release`.
  fileprivate var namingChannels: Problem {
    var problem = problem
    if !channels.isEmpty { problem.message += ", in \(channels.joined(separator: ", "))" }
    return problem
  }
}
