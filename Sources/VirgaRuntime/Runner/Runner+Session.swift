import VirgaConsole
import VirgaJSON
import VirgaSession
import VirgaSource

// The session: keeping what was done here, and showing what others did.
extension Runner {
  /// Keeps what was done to the session.
  ///
  /// Without a screen a failure replaces what the console reports about the change.
  ///
  /// - Parameter isStep: Whether a person did it, rather than the start of the console.
  func keep(isStep: Bool = true, _ change: @escaping (SessionStore) throws -> Void) {
    let reported = state.status
    sendAll(session.keep(state.session, counts: isStep, change))
    guard isStep, !display.isScreen else { return }
    if let loss = session.loss {
      send(.outcome(.failure("\(session.unkeptCount.counted("change")) \(Farewell.notKept) \(loss)")))
    } else if let reported, state.status?.kind == .note {
      // A message about changes by others must not replace the one about this change.
      send(.outcome(reported))
    }
  }

  /// Reads the whole history, and runs the command that needs it.
  func readHistory(then invocation: Invocation? = nil) {
    do {
      send(.history(try session.history(), then: invocation))
    } catch {
      send(.outcome(.failure("the history cannot be read: \(error)")))
    }
  }

  /// Shows what other processes did.
  func refreshSession() { sendAll(session.refresh(state.session)) }

  /// Prints what becomes of the session and what ended a script, and gives the exit code.
  ///
  /// The code is 2 if a script or a console in lines could not keep something.
  func farewell(_ code: Int32) -> Int32 {
    // The refusal of a script's line that was not kept already says how many changes were lost.
    let saysLoss = session.unkeptCount > 0 && script.refusal?.contains(Farewell.notKept) == true
    if !saysLoss, let farewell = Farewell.text(for: session.end(), of: state) { Output.remark(farewell) }
    if let refusal = script.refusal { Output.remark(refusal) }
    if session.unkeptCount > 0, script.leaves || !display.isScreen { return ExitStatus.couldNotRun }
    return script.refusal == nil ? code : ExitStatus.problems
  }

  /// Sends what the session reports, reads the events that it left out, and waits for a locked file.
  func sendAll(_ events: [Event]) {
    for event in events { send(event) }
    if let read = session.nextEarlierReading() {
      runInBackground(read) { runner, earlier in runner.sendAll(runner.session.add(earlier)) }
    }
    guard session.isLocked else { return }
    guard display.isScreen else { return send(session.reportLock(isLastAttempt: script.leaves)) }
    guard !isWaitingForTurn else { return }
    isWaitingForTurn = true
    // Not counted as pending: other programs may take as long as they like.
    work.start { [wait = session.turn()] post in
      let turn = wait()
      post { $0.retry(after: turn) }
    }
  }

  private func retry(after turn: StoreTurn) {
    isWaitingForTurn = false
    if !turn.hasCome { send(session.reportLock()) }
    refreshSession()
  }
}
