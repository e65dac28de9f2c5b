import VirgaCanvas
package import VirgaConsole
package import VirgaFiles
package import VirgaTerminal

/// Shows a console on a terminal, until the person leaves or the system ends it.
package final class ScreenConsole {
  /// How long to wait for the manifest before a frame without it, in milliseconds.
  private static let firstFrameDelay = 2
  /// How long to wait for it before a message that it is being read, in milliseconds.
  private static let readingDelay = 30
  /// The time at a tour's stop, in milliseconds.
  private static let tourStop = 6_000

  private let terminal: Terminal
  private let runner: Runner
  /// Whether a frame may be drawn before the manifest has been read.
  private var mayDrawBeforeRead = false
  /// Whether the tour or the notice has been started, once the manifest was read.
  private var hasBegun = false
  private let notice: StatusMessage?

  /// Creates a console on `terminal`.
  ///
  /// - Parameter notice: A message to show once the manifest has been read.
  /// - Throws: ``FileFailure`` if the process has too many open files.
  package init(
    _ setup: ConsoleSetup, on terminal: Terminal, notice: StatusMessage?
  ) throws(FileFailure) {
    runner = try Runner(setup, on: .screen(terminal), size: terminal.size)
    self.terminal = terminal
    self.notice = notice
  }

  /// Shows the console until it ends, and restores the terminal; returns the exit code.
  ///
  /// Once the manifest was read, the tour begins or the notice is shown. At the end, the person's
  /// place is stored for the next start, and `farewell` saves and sums up the session.
  package func run() -> Int32 {
    runner.start()
    runner.loop.setDeadline(afterMilliseconds: Self.firstFrameDelay)
    while true {
      for event in runner.loop.next() { handle(event) }
      runner.runScript()
      beginOnceRead()
      if let code = runner.exitCode {
        terminal.stop()
        runner.keepPlace()
        return runner.farewell(code)
      }
      // Usually the manifest arrives within the delay, and the first frame already has it.
      if mayDrawBeforeRead || runner.readings.hasShown { present() }
    }
  }

  /// Draws a frame, sends it to the terminal and logs how long both took.
  private func present() {
    let model = runner.model
    let start = ContinuousClock.now
    let frame = frame(of: model)
    let drawn = ContinuousClock.now
    terminal.present(frame)
    runner.setup.log?.recordFrame(drawing: drawn - start, sending: .now - drawn)
    terminal.title = model.windowTitle
  }

  /// Handles an event here if it controls the tour; passes all others on to the runner.
  private func handle(_ event: LoopEvent) {
    switch event {
    // After a resize the next frame is drawn even if the manifest has not been read.
    case .terminal(.resize): mayDrawBeforeRead = true
    case .terminal(let event):
      // An event that also has its usual effect goes on to the runner.
      if isOnTour, let step = TourStep(event, in: runner.model), perform(step) { return }
    case .deadline:
      // The first deadline ends the wait for the manifest before the first frame.
      let isFirst = !mayDrawBeforeRead
      mayDrawBeforeRead = true
      if isOnTour, !runner.tour.isPaused {
        // On a tour a deadline ends its stop, or else the delay before changed files are read.
        let isEndOfStop = runner.readings.changedFiles.isEmpty
        if isEndOfStop { return goToNextStop() }
        runner.loop.setDeadline(afterMilliseconds: Self.tourStop)
      }
      reportReading(isFirstDeadline: isFirst)
    default: break
    }
    runner.handle(event)
  }

  private var isOnTour: Bool { runner.model.messages.caption != nil }

  /// Shows that the manifest is being read, if it still is at the second deadline; the first one is
  /// too early for a message, which would only flicker.
  private func reportReading(isFirstDeadline: Bool) {
    guard runner.readings.isReading, runner.model.files.reading == nil else { return }
    if isFirstDeadline {
      runner.loop.setDeadline(afterMilliseconds: Self.readingDelay)
    } else {
      runner.send(.reading("reading the manifest"))
    }
  }

  /// Starts the tour, or says that the screen is as it was left, and shows the notice: once, and
  /// not before the manifest has been read.
  private func beginOnceRead() {
    guard runner.readings.hasRead, !hasBegun else { return }
    hasBegun = true
    if runner.tour.hasNextStop { goToNextStop() }
    let place = runner.setup.place
    // A message that is shown already stays.
    if let screen = place?.screen, runner.model.status == nil {
      runner.send(.outcome(.asLeft(screen, filter: place?.filter ?? "")))
    }
    if let notice { runner.send(.outcome(notice)) }
  }

  /// Goes to the next stop of the tour, or removes the caption after the last one.
  private func goToNextStop() {
    if runner.reachNextStop() { showCaption() } else { runner.send(.caption(nil)) }
  }

  /// Shows the caption of the current stop, and sets the time at which the tour continues.
  private func showCaption() {
    runner.send(.caption(runner.tour.caption))
    if !runner.tour.isPaused { runner.loop.setDeadline(afterMilliseconds: Self.tourStop) }
  }

  /// Moves, pauses or ends the tour; returns false if the event also has its usual effect.
  private func perform(_ step: TourStep) -> Bool {
    switch step {
    case .goOn: goToNextStop()
    case .pause:
      runner.tour.isPaused.toggle()
      showCaption()
    case .end, .leave:
      runner.tour.isEnded = true
      runner.send(.caption(nil))
      // An event that leaves the console still has to reach the runner.
      return step == .end
    }
    return true
  }
}
