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
      "Add the manifest as it is in a revision of git, such as main, as columns on screen 3.",
      valueName: "revision"), completion: .revisions)
  var rev: String?

  @Option(
    help: ArgumentHelp(
      "The screen to start with: \(Screen.allCases.map(\.rawValue).joined(separator: ", ")), or its digit.",
      valueName: "name"), completion: .screens)
  var screen: String?

  @Flag(help: "Refuse everything that would change the session; files can still be written.")
  var readonly = false

  @Flag(help: "Show flags under development as a debug build does; B on the Flags screen ends it.")
  var debugBuild = false

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

  @Option(
    help: ArgumentHelp("The manifest, as the argument names it.", valueName: "file"),
    completion: .manifest)
  var manifest: String?

  @OptionGroup var openingOptions: OpeningOptions
  @OptionGroup var flagFiles: FlagFileOptions
  @OptionGroup var manifestOptions: ManifestOptions

  /// Refuses a screen that does not exist.
  func validate() throws {
    if let screen, Screen(written: screen) == nil {
      throw ValidationError(
        "unknown screen \(screen); the screens are \(Screen.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
  }

  /// The manifest that the argument `path` or the option names; nil for neither.
  ///
  /// - Throws: A usage error if both name one.
  private func named(_ path: String?) throws -> String? {
    if let path, let manifest {
      throw ValidationError("\(path) and --manifest \(manifest): name one manifest")
    }
    return path ?? manifest
  }

  /// The manifest to open, see ``FolderManifest``; nil for the demo, or for flags without a
  /// manifest.
  ///
  /// - Parameters:
  ///   - path: What the arguments name: a file, or a folder that holds one.
  ///   - searchesWorkingFolder: Whether the working folder is searched if they name nothing.
  /// - Throws: The exit code, after printing why no manifest was chosen.
  func manifest(at path: String?, searchesWorkingFolder: Bool, _ machine: Machine) throws -> String?
  {
    let folderManifest = FolderManifest(machine)
    if let path = try named(path) { return try folderManifest.manifest(at: path) }
    // Flag configurations that are complete by themselves need no manifest.
    let isFlagsOnly =
      FlagsWithoutManifest(manifest: nil, flags: flagFiles.flags, machine) != nil
    return searchesWorkingFolder && !isFlagsOnly ? try folderManifest.here() : nil
  }

  /// What a console is opened on.
  private struct Subject {
    /// The manifest's path; without a manifest, that of the first flag configuration; nil for the
    /// demo.
    let path: String?
    /// The flag configurations if they are used without a manifest; nil otherwise.
    let flagsWithoutManifest: FlagsWithoutManifest?
    /// The flag files to read.
    let flagFiles: FlagFileOptions

    var isDemo: Bool { path == nil }
  }

  /// Opens the session and reads the small inputs; returns what a console with these options needs.
  ///
  /// - Parameters:
  ///   - path: The manifest, or a flag configuration; nil for the demo.
  ///   - isTour: Whether the console shows the tour, whose session is in memory by default.
  ///   - keepsSession: Whether changes are saved in the session's file.
  /// - Throws: The exit code, after printing what cannot be read.
  func setup(
    _ path: String?, _ config: ConsoleConfig, isTour: Bool = false, keepsSession: Bool = true,
    _ machine: Machine
  ) throws -> ConsoleSetup {
    try claimInputs(path, machine)
    let subject = subject(path, isTour: isTour, machine)
    try checkRevision(of: subject, machine)
    let reader = try reader(of: subject, machine)
    let remoteFiles = manifestOptions.remoteFiles(machine)
    let opening = try openingOptions.read(
      isDemo: subject.isDemo, from: remoteFiles, channel: channel)
    let sessionFile = self.session ?? (isTour ? SessionStore.inMemory : nil)
    let session = try openedSession(
      at: SessionLocation(sessionFile, on: machine), of: subject,
      isReadOnly: readonly || !keepsSession, machine)
    var options = modelOptions(subject, session)
    Self.apply(config, to: &options)
    // Every tour looks the same: its operations have no process name, and it starts at the first
    // feature. Any other console starts at the one with most to tell, for example an experiment.
    if !isTour { options.process = Machine.process }
    options.startsWithMostToTell = !isTour
    if keepsSession {
      options.isInMemory = session.firstFile == nil
    } else {
      // Changes look as in any other session, although none is saved.
      hideThatNothingIsSaved(&options, sessionFile: sessionFile)
    }
    var setup = ConsoleSetup(
      reader: reader, session: session, opening: opening, options: options,
      lines: startCommands(isFlagsOnly: options.isFlagsOnly))
    setup.remoteFiles = remoteFiles
    setup.log = try openedLog(machine)
    return setup
  }

  /// Sets what the configuration file says about apps, recipes and expressions; the demo has apps
  /// of its own.
  private static func apply(_ config: ConsoleConfig, to options: inout Model.Options) {
    options.attributes = config.attributes
    options.expressions = config.expressions
    options.handoffTargets = config.handoffTargets
    options.recipeCollections = config.recipeCollections
    if options.isDemo { options.handoffTargets += DemoManifest.handoffTargets }
  }

  /// Lets a session whose file was opened read-only look like any other.
  ///
  /// The console may still change it in memory, and shows it as if it were saved.
  private func hideThatNothingIsSaved(_ options: inout Model.Options, sessionFile: String?) {
    options.isReadOnly = readonly
    options.isInMemory = sessionFile == SessionStore.inMemory
  }

  /// Refuses standard input or a pipe that two options name; then reads a manifest on standard
  /// input.
  ///
  /// - Throws: The exit code, after printing why an input cannot be used.
  private func claimInputs(_ path: String?, _ machine: Machine) throws {
    // Checks `--repo-file` and `--cache-dir`.
    try manifestOptions.claim(machine)
    // Each `--and` names one more manifest.
    let manifests = [path] + and.map { OtherManifest($0).path }
    try Inputs.claim(manifests, for: "the manifest", readsURLs: true)
    try flagFiles.claim()
    // Standard input is cached, so that the manifest is there when the console loads it.
    if path == "-" { _ = try Inputs.read("-", machine) }
  }

  /// Checks that the manifest has a version in the revision of `--rev`, which the console reads
  /// later; does nothing without the option.
  ///
  /// - Throws: A usage error, or the exit code after printing why it has none.
  private func checkRevision(of subject: Subject, _ machine: Machine) throws {
    guard let rev else { return }
    guard let path = subject.path, subject.flagsWithoutManifest == nil else {
      throw ValidationError("--rev needs a manifest in a git repository; name one")
    }
    // A range such as `main..HEAD` has a second revision.
    guard let range = RevisionRange([rev]), range.new == nil else {
      throw ValidationError(
        "the console compares with one revision; virga compare --rev \(rev) compares two")
    }
    _ = try ManifestVersion.found(range, of: path, machine)
  }

  /// What to open: the manifest at `path`, nil for the demo, or flag configurations that need no
  /// manifest.
  ///
  /// A tour always shows the demo's manifest.
  private func subject(_ path: String?, isTour: Bool, _ machine: Machine) -> Subject {
    let flagsWithoutManifest =
      isTour ? nil : FlagsWithoutManifest(manifest: path, flags: flagFiles.flags, machine)
    guard let flagsWithoutManifest else {
      return Subject(path: path, flagsWithoutManifest: nil, flagFiles: flagFiles)
    }
    var flagFiles = flagFiles
    flagFiles.flags = flagsWithoutManifest.sources
    return Subject(
      path: flagsWithoutManifest.path, flagsWithoutManifest: flagsWithoutManifest,
      flagFiles: flagFiles)
  }

  /// The reader of the manifest, an empty one for flags without a manifest, and the flag files.
  ///
  /// - Throws: The exit code, after printing that a file does not exist; the console shows problems
  ///   inside a file.
  private func reader(of subject: Subject, _ machine: Machine) throws -> ManifestReader {
    var reader: ManifestReader
    if let flagsWithoutManifest = subject.flagsWithoutManifest {
      reader = ManifestReader(.flags(flagsWithoutManifest), on: machine) {
        manifestOptions.loader(machine, workingFolder: $0)
      }
    } else {
      reader = try manifestOptions.reader(of: subject.path, machine)
    }
    reader.flags = subject.flagFiles.reader(
      isDemo: subject.isDemo, isOffline: manifestOptions.offline, machine)
    // The console reads the files itself; this only ends the program if one cannot be read.
    for file in reader.flags.files { _ = try Inputs.read(file, machine) }
    return reader
  }

  /// The session in a file or in memory, which must be one of the subject's manifest.
  ///
  /// - Throws: The exit code, after printing why the session cannot be opened.
  private func openedSession(
    at location: SessionLocation, of subject: Subject, isReadOnly: Bool, _ machine: Machine
  ) throws -> ConsoleSession {
    do {
      return try ConsoleSession(
        at: location, manifest: SessionLocation.identity(ofManifest: subject.path, on: machine),
        isReadOnly: isReadOnly)
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }

  /// The log that `--log` or `VIRGA_LOG` names; nil for none.
  ///
  /// - Throws: The exit code, after printing why it cannot be written.
  private func openedLog(_ machine: Machine) throws -> ConsoleLog? {
    let path = log ?? machine.environment["VIRGA_LOG", default: ""]
    guard !path.isEmpty else { return nil }
    do {
      return try ConsoleLog(path, includesValues: logValues)
    } catch {
      Output.remark("error: \(error)")
      throw ExitCode.couldNotRun
    }
  }

  /// What the console must know of its session, its manifest and its flag files.
  ///
  /// The arguments are those that it shows in commands for the shell, to open the same session and
  /// files.
  private func modelOptions(_ subject: Subject, _ session: ConsoleSession) -> Model.Options {
    var options = Model.Options()
    options.isReadOnly = readonly || session.restriction != nil
    // Without a restriction the console says that `--readonly` was given.
    options.restriction = readonly ? nil : session.restriction
    options.sessionName = session.title
    options.sessionFile = session.file ?? ""
    options.startTime = Machine.now()
    options.lastEarlierEventID = session.lastEventID
    options.newClientID = ClientID.random()
    options.isDemo = subject.isDemo
    options.isDebugBuild = debugBuild
    options.isFlagsOnly = subject.flagsWithoutManifest != nil
    // With flags only, the flag files below select the session instead of a manifest.
    options.sessionArguments =
      Self.option("--session", self.session)
      + (options.isFlagsOnly ? [] : Self.option("--manifest", subject.path))
    options.flagFileArguments =
      subject.flagFiles.flags.flatMap { Self.option("--flags", $0) }
      + Self.option("--flags-fallback", subject.flagFiles.flagsFallback)
    options.manifestName = Self.manifestName(of: subject.path)
    options.manifestPath = subject.path.map(Self.absolutePath) ?? ""
    return options
  }

  /// The name of a manifest in the console: `demo`, `standard input`, or the file's name.
  private static func manifestName(of path: String?) -> String {
    guard let path else { return "demo" }
    return path == "-" ? "standard input" : FilePath.name(of: path.maskingCredentials)
  }

  /// An option that passes an input to another subcommand: `--flags /folder/a.json`; empty for nil.
  private static func option(_ name: String, _ path: String?) -> [String] {
    path.map { [name, absolutePath($0)] } ?? []
  }

  /// The absolute path of a file; a URL with its credentials masked, because the result is shown;
  /// anything else as it is.
  private static func absolutePath(_ input: String) -> String {
    let isRemote = input.hasPrefix("@") || input.contains("://")
    let isFile = input != "-" && input != SessionStore.inMemory && !isRemote
    guard isFile else { return input.maskingCredentials }
    return FilePath.joined(Machine.current.workingFolder, input)
  }

  /// The options as commands of the console, such as `channel beta`.
  ///
  /// Without `--screen`, flags without a manifest begin on the screen of flags.
  private func startCommands(isFlagsOnly: Bool) -> [String] {
    var commands: [String] = []
    if let channel { commands.append("channel \(channel)") }
    if let feature { commands.append("select \(feature)") }
    if let rev { commands.append("compare-with git:\(rev)") }
    commands += and.map { "compare-with \($0)" }
    if let screen = screen.flatMap(Screen.init(written:)) {
      commands.append(screen.rawValue)
    } else if isFlagsOnly {
      commands.append(Screen.flags.rawValue)
    }
    return commands
  }

  /// Where an earlier console of the session was left, as far as no option says where to start; nil
  /// for the usual place.
  func place(in session: ConsoleSession) -> ConsolePlace? {
    guard feature == nil, var place = session.place else { return nil }
    // The filter belongs to the screen that was left.
    if screen != nil {
      place.screen = nil
      place.filter = ""
    }
    return place
  }

  /// Checks that the manifest has the channel and the feature that the options name.
  ///
  /// - Throws: A usage error if it lacks one of them.
  func checkNames(_ manifest: Manifest) throws {
    if let channel { _ = try ManifestNames.channel(channel, of: manifest) }
    if let feature { _ = try manifestOptions.feature(feature, of: manifest) }
  }

  /// The script in a file; an empty one if no file is given.
  ///
  /// - Parameter exitsAtEnd: Whether the console ends after the script.
  static func script(_ file: String?, exitsAtEnd: Bool, _ machine: Machine) throws -> Script {
    try Inputs.claim([file], for: "the script")
    let bytes = try file.map { try Inputs.read($0, machine) } ?? []
    let name = file == "-" ? "standard input" : file ?? ""
    return Script(String(decoding: bytes, as: UTF8.self), name: name, exitsAtEnd: exitsAtEnd)
  }
}

extension ManifestOptions {
  /// The console's reader of a manifest; nil means the demo.
  ///
  /// - Throws: The exit code, after printing that the file does not exist.
  func reader(of path: String?, _ machine: Machine) throws -> ManifestReader {
    try ManifestReader(source(of: path, machine), on: machine) {
      loader(machine, workingFolder: $0)
    }
  }

  /// Where the manifest comes from: a file, a URL, or a path such as `@owner/repo/app.fml.yaml`;
  /// standard input is read here.
  private func source(of path: String?, _ machine: Machine) throws -> ManifestReader.Source {
    guard let path else { return .demo }
    if path == "-" { return .standardInput(try Inputs.read(path, machine)) }
    if path.hasPrefix("@") || path.contains("://") { return .web(path) }
    try checkFile(path, machine)
    return .file(path)
  }

  /// Ends the program if the file cannot be read, or is an exported session instead of a manifest.
  private func checkFile(_ path: String, _ machine: Machine) throws {
    // In `virga flgas` the word is not a path but a misspelled subcommand.
    if let unknown = UnknownWord.message(path, machine) {
      Output.remark("error: \(unknown)")
      throw ExitCode.validationFailure
    }
    guard SessionExport.isExport(try Inputs.read(path, machine)) else { return }
    Output.remark("error: \(StoreFailure.exported(path))")
    throw ExitCode.problems
  }
}
