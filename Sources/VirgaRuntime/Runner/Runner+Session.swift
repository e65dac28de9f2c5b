import CVirgaPlatform
import VirgaConsole
import VirgaSession

// The session: saving changes made here, and showing those of others.
extension Runner {
  /// Saves a change; without a screen, a failure replaces the console's message about it.
  ///
  /// - Parameter isByPerson: Whether a person made the change, not the start of the console.
  func save(isByPerson: Bool = true, _ change: @escaping (SessionStore) throws -> Void) {
    let reported = model.status
    sendAll(session.save(model.session, countsAsUnsaved: isByPerson, change))
    guard isByPerson, !display.isScreen else { return }
    if let reason = session.fileLossReason {
      send(.outcome(.notKept(session.unsavedCount, because: reason)))
    } else if let reported, model.status?.kind == .info {
      // A message about others' changes must not replace the one about this change.
      send(.outcome(reported))
    }
  }

  /// Reads all operations of the session, for `invocation` if a command waits for them.
  func readHistory(then invocation: Invocation? = nil) {
    do {
      send(.history(try session.history(), neededBy: invocation))
    } catch {
      send(.outcome(.cannotRead("history", error)))
    }
  }

  /// Shows what other processes changed in the session, and saves changes that wait.
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

  /// Stores where the console is left, if the person has gone elsewhere.
  func keepPlace() {
    guard let placeAtStart, model.place != placeAtStart else { return }
    session.keep(model.place)
  }

  /// Ends the session, and prints what it contains and why the script ended; returns the exit code.
  ///
  /// The exit code is `code` unless something went wrong: 2 if a script or a plain console could
  /// not save a change, 1 if a line of the script was refused.
  func farewell(_ code: Int32) -> Int32 {
    let hasUnsavedChanges = session.unsavedCount > 0
    // The refusal of an unsaved script line already says how many changes were lost.
    let refusalNamesLoss = script.refusal?.contains(ExitMessage.notKept) == true
    var lines = hasUnsavedChanges && refusalNamesLoss ? [] : session.end(model)
    if let refusal = script.refusal { lines.append(refusal) }
    // A signal ends the program even if nobody reads its terminal.
    let endsBySignal = code > ExitStatus.signalOffset
    if !endsBySignal || Output.Stream.errors.hasRoom { Output.remarks(lines) }
    let isUnattended = script.exitsAtEnd || !display.isScreen
    // Ending the session can have saved the changes.
    if isUnattended, session.unsavedCount > 0 { return ExitStatus.couldNotRun }
    return script.refusal == nil ? code : ExitStatus.problems
  }

  /// Sends events, then starts the background work of the session that they lead to.
  func sendAll(_ events: [Event]) {
    for event in events { send(event) }
    if let readEarlierEvents = session.makeReaderOfEarlierEvents() {
      runInBackground(readEarlierEvents) { runner, earlier in
        runner.sendAll(runner.session.add(earlier))
      }
    }
    // Changes that another program's lock kept from the file are saved later.
    if session.isLocked, let file = session.file { waitForTurn(at: file) }
  }

  /// Waits in the background until no other program locks the session's file, then refreshes it.
  ///
  /// Without a screen nobody would see the later result, so the lock is reported at once.
  private func waitForTurn(at file: String) {
    guard display.isScreen else {
      return send(session.reportLock(isLastAttempt: script.exitsAtEnd))
    }
    guard !isWaitingForTurn else { return }
    isWaitingForTurn = true
    // Not counted as pending, because other programs may take any amount of time.
    work.start { [work] in
      // Returns once the file can be written, or when that has taken too long.
      let turn = WriteLockWait(at: file)
      work.post { runner in
        runner.isWaitingForTurn = false
        if !turn.isLockFree { runner.send(runner.session.reportLock()) }
        runner.refreshSession()
      }
    }
  }
}
