import ArgumentParser
import VirgaConsole
import VirgaFiles
import VirgaRuntime
import VirgaSession

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a script of console commands without a screen and print their output.",
    discussion: """
      --record writes such scripts. The first refused command ends the script with 1; setting a value again \
      is not refused. Without --session the script uses a session in memory, so that its result is always the \
      same.
      """)

  @Argument(
    help: ArgumentHelp(
      "The script, one command per line; - reads standard input.", valueName: "script"),
    completion: .file())
  var script: String

  @Argument(
    help: ArgumentHelp(
      "The manifest, or a folder that holds it (default: the embedded demo).", valueName: "manifest"
    ),
    completion: .manifest)
  var path: String?

  @OptionGroup var console: ConsoleOptions

  /// Runs the script and ends the program with its exit code.
  ///
  /// Without `--session` the session is in memory, so that a script does not change the manifest's
  /// session.
  func run() throws {
    let machine = Machine.current
    let path = try console.manifest(at: path, searchesWorkingFolder: false, machine)
    let script = try ConsoleOptions.script(script, exitsAtEnd: true, machine)
    let config = ConfigFile.read(machine)
    Output.remark(config.problems)
    var console = console
    if console.session == nil {
      console.session = SessionStore.inMemory
      Output.remark("the session is in memory; --session FILE keeps what the script does")
    }
    var setup = try console.setup(path, config, machine)
    setup.script = script
    let plain = try ExitCode.reportingFailure { () throws(FileFailure) in try PlainConsole(setup) }
    // The script is all input: no further line is read.
    throw ExitCode(plain.run { nil })
  }
}
