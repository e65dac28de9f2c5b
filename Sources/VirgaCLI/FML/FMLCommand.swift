import ArgumentParser
import VirgaRuntime

/// `virga fml`: a drop-in replacement for nimbus-fml, with its arguments, files and exit codes.
struct FMLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fml",
    abstract: "Generate code and documents from a manifest, like nimbus-fml.",
    discussion:
      "Exits with 0 when done, with 1 if the manifest has errors, with 2 for wrong arguments.",
    subcommands: [
      FMLGenerateCommand.self, FMLExperimenterCommand.self, FMLSingleFileCommand.self,
      FMLValidateCommand.self,
      FMLChannelsCommand.self,
      FMLInformationCommand.self, FMLFetchCommand.self,
    ])

  /// Fails, because a subcommand is required.
  func run() throws {
    Output.remark(help: VirgaCommand.helpMessage(for: Self.self))
    throw ExitCode.couldNotRun
  }

  /// The first option that takes one value and is given twice, such as `--channel`; nil if none is.
  ///
  /// The parser would silently use the last value. `--repo-file` may be repeated.
  static func repeatedOption(in arguments: [String]) -> String? {
    var seen: Set<String> = []
    // After `--` no argument is an option.
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
      let name = String(argument.prefix { $0 != "=" })
      let isRepeatable = name == "--repo-file"
      if !isRepeatable, !seen.insert(name).inserted { return name }
    }
    return nil
  }
}

extension CommandConfiguration {
  /// A subcommand of `fml`.
  ///
  /// With the name of a command above it (experimental in ArgumentParser), the parser does not look
  /// twice for `--generate-completion-script` when it parses the subcommand alone.
  static func fml(_ name: String, abstract: String, aliases: [String] = []) -> CommandConfiguration
  {
    CommandConfiguration(
      commandName: name, _superCommandName: "virga fml", abstract: abstract, aliases: aliases)
  }
}
