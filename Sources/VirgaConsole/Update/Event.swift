package import VirgaCanvas
package import VirgaManifest
package import VirgaSession
package import VirgaSource

/// What reaches the console from outside.
package enum Event: Sendable {
  /// A key, the mouse, pasted text or a new size.
  case terminal(TerminalEvent)
  /// A line of a script, or of the command line.
  case command(String)
  /// The manifest was read: what it holds, or the problems that made it unreadable.
  case loaded(Manifest?, [Problem])
  /// The defaults were checked, by channel.
  case checked([String?: [Problem]])
  /// The session as its store has it: at the start, and after another process changed it.
  case session(Session)
  /// The session could not be kept any longer, for this reason: it goes on in memory.
  case sessionLost(String)
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
  case commit(Operation)
  /// Keep that the last operation was taken back.
  case undo
  /// Keep that the operation that was taken back was done again.
  case redo
  /// Put a text on the clipboard; `what` names it in the answer.
  case copy(String, what: String)
  /// Take or give back the mouse.
  case captureMouse(Bool)
}
