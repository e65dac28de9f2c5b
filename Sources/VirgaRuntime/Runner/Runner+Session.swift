import CVirgaPlatform
import VirgaConsole
import VirgaSession

// The session: saving changes made here, and showing those of others.
extension Runner {
  /// Saves a change; without a screen, a failure replaces the console's message about it.
  ///
  /// - Parameter isStep: Whether a person made the change, not the start of the console.
  func keep(isStep: Bool = true, _ change: @escaping (SessionStore) throws -> Void) {
    let reported = model.status
    sendAll(session.keep(model.session, counts: isStep, change))
    guard isStep, !display.isScreen else { return }
    if let loss = session.loss {
      send(.outcome(.notKept(session.unsavedCount, because: loss)))
    } else if let reported, model.status?.kind == .info {
      // A message about others' changes must not replace the one about this change.
      send(.outcome(reported))
    }
  }

  func readHistory(then invocation: Invocation? = nil) {
    do {
      send(.history(try session.history(), then: invocation))
    } catch {
      send(.outcome(.cannotRead("history", error)))
    }
  }

  func refreshSession() { sendAll(session.refresh(model.session)) }

  /// Looks for connected apps once more after a moment.
  ///
  /// A process that ends closes the session's file, which is noticed, shortly before it is gone.
  func lookForAppsAgain() {
    guard session.hasApps, !isAwaitingEndOfApp else { return }
    isAwaitingEndOfApp = true
    work.start { [work] in
      usleep(Self.endOfProcess)
      work.post { runner in
        runner.isAwaitingEndOfApp = false
        runner.sendAll(runner.session.appEvents())
      }
    }
  }

  /// How long a process takes to end after it closed its files, in microseconds.
  private static let endOfProcess: UInt32 = 200_000

  /// Prints what happens to the session and why a script ended; returns the exit code.
  ///
  /// The code is 2 if a script or a plain console could not save something.
  func farewell(_ code: Int32) -> Int32 {
    // The refusal of an unsaved script line already says how many changes were lost.
    let saysLoss = session.unsavedCount > 0 && script.refusal?.contains(ExitMessage.notKept) == true
    let lines = (saysLoss ? [] : session.end(model)) + (script.refusal.map { [$0] } ?? [])
    // A signal ends the program even if nobody reads its terminal.
    let isSignal = code > ExitStatus.signal
    if !isSignal || Output.Stream.errors.hasRoom { Output.remarks(lines) }
    if session.unsavedCount > 0, script.leaves || !display.isScreen {
      return ExitStatus.couldNotRun
    }
    return script.refusal == nil ? code : ExitStatus.problems
  }

  func sendAll(_ events: [Event]) {
    for event in events { send(event) }
    if let read = session.nextEarlierReading() {
      runInBackground(read) { runner, earlier in runner.sendAll(runner.session.add(earlier)) }
    }
    guard session.isLocked, let file = session.file else { return }
    guard display.isScreen else { return send(session.reportLock(isLastAttempt: script.leaves)) }
    guard !isWaitingForTurn else { return }
    isWaitingForTurn = true
    // Not counted as pending, because other programs may take any amount of time.
    work.start { [work] in
      let turn = WriteLockWait(at: file)
      work.post { runner in
        runner.isWaitingForTurn = false
        if !turn.isLockFree { runner.send(runner.session.reportLock()) }
        runner.refreshSession()
      }
    }
  }
}
