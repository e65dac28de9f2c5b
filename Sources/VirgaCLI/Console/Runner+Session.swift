import ArgumentParser
import VirgaConsole
import VirgaJSON
import VirgaSession
import VirgaSource

// The session: what was done is kept, and what others did is shown.
extension Runner {
  /// Keeps what was done to the session.
  ///
  /// Without a screen a failure replaces what the console says of it.
  ///
  /// - Parameter isStep: Whether a person did it, rather than the start of the console.
  func keep(isStep: Bool = true, _ change: @escaping (SessionStore) throws -> Void) {
    let said = state.status
    tell(session.keep(state.session, counts: isStep, change))
    guard isStep, !display.isScreen else { return }
    if let loss = session.loss {
      send(.outcome(.failure("\(session.unkeptCount.counted("change")) \(ConsoleSession.notKept) \(loss)")))
    } else if let said, state.status?.kind == .note {
      // What others did meanwhile does not take the place of the operation.
      send(.outcome(said))
    }
  }

  /// Keeps a large draft: its bytes are put together and written elsewhere, where a file keeps the session.
  func keepBeside(_ text: TextBuffer, of feature: String, version: Int, over edit: JSONValue?) {
    guard let writing = session.draftWriting(of: feature) else {
      return send(.draftWritten(text.text, feature: feature, version: version, over: edit, isKept: false))
    }
    begin({ () -> (String, Int64?) in
      let text = text.text
      return (text, writing.write(text, over: edit))
    }) { runner, written in
      let (text, revision) = written
      if let revision { runner.session.take(draft: text, of: feature, over: edit, at: revision) }
      runner.send(.draftWritten(text, feature: feature, version: version, over: edit, isKept: revision != nil))
    }
  }

  /// Reads the whole history, and has the command run that needs it.
  func readHistory(then invocation: Invocation? = nil) {
    do {
      send(.history(try session.history(), then: invocation))
    } catch {
      send(.outcome(.failure("the history cannot be read: \(error)")))
    }
  }

  /// Takes in what other processes did.
  func refreshSession() { tell(session.refresh(state.session)) }

  /// Says what becomes of what the session holds and what ended a script, and gives the exit code for that.
  ///
  /// The code is 2 if a script or a console in lines could not keep something.
  func sayGoodbye(_ code: Int32) -> Int32 {
    // A script's line that was not kept ended it, and its refusal counts what was lost.
    let saysLoss = session.unkeptCount > 0 && script.refusal?.contains(ConsoleSession.notKept) == true
    if !saysLoss, let farewell = session.farewell(state) { Output.remark(farewell) }
    if let refusal = script.refusal { Output.remark(refusal) }
    if session.unkeptCount > 0, script.leaves || !display.isScreen { return ExitCode.couldNotRun.rawValue }
    return script.refusal == nil ? code : ExitCode.problems.rawValue
  }

  /// Says what the session has to say, has the events read that it left out, and has its turn waited for.
  func tell(_ events: [Event]) {
    for event in events { send(event) }
    if let read = session.takeEarlierReading() {
      begin(read) { runner, earlier in runner.tell(runner.session.take(earlier)) }
    }
    guard session.isLocked else { return }
    guard display.isScreen else { return send(session.remarkLocked(isLastAttempt: script.leaves)) }
    guard !isWaitingForTurn else { return }
    isWaitingForTurn = true
    // Others may take as long as they like, so nothing waits for this.
    work.start { [wait = session.turn()] post in
      let turn = wait()
      post { $0.take(turn) }
    }
  }

  private func take(_ turn: StoreTurn) {
    isWaitingForTurn = false
    if !turn.hasCome { send(session.remarkLocked()) }
    refreshSession()
  }
}
