import ArgumentParser
import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaRuntime
import VirgaSource
import VirgaTerminal

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open the console; this is what virga does without a subcommand.")

  @Argument(
    help: ArgumentHelp(
      "The manifest, or a folder that holds it (default: the one in this folder, else the demo); - reads standard input.",
      valueName: "manifest"),
    completion: .manifest)
  var path: String?

  @Option(
    help: ArgumentHelp("Run the commands in a file as if you typed them.", valueName: "file"),
    completion: .file())
  var script: String?

  @Flag(help: "Exit after the script.")
  var exit = false

  @Flag(help: "Print one frame as text and exit.")
  var dump = false

  @Option(help: ArgumentHelp("The size of that frame.", valueName: "120x40"))
  var size = "120x40"

  @Flag(help: "Read one command per line and print changes as lines, for screen readers and pipes.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "Record changes of the session to a new file, as commands for virga run.", valueName: "file"),
    completion: .file())
  var record: String?

  @Flag(help: "Take the guided tour of the embedded demo.")
  var demo = false

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @Flag(help: "Do not use the mouse.")
  var noMouse = false

  @Option(
    help: "When to use colors: never, auto or always.",
    completion: .list(["never", "auto", "always"]),
    transform: Self.colorOption)
  var color: ColorDepth.Option?

  @Option(
    help: ArgumentHelp(
      "The theme: \(Theme.all.map(\.name).joined(separator: ", ")).", valueName: "name"),
    completion: .themes)
  var theme: String?

  @OptionGroup var console: ConsoleOptions

  /// Refuses values that cannot be read, and options that need or exclude others.
  func validate() throws {
    if dump, dumpSize == nil {
      throw ValidationError("--size takes columns and rows, as in --size 120x40")
    }
    if exit, script == nil { throw ValidationError("--exit needs --script") }
    if demo, path != nil || console.manifest != nil {
      throw ValidationError("--demo shows the embedded demo; leave the manifest out")
    }
    if let theme, Theme.named(theme) == nil {
      let names = Theme.all.map(\.name).joined(separator: ", ")
      throw ValidationError("unknown theme \(theme); the themes are \(names)")
    }
  }

  /// Runs the console and ends the program with its exit code.
  ///
  /// `--dump` prints one frame. With `--plain`, or for a script that exits, the console has no
  /// screen.
  func run() throws {
    let machine = Machine.current
    let path = try console.manifest(at: path, searchesWorkingFolder: !demo, machine)
    let config = ConfigFile.read(machine)
    let script = try ConsoleOptions.script(script, exitsAtEnd: exit || dump, machine)
    // A frame may show changes, but saves none.
    var setup = try console.setup(path, config, isTour: demo, keepsSession: !dump, machine)
    setup.script = script
    setup.options.isASCII = ascii || config.isASCII == true
    setup.options.isASCIIFromCommandLine = ascii
    setup.options.config = config
    setup.options.keys = config.keys
    chooseTheme(&setup.options, config, machine)
    Output.remark(config.problems)
    if dump {
      let frame = try ExitCode.reportingFailure { () throws(FileFailure) in
        try FrameConsole(setup, size: dumpSize ?? Self.defaultSize)
      }
      throw ExitCode(try frame.run(check: console.checkNames))
    }
    if demo { setup.tour = Tour.stops }
    // A script that exits needs no screen, but on a terminal its screen can be watched.
    let isWithoutScreen = plain || (exit && !Output.Stream.answer.isTerminal)
    throw ExitCode(try isWithoutScreen ? runPlain(setup) : runOnScreen(setup, config, machine))
  }

  /// Chooses the theme: that of the command line, else of the configuration, else the one for the
  /// background of the terminal, which may tell its color later.
  private func chooseTheme(
    _ options: inout Model.Options, _ config: ConsoleConfig, _ machine: Machine
  ) {
    options.themeOfBackground = .forBackground(in: machine.environment)
    if theme != nil {
      options.themeChoice = .commandLine
    } else if config.theme != nil {
      options.themeChoice = .configuration
    }
    let named = (theme ?? config.theme).flatMap(Theme.named)
    options.theme = named ?? options.themeOfBackground
  }

  /// Shows the console on the terminal until it ends; returns the exit code.
  private func runOnScreen(
    _ setup: ConsoleSetup, _ config: ConsoleConfig, _ machine: Machine
  ) throws -> Int32 {
    var setup = setup
    // Before the screen is drawn, so that an error is printed on a usual terminal.
    setup.recorder = try openedRecorder()
    // A script starts from the same place each time.
    if script == nil { setup.place = console.place(in: setup.session) }
    let terminal: Terminal
    do {
      terminal = try Terminal.start(terminalOptions(setup.options, machine))
    } catch {
      Output.remark("error: \(error)")
      Output.remark(
        "virga open --plain and virga run work without a screen; virga open --dump prints a frame")
      throw ExitCode.couldNotRun
    }
    // The terminal may have no other characters than ASCII.
    setup.options.isASCII = terminal.isASCII
    return try ExitCode.reportingFailure { () throws(FileFailure) in
      defer { terminal.stop() }
      return try ScreenConsole(setup, on: terminal, notice: config.notice.map { .refusal($0) })
        .run()
    }
  }

  /// Runs the lines of standard input in a console without a screen; returns the exit code.
  private func runPlain(_ setup: ConsoleSetup) throws -> Int32 {
    var setup = setup
    setup.recorder = try openedRecorder()
    // Lines contain texts rather than drawings, so `--ascii` does not apply.
    setup.options.isASCII = false
    let console = try ExitCode.reportingFailure { () throws(FileFailure) in try PlainConsole(setup)
    }
    return console.run { readLine() }
  }

  /// The recorder for `--record`; nil without it.
  ///
  /// - Throws: The exit code, after printing why the file cannot be created.
  private func openedRecorder() throws -> Recorder? {
    do {
      return try record.map { path throws(FileFailure) in try Recorder(path) }
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }

  /// How to draw and read the terminal: by the options, else by the configuration.
  private func terminalOptions(_ model: Model.Options, _ machine: Machine) -> Terminal.Options {
    let config = model.config
    var options = Terminal.Options()
    options.theme = model.theme
    // A theme that nobody chose follows the color of the background.
    options.asksForBackground = model.themeChoice == nil
    options.color = color ?? configuredColor(config, machine)
    options.isASCII = ascii ? true : config.isASCII
    options.reportsMouse = !noMouse && config.usesMouse != false
    options.environment = machine.environment
    return options
  }

  /// When to use colors without `--color`: as configured, unless `NO_COLOR` is set.
  private func configuredColor(_ config: ConsoleConfig, _ machine: Machine) -> ColorDepth.Option {
    guard machine.environment["NO_COLOR", default: ""].isEmpty else { return .auto }
    return config.color.flatMap(ColorDepth.Option.init(rawValue:)) ?? .auto
  }

  /// Parses the value of `--color`.
  private static func colorOption(_ text: String) throws -> ColorDepth.Option {
    guard let option = ColorDepth.Option(rawValue: text) else {
      throw ValidationError("--color takes never, auto or always, not \(text)")
    }
    return option
  }

  private static let defaultSize = Size(columns: 120, rows: 40)

  /// The columns or rows that a frame may have.
  private static let sideRange = 1...1_000

  /// The size that `--size` names, such as `120x40`; nil if it cannot be read.
  private var dumpSize: Size? {
    // What is not a number becomes 0, which is outside of the range.
    let sides = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy(Self.sideRange.contains) else { return nil }
    return Size(columns: sides[0], rows: sides[1])
  }
}
