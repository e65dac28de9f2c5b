package import VirgaCanvas
package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
package import VirgaSource
package import VirgaWorkbench

/// What reaches the console from outside.
package enum Event: Sendable {
  /// A key, the mouse, pasted text or a new size.
  case terminal(TerminalEvent)
  /// A line of a script, or of the command line.
  case command(String)
  /// The manifest was read: what it holds, or the problems that made it unreadable.
  case loaded(Manifest?, [Problem])
  /// The defaults were checked, by channel.
  case checked([ExactText?: [Problem]])
  /// Recipes and attributes are to be taken into the session.
  case opening(SessionOpening)
  /// What the files of flags say.
  case flags(FlagFiles)
  /// The session as its store has it: at the start, and after another process changed it.
  case session(Session)
  /// The whole history, and the command that needed it.
  case history([SessionOperation], then: Invocation?)
  /// A line that was typed where there is no screen: a command, a key, or the number of a choice.
  case plain(String)
  /// What a guided tour says; nil at its end.
  case caption(TourCaption?)
  /// A line of a guided tour, run like a line of a script; what it changes is not the person's work.
  case tour(String)
  /// The guided tour starts again from its beginning, to be replayed up to an earlier stop.
  case tourRestarted
  /// What happened: events that came, or the latest in place of all that were there; those before `first` are gone.
  case events([SessionEvent], isWhole: Bool, first: Int64 = 0)
  /// What happened before all events that were given.
  case earlierEvents([SessionEvent])
  /// The session could not be kept any longer, for this reason: it goes on in memory.
  case sessionLost(String)
  /// A file was not written because there is one already.
  case fileExists(FileDraft)
  /// A file was written.
  case fileWritten(FileDraft)
  /// An exported session was read from a file.
  case imported(SessionExport, from: String, isOther: Bool)
  /// Recipes were read from a file.
  case recipes(RecipeBatch, from: String)
  /// The names in a folder, those of folders with a `/` at their end, and what the files are as far as that is known.
  case files([String], in: String, kinds: [String: FileKind] = [:])
  /// The channels of a manifest that was named; none where it could not be read.
  case channels([String], of: String)
  /// How far work beside is, in words; nil when it is over.
  case working(String?)
  /// How far the reading of manifests is, in words; nil when it is over.
  case reading(String?)
  /// The person ended that reading.
  case readingCancelled
  /// Another manifest was read, to be shown beside the first.
  case beside(ComparedManifest)
  /// A comparison of channels and manifests was made.
  case compared(Background<ComparisonRequest, ComparedFeatures>.Reply)
  /// Many flags were resolved.
  case resolvedFlags(Background<FlagRequest, SessionFlags>.Reply)
  /// A large text of the config editor was checked.
  case checkedText(Background<EditorCheck, EditorCheck.Finding>.Reply)
  /// The person's own editor ended, and this is what it wrote for a feature.
  case written(String, feature: String)
  /// The text of a large draft at a version, and the edit over which it was begun; where it was not kept elsewhere it is
  /// to be kept here.
  case draftWritten(String, feature: String, version: Int, over: JSONValue?, isKept: Bool)
  /// What the simulation that runs outside says of itself.
  case simulation(SimulationNews)
  /// The person has stopped typing for a moment.
  case quiet
  /// What an effect had to say.
  case outcome(StatusMessage)
}

/// What the console wants done outside; the console itself does nothing but compute.
package enum Effect: Equatable, Sendable {
  /// Leave.
  case quit
  /// Stop the process as a shell expects it of Ctrl-Z.
  case suspend
  /// Send every cell again.
  case repaint
  /// Read the manifest again.
  case reload
  /// Keep an operation that was performed on the session.
  case commit(SessionOperation)
  /// Keep that an operation, the last one, was taken back.
  case undo(SessionOperation)
  /// Keep that an operation that was taken back was done again.
  case redo(SessionOperation)
  /// Give the whole history for a command that needs it, which is run again then.
  case readHistory(then: Invocation)
  /// Say when the person has stopped typing for a moment.
  case awaitQuiet
  /// Keep the text of the config editor of a feature, or none, without a step of undo.
  ///
  /// The edit is the one over which it was begun.
  case keepDraft(String?, feature: String, over: JSONValue?)
  /// Keep a large text of the config editor of a feature at a version the same way, beside what else is done.
  case keepLargeDraft(TextBuffer, feature: String, version: Int, over: JSONValue?)
  /// Give the events of the session, and from then on those that come.
  case followEvents
  /// Check a large text of the config editor, beside what else is done.
  case check(Background<EditorCheck, EditorCheck.Finding>.Job)
  /// Let the person's own editor have a text, the edit of a feature.
  case openEditor(String, feature: String)
  /// Put a text on the clipboard; `what` names it in the answer.
  case copy(String, what: String)
  /// Write a file of text; one that is there already only where that was confirmed.
  case write(FileDraft)
  /// Forget what was kept of a JSON flag of a configuration in the web; nil: of all of them.
  case forgetFlags(String?)
  /// Read another manifest, named as `FILE` or `FILE@CHANNEL`, to show beside the first.
  case readBeside(String)
  /// Compare channels and manifests, beside what else is done.
  case compare(Background<ComparisonRequest, ComparedFeatures>.Job)
  /// Resolve many flags in the background.
  case resolveFlags(Background<FlagRequest, SessionFlags>.Job)
  /// Make up clients and draw them for the recipes of the session.
  case simulate(SimulationOrder)
  /// End the simulation that runs.
  case stopSimulation
  /// Write the whole session with its events to a file.
  case exportSession(String, channel: String?)
  /// Read an exported session from a file.
  case readSession(String)
  /// Read recipes from a file.
  case readRecipes(String)
  /// Give the names of the files in a folder.
  case listFiles(String)
  /// Give the channels of a manifest, named as on the command line.
  case listChannels(String)
  /// End what is done beside.
  case cancelWork
  /// Take or give back the mouse.
  case captureMouse(Bool)
}

extension Event {
  /// Whether it is a line of a script, or one that the program itself runs.
  var isOfScript: Bool {
    switch self {
    case .command, .tour: true
    default: false
    }
  }

  /// Whether somebody does something with the console: a key, a click, a line.
  var isUse: Bool {
    switch self {
    case .terminal(.key), .terminal(.mouse), .terminal(.paste), .command, .tour, .plain: true
    default: false
    }
  }
}
