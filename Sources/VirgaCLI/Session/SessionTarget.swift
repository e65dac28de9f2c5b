import ArgumentParser
import VirgaFiles
import VirgaManifest
import VirgaRuntime
import VirgaSession
import VirgaSource

struct SessionTarget: ParsableArguments {
  @OptionGroup var sessionOptions: SessionOptions

  @Option(
    help: ArgumentHelp(
      "The session's manifest (default: that of the file given with --session; for a new session, the embedded demo).",
      valueName: "file"), completion: .manifest)
  var manifest: String?

  @OptionGroup var manifestOptions: ManifestOptions

  /// The options that select the session again, with the manifest that its file knows; secrets in
  /// URLs are masked.
  func words(for store: SessionStore) -> [String] {
    let known = store.manifest == SessionLocation.demo ? nil : store.manifest
    let options = [("--session", sessionOptions.session), ("--manifest", manifest ?? known)]
    return options.flatMap { name, value in value.map { [name, $0.maskingCredentials] } ?? [] }
  }

  /// Ends the program on failure.
  ///
  /// A session without a file gets one with the first successful operation.
  ///
  /// - Parameter begins: Whether a session of the demo starts with the demo's recipes, as in the
  ///   console.
  func open(
    isReadOnly: Bool = false, begins: Bool = true, _ machine: Machine = .current
  ) throws -> OpenSession {
    try manifestOptions.claim(machine)
    try Inputs.claim([manifest], for: "the manifest", readsURLs: true)
    let location = sessionOptions.location(machine)
    let wanted = location.identity(ofManifest: manifest, mayCreate: begins && !isReadOnly)
    return try OpenSession.trying {
      let store = try location.open(manifest: wanted, isReadOnly: isReadOnly, makesFile: false)
      let identity = wanted ?? store.manifest
      // Stored URLs have their credentials masked, so the URL on the command line is used.
      let isWeb = manifest?.isURL == true
      let isReadOnce = manifest.map { SessionLocation.isReadOnce($0, on: machine) } == true
      let manifest = try read(isWeb || isReadOnce ? manifest : identity, machine)
      return try OpenSession(
        store, manifest: manifest, begins: begins && identity == SessionLocation.demo
      ) {
        () throws(StoreFailure) in try location.open(manifest: wanted, isReadOnly: isReadOnly)
      }
    }
  }

  /// Prints a warning and returns nil if the file no longer exists.
  private func read(_ identity: String?, _ machine: Machine) throws -> Manifest? {
    guard let identity else { return nil }
    do {
      if identity == SessionLocation.demo { return try DemoManifest.loader.load(DemoManifest.root) }
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
      guard error.hasUnreadableInput, manifest == nil else {
        throw error.hasUnreadableInput ? ExitCode.couldNotRun : ExitCode.problems
      }
      Output.remark("warning: nothing is checked without the manifest")
      return nil
    }
  }
}
