import ArgumentParser
import VirgaRuntime

/// Which session is meant.
struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The session's file, the manifest's own one where left out; :memory: keeps nothing.", valueName: "file"),
    completion: .sessions)
  var session: String?

  /// Where that session is.
  func location(_ machine: Machine = .current) -> SessionLocation { SessionLocation(session, on: machine) }
}
