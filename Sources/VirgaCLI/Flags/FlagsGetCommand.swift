import ArgumentParser
import VirgaFlags
import VirgaWorkbench

struct FlagsGetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Explain the results of a flag's checks.")

  @Argument(help: ArgumentHelp("The flag's id.", valueName: "flag"), completion: .flags)
  var flag: String

  @OptionGroup var flagOptions: FlagOptions
  @OptionGroup var output: FormatOption

  /// Explains the flag in sentences; as JSON, prints the same columns as `virga flags list`.
  func run() throws {
    let open = try flagOptions.open(isReadOnly: true)
    let definition = try open.flag(flag)
    let flagOutput = FlagOutput(open.flags)
    output.isJSON
      ? flagOutput.print([definition.id], isJSON: true) : flagOutput.explain(definition)
  }
}
