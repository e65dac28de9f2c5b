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

  func run() throws {
    let open = try flagOptions.open(isReadOnly: true)
    let row = try open.row(flag)
    guard !output.isJSON else { return FlagOutput(open.flags).print([row.id], isJSON: true) }
    FlagOutput(open.flags).explain(row)
  }
}
