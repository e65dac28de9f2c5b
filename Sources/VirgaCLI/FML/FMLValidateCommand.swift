import ArgumentParser
import VirgaManifest
import VirgaRuntime
import VirgaSource

struct FMLValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration.fml(
    "validate",
    abstract: "Check a manifest for every channel that it declares.")

  @Argument(
    help: "The manifest: a path, a URL, @owner/repository/path, or a folder of manifests.",
    completion: .manifest)
  var input: String

  @OptionGroup var options: FMLOptions
  @OptionGroup var report: ReportOption

  /// Prints a report for each manifest, or the problems of all in another format; fails if any of
  /// their channels is invalid.
  func run() throws {
    let files = try options.files(input)
    let invalidChannels = try report.format == .text ? printReports(files) : printProblems(files)
    if invalidChannels > 0 { throw Self.failure(channels: invalidChannels) }
  }

  /// Prints a report for each manifest; returns how many of their channels are invalid.
  private func printReports(_ files: [String]) throws -> Int {
    var invalidChannels = 0
    for file in files {
      invalidChannels += try ManifestReport(Machine.current).write(try options.load(file: file))
    }
    return invalidChannels
  }

  /// Prints the problems that `virga validate` finds; returns how many channels are invalid.
  private func printProblems(_ files: [String]) throws -> Int {
    let found: [ManifestFindings]
    do {
      found = try ManifestCheck(options.manifest).findings(in: files)
    } catch let problems as Problems {
      throw FMLOptions.failure(problems.all)
    }
    // The rules of a project do not apply: nimbus-fml has none.
    var answer = ValidationAnswer()
    for each in found { answer.add(each, ProblemRules()) }
    answer.print(report)
    return found.reduce(0) { sum, each in sum + each.invalidChannelCount }
  }

  /// Prints in how many channels the manifest has errors, and returns the exit code.
  static func failure(channels: Int) -> ExitCode {
    FMLOptions.failure(
      "the manifest has errors in \(channels) \(channels == 1 ? "channel" : "channels")")
  }
}
