import ArgumentParser
import VirgaRuntime

/// `virga fml`: the arguments, files and exit codes of the real tool for manifests, so that a build script can call this.
struct FMLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fml",
    abstract: "Do what the tool nimbus-fml does: code and documents from a manifest.",
    discussion: "Exits with 0 when done, with 1 if the manifest has errors, with 2 for wrong arguments.",
    subcommands: [
      FMLGenerateCommand.self, FMLExperimenterCommand.self, FMLSingleFileCommand.self, FMLValidateCommand.self,
      FMLChannelsCommand.self,
      FMLInformationCommand.self, FMLFetchCommand.self,
    ])

  /// Without a subcommand there is nothing to do.
  func run() throws {
    Output.remark(VirgaCommand.helpMessage(for: Self.self))
    throw ExitCode.couldNotRun
  }

  /// The first option in `arguments` that is given twice and takes one value, such as `--channel`.
  ///
  /// The parser would silently use the last one.
  static func repeatedOption(in arguments: [String]) -> String? {
    var seen: Set<Substring> = []
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
      let name = argument.prefix { $0 != "=" }
      if name != "--repo-file", !seen.insert(name).inserted { return String(name) }
    }
    return nil
  }
}
