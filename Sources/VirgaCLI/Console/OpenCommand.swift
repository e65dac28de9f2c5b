import ArgumentParser
import VirgaCanvas
import VirgaConsole
import VirgaManifest
import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaTerminal

/// `virga open`: the console.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open the console; this is what virga does without a subcommand.")

  @Argument(
    help: ArgumentHelp(
      "The manifest; the embedded demo where left out, standard input for -.", valueName: "manifest"))
  var path: String?

  @Option(help: ArgumentHelp("The channel to begin with.", valueName: "name"))
  var channel: String?

  @Option(help: ArgumentHelp("The feature to begin with.", valueName: "id"))
  var feature: String?

  @Option(help: ArgumentHelp("Show another manifest beside it on screen 3; repeatable.", valueName: "file@channel"))
  var and: [String] = []

  @Option(
    help: ArgumentHelp(
      "The screen to begin with: \(Screen.offered.map(\.rawValue).joined(separator: ", ")).", valueName: "name"))
  var screen: String?

  @Option(help: ArgumentHelp("Run the commands in a file as if they were typed.", valueName: "file"))
  var script: String?

  @Flag(help: "Leave after the script.")
  var exit = false

  @Flag(help: "Draw one frame as text, and leave.")
  var dump = false

  @Option(help: ArgumentHelp("The size of that frame.", valueName: "120x40"))
  var size = "120x40"

  @Flag(help: "Refuse everything that would change the session; files can still be written.")
  var readonly = false

  @Flag(help: "Read a command a line and say what changed in lines, for screen readers and pipes.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "Write the commands that are run to a file that --script can read; it must not be there yet.", valueName: "file"))
  var record: String?

  @Flag(help: "Take the guided tour of the embedded demo.")
  var demo = false

  @Flag(help: "Draw with ASCII characters alone.")
  var ascii = false

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(help: "Whether colours are used: never, auto or always.", transform: Self.colorOption)
  var color: ColorDepth.Option?

  @Option(help: ArgumentHelp("The colours: \(Theme.all.map(\.name).joined(separator: ", ")).", valueName: "name"))
  var theme: String?

  @OptionGroup var openingOptions: OpeningOptions
  @OptionGroup var flagFiles: FlagFileOptions
  @OptionGroup var sessionOptions: SessionOptions
  @OptionGroup var manifestOptions: ManifestOptions

  func validate() throws {
    if dump, dumpSize == nil { throw ValidationError("--size takes columns and rows, as in --size 120x40") }
    if exit, script == nil { throw ValidationError("--exit goes with --script") }
    if let screen, !Screen.offered.contains(where: { $0.rawValue == screen }) {
      throw ValidationError(
        "there is no screen \(screen); there are \(Screen.offered.map(\.rawValue).joined(separator: ", "))")
    }
    if demo, path != nil { throw ValidationError("--demo shows the embedded demo; leave the manifest out") }
    if let theme, Theme.named(theme) == nil {
      let names = Theme.all.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no theme \(theme); there are \(names)")
    }
  }

  func run() throws {
    let machine = Machine.current
    var reading = try reading(machine)
    reading.flags = flagFiles.reader(isDemo: path == nil, isOffline: manifestOptions.offline, machine)
    // A file that leads nowhere is said at once; what is wrong inside it is shown in the console.
    for file in reading.flags.files { _ = try Inputs.read(file, machine) }
    let lines = try scriptLines(machine)
    let opening = try openingOptions.read(isDemo: path == nil)
    let config = ConfigFile.read(machine)
    guard !dump else {
      try printFrame(reading, opening, lines)
      return
    }
    for problem in config.problems { Output.remark(problem.rendered()) }
    guard !plain else {
      try runPlain(reading, opening, lines, config, machine)
      return
    }
    var terminalOptions = Terminal.Options()
    terminalOptions.theme = (theme ?? config.theme).flatMap(Theme.named) ?? .standard
    terminalOptions.color = color ?? configured(config, machine)
    terminalOptions.isASCII = ascii || config.isASCII == true
    terminalOptions.reportsMouse = !noMouse && config.usesMouse != false
    terminalOptions.environment = machine.environment
    throw ExitCode(try runConsole(terminalOptions, reading, try session(machine), opening, lines, config))
  }

  /// Runs the console and gives the terminal back before the exit code is returned.
  private func runConsole(
    _ options: Terminal.Options, _ reading: Reading, _ session: ConsoleSession, _ opening: SessionOpening,
    _ lines: [String], _ config: ConsoleConfig
  ) throws -> Int32 {
    let recorder = try startRecorder()
    let terminal: Terminal
    do {
      terminal = try Terminal.start(options)
    } catch {
      Output.remark("error: \(error)")
      Output.remark("virga open --plain works without a screen; virga open --dump prints a frame")
      throw ExitCode.couldNotRun
    }
    defer { terminal.stop() }
    var consoleOptions = consoleOptions(session)
    consoleOptions.isASCII = terminal.isASCII
    consoleOptions.keys = config.keys
    let runner = ConsoleRunner(
      terminal: terminal, reading: reading, session: session, opening: opening, options: consoleOptions,
      startLines: startLines, script: lines, leavesAfterScript: exit)
    runner.recorder = recorder
    _ = recorder?.record(startLines.map { Recording.Line($0) })
    runner.tour = TourWalk(demo ? Tour.demo.stops : [])
    runner.notices = config.problems.map { .refusal($0.rendered()) }
    let code = runner.run()
    terminal.stop()
    if let farewell = runner.farewell { Output.remark(farewell) }
    for refusal in runner.refusals { Output.remark(refusal) }
    return runner.refusals.isEmpty ? code : ExitCode.problems.rawValue
  }

  /// Runs the console without a screen.
  private func runPlain(
    _ reading: Reading, _ opening: SessionOpening, _ lines: [String], _ config: ConsoleConfig, _ machine: Machine
  ) throws {
    let session = try session(machine)
    var options = consoleOptions(session)
    options.isASCII = false
    options.keys = config.keys
    let runner = PlainRunner(
      reading: reading, session: session, opening: opening, options: options, machine: machine)
    runner.recorder = try startRecorder()
    runner.tour = TourWalk(demo ? Tour.demo.stops : [])
    var rest = lines[...]
    let leaves = exit
    runner.run(startLines: startLines) { rest.popFirst() ?? (leaves ? nil : readLine()) }
    if let farewell = runner.farewell { Output.remark(farewell) }
  }

  private func startRecorder() throws -> Recorder? {
    do {
      return try record.map { path throws(FileFailure) in try Recorder(path) }
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }

  /// `NO_COLOR` counts for more than the configuration, `--color` for more than both.
  private func configured(_ config: ConsoleConfig, _ machine: Machine) -> ColorDepth.Option {
    guard machine.environment["NO_COLOR", default: ""].isEmpty else { return .auto }
    return config.color.flatMap(ColorDepth.Option.init(rawValue:)) ?? .auto
  }

  private static func colorOption(_ text: String) throws -> ColorDepth.Option {
    guard let option = ColorDepth.Option(rawValue: text) else {
      throw ValidationError("--color takes never, auto or always, not \(text)")
    }
    return option
  }

  /// The commands that the options stand for.
  private var startLines: [String] {
    [channel.map { "channel \($0)" }, feature.map { "select \($0)" }].compactMap(\.self)
      + and.map { "compare-with \($0)" } + (screen.map { [$0] } ?? [])
  }

  private var dumpSize: Size? {
    let parts = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ (1...1000).contains($0) }) else { return nil }
    return Size(columns: parts[0], rows: parts[1])
  }

  private func consoleOptions(_ session: ConsoleSession) -> State.Options {
    var options = State.Options()
    options.isASCII = ascii
    options.isReadOnly = readonly || session.isReadOnly
    options.isRecorded = record != nil
    options.sessionName = session.name
    options.sessionWords = [("--session", sessionOptions.session), ("--manifest", path)].flatMap { name, value in
      value.map { [name, $0] } ?? []
    }
    // What a tour shows is the same whoever takes it.
    if !demo { options.process = Machine.process }
    options.newClientID = ClientID.random()
    options.handoffTargets = HandoffTargets.read(isDemo: path == nil, .current)
    options.manifestName = path.map(FilePath.name) ?? "demo"
    options.manifestPath = path ?? ""
    return options
  }

  private func session(_ machine: Machine, keeps: Bool = true) throws -> ConsoleSession {
    let manifest = SessionOptions.identity(ofManifest: path, machine)
    var options = sessionOptions
    if demo, options.session == nil { options.session = SessionStore.inMemory }
    return try ConsoleSession(options, manifest: manifest, isReadOnly: readonly || !keeps, machine)
  }

  private func reading(_ machine: Machine) throws -> Reading {
    guard let path else {
      return Reading(
        loader: DemoManifest.loader, path: DemoManifest.root, others: manifestOptions.loader(machine), isOnDisk: false)
    }
    let others = manifestOptions.loader(machine)
    if path == "-" {
      return Reading(loader: others, path: path, others: others, text: try Inputs.read(path, machine))
    }
    if path.hasPrefix("@") || path.contains("://") {
      return Reading(loader: others, path: path, others: others, isOnDisk: false)
    }
    // A name that leads nowhere is said at once; what is wrong inside the file is shown in the console.
    do {
      _ = try Inputs.read(path, machine)
    } catch {
      let names = VirgaCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      if let hint = NearNames.hint(for: path, among: names) {
        Output.remark("\(path) is no subcommand either; \(hint)")
      }
      throw error
    }
    // Places are shown from the manifest's own folder, wherever the console was started.
    let whole = FilePath.joined(machine.workingFolder, path)
    let loader = manifestOptions.loader(machine, workingFolder: FilePath.folder(of: whole))
    return Reading(loader: loader, path: whole, others: others)
  }

  private func scriptLines(_ machine: Machine) throws -> [String] {
    guard let script else { return [] }
    let bytes = try Inputs.read(script, machine)
    return Recording.lines(of: String(decoding: bytes, as: UTF8.self))
  }

  /// Draws a frame without a terminal.
  private func printFrame(_ reading: Reading, _ opening: SessionOpening, _ lines: [String]) throws {
    let session = try session(.current, keeps: false)
    var state = State(size: dumpSize ?? Size(columns: 120, rows: 40), options: consoleOptions(session))
    state.options.isReadOnly = readonly
    state.now = Machine.now()
    Self.send(session.beginning, to: &state, reading)
    var problems: [Problem] = []
    for line in startLines { Self.send(.command(line), to: &state, reading) }
    reading.run { finding in
      switch finding {
      case .loaded(let manifest, let found, _):
        if manifest == nil { problems = found }
        Self.send(.loaded(manifest, found), to: &state, reading)
        if manifest != nil { Self.send(.opening(opening), to: &state, reading) }
      case .checked(let found): Self.send(.checked(found), to: &state, reading)
      case .flags(let files): Self.send(.flags(files), to: &state, reading)
      case .flagsFailed(let reason): Self.send(.outcome(.failure(reason)), to: &state, reading)
      case .beside, .besideFailed, .ended: break
      }
    }
    if let manifest = state.workspace.manifest { try checkStart(manifest) }
    let refusals = Self.run(lines, in: &state, reading)
    for line in frame(of: state).lines() { Output.line(line) }
    for refusal in refusals { Output.remark(refusal) }
    for problem in problems { Output.remark(problem.rendered()) }
    if state.workspace.manifest == nil || !refusals.isEmpty { throw ExitCode.problems }
  }

  /// Refuses a channel or a feature to begin with that is not there.
  private func checkStart(_ manifest: Manifest) throws {
    _ = try channel.map { try ManifestNames.channel($0, of: manifest) }
    _ = try feature.map { try ManifestNames.feature($0, of: manifest) }
  }

  /// Runs the lines of a script, and gives what was refused, a line each.
  private static func run(_ lines: [String], in state: inout State, _ reading: Reading) -> [String] {
    var refusals: [String] = []
    for (index, line) in lines.enumerated() {
      send(.command(line), to: &state, reading)
      if let refusal = state.refusal { refusals.append("script:\(index + 1): \(refusal)") }
    }
    return refusals
  }

  /// Takes an event, and what a frame needs of its effects; nothing is written.
  private static func send(_ event: Event, to state: inout State, _ reading: Reading) {
    for effect in update(&state, event) {
      switch effect {
      case .compare(let order): send(.compared(order.run()), to: &state, reading)
      case .check(let check): send(.checkedText(check.run()), to: &state, reading)
      case .simulate(let order):
        send(.simulation(SimulationWork.finish(state.simulation, order)), to: &state, reading)
      case .readBeside(let name):
        switch Reading.beside(name, with: reading.others) {
        case .beside(let manifest, _, _): send(.beside(manifest), to: &state, reading)
        case .besideFailed(let reason, _): Output.remark("error: \(reason)")
        default: break
        }
      default: break
      }
    }
  }
}
