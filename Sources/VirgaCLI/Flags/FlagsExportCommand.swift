import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaWorkbench

struct FlagsExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the flags for OpenFeature: its flag manifest, or a configuration of flagd.")

  @Option(
    help: """
      The format: openfeature (the flag manifest, with the defaults of the build), or flagd (a configuration with the \
      session's values).
      """)
  var format: FlagExport.Format

  @OptionGroup var flagOptions: FlagOptions

  /// Prints the document, also if a file has errors, which then give the exit code; flags that the
  /// format cannot have are named on standard error.
  func run() throws {
    let open = try flagOptions.open(isReadOnly: true)
    open.remarkProblems()
    let export = FlagExport(open.flags, as: format)
    for omission in export.omissions { Output.remark("warning: \(omission)".inOneLine) }
    Output.json(.object(export.json))
    if open.hasErrors { throw ExitCode.problems }
  }
}

extension FlagExport.Format: ExpressibleByArgument {}
