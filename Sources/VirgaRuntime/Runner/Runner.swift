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
  /// Cancels the background work that is running; replaced once it is canceled.
  private(set) var cancellation = Cancellation()
  /// Whether a thread waits until no other program locks the session's file.
  var isWaitingForTurn = false
  /// Whether a thread waits for the end of a process that closed the session's file.
  var isAwaitingEndOfApp = false

  /// The place once the manifest was read; nil before.
  var placeAtStart: ConsolePlace?

  /// Creates the console of the setup's session; ``start()`` begins to read its manifest.
  ///
  /// - Throws: ``FileFailure`` if the process has too many open files.
  init(_ setup: ConsoleSetup, on display: Display, size: Size) throws(FileFailure) {
    self.setup = setup
    self.display = display
    script = setup.script
    tour = TourProgress(setup.tour)
    loop = try EventLoop(display.terminal)
    work = BackgroundWork(loop.waker)
    // On a screen, a key must not wait long for another process that locks the session's file: what
    // it changed is then saved later. Without a screen, keys need not be fast, and an operation is
    // reported only after it was saved, so the usual, longer wait stays.
    if display.isScreen { setup.session.useShortTimeout() }
    model = Model(size: size, options: setup.options)
    if let terminal = display.terminal { model.shared.input.hasMouse = terminal.reportsMouse }
    model.shared.input.now = tour.time(Machine.now())
    // Only updates the model: effects are performed from the start on.
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

  /// Updates the model with an event, and logs, records and performs the resulting effects.
  func send(_ event: Event) {
    guard exitCode == nil else { return }
    // Without a tour this is the machine's time; at a stop of a tour, time stands still.
    model.shared.input.now = tour.time(Machine.now())
    let isRecording = setup.recorder != nil
    let changes = isRecording ? RecordedChanges(before: event, of: model) : nil
    let wasTyping = setup.log != nil && model.isTyping
    let start = ContinuousClock.now
    let effects = update(&model, event)
    setup.log?.record(
      event, wasTyping: wasTyping, took: .now - start, effects: effects, then: model)
    // Recorded first, because effects can send events that change the session further.
    let recordingFailure = changes.flatMap { record(effects, in: $0) }
    for effect in effects { perform(effect) }
    if let recordingFailure {
      setup.recorder = nil
      send(.outcome(.recordingEnds(recordingFailure)))
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
      // An app that crashed changes no file, so it is only noticed when somebody looks for it.
      if session.hasApps { sendAll(session.appEvents()) }
      send(.terminal(event))
    // The terminal has redrawn the frame already.
    case .signal(.resumed): break
    // All of these have an exit code.
    case .signal, .terminalClosed: leave(event.exitCode ?? 0)
    case .filesChanged(let files): scheduleReading(of: files)
    // Other threads have finished their work.
    case .woken: for reply in work.removeReplies() { reply(self) }
    // The pause after a change of files is over.
    case .deadline: readChangedFiles()
    // The person paused typing.
    case .quiet: send(.quiet)
    }
  }

  /// Saves unapplied text as a draft, and ends the console with `code` unless it has ended already.
  func leave(_ code: Int32) {
    send(.command("keep-draft"))
    exitCode = exitCode ?? code
  }

  /// The time between two calls of `stillBusy` in ``finish(_:)``, in milliseconds.
  private static let busyInterval = 1_000

  /// Handles events until no background work is pending; calls `stillBusy` every second.
  func finish(_ stillBusy: () -> Void = {}) {
    loop.setDeadline(afterMilliseconds: Self.busyInterval)
    while exitCode == nil, isBusy {
      for event in loop.next() {
        handle(event)
        guard event == .deadline else { continue }
        stillBusy()
        loop.setDeadline(afterMilliseconds: Self.busyInterval)
      }
    }
    // The next wait sets a deadline of its own if it needs one.
    loop.setDeadline(afterMilliseconds: nil)
  }

  /// Runs lines of the script until one starts background work; call it again after that.
  ///
  /// At the end of the script the console exits, or shows the refused lines if it stays.
  func runScript() {
    while exitCode == nil, readings.hasRead, !isBusy {
      // The line before this one may have been refused.
      script.record(refusal: model.status?.refusal)
      guard let line = script.next() else {
        if script.exitsAtEnd { exitCode = 0 }
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

  /// Runs `body` on another thread, and `apply` with its result on this one; ``isBusy`` until then.
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

  /// Performs an effect, or starts the background work for it.
  private func perform(_ effect: Effect) {
    let time = model.input.now
    let process = model.options.process
    switch effect {
    case .quit: exitCode = 0
    case .suspend, .repaint, .copy, .openEditor, .captureMouse, .useTheme, .useASCII:
      if let answer = display.perform(effect) { send(answer) }
    case .awaitIdle: loop.awaitIdle(milliseconds: Self.typingPause)
    case .reload: reload()
    case .readCompared(let name): read(machine.expandingHome(name))
    case .commit(let operation):
      // An operation that is not an undo step, such as initial contents, is not made by a person.
      save(isByPerson: operation.canBeUndone) { try $0.perform(operation) }
    case .undo(let operation): save { try $0.undo(operation, at: time, by: process) }
    case .redo(let operation): save { try $0.redo(operation, at: time, by: process) }
    case .keepDraft(let text, let feature, let edit):
      save { try $0.keepDraft(text, of: feature, over: edit) }
    case .keepEntry(let key, let value): save { try $0.storeWithoutUndo(value, as: key) }
    case .readHistory(let invocation): readHistory(then: invocation)
    case .followEvents:
      // Each event is shown with the changes of its operation, which outlines lack.
      if model.session.hasOutlines { readHistory() }
      sendAll(session.followEvents(latest: Self.latestEventCount))
    case .compare(let request):
      runInBackground(request.run) { runner, result in runner.send(.compared(result)) }
    case .simulate(let number, let clients):
      simulate(SimulationRun.simulation(in: model), number: number, clients: clients)
    case .stopSimulation: simulation?.cancel()
    case .write(let draft): run(.writing(draft, on: machine))
    case .exportSession(let file, let channel):
      run(.exporting(session.exporting(), showing: channel, to: file, on: machine))
    case .readSession(let file): run(.readingSession(file, manifest: session.manifest, on: machine))
    case .readRecipes(let file):
      run(.readingRecipes(file, knowing: knownAttributes, on: machine))
    case .fetchRecipes(let live):
      // Earlier fetches may have used up the time to wait for servers.
      Machine.webTimeBudget.reset()
      run(.fetchingRecipes(live, knowing: knownAttributes, from: setup.remoteFiles))
    case .listFiles(let folder): run(.listing(folder, on: machine))
    case .runOnDevice(let plan, let build): run(.handingOff(plan, to: build))
    case .cancelWork: cancelWork()
    }
  }

  /// The attributes that the targeting of recipes may read besides the standard ones.
  private var knownAttributes: Set<Name> {
    model.options.attributes.union(Set(naming: model.session.names(of: .context)))
  }

  /// Runs a file job and sends its result; in the background, showing its title, if it may be slow.
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

  /// The seed of simulations: the same one, so that the same recipes give the same results.
  private static let simulationSeed: UInt64 = 1

  /// Cancels the running simulation and starts another, which sends its results as it runs.
  ///
  /// - Parameter number: Tells the console to which simulation the results belong.
  private func simulate(_ simulation: Simulation, number: Int, clients: Int) {
    self.simulation?.cancel()
    let seed = Self.simulationSeed
    self.simulation = Task.detached { [work] in
      let results = try? await simulation.run(clients: clients, seed: seed) { done, soFar in
        work.post { runner in runner.send(.simulation(number, done: done, soFar)) }
      }
      guard let results else { return }
      // Without a number of finished clients, the results are the final ones.
      work.post { runner in runner.send(.simulation(number, done: nil, results)) }
    }
  }

  /// Cancels all background work; a script that waits for the manifest continues without it.
  ///
  /// File jobs report their cancellation themselves; what canceled readings have sent so far stays.
  private func cancelWork() {
    cancellation.cancel()
    cancellation = Cancellation()
    // Clears the title of the work that is shown.
    send(.working(nil))
    guard readings.isReading else { return }
    readings.hasRead = true
    readings.cancelAll()
    send(.readingCancelled)
  }

  /// Records the changes that effects save, as commands; returns the reason if it fails, or nil.
  private func record(_ effects: [Effect], in changes: RecordedChanges) -> String? {
    var changes = changes
    let commands = changes.commands(for: effects, flags: model.sessionFlags)
    return setup.recorder?.record(commands.map(\.line))
  }
}
