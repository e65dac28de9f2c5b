import ArgumentParser
import VirgaConsole
import VirgaFiles
import VirgaManifest
import VirgaRuntime
import VirgaSDK
import VirgaSession
import VirgaSource

/// The options shared by all ways to run the console.
struct ConsoleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The channel to start with.", valueName: "name"), completion: .channels)
  var channel: String?

  @Option(help: ArgumentHelp("The feature to start with.", valueName: "id"), completion: .features)
  var feature: String?

  @Option(
    help: ArgumentHelp(
      "Add another manifest as a column on screen 3; repeatable.", valueName: "file@channel"),
    completion: .manifestChannel)
  var and: [String] = []

  @Option(
    help: ArgumentHelp(
      "The screen to start with: \(Screen.allCases.map(\.rawValue).joined(separator: ", ")), or its digit.",
      valueName: "name"), completion: .screens)
  var screen: String?

  @Flag(help: "Refuse everything that would change the session; files can still be written.")
  var readonly = false

  @Option(
    help: ArgumentHelp(
      "Append events, effects and timings to a file, for bug reports; VIRGA_LOG can also name the file.",
      valueName: "file"), completion: .file())
  var log: String?

  @Flag(help: "Also log typed text, configs and messages.")
  var logValues = false

  @Option(
    help: ArgumentHelp(
      "The session file (default: the manifest's own; virga run uses memory); :memory: saves nothing.",
      valueName: "file"), completion: .sessions)
  var session: String?

  @OptionGroup var openingOptions: OpeningOptions
  @OptionGroup var flagFiles: FlagFileOptions
  @OptionGroup var manifestOptions: ManifestOptions

  func validate() throws {
    if let screen, Screen(written: screen) == nil {
      throw ValidationError(
        "unknown screen \(screen); the screens are \(Screen.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
  }

  /// A nil `path` means the demo; a tour leaves nothing behind.
  ///
  /// - Throws: The exit code, after printing what cannot be read.
  func start(
    _ path: String?, _ config: ConsoleConfig, isTour: Bool = false, keepsSession: Bool = true,
    _ machine: Machine
  ) throws -> ConsoleSetup {
    try manifestOptions.claim(machine)
    let manifests = [path] + and.map { OtherManifest($0).path }
    try Inputs.claim(manifests, for: "the manifest", readsURLs: true)
    try flagFiles.claim()
    if path == "-" { _ = try Inputs.read("-", machine) }
    let flagsWithoutManifest =
      isTour ? nil : FlagsWithoutManifest(manifest: path, flags: flagFiles.flags, machine)
    let path = flagsWithoutManifest?.path ?? path
    let isDemo = path == nil
    var flagFiles = flagFiles
    if let flagsWithoutManifest { flagFiles.flags = flagsWithoutManifest.sources }
    var reader =
      try flagsWithoutManifest.map { flags in
        ManifestReader(.flags(flags), on: machine) {
          manifestOptions.loader(machine, workingFolder: $0)
        }
      } ?? manifestOptions.reader(of: path, machine)
    reader.flags = flagFiles.reader(isDemo: isDemo, isOffline: manifestOptions.offline, machine)
    // A missing file ends the program; the console shows problems inside a file.
    for file in reader.flags.files { _ = try Inputs.read(file, machine) }
    let opening = try openingOptions.read(
      isDemo: isDemo, isOffline: manifestOptions.offline, channel: channel)
    let file = self.session ?? (isTour ? SessionStore.inMemory : nil)
    let session: ConsoleSession
    do {
      session = try ConsoleSession(
        at: SessionLocation(file, on: machine),
        manifest: SessionLocation.identity(ofManifest: path, on: machine),
        isReadOnly: readonly || !keepsSession)
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
    var options = stateOptions(path, session, flagFiles)
    options.isFlagsOnly = flagsWithoutManifest != nil
    if options.isFlagsOnly { options.sessionArguments = sessionArguments(nil) }
    options.attributes = config.attributes
    options.handoffTargets = config.handoffTargets + (isDemo ? DemoManifest.handoffTargets : [])
    // A session that is not saved can still be changed.
    if !keepsSession { options.isReadOnly = readonly }
    // Every tour looks the same, so its operations have no process name.
    if !isTour { options.process = Machine.process }
    options.isInMemory = keepsSession ? session.firstFile == nil : file == SessionStore.inMemory
    let lines = startLines + (options.isFlagsOnly && screen == nil ? [Screen.flags.rawValue] : [])
    var setup = ConsoleSetup(
      reader: reader, session: session, opening: opening, options: options, lines: lines)
    setup.log = try startLog(machine)
    return setup
  }

  private func startLog(_ machine: Machine) throws -> ConsoleLog? {
    let named = log ?? machine.environment["VIRGA_LOG", default: ""]
    guard !named.isEmpty else { return nil }
    do {
      return try ConsoleLog(named, includesValues: logValues)
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }

  private func stateOptions(
    _ path: String?, _ session: ConsoleSession, _ flagFiles: FlagFileOptions
  ) -> Model.Options {
    var options = Model.Options()
    options.isReadOnly = readonly || session.restriction != nil
    options.restriction = readonly ? nil : session.restriction
    options.sessionName = session.title
    options.sessionArguments = sessionArguments(path)
    let files =
      flagFiles.flags.map { ("--flags", whole($0)) } + [
        ("--flags-fallback", whole(flagFiles.flagsFallback))
      ]
    options.flagFileArguments = files.flatMap { name, value in value.map { [name, $0] } ?? [] }
    options.sessionFile = session.file ?? ""
    options.newClientID = ClientID.random()
    let shownPath = path?.maskingCredentials
    options.manifestName =
      shownPath.map { $0 == "-" ? "standard input" : FilePath.name(of: $0) } ?? "demo"
    options.manifestPath = whole(path) ?? ""
    return options
  }

  /// The options that pass the session and its manifest to another subcommand.
  private func sessionArguments(_ path: String?) -> [String] {
    [("--session", whole(session)), ("--manifest", whole(path))].flatMap { name, value in
      value.map { [name, $0] } ?? []
    }
  }

  /// A file name as an absolute path, with credentials masked for display.
  private func whole(_ path: String?) -> String? {
    guard let path, path != "-", path != SessionStore.inMemory, !path.hasPrefix("@"),
      !path.contains("://")
    else {
      return path?.maskingCredentials
    }
    return FilePath.joined(Machine.current.workingFolder, path)
  }

  /// The options as commands.
  private var startLines: [String] {
    [channel.map { "channel \($0)" }, feature.map { "select \($0)" }].compactMap(\.self)
      + and.map { "compare-with \($0)" }
      + (screen.flatMap(Screen.init(written:)).map { [$0.rawValue] } ?? [])
  }

  func check(_ manifest: Manifest) throws {
    _ = try channel.map { try ManifestNames.channel($0, of: manifest) }
    _ = try feature.map { try manifestOptions.feature($0, of: manifest) }
  }

  /// Empty if no file is given.
  static func script(_ file: String?, leaves: Bool, _ machine: Machine) throws -> Script {
    try Inputs.claim([file], for: "the script")
    let bytes = try file.map { try Inputs.read($0, machine) } ?? []
    let name = file == "-" ? "standard input" : file ?? ""
    return Script(String(decoding: bytes, as: UTF8.self), name: name, leaves: leaves)
  }
}

extension ManifestOptions {
  /// Nil means the demo.
  ///
  /// - Throws: The exit code, after printing that the file does not exist.
  func reader(of path: String?, _ machine: Machine) throws -> ManifestReader {
    try ManifestReader(source(of: path, machine), on: machine) {
      loader(machine, workingFolder: $0)
    }
  }

  private func source(of path: String?, _ machine: Machine) throws -> ManifestReader.Source {
    guard let path else { return .demo }
    if path == "-" { return .standardInput(try Inputs.read(path, machine)) }
    if path.hasPrefix("@") || path.contains("://") { return .web(path) }
    try checkFile(path, machine)
    return .file(path)
  }

  /// Ends the program if the file cannot be read; the console shows problems in the file.
  private func checkFile(_ path: String, _ machine: Machine) throws {
    if let unknown = UnknownWord.message(path, machine) {
      Output.remark("error: \(unknown)")
      throw ExitCode.couldNotRun
    }
    guard SessionExport.isExport(try Inputs.read(path, machine)) else { return }
    Output.remark("error: \(StoreFailure.exported(path))")
    throw ExitCode.problems
  }
}
