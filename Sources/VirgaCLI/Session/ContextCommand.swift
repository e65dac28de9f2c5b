import ArgumentParser
import VirgaRuntime
import VirgaTargeting
import VirgaWorkbench

struct ContextCommand: SubcommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "context",
    abstract: "Change a targeting attribute of a session's client.",
    subcommands: [Set.self, Drop.self])

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set a targeting attribute, and evaluate the recipes again.",
      discussion:
        "A value is JSON, or a string without quotes; after -- it may begin with a minus sign.")

    @Argument(help: "The attribute.", completion: .attributes)
    var name: String

    @Argument(help: "Its value.")
    var value: String

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Sets the attribute; warns if an app would not send this value.
    func run() throws {
      // Only checks it: text that begins like JSON but is not valid is a mistake, not a string.
      _ = try ValueArgument(value)
      let value = KnownAttribute.value(of: name, written: value)
      try target.open().perform(output) { try $0.setContext(name, to: value) }
      if let warning = AttributeCheck.warning(about: value, for: name) {
        Output.remark("warning: \(warning)")
      }
    }
  }

  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Remove a targeting attribute, and evaluate the recipes again."
    )

    @Argument(help: "The attribute.", completion: .setAttributes)
    var name: String

    @OptionGroup var target: SessionTarget
    @OptionGroup var output: FormatOption

    /// Removes the attribute as an operation of the session, and prints the operation.
    func run() throws {
      try target.open().perform(output) { operations in try operations.dropContext(name) }
    }
  }
}
