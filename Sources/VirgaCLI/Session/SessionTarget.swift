import ArgumentParser
import VirgaFiles
import VirgaManifest
import VirgaRuntime
import VirgaSession
import VirgaSource

/// The options that select the session of a subcommand, and its manifest.
struct SessionTarget: ParsableArguments {
  @OptionGroup var sessionOptions: SessionOptions

  @Option(
    help: ArgumentHelp(
      "The session's manifest (default: that of the file given with --session; for a new session, the embedded demo).",
      valueName: "file"), completion: .manifest)
  var manifest: String?

  @OptionGroup var manifestOptions: ManifestOptions

  /// The options that select the session again; secrets in URLs are masked.
  ///
  /// The manifest is the one that was given, or else the one that the session's file stores.
  ///
  /// For example `--session a.virga --manifest app.fml.yaml`.
  func options(for store: SessionStore) -> [String] {
    // The demo needs no option.
    let stored = store.manifest == SessionLocation.demo ? nil : store.manifest
    var words: [String] = []
    if let session = sessionOptions.session { words += ["--session", session.maskingCredentials] }
    if let manifest = manifest ?? stored { words += ["--manifest", manifest.maskingCredentials] }
    return words
  }

  /// Opens the session with its manifest; ends the program, after printing why, if that fails.
  ///
  /// A session without a file gets one with the first successful operation.
  ///
  /// - Parameter addsDemo: Whether a session of the demo starts with the demo's recipes, as in the
  ///   console.
  func open(
    isReadOnly: Bool = false, addsDemo: Bool = true, _ machine: Machine = .current
  ) throws -> OpenSession {
    try manifestOptions.claim(machine)
    try Inputs.claim([manifest], for: "the manifest", readsURLs: true)
    let location = sessionOptions.location(machine)
    // Nil accepts the manifest that an existing session stores. Without a manifest, a new session
    // belongs to the demo only if it gets the demo's recipes.
    let given = location.identity(ofManifest: manifest, mayCreate: addsDemo && !isReadOnly)
    return try OpenSession.trying {
      let store = try location.open(manifest: given, isReadOnly: isReadOnly, makesFile: false)
      let identity = given ?? store.manifest
      let loaded = try load(source(of: identity, machine), machine)
      let isDemo = identity == SessionLocation.demo
      // The first change opens the session again, and creates its file.
      let session = try OpenSession(store, manifest: loaded, addsDemo: addsDemo && isDemo) {
        () throws(StoreFailure) in try location.open(manifest: given, isReadOnly: isReadOnly)
      }
      session.isDemoByDefault = isDemo && manifest == nil && sessionOptions.session == nil
      return session
    }
  }

  /// Opens the session for an answer about what it holds; ends the program, after printing why, if
  /// the named file does not exist.
  ///
  /// Together with a manifest, the name of a missing file is that of a new session.
  func openToShow(_ machine: Machine = .current) throws -> OpenSession {
    let session = try open(isReadOnly: true, machine)
    let failure = sessionOptions.location(machine).failureOfMissingFile
    if manifest == nil, let failure { throw OpenSession.failed(failure) }
    return session
  }

  /// What to load the manifest with an identity from; nil without a manifest.
  ///
  /// Stored URLs have their credentials masked, and standard input and pipes have no identity, so
  /// for these it is the argument.
  private func source(of identity: String?, _ machine: Machine) -> String? {
    guard let manifest else { return identity }
    let isReadOnce = SessionLocation.isReadOnce(manifest, on: machine)
    return manifest.isURL || isReadOnce ? manifest : identity
  }

  /// Loads a manifest or an empty one for flags without a manifest; nil for no manifest.
  ///
  /// Prints a warning and returns nil if the file that a session stores no longer exists.
  private func load(_ identity: String?, _ machine: Machine) throws -> Manifest? {
    guard let identity else { return nil }
    do {
      if identity == SessionLocation.demo { return try DemoManifest.loader.load(DemoManifest.root) }
      // The session may belong to a configuration of flags.
      if let flags = FlagsWithoutManifest(manifest: identity, flags: [], machine) {
        return try flags.manifest(machine)
      }
      if identity == "-" {
        return try manifestOptions.loader(machine).load(text: machine.standardInput(), name: "-")
      }
      return try manifestOptions.loader(machine).load(identity)
    } catch let failure as FileFailure {
      Output.remark("error: \(failure)")
      throw ExitCode.couldNotRun
    } catch let error as Problems {
      Output.remark(error.all)
      guard error.hasUnreadableInput else { throw ExitCode.problems }
      // A manifest that is named must be readable; only a stored one may be missing.
      guard manifest == nil else { throw ExitCode.couldNotRun }
      Output.remark("warning: nothing is checked without the manifest")
      return nil
    }
  }
}
