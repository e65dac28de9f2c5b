package import VirgaConsole
package import VirgaWorkbench

/// Everything that a console is started with: its inputs, its session and its options.
package struct ConsoleSetup {
  /// Reads the manifest and the flags.
  package var reader: ManifestReader
  /// The session to show and save.
  package var session: ConsoleSession
  /// Additions to the session once the manifest has been read.
  package var opening: SessionOpening
  package var options: Model.Options
  /// Where the console is to start once the manifest has been read; nil for the usual place.
  package var place: ConsolePlace?
  /// Commands to run before the manifest has been read.
  package var lines: [String]
  /// Commands to run once it has been read and checked.
  package var script = Script()
  /// Records the changes of the session, as commands.
  package var recorder: Recorder?
  /// Logs what the console does, for bug reports.
  package var log: ConsoleLog?
  /// Fetches live recipes.
  package var remoteFiles = RemoteFiles(budget: Machine.webTimeBudget)
  /// The stops of the guided tour; empty for none.
  package var tour: [Tour.Stop] = []

  /// Creates a setup; `lines` are commands to run before the manifest has been read, `opening` what
  /// is added to the session afterwards.
  package init(
    reader: ManifestReader, session: ConsoleSession, opening: SessionOpening,
    options: Model.Options, lines: [String]
  ) {
    self.reader = reader
    self.session = session
    self.opening = opening
    self.options = options
    self.lines = lines
  }
}
