package import VirgaCanvas

/// An event of the loop.
package enum LoopEvent: Hashable, Sendable {
  /// The terminal reported something.
  case terminal(TerminalEvent)
  /// The process received a signal.
  case signal(Signal)
  /// Watched files were changed, replaced, removed or created.
  case filesChanged(Set<String>)
  /// Another thread called `Waker.wake()`.
  case woken
  /// The requested deadline has passed.
  case deadline
  /// The terminal has been quiet for the requested time.
  case quiet
  /// The terminal is gone: nothing can be shown, and nobody can answer.
  case terminalClosed

  /// The signals that a caller must handle.
  package enum Signal: Hashable, Sendable {
    /// Exit cleanly: `SIGTERM`, `SIGHUP`, `SIGINT`, `SIGQUIT`.
    case terminate, hangUp, interrupt, quit
    /// The process was stopped and continues; the frame has been redrawn.
    case resumed
  }

  /// The exit code for an event that ends the console; nil for other events.
  ///
  /// As in shells, it is 128 plus the number of the signal: `SIGHUP` has 1, `SIGINT` 2, `SIGQUIT` 3
  /// and `SIGTERM` 15. A terminal that is gone counts as a hang-up.
  package var exitCode: Int32? {
    switch self {
    case .terminalClosed, .signal(.hangUp): 128 + 1
    case .signal(.interrupt): 128 + 2
    case .signal(.quit): 128 + 3
    case .signal(.terminate): 128 + 15
    case .terminal, .signal(.resumed), .filesChanged, .woken, .deadline, .quiet: nil
    }
  }
}
