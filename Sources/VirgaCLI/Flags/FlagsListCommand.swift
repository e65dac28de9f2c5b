import ArgumentParser
import VirgaFlags
import VirgaRuntime
import VirgaSource
import VirgaWorkbench

struct FlagsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List every flag with its build value, choices and checks.")

  @Option(
    help: ArgumentHelp(
      "Only flags of this kind; repeatable: \(FlagKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind"), completion: .list(FlagKind.allCases.map(\.rawValue)), transform: Self.kind
  )
  var kind: [FlagKind] = []

  @Flag(help: "Only flags with a stored choice.")
  var overridden = false

  @Flag(help: "Only flags whose checks differ.")
  var differing = false

  @Flag(help: "Only flags that are on.")
  var enabled = false

  @OptionGroup var flagOptions: FlagOptions
  @OptionGroup var output: FormatOption

  /// Prints the table of the listed flags, also if a file has errors; then ends with an exit code.
  func run() throws {
    let open = try flagOptions.open(isReadOnly: true)
    open.remarkProblems()
    Output.table(FlagTable.table, of: open.flags.resolved.filter(isListed), isJSON: output.isJSON)
    if open.hasErrors { throw ExitCode.problems }
  }

  /// Parses the value of `--kind`; the error suggests a similar kind.
  private static func kind(_ name: String) throws -> FlagKind {
    guard let kind = FlagKind(rawValue: name) else {
      let hint = NameSuggestions.ending(for: name, among: FlagKind.allCases.map(\.rawValue))
      throw ValidationError("unknown kind \(name)\(hint)")
    }
    return kind
  }

  /// Whether a flag passes all of the options that filter the list.
  private func isListed(_ flag: ResolvedFlag) -> Bool {
    guard kind.isEmpty || kind.contains(flag.definition.kind) else { return false }
    if overridden, !flag.isOverridden { return false }
    if differing, !flag.hasDifferingChecks { return false }
    if enabled, !flag.isOn { return false }
    return true
  }
}
