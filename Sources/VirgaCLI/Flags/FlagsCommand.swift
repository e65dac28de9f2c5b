import ArgumentParser

struct FlagsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flags",
    abstract: "List flags with their three checks, and set the user's or a developer's choices.",
    discussion: """
      Without --flags every Boolean variable, field and map entry of the manifest is a flag, and every enum one with \
      options.
      """,
    subcommands: [
      FlagsListCommand.self, FlagsGetCommand.self, FlagsSetCommand.self, FlagsClearCommand.self,
      FlagsInitCommand.self, FlagsExportCommand.self,
    ],
    defaultSubcommand: FlagsListCommand.self)
}
