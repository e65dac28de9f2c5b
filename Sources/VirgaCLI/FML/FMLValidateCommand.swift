import ArgumentParser
import VirgaRuntime

struct FMLValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration.fml(
    "validate",
    abstract: "Check a manifest for every channel that it declares.")

  @Argument(
    help: "The manifest: a path, a URL, @owner/repository/path, or a folder of manifests.",
    completion: .manifest)
  var input: String

  @OptionGroup var options: FMLOptions

  /// Prints a report for each manifest; fails if any of their channels is invalid.
  func run() throws {
    var invalidChannels = 0
    for file in try options.files(input) {
      invalidChannels += try ManifestReport(Machine.current).write(try options.load(file: file))
    }
    if invalidChannels > 0 { throw Self.failure(channels: invalidChannels) }
  }

  /// Prints in how many channels the manifest has errors, and returns the exit code.
  static func failure(channels: Int) -> ExitCode {
    FMLOptions.failure(
      "the manifest has errors in \(channels) \(channels == 1 ? "channel" : "channels")")
  }
}
