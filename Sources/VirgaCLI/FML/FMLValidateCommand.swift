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

  func run() throws {
    let failures = try options.files(input).map { file in
      try ManifestReport(Machine.current).write(try options.load(file: file))
    }
    guard failures.allSatisfy({ $0 == 0 }) else {
      throw Self.failure(channels: failures.reduce(0, +))
    }
  }

  static func failure(channels: Int) -> ExitCode {
    FMLOptions.failure(
      "the manifest has errors in \(channels) \(channels == 1 ? "channel" : "channels")")
  }
}
