package import VirgaCanvas

/// What the event loop waits for.
package enum LoopEvent: Hashable, Sendable {
  /// The terminal reports something.
  case terminal(TerminalEvent)
  /// Somebody sent the process a signal.
  case signal(Signal)
  /// These of the watched files were changed, replaced, removed or made.
  case filesChanged(Set<String>)
  /// Another thread called `Waker.wake()`.
  case woken
  /// The time that the loop was asked for has come.
  case deadline
  /// Nothing has come from the terminal for as long as the loop was asked to wait.
  case quiet
  /// There is no terminal any more: nothing can be shown, and nobody is there to ask.
  case terminalGone

  /// The signals that a caller has to do something about.
  package enum Signal: Hashable, Sendable {
    /// Leave cleanly: `SIGTERM`, `SIGHUP`, `SIGINT`, `SIGQUIT`.
    case terminate, hangUp, interrupt, quit
    /// The process was stopped and goes on; the frame has been shown anew.
    case resumed
  }

  /// With what code to leave because of this; nothing where it is no reason to leave.
  package var exitCode: Int32? {
    switch self {
    case .terminalGone, .signal(.hangUp): 129
    case .signal(.interrupt): 130
    case .signal(.quit): 131
    case .signal(.terminate): 143
    default: nil
    }
  }
}
