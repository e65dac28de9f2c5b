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

  @OptionGroup var sessionOptions: SessionOptions
  @OptionGroup var manifestOptions: ManifestOptions

  func open(isReadOnly: Bool, _ machine: Machine = .current) throws -> OpenFlags {
    try self.files.claim()
    try manifestOptions.claim(machine)
    try Inputs.claim([manifest], for: "the manifest", readsURLs: true)
    let flagsWithoutManifest = FlagsWithoutManifest(
      manifest: manifest, flags: self.files.flags, machine)
    let location = sessionOptions.location(machine)
    let keepsOwn =
      sessionOptions.session != nil && manifest == nil
      && location.identity(ofManifest: nil, mayCreate: !isReadOnly) == nil
    let wanted =
      keepsOwn
      ? nil
      : SessionLocation.identity(ofManifest: flagsWithoutManifest?.path ?? manifest, on: machine)
    let store = try OpenSession.trying {
      try location.open(manifest: wanted, isReadOnly: isReadOnly, makesFile: false)
    }
    var known = store.manifest.flatMap { $0 == SessionLocation.demo ? nil : $0 }
    // Stored URLs have their credentials masked, so the URL on the command line is used.
    if let named = flagsWithoutManifest?.path, named.maskingCredentials == known { known = named }
    let path = self.manifest ?? known ?? (store.manifest == nil ? flagsWithoutManifest?.path : nil)
    // The session may belong to a flag configuration.
    let shown =
      path.flatMap { FlagsWithoutManifest(manifest: $0, flags: self.files.flags, machine) }
      ?? (path != nil && (path == wanted || path == flagsWithoutManifest?.path)
        ? flagsWithoutManifest : nil)
    let manifest =
      try shown.map { try $0.manifest(machine) } ?? manifestOptions.loadedManifest(path)
    var flagFiles = self.files
    if let shown { flagFiles.flags = shown.sources }
    let session = try OpenSession.trying {
      try OpenSession(store, manifest: manifest, begins: path == nil) {
        () throws(StoreFailure) in try location.open(manifest: wanted, isReadOnly: isReadOnly)
      }
    }
    let files = try flagFiles.read(isDemo: path == nil, isOffline: manifestOptions.offline, machine)
    let named = try channel.map { try ManifestNames.channel($0, of: manifest) }
    var flags = SessionFlags(
      files.catalogue(with: manifest), configured: files.configured, manifest: manifest,
      session: session.store.session,
      channel: named ?? session.store.session.channel(in: manifest))
    let overrides = try overrides()
    if flags.testOverrides != overrides { flags.testOverrides = overrides }
    return OpenFlags(session: session, manifest: manifest, flags: flags)
  }

  private func overrides() throws -> FlagTestOverrides {
    var overrides = FlagTestOverrides()
    for text in testOverride {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard let last = parts.last, let isOn = FlagLayer.isOn(last) else {
        throw ValidationError("--test-override takes on, off, FLAG=on or FLAG=off, not \(text)")
      }
      if parts.count == 1 {
        overrides.all = isOn
      } else {
        overrides.flags[parts.dropLast().joined(separator: "=")] = isOn
      }
    }
    return overrides
  }
}

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

  func validate() throws {
    guard flagsFallback != nil, !reader(isDemo: false, isOffline: true, .current).asksWeb else {
      return
    }
    throw ValidationError("--flags-fallback needs --flags with a URL")
  }

  /// Without files it reads the demo's if `isDemo`.
  func reader(isDemo: Bool, isOffline: Bool, _ machine: Machine) -> FlagReader {
    var reader = FlagReader()
    (reader.sources, reader.fallback, reader.isDemo, reader.machine) = (
      flags, flagsFallback, isDemo, machine
    )
    if isOffline {
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

  /// Ends the program if nothing is known of a file.
  func read(isDemo: Bool, isOffline: Bool, _ machine: Machine) throws -> FlagFiles {
    let files = reader(isDemo: isDemo, isOffline: isOffline, machine).read()
    guard let failure = files.failures.first else { return files }
    Output.remark("error: \(failure)")
    throw ExitCode.couldNotRun
  }
}
