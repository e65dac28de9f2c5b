import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaSession
import VirgaTerminal
import VirgaWeb
import VirgaWorkbench

/// Runs a console: carries out what it wants done outside, and brings it what comes of that.
///
/// It is the one interpreter of effects, whether a screen is drawn, lines are said or a single frame is asked for. Who
/// shows the console waits for events and passes on those that are for it.
final class Runner {
  /// What is to be done here with what work elsewhere has found.
  typealias News = @Sendable (Runner) -> Void

  /// A pause in typing, in milliseconds, that is long enough to keep what was typed.
  private static let typingPause = 700
  /// How many events are read while a person waits; the ones before follow.
  private static let latestEvents = 2_000

  /// What there is to show.
  private(set) var state: State
  /// With what to leave; nil while the console goes on.
  private(set) var exitCode: Int32?
  /// What is to be run once the manifest is there.
  var script: Script
  /// The guided tour that a person is on.
  var tour = TourWalk()
  /// Waits for everything that happens outside.
  let loop: EventLoop
  /// How far the manifest and those beside it are read.
  var progress = ReadingProgress()

  let reading: Reading
  let session: ConsoleSession
  let work: BackgroundWork<News>
  let display: Display
  private let simulations: SimulationWork
  private let recorder: Recorder?
  private var isRecording = true
  private var tourClock = TourClock()
  private let workingFolder: String
  private let home: String?
  private let startLines: [String]
  /// What to take into the session once the manifest is there.
  var opening: SessionOpening
  /// How much work that has an end is under way, besides readings and simulations.
  private var awaited = 0
  private var fileJobs = 0
  /// What ends everything that is under way and can be ended.
  private(set) var cancellation = Cancellation()
  var isWaitingForTurn = false

  /// What a console is run with.
  struct Start {
    /// What is read.
    var reading: Reading
    /// The session to show and to keep.
    var session: ConsoleSession
    /// What to take into it once the manifest is there.
    var opening: SessionOpening
    /// What was decided about the console.
    var options: State.Options
    /// Commands to run before the manifest is there.
    var lines: [String]
    /// Commands to run once it is there and checked.
    var script = Script()
    /// What writes down the commands that are run.
    var recorder: Recorder?
  }

  /// A console of a size that is shown on `display`.
  init(_ start: Start, on display: Display, size: Size, _ machine: Machine = .current) {
    self.display = display
    reading = start.reading
    session = start.session
    opening = start.opening
    script = start.script
    recorder = start.recorder
    startLines = start.lines
    workingFolder = machine.workingFolder
    home = machine.environment["HOME"]
    if case .screen(let terminal) = display { loop = EventLoop(terminal) } else { loop = EventLoop() }
    let waker = loop.waker
    let work = BackgroundWork<News> { waker.wake() }
    self.work = work
    simulations = SimulationWork { news in work.post { $0.send(.simulation(news)) } }
    // Without a screen nobody types: an operation is said after it was kept.
    if display.isScreen { session.waitElsewhere() }
    state = State(size: size, options: start.options)
    if case .screen(let terminal) = display { state.hasMouse = terminal.reportsMouse }
    _ = update(&state, session.beginning)
  }

  /// Begins to read, and runs the commands that need no manifest.
  func start() {
    beginReading()
    record(startLines.map { Recording.Line($0) })
    for line in startLines {
      for effect in update(&state, .command(line)) { perform(effect) }
    }
  }

  /// Has the console take an event, and carries out what it wants done.
  func send(_ event: Event) {
    guard exitCode == nil else { return }
    state.now = tourClock.now(Machine.now())
    let effects = update(&state, event)
    // What is done outside may have more to say, which would replace what was performed.
    let performed = state.performed
    for effect in effects { perform(effect) }
    record(performed)
  }

  /// Makes a tour ready that has its own clock.
  func begin(_ stops: [Tour.Stop]) {
    tour = TourWalk(stops)
    tourClock = TourClock(isTour: !stops.isEmpty)
  }

  /// Reaches the next stop of the tour, and runs its lines; false behind the last.
  func reachNextStop() -> Bool {
    let before = state
    guard let stop = tour.next(from: before) else { return false }
    tourClock.reach(tour.number, at: Machine.now())
    for line in stop.lines { send(.command(line)) }
    send(.toured(since: before))
    return true
  }

  /// Takes what happened outside, but for what only a screen has.
  func take(_ event: LoopEvent) {
    switch event {
    case .terminal(let event): send(.terminal(event))
    case .signal(.resumed): break
    case .signal, .terminalGone: leave(event.exitCode ?? 0)
    case .filesChanged(let files): note(files)
    case .woken: for news in work.takeFindings() { news(self) }
    case .deadline: readChanged()
    case .quiet: send(.quiet)
    }
  }

  /// Ends the console from outside; what is being typed is not lost.
  func leave(_ code: Int32) {
    send(.command("keep-draft"))
    exitCode = exitCode ?? code
  }

  /// Waits until nothing is under way that has an end; `stillBusy` is called each second until then.
  func finish(_ stillBusy: () -> Void = {}) {
    loop.setDeadline(afterMilliseconds: 1_000)
    while exitCode == nil, isBusy {
      for event in loop.next() {
        take(event)
        guard event == .deadline else { continue }
        stillBusy()
        loop.setDeadline(afterMilliseconds: 1_000)
      }
    }
    loop.setDeadline(afterMilliseconds: nil)
  }

