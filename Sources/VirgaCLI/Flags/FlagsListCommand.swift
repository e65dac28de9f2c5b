import ArgumentParser
import VirgaFlags
import VirgaSource
import VirgaWorkbench

struct FlagsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List every flag with its build value, choices and checks.")

  @Option(
    help: ArgumentHelp(
      "Only flags of this kind; repeatable: \(FlagKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind"), completion: .list(FlagKind.allCases.map(\.rawValue)), transform: Self.kind)
  var kind: [FlagKind] = []

  @Flag(help: "Only flags with a stored choice.")
  var overridden = false

  @Flag(help: "Only flags whose checks differ.")
  var differing = false

  @Flag(help: "Only flags that are on.")
  var enabled = false

  @OptionGroup var flagOptions: FlagOptions
  @OptionGroup var output: FormatOption

  func run() throws {
    let open = try flagOptions.open(isReadOnly: true)
    open.remarkProblems()
    FlagOutput(open.flags).print(open.flags.catalogue.rows.filter { passes($0, open) }, isJSON: output.isJSON)
    if open.hasErrors { throw ExitCode.problems }
  }

  private static func kind(_ name: String) throws -> FlagKind {
    guard let kind = FlagKind(rawValue: name) else {
      let hint = NameSuggestions.ending(for: name, among: FlagKind.allCases.map(\.rawValue))
      throw ValidationError("unknown kind \(name)\(hint)")
    }
    return kind
  }

  private func passes(_ row: FlagDefinition, _ open: OpenFlags) -> Bool {
    guard kind.isEmpty || kind.contains(row.kind), let answer = open.flags[row.id] else { return false }
    if overridden, !open.flags.isOverridden(row) { return false }
    if differing, !answer.differs { return false }
    return !enabled || answer.isOn(of: row)
  }
}
