import ArgumentParser
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaRuntime
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The options that select flags: a manifest, flag files and a session.
struct FlagOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The manifest (default: the session's, none if --flags names a FeatureFlags configuration, else the demo).",
      valueName: "manifest"), completion: .manifest)
  var manifest: String?

  @OptionGroup var files: FlagFileOptions

  @Option(
    help: ArgumentHelp("The channel (default: the session's).", valueName: "name"),
    completion: .channels)
  var channel: String?

  @Option(
    help: ArgumentHelp(
      "Simulate a preference for this run: on or off for all flags, flag=on for one; repeatable.",
      valueName: "on|off"), completion: .flagOverrides)
  var testOverride: [String] = []

  @Flag(help: "Resolve flags under development as a debug build does.")
  var debugBuild = false

  @OptionGroup var sessionOptions: SessionOptions
  @OptionGroup var manifestOptions: ManifestOptions

  /// Opens the session, and resolves the flags of its manifest or of configurations without one.
  ///
  /// - Throws: The exit code, after printing what cannot be read; a usage error for an unknown
  ///   channel.
  func open(isReadOnly: Bool, _ machine: Machine = .current) throws -> OpenFlags {
    try files.claim()
    try manifestOptions.claim(machine)
    try Inputs.claim([manifest], for: "the manifest", readsURLs: true)
    // The configurations of `--flags`, if they are used without a manifest; nil if one is needed.
    let given = FlagsWithoutManifest(manifest: manifest, flags: files.flags, machine)
    let location = sessionOptions.location(machine)
    // What the session must belong to; nil accepts the manifest that its file names.
    let identity = identity(given, in: location, mayCreate: !isReadOnly, machine)
    let store = try OpenSession.trying {
      try location.open(manifest: identity, isReadOnly: isReadOnly, makesFile: false)
    }
    // The session's file may name the manifest, so it is opened first.
    let path = path(given, in: store)
    let isDemo = path == nil
    let withoutManifest = flagsWithoutManifest(at: path, given, identity: identity, machine)
    // Flags without a manifest get one that is empty.
    let loaded =
      try withoutManifest.map { try $0.manifest(machine) } ?? manifestOptions.loadedManifest(path)
    // The first change opens the session again, and creates its file.
    let session = try OpenSession.trying {
      try OpenSession(store, manifest: loaded, addsDemo: isDemo) {
        () throws(StoreFailure) in try location.open(manifest: identity, isReadOnly: isReadOnly)
      }
    }
    var fileOptions = files
    if let withoutManifest { fileOptions.flags = withoutManifest.sources }
    let flagFiles = try fileOptions.read(
      isDemo: isDemo, isOffline: manifestOptions.offline, machine)
    let flags = try resolvedFlags(flagFiles, of: loaded, in: session.store.session)
    return OpenFlags(session: session, manifest: loaded, flags: flags)
  }

  /// The identity of the manifest for which the session is opened, usually its full path, which the
  /// session's file stores; nil to accept the one that an existing file given with `--session`
  /// stores.
  ///
  /// - Parameters:
  ///   - given: The configurations of `--flags`, if they are used without a manifest.
  ///   - mayCreate: Whether the session's file may be created, which then needs an identity.
  private func identity(
    _ given: FlagsWithoutManifest?, in location: SessionLocation, mayCreate: Bool,
    _ machine: Machine
  ) -> String? {
    let namesOnlySession = sessionOptions.session != nil && manifest == nil
    let keepsIdentity = location.identity(ofManifest: nil, mayCreate: mayCreate) == nil
    if namesOnlySession, keepsIdentity { return nil }
    return SessionLocation.identity(ofManifest: given?.path ?? manifest, on: machine)
  }

  /// The path of the manifest, or of a configuration without one; nil for the demo.
  ///
  /// It is the one given as argument, else the one that the session stores, else the first
  /// configuration.
  private func path(_ given: FlagsWithoutManifest?, in store: SessionStore) -> String? {
    if let manifest { return manifest }
    guard let stored = store.manifest else { return given?.path }
    if stored == SessionLocation.demo { return nil }
    // Stored URLs have their credentials masked, so the URL on the command line is used.
    if let given, given.path.maskingCredentials == stored { return given.path }
    return stored
  }

  /// The configurations that are used instead of a manifest at `path`; nil if a manifest is used.
  ///
  /// The file at `path` may be a configuration itself. Otherwise the configurations `given` with
  /// `--flags` are used if the session belongs to them: `identity` is that of its manifest or of
  /// the first configuration.
  private func flagsWithoutManifest(
    at path: String?, _ given: FlagsWithoutManifest?, identity: String?, _ machine: Machine
  ) -> FlagsWithoutManifest? {
    guard let path else { return nil }
    if let found = FlagsWithoutManifest(manifest: path, flags: files.flags, machine) {
      return found
    }
    // These configurations, and the session that is named after them, need no manifest.
    let isOfGiven = path == identity || path == given?.path
    return isOfGiven ? given : nil
  }

  /// The flags of a session in the channel of the options, or else of the session.
  private func resolvedFlags(
    _ flagFiles: FlagFiles, of manifest: Manifest, in session: Session
  ) throws -> SessionFlags {
    let namedChannel = try channel.map { try ManifestNames.channel($0, of: manifest) }
    var flags = SessionFlags(
      flagFiles.catalogue(with: manifest), configured: flagFiles.configured, manifest: manifest,
      session: session, channel: namedChannel ?? session.channel(in: manifest))
    flags.isDebugBuild = debugBuild
    let overrides = try testOverrides()
    // Setting them resolves all flags again, so it is only done if it changes something.
    if flags.testOverrides != overrides { flags.testOverrides = overrides }
    return flags
  }

  /// The preferences that `--test-override` simulates: `on` for all flags, `dark-mode=off` for one.
  private func testOverrides() throws -> FlagTestOverrides {
    var overrides = FlagTestOverrides()
    for text in testOverride {
      // A flag's id may contain `=` itself, so only the last part is the value.
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard let last = parts.last, let isOn = FlagLayer.onOrOff(last) else {
        throw ValidationError("--test-override takes on, off, FLAG=on or FLAG=off, not \(text)")
      }
      if parts.count == 1 {
        overrides.all = isOn
      } else {
        let id = parts.dropLast().joined(separator: "=")
        overrides.flags[id] = isOn
      }
    }
    return overrides
  }
}

