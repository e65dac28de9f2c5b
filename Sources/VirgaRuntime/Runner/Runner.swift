import VirgaCanvas
import VirgaConsole
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaTerminal
import VirgaWeb

/// Runs a console: performs its effects and sends it the resulting events.
///
/// The only interpreter of effects, for a screen, plain mode and a single frame. Each display waits
/// for events and passes on those that are not its own.
final class Runner {
  /// The pause in typing after which a draft is saved, in milliseconds.
  private static let typingPause = 700
  /// The number of events to read while a person waits; earlier ones follow in the background.
  private static let latestEventCount = 2_000

  private(set) var model: Model
  /// The exit code; nil while the console runs.
  private(set) var exitCode: Int32?
  /// Lines to run once the manifest has been read.
  var script: Script
  var tour: TourProgress
  let loop: EventLoop
  var readings = Readings()

  var setup: ConsoleSetup
  var session: ConsoleSession { setup.session }
  let machine = Machine.current
  let work: BackgroundWork
  let display: Display
  private var simulation: Task<Void, Never>?
  /// The number of pending background requests, besides readings and simulations.
  private var pendingCount = 0
  private var fileJobCount = 0
  private(set) var cancellation = Cancellation()
  var isWaitingForTurn = false
  var isAwaitingEndOfApp = false

  /// - Throws: ``FileFailure`` if the process has too many open files.
  init(_ setup: ConsoleSetup, on display: Display, size: Size) throws(FileFailure) {
    (self.setup, self.display) = (setup, display)
    script = setup.script
    tour = TourProgress(setup.tour)
    loop = try EventLoop(display.terminal)
    work = BackgroundWork(loop.waker)
    // Without a screen, keys need not be fast, and an operation is reported only after it was
    // saved.
    if display.isScreen { setup.session.useShortTimeout() }
    model = Model(size: size, options: setup.options)
    if let terminal = display.terminal { model.input.hasMouse = terminal.reportsMouse }
    model.input.now = tour.time(Machine.now())
    for event in setup.session.initialEvents() { _ = update(&model, event) }
    setup.log?.recordStart(model, on: machine)
  }

  /// Starts reading, and runs the commands that do not need the manifest.
  func start() {
    read()
    for line in setup.lines {
      for effect in update(&model, .command(line)) { perform(effect) }
    }
  }

  func send(_ event: Event) {
    guard exitCode == nil else { return }
    model.input.now = tour.time(Machine.now())
    let before = setup.recorder.map { _ in RecordedChanges(before: event, of: model) }
    let (wasTyping, start) = (setup.log != nil && model.isTyping, ContinuousClock.now)
    let effects = update(&model, event)
    setup.log?.record(
      event, wasTyping: wasTyping, took: .now - start, effects: effects, then: model)
    // Recorded first, because effects can send events that change the session further.
    let failure = before.flatMap { record(effects, since: $0) }
    for effect in effects { perform(effect) }
    if let failure {
      setup.recorder = nil
      send(.outcome(.recordingEnds(failure)))
    }
    if let failure = setup.log?.failure {
      setup.log = nil
      send(.outcome(.logEnds(failure)))
    }
  }

  /// Goes to the next stop of the tour and runs its lines; returns false after the last.
  func reachNextStop() -> Bool {
    guard let stop = tour.next(at: Machine.now()) else { return false }
    for line in stop.lines { send(.tour(line)) }
    return true
  }

  /// Handles an event that is not the display's own.
  func handle(_ event: LoopEvent) {
    switch event {
    case .terminal(let event):
      if session.hasApps { sendAll(session.appEvents()) }
      send(.terminal(event))
    case .signal(.resumed): break
    case .signal, .terminalClosed: leave(event.exitCode ?? 0)
    case .filesChanged(let files): scheduleReading(of: files)
    case .woken: for reply in work.removeReplies() { reply(self) }
    case .deadline: readChangedFiles()
    case .quiet: send(.quiet)
    }
  }

  /// Ends the console from outside, saving typed text as a draft.
  func leave(_ code: Int32) {
    send(.command("keep-draft"))
    exitCode = exitCode ?? code
  }

  /// Waits until nothing is pending; calls `stillBusy` every second.
  func finish(_ stillBusy: () -> Void = {}) {
    loop.setDeadline(afterMilliseconds: 1_000)
    while exitCode == nil, isBusy {
      for event in loop.next() {
        handle(event)
        guard event == .deadline else { continue }
        stillBusy()
        loop.setDeadline(afterMilliseconds: 1_000)
      }
    }
    loop.setDeadline(afterMilliseconds: nil)
  }

