package import VirgaCanvas
package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
package import VirgaSource
package import VirgaWorkbench

/// An event from outside the console.
package enum Event: Sendable {
  /// A key, the mouse, pasted text or a new size.
  case terminal(TerminalEvent)
  /// A line of a script, or of the command line.
  case command(String)
  /// A line typed without a screen: a command, a key or a choice's number.
  case plain(String)
  /// The person paused typing.
  case quiet
  /// The message of an effect.
  case outcome(StatusMessage)

  // What it looks like.

  /// The configuration file was read again.
  case config(ConsoleConfig)
  /// The terminal draws only ASCII, or all characters, from now on.
  case ascii(Bool)

  // A guided tour.

  /// The caption; nil at the end of the tour.
  case caption(TourCaption?)
  /// A line that is run like a script but is not the person's work.
  case tour(String)

  // The manifest and other files.

  /// The manifest was read, or has problems that make it unreadable.
  case loaded(Manifest?, [Problem])
  /// The defaults were checked, with the problems of each channel.
  case checked([Name?: [Problem]])
  /// Another manifest was read, to show as columns.
  case beside(ComparedManifest)
  case flags(FlagFiles)
  case recipes(RecipeBatch, from: String)
  case imported(SessionExport, from: String, isOther: Bool)
  /// The progress of reading manifests, in words; nil when it ends.
  case reading(String?)
  /// The person canceled reading manifests.
  case readingCancelled
  /// The progress of background work, in words; nil when it ends.
  case working(String?)
  /// A file was not written because it exists.
  case fileExists(OutputFile)
  case fileWritten(OutputFile)
  /// The names in a folder, those of folders with a `/` at their end; among them those of exported
  /// sessions.
  case files([String], in: String, sessions: [String] = [])

  // The session.

  /// The session from its store, at the start and after another process changed it.
  case session(Session)
  /// The person is to be where an earlier console of the session was left.
  case place(ConsolePlace)
  /// Recipes and attributes that `virga` was started with are to be added to the session.
  case opening(SessionOpening)
  /// The whole history, and the command that needed it; nil for none.
  case history([SessionOperation], neededBy: Invocation?)
  /// The session can no longer be saved, for this reason; it continues in memory.
  case sessionLost(String)
  /// The apps that have the session open, after one came or went.
  case apps([ConnectedApp])
  /// New or earlier events, or with `replacesAll` all events; those with ids below `first` are
  /// removed.
  case events([SessionEvent], replacesAll: Bool, first: Int64 = 0)

  // Answers from the background.

  case compared(Background<[ComparisonColumn], ComparedFeatures>.Reply)
  /// Results of the simulation with a number; `done` counts the completed clients and is nil at the
  /// end.
  case simulation(Int, done: Int?, [SimulatedRecipe])
  /// The person's own editor ended with this text for a feature.
  case written(String, feature: String)
}

/// A side effect that the console requests; the console itself only computes.
package enum Effect: Equatable, Sendable {
  case quit
  /// Suspend the process, as a shell expects of Ctrl-Z.
  case suspend
  case repaint
  case captureMouse(Bool)
  /// Draw with another theme.
  case useTheme(Theme)
  /// Draw only ASCII, or all characters; nil to decide by the locale.
  case useASCII(Bool?)
  /// Report the next pause in typing.
  case awaitIdle
  case cancelWork
  /// Copy a text to the clipboard; `what` names it in the message.
  case copy(String, what: String)
  /// Open the text of a feature's edit in the person's own editor.
  case openEditor(String, feature: String)

  /// Run the commands that start a build with the session.
  case runOnDevice([DeviceCommand], build: String)

  // The session.

  /// Save an operation that was performed on the session.
  case commit(SessionOperation)
  /// Save that the last operation was undone.
  case undo(SessionOperation)
  /// Save that an undone operation was redone.
  case redo(SessionOperation)
  /// Provide the whole history for a command, which then runs again.
  case readHistory(then: Invocation)
  /// Save the text of a config editor as a draft, without an undo step; nil removes the draft.
  ///
  /// `over` is the edit that the text started from.
  case keepDraft(String?, feature: String, over: JSONValue?)
  /// Save an entry of the session, without an undo step; nil removes it.
  case keepEntry(EntryKey, JSONValue?)
  /// Provide the events of the session, and new ones as they come.
  case followEvents

  // Files.

  case reload
  /// Read another manifest, given as `FILE` or `FILE@CHANNEL`, or an earlier version of the
  /// console's own one, given as `git:REVISION`, to show as columns.
  case readCompared(String)
  case readSession(String)
  case readRecipes(String)
  /// Read the recipes that a server publishes, or their cached copy.
  case fetchRecipes(LiveRecipes)
  case listFiles(String)
  /// Write a text file; an existing one only if confirmed.
  case write(OutputFile)
  /// Write the whole session including its events to a file.
  case exportSession(String, channel: String?)

  // Work in the background.

  case compare(Background<[ComparisonColumn], ComparedFeatures>.Job)
  /// Simulate clients for the recipes of the session.
  case simulate(number: Int, clients: Int)
  case stopSimulation
}
