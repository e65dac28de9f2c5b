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

  @OptionGroup var resourceOptions: ResourceOptions
  @OptionGroup var options: ManifestOptions
  @OptionGroup var report: ReportOption

  func run() throws {
    let (found, sources) = try check()
    let problems = found.map(\.problem)
    let hasErrors = problems.contains { $0.severity == .error }
    let answer: JSONValue = ["valid": .boolean(!hasErrors), "problems": .array(found.map(\.json))]
    report.answer(answer, problems) {
      let lines = found.flatMap { found in found.inWords.renderedLines { sources[$0] } }
      let summary = "\(path.maskingCredentials.inOneLine): \(ProblemOutput.summary(found))"
      Output.lines(lines + [summary])
    }
    if hasErrors { throw ExitCode.problems }
  }

  private func check() throws -> (found: [ChannelProblem], sources: [String: SourceText]) {
    let manifest: Manifest
    do {
      manifest = try options.load(path)
    } catch let problems as Problems where !problems.hasUnreadableInput {
      return (problems.all.map { ChannelProblem($0) }, [:])
    } catch is Problems {
      manifest = try options.loadedManifest(path)
    }
    let resources = try resourceOptions.read()
    let channels = try channels(of: manifest)
    let missing = resources.map { found in
      channels.flatMap { manifest.problems(in: $0, without: found.names) } + found.problems
    }
    let sources = manifest.files.compactMap { file in file.source.map { (file.shownName, $0) } }
    return (
      manifest.channelProblems(inAll: channels, and: manifest.identifierProblems + (missing ?? [])),
      Dictionary(sources, uniquingKeysWith: { first, _ in first })
    )
  }

  private func channels(of manifest: Manifest) throws -> [String?] {
    guard let channel else { return manifest.checkedChannels }
    // The channel may be missing because of the manifest's errors.
    if manifest.problems.contains(where: { $0.severity == .error }) { return [channel] }
    return [try options.channel(channel, of: manifest)]
  }
}

extension ChannelProblem {
  /// The problem with its channels in the message.
  fileprivate var inWords: Problem {
    var problem = problem
    if !channels.isEmpty { problem.message += ", in \(channels.joined(separator: ", "))" }
    return problem
  }
}
