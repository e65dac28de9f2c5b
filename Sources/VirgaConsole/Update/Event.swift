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
  /// The manifest was read, or has problems that make it unreadable.
  case loaded(Manifest?, [Problem])
  /// The defaults were checked, with the problems of each channel.
  case checked([Name?: [Problem]])
  /// Recipes and attributes from the command line are to be added to the session.
  case opening(SessionOpening)
  /// The flag files were read.
  case flags(FlagFiles)
  /// The session from its store, at the start and after another process changed it.
  case session(Session)
  /// The whole history, and the command that needed it; nil for none.
  case history([SessionOperation], then: Invocation?)
  /// A line typed without a screen: a command, a key or a choice's number.
  case plain(String)
  /// The caption of a guided tour; nil at its end.
  case caption(TourCaption?)
  /// A line of a guided tour, run like a script but not the person's work.
  case tour(String)
  /// The guided tour restarts, to be replayed up to an earlier stop.
  case tourRestarted
  /// New events, or all events if `isWhole`; those with ids below `first` are removed.
  case events([SessionEvent], isWhole: Bool, first: Int64 = 0)
  /// Events that happened before all known ones.
  case earlierEvents([SessionEvent])
  /// The session can no longer be saved, for this reason; it continues in memory.
  case sessionLost(String)
  /// A file was not written because it exists.
  case fileExists(FileDraft)
  /// A file was written.
  case fileWritten(FileDraft)
  /// An exported session was read from a file.
  case imported(SessionExport, from: String, isOther: Bool)
  /// Recipes were read from a file.
  case recipes(RecipeBatch, from: String)
  /// The names in a folder, those of folders with a `/` at their end, and what the files are as far as that is known.
  case files([String], in: String, kinds: [String: FileKind] = [:])
  /// The channels of a manifest on the command line; empty if it could not be read.
  case channels([String], of: String)
  /// The progress of background work, in words; nil when it ends.
  case working(String?)
  /// The progress of reading manifests, in words; nil when it ends.
  case reading(String?)
  /// The person canceled reading manifests.
  case readingCancelled
  /// Another manifest was read, to show as columns.
  case beside(ComparedManifest)
  /// A comparison of channels and manifests is complete.
  case compared(Background<ComparisonRequest, ComparedFeatures>.Reply)
  /// Many flags were resolved in the background.
  case resolvedFlags(Background<FlagRequest, SessionFlags>.Reply)
  /// A large text of the config editor was checked in the background.
  case checkedText(Background<EditorCheck, EditorCheck.Finding>.Reply)
  /// The person's own editor ended with this text for a feature.
  case written(String, feature: String)
  /// News of a background simulation.
  case simulation(SimulationUpdate)
  /// The person paused typing.
  case quiet
  /// The message of an effect.
  case outcome(StatusMessage)
}

/// A side effect that the console requests; the console itself only computes.
package enum Effect: Equatable, Sendable {
  /// Quit.
  case quit
  /// Suspend the process, as a shell expects of Ctrl-Z.
  case suspend
  /// Redraw every cell.
  case repaint
  /// Reload the manifest.
  case reload
  /// Save an operation that was performed on the session.
  case commit(SessionOperation)
  /// Save that the last operation was undone.
  case undo(SessionOperation)
  /// Save that an undone operation was redone.
  case redo(SessionOperation)
  /// Provide the whole history for a command, which then runs again.
  case readHistory(then: Invocation)
  /// Report the next pause in typing.
  case awaitIdle
  /// Save the text of a config editor as a draft, without an undo step; nil removes the draft.
  ///
  /// `over` is the edit that the text started from.
  case keepDraft(String?, feature: String, over: JSONValue?)
  /// Provide the events of the session, and new ones as they come.
  case followEvents
  /// Check a large text of the config editor in the background.
  case check(Background<EditorCheck, EditorCheck.Finding>.Job)
  /// Open the text of a feature's edit in the person's own editor.
  case openEditor(String, feature: String)
  /// Copy a text to the clipboard; `what` names it in the message.
  case copy(String, what: String)
  /// Write a text file; an existing one only if confirmed.
  case write(FileDraft)
  /// Forget a cached flag of a web configuration; nil for all.
  case forgetFlags(String?)
  /// Read another manifest, given as `FILE` or `FILE@CHANNEL`, to show as columns.
  case readBeside(String)
  /// Compare channels and manifests in the background.
  case compare(Background<ComparisonRequest, ComparedFeatures>.Job)
  /// Resolve many flags in the background.
  case resolveFlags(Background<FlagRequest, SessionFlags>.Job)
  /// Simulate clients for the recipes of the session.
  case simulate(number: Int, clients: Int)
  /// Stop the running simulation.
  case stopSimulation
  /// Write the whole session including its events to a file.
  case exportSession(String, channel: String?)
  /// Read an exported session from a file.
  case readSession(String)
  /// Read recipes from a file.
  case readRecipes(String)
  /// List the names of the files in a folder.
  case listFiles(String)
  /// List the channels of a manifest, named as on the command line.
  case listChannels(String)
  /// Cancel background work.
  case cancelWork
  /// Capture or release the mouse.
  case captureMouse(Bool)
}

extension Event {
  var isFromScript: Bool {
    switch self {
    case .command, .tour: true
    default: false
    }
  }

  var isUserInput: Bool {
    switch self {
    case .terminal(.key), .terminal(.mouse), .terminal(.paste), .command, .tour, .plain: true
    default: false
    }
  }
}
