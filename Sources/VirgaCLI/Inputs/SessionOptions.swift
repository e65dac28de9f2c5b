import ArgumentParser
import VirgaRuntime

/// The option that names the session's file.
struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The session file (default: the manifest's own); :memory: saves nothing.", valueName: "file"),
    completion: .sessions)
  var session: String?

  /// Where the session of the option is, or else the one of the manifest.
  func location(_ machine: Machine = .current) -> SessionLocation {
    SessionLocation(session, on: machine)
  }
}
