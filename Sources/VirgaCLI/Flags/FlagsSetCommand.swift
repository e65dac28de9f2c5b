import ArgumentParser
import VirgaFlags
import VirgaSession
import VirgaWorkbench

struct FlagsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Store the user's or a developer's choice for a flag.")

  @Argument(help: ArgumentHelp("The flag's id.", valueName: "flag"), completion: .flags)
  var flag: String

  @Argument(
    help: ArgumentHelp(
      "on, off, an option, a variation, locked, unlocked, a draw, or weights as in 50,50.",
      valueName: "value"))
  var value: String

  @Option(
    help: ArgumentHelp(
      "What to set: \(FlagLayer.allCases.map(\.rawValue).joined(separator: ", ")); "
        + "by default the preference if the flag has one, else the debug override or the lock.",
      valueName: "layer"))
  var layer: FlagLayer?

  @OptionGroup var flagOptions: FlagOptions
  @OptionGroup var output: FormatOption

  /// Stores the value in the given layer, else in the flag's own one, and prints the flag as it is
  /// now.
  func run() throws {
    var open = try flagOptions.open(isReadOnly: false)
    let definition = try open.flag(flag)
    let layer = layer ?? FlagLayer(of: definition)
    let operation = try layer.change(definition, to: value)
    try open.perform { operations, flags throws(Refusal) in
      try operations.change([definition], operation, in: flags)
    }
    FlagOutput(open.flags).print([definition.id], isJSON: output.isJSON)
  }
}