/// The options that name the files which define flags.
struct FlagFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A catalogue of flags, or a JSON configuration of flags and tests, as a file or https URL; repeatable.",
      valueName: "file"), completion: .file())
  var flags: [String] = []

  @Option(
    help: ArgumentHelp(
      "The configuration to use if one at a URL cannot be read and is not cached.",
      valueName: "file"),
    completion: .file())
  var flagsFallback: String?

  /// Refuses a fallback that is never used, because no configuration is on the web.
  func validate() throws {
    let namesURL = reader(isDemo: false, isOffline: true, Machine.current).asksWeb
    if flagsFallback != nil, !namesURL {
      throw ValidationError("--flags-fallback needs --flags with a URL")
    }
  }

  /// A reader of the files; if none are named and `isDemo`, of the demo's flags.
  func reader(isDemo: Bool, isOffline: Bool, _ machine: Machine) -> FlagReader {
    var reader = FlagReader()
    reader.sources = flags
    reader.fallback = flagsFallback
    reader.isDemo = isDemo
    reader.machine = machine
    if isOffline {
      // Each URL fails as if it could not be reached.
      reader.reading.web = { url throws(FileFailure) in
        throw FileFailure(path: url, reason: "cannot be fetched with --offline")
      }
    }
    return reader
  }

  /// Ends the program if an input that can be read once is named twice.
  func claim() throws {
    try Inputs.claim(flags, for: "--flags", readsURLs: true)
    try Inputs.claim([flagsFallback], for: "--flags-fallback")
  }

  /// Reads the files; ends the program, after printing why, if one of them cannot be read.
  func read(isDemo: Bool, isOffline: Bool, _ machine: Machine) throws -> FlagFiles {
    let files = reader(isDemo: isDemo, isOffline: isOffline, machine).read()
    guard let failure = files.failures.first else { return files }
    Output.remark("error: \(failure)")
    throw ExitCode.couldNotRun
  }
}
