import VirgaCanvas
import VirgaConsole
import VirgaTerminal

/// Shows a console on a terminal, until the person leaves or the system says so.
final class ScreenConsole {
  /// Waiting times in milliseconds: for the manifest before a frame is drawn without it, and before it is said that it
  /// is being read and how that can be ended; and at a stop of a tour.
  private enum Patience {
    static let firstFrame = 2
    static let reading = 30
    static let tourStop = 6_000
  }

  private let terminal: Terminal
  private let runner: Runner
  private var mayDraw = false
  private var hasBegun = false
  /// What is said once the manifest is there.
  private let notice: StatusMessage?

  /// A console that `runner` runs, to be shown on `terminal`.
  init(_ runner: Runner, on terminal: Terminal, notice: StatusMessage?) {
    self.runner = runner
    self.terminal = terminal
    self.notice = notice
  }

  /// Shows the console to its end, and gives the exit code.
  func run() -> Int32 {
    runner.start()
    runner.loop.setDeadline(afterMilliseconds: Patience.firstFrame)
    while true {
      for event in runner.loop.next() { take(event) }
      runner.runScript()
      beginOnceRead()
      if let code = runner.exitCode { return code }
      if mayDraw || runner.progress.hasShown { terminal.present(frame(of: runner.state)) }
    }
  }

  private func take(_ event: LoopEvent) {
    let isOnTour = runner.state.caption != nil
    switch event {
    case .terminal(.resize): mayDraw = true
    case .terminal(let event): if let step = runner.state.tourStep(of: event), take(step) { return }
    case .deadline:
      let isFirst = !mayDraw
      mayDraw = true
      if isOnTour, !runner.tour.isPaused {
        if runner.progress.changedFiles.isEmpty { return goOn() }
        runner.loop.setDeadline(afterMilliseconds: Patience.tourStop)
      }
      if runner.progress.isReading, runner.state.reading == nil {
        // What takes longer than a moment can be cancelled.
        if isFirst { runner.loop.setDeadline(afterMilliseconds: Patience.reading) } else { sayReading() }
      }
    default: break
    }
    runner.take(event)
  }

  private func sayReading() { runner.send(.reading("reading the manifest")) }

  /// Begins the tour, and says what there is to say, once the manifest is there.
  private func beginOnceRead() {
    guard runner.progress.hasRead, !hasBegun else { return }
    hasBegun = true
    if runner.tour.goesOn { goOn() }
    if let notice { runner.send(.outcome(notice)) }
  }

  /// Goes to the next stop of the tour; behind the last one the console is the person's.
  private func goOn() {
    if runner.reachNextStop() { sayTour() } else { runner.send(.caption(nil)) }
  }

  /// Goes back to the stop before.
  private func goBack() {
    guard let earlier = runner.tour.back() else { return }
    runner.send(.rewound(to: earlier))
    goOn()
  }

  /// Says what the stop is about, and how long it is read.
  private func sayTour() {
    runner.send(.caption(runner.tour.caption))
    if !runner.tour.isPaused { runner.loop.setDeadline(afterMilliseconds: Patience.tourStop) }
  }

  /// Does what somebody does to the tour; false where the event means more than that.
  private func take(_ step: TourStep) -> Bool {
    switch step {
    case .goOn: goOn()
    case .goBack: goBack()
    case .pause:
      runner.tour.togglePause()
      sayTour()
    case .end, .leave:
      runner.tour = TourWalk()
      runner.send(.caption(nil))
      return step == .end
    }
    return true
  }
}