  func runScript() {
    while exitCode == nil, readings.hasRead, !isBusy {
      script.record(refusal: model.status?.refusal)
      guard let line = script.next() else {
        if script.leaves { exitCode = 0 }
        if let refusals = script.removeRefusals() { send(.outcome(refusals)) }
        return
      }
      send(.command(line))
    }
  }

  /// Whether anything is pending that will end, unlike watching files or waiting for other
  /// programs.
  var isBusy: Bool {
    readings.isReading || pendingCount > 0 || model.experiments.simulation.isRunning
  }

  func runInBackground<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result,
    then apply: @escaping @Sendable (Runner, Result) -> Void
  ) {
    pendingCount += 1
    startThread { [work] in
      let result = body()
      work.post { runner in
        runner.pendingCount -= 1
        apply(runner, result)
      }
    }
  }

  /// Runs `body` on another thread; canceling it also ends the programs that it waits for.
  func startThread(_ body: @escaping @Sendable () -> Void) {
    work.start { [cancellation] in Cancellation.$current.withValue(cancellation, operation: body) }
  }

  private func perform(_ effect: Effect) {
    let (time, process) = (model.input.now, model.options.process)
    switch effect {
    case .quit: exitCode = 0
    case .suspend, .repaint, .copy, .openEditor, .captureMouse:
      if let answer = display.perform(effect) { send(answer) }
    case .awaitIdle: loop.awaitIdle(milliseconds: Self.typingPause)
    case .reload: reload()
    case .readBeside(let name): read(machine.expandingHome(name))
    case .commit(let operation): keep(isStep: operation.canBeUndone) { try $0.perform(operation) }
    case .undo(let operation): keep { try $0.undo(operation, at: time, by: process) }
    case .redo(let operation): keep { try $0.redo(operation, at: time, by: process) }
    case .keepDraft(let text, let feature, let edit):
      keep { try $0.keepDraft(text, of: feature, over: edit) }
    case .readHistory(let invocation): readHistory(then: invocation)
    case .followEvents:
      if model.session.hasOutlines { readHistory() }
      sendAll(session.followEvents(latest: Self.latestEventCount))
    case .compare(let request): runInBackground(request.run) { $0.send(.compared($1)) }
    case .simulate(let number, let clients):
      simulate(SimulationRun.simulation(in: model), number: number, clients: clients)
    case .stopSimulation: simulation?.cancel()
    case .write(let draft): run(.writing(draft, on: machine))
    case .exportSession(let file, let channel):
      run(.exporting(session.exporting(), showing: channel, to: file, on: machine))
    case .readSession(let file): run(.readingSession(file, manifest: session.manifest, on: machine))
    case .readRecipes(let file):
      let attributes = model.options.attributes.union(
        Set(naming: model.session.names(of: .context)))
      run(.readingRecipes(file, knowing: attributes, on: machine))
    case .listFiles(let folder): run(.listing(folder, on: machine))
    case .cancelWork: cancelWork()
    }
  }

  private func run(_ job: FileJob) {
    guard !job.isShort else { return send(job.run()) }
    fileJobCount += 1
    send(.working(job.title))
    runInBackground(job.run) { runner, result in
      runner.fileJobCount -= 1
      if runner.fileJobCount == 0 { runner.send(.working(nil)) }
      runner.send(result)
    }
  }

  private func simulate(_ simulation: Simulation, number: Int, clients: Int) {
    self.simulation?.cancel()
    self.simulation = Task.detached { [work] in
      let results = try? await simulation.run(clients: clients, seed: 1) { done, soFar in
        work.post { $0.send(.simulation(number, done: done, soFar)) }
      }
      if let results { work.post { $0.send(.simulation(number, done: nil, results)) } }
    }
  }

  /// Cancels all background work; file jobs end and report it themselves, and what was read before
  /// stays.
  private func cancelWork() {
    cancellation.cancel()
    cancellation = Cancellation()
    send(.working(nil))
    guard readings.isReading else { return }
    readings.hasRead = true
    readings.cancelAll()
    send(.readingCancelled)
  }

  /// Records what effects save; returns why that is no longer possible, if so.
  private func record(_ effects: [Effect], since before: RecordedChanges) -> String? {
    var changes = before
    let commands = changes.commands(for: effects, flags: model.sessionFlags)
    return setup.recorder?.record(commands.map(\.line))
  }
}