  /// Runs the lines of the script, each once all is there that the one before it began.
  func runScript() {
    while exitCode == nil, progress.hasRead, !isBusy {
      script.note(state.refusal)
      guard let line = script.next() else {
        if script.leaves { exitCode = 0 }
        if let missed = script.takeMissed() { send(.outcome(.failure(missed))) }
        return
      }
      send(.command(line))
    }
  }

  /// Whether work is under way that has an end; watching and waiting for others have none.
  var isBusy: Bool { progress.isReading || awaited > 0 || state.experiments.simulation.isRunning }

  /// Runs `body` elsewhere, and does with what it finds what `take` says.
  func begin<Finding: Sendable>(
    _ body: @escaping @Sendable () -> Finding, then take: @escaping @Sendable (Runner, Finding) -> Void
  ) {
    awaited += 1
    startWork { _, post in
      let finding = body()
      post { runner in
        runner.awaited -= 1
        take(runner, finding)
      }
    }
  }

  /// Runs `body` on another thread; cancelling the work ends the programs that it waits for.
  func startWork(
    _ body:
      @escaping @Sendable (_ cancellation: Cancellation, _ post: @escaping @Sendable (@escaping News) -> Void) -> Void
  ) {
    work.start { [cancellation] post in
      Cancellation.$current.withValue(cancellation) { body(cancellation, post) }
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .quit: exitCode = 0
    case .suspend, .repaint, .copy, .openEditor, .captureMouse:
      if let answer = display.perform(effect) { send(answer) }
    case .awaitQuiet: loop.awaitQuiet(milliseconds: Self.typingPause)
    case .reload: reload()
    case .readBeside(let name): readBeside(path(name))
    case .commit(let operation): keep(isStep: operation.canBeUndone) { try $0.perform(operation) }
    case .undo(let operation):
      keep { [time = state.now, process = state.options.process] in try $0.undo(operation, at: time, by: process) }
    case .redo(let operation):
      keep { [time = state.now, process = state.options.process] in try $0.redo(operation, at: time, by: process) }
    case .keepDraft(let text, let feature, let edit): keep { try $0.keepDraft(text, of: feature, over: edit) }
    case .keepLargeDraft(let text, let feature, let version, let edit):
      keepBeside(text, of: feature, version: version, over: edit)
    case .readHistory(let invocation): readHistory(then: invocation)
    case .followEvents:
      if state.session.hasOutlines { readHistory() }
      tell(session.followEvents(latest: Self.latestEvents))
    case .compare(let order): begin(order.run) { $0.send(.compared($1)) }
    case .findFlags(let order): begin(order.run) { $0.send(.foundFlags($1)) }
    case .check(let check): begin(check.run) { $0.send(.checkedText($1)) }
    case .simulate(let order): simulations.start(state.simulation, order)
    case .stopSimulation: simulations.stop()
    case .forgetFlags(let flag): send(FileAnswer.forgetting(flag, with: reading.flags))
    case .write(var draft):
      draft.path = path(draft.path)
      run(.writing(draft, from: workingFolder))
    case .exportSession(let file, let channel):
      run(.exporting(Result { try session.exporting() }, showing: channel, to: path(file), from: workingFolder))
    case .readSession(let file): run(.readingSession(path(file), manifest: session.manifest, from: workingFolder))
    case .readRecipes(let file): run(.readingRecipes(path(file), from: workingFolder))
    case .listChannels(let file):
      begin({ [others = reading.others, path = path(file)] in Reading.channels(of: path, with: others) }) {
        $0.send(.channels($1, of: file))
      }
    case .listFiles(let folder): run(.listing(folder, at: FilePath.joined(workingFolder, path(folder))))
    case .cancelWork: cancelWork()
    }
  }

  /// The path of a file that was typed: `~/` begins at home, as in a shell.
  private func path(_ typed: String) -> String {
    guard typed.hasPrefix("~/"), let home else { return typed }
    return FilePath.joined(home, String(typed.dropFirst(2)))
  }

  private func run(_ job: FileJob) {
    guard !job.isShort else { return send(job.run(cancellation) { _ in }) }
    fileJobs += 1
    awaited += 1
    send(.working(job.title))
    startWork { cancellation, post in
      let news = job.run(cancellation) { text in
        post { runner in if !cancellation.isCancelled { runner.send(.working(text)) } }
      }
      post { $0.endJob(with: news) }
    }
  }

  private func endJob(with news: Event) {
    awaited -= 1
    fileJobs -= 1
    if fileJobs == 0 { send(.working(nil)) }
    send(news)
  }

  /// Ends all that is done beside and can be ended; what is kept of files ends by itself and says so.
  private func cancelWork() {
    cancellation.cancel()
    cancellation = Cancellation()
    send(.working(nil))
    dropReadings()
  }

  private func record(_ lines: [Recording.Line]) {
    guard isRecording, let failure = recorder?.record(lines) else { return }
    isRecording = false
    send(.outcome(.failure("the recording ends: \(failure)")))
  }
}
