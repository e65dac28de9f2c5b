import ArgumentParser
import VirgaRuntime

/// A command that only has subcommands.
protocol SubcommandGroup: ParsableCommand {}

extension SubcommandGroup {
  /// Fails, because a subcommand is required.
  func run() throws {
    Output.remark(help: VirgaCommand.helpMessage(for: Self.self))
    throw ExitCode.validationFailure
  }
}
