import ArgumentParser
import VirgaRuntime

/// The option that selects a session.
struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The session file (default: the manifest's own); :memory: saves nothing.", valueName: "file"),
    completion: .sessions)
  var session: String?

  /// The location of that session.
  func location(_ machine: Machine = .current) -> SessionLocation { SessionLocation(session, on: machine) }
}
