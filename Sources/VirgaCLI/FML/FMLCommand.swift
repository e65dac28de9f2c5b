import ArgumentParser

/// `virga fml`: the arguments, files and exit codes of the real tool for manifests, so that a build script can call this.
struct FMLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fml",
    abstract: "Do what the tool nimbus-fml does: code and documents from a manifest.",
    discussion: "Exits with 0 when done, with 1 where the manifest has errors, with 2 for wrong arguments.",
    subcommands: [
      FMLGenerateCommand.self, FMLExperimenterCommand.self, FMLSingleFileCommand.self, FMLValidateCommand.self,
      FMLChannelsCommand.self,
      FMLInformationCommand.self, FMLFetchCommand.self,
    ])

  /// Without a subcommand there is nothing to do.
  func run() throws {
    Output.remark(Self.helpMessage())
    throw ExitCode.couldNotRun
  }
}
