import VirgaCanvas
import VirgaConsole
import VirgaFlags
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTerminal

/// Runs the console on a terminal: turns what happens outside into events, and effects into what happens outside.
final class ConsoleRunner {
  /// Waiting times in milliseconds.
  ///
  /// A burst of file changes may last that long before the manifest is read, and the first frame waits that long for
  /// the manifest before it is drawn without one.
  private enum Patience {
    static let fileChanges = 20
    static let firstFrame = 30
    static let tourStop = 6_000
    /// A pause in typing that is long enough to keep what was typed.
    static let typing = 700
  }

  /// How many events are read while a person waits; the ones before follow.
  private static let latestEvents = 2_000

  private let terminal: Terminal
  private let loop: EventLoop
  private let reading: Reading
  private let session: ConsoleSession
  private let work: BackgroundWork<Reading.Finding>
  private let checks: BackgroundWork<EditorCheck.Finding>
  private let comparisons: BackgroundWork<MatrixTable>
  private let simulations: SimulationWork
  private let files: FileWork
  private let earlierEvents: BackgroundWork<EarlierEvents>
  private let turns: BackgroundWork<StoreTurn>
  private let webFlags: BackgroundWork<FlagFiles>
  private var isWaitingForTurn = false
  private var state: State
  private var script: ArraySlice<String>
  private let leavesAfterScript: Bool
  private var opening: SessionOpening
  private var isReading = false
  private var mustReadAgain = false
  private var mayDraw = false
  private var mustReadFlags = true
  private var changedFiles: Set<String> = []
  private var ownFiles: Set<String> = []
  private var beside = ReadingsBeside()
  private var hasRead = false
  /// The number of the line of the script of which not all has been heard yet.
  private var scriptLine: Int?
  /// How much work that has one finding, and no end of its own, is under way.
  private var awaited = 0
  /// What a script that leaves at its end was refused, a line each.
  private(set) var refusals: [String] = []
  private var watchedFiles: Set<String> = []
  private let sessionFile: String?
  private var exitCode: Int32?
  private var startEffects: [Effect] = []
  /// What writes down the commands that are run.
  var recorder: Recorder?
  /// What is said once the manifest is there.
  var notices: [StatusMessage] = []
  /// The guided tour that a person is on.
  var tour = TourWalk() {
    didSet { if oldValue.number == 0 { tourClock = TourClock(isTour: tour.goesOn || tour.number > 0) } }
  }
  private var tourClock = TourClock()

  /// A console on `terminal` that will show what `reading` reads.
  ///
  /// - Parameters:
  ///   - session: the session to show and to keep.
  ///   - opening: what to take into the session once the manifest is there.
  ///   - startLines: commands to run before the manifest is there.
  ///   - script: commands to run once it is there and checked.
  init(
    terminal: Terminal, reading: Reading, session: ConsoleSession, opening: SessionOpening, options: State.Options,
    startLines: [String],
    script: [String],
    leavesAfterScript: Bool
  ) {
    self.terminal = terminal
    self.reading = reading
    self.session = session
    sessionFile = session.file
    self.opening = opening
    self.script = script[...]
    self.leavesAfterScript = leavesAfterScript
    loop = EventLoop(terminal)
    let waker = loop.waker
    work = BackgroundWork { waker.wake() }
    checks = BackgroundWork { waker.wake() }
    comparisons = BackgroundWork { waker.wake() }
    simulations = SimulationWork { waker.wake() }
    files = FileWork(in: Machine.current.workingFolder) { waker.wake() }
    earlierEvents = BackgroundWork { waker.wake() }
    turns = BackgroundWork { waker.wake() }
    webFlags = BackgroundWork { waker.wake() }
    session.waitElsewhere()
    state = State(size: terminal.size, options: options)
    state.hasMouse = terminal.reportsMouse
    _ = update(&state, session.beginning)
    startEffects = startLines.flatMap { update(&state, .command($0)) }
  }

  /// Runs until the person leaves or the system says so, and gives the exit code.
  func run() -> Int32 {
    // Watched before it is read, so that a change while it is being read is noticed.
    ownFiles = Set(reading.filesToBeginWith)
    watch(ownFiles)
    read()
    for effect in startEffects { perform(effect) }
    loop.setDeadline(afterMilliseconds: Patience.firstFrame)
    while true {
      for event in loop.next() { take(event) }
      runScript()
      if let exitCode { return exitCode }
      if mayDraw { terminal.present(frame(of: state)) }
    }
  }

  private func take(_ event: LoopEvent) {
    switch event {
    case .terminal(let event):
      if case .resize = event { mayDraw = true }
      if state.caption != nil, case .key(let press) = event, takeOnTour(press) { return }
      send(.terminal(event))
    case .signal(.resumed): break
    case .signal, .terminalGone:
      send(.command("keep-draft"))
      exitCode = event.exitCode ?? 0
    case .filesChanged(let files):
      if let file = session.file, files.contains(file) { refreshSession() }
      // A session that was lost has no file any more, but the file that it had is no manifest either.
      note(files.filter { $0 != sessionFile })
    case .woken:
      takeFindings()
      for news in simulations.takeNews() { send(.simulation(news)) }
      for news in files.takeNews() { send(news) }
    case .deadline:
      mayDraw = true
      if !changedFiles.isEmpty { readChanged() } else if state.caption != nil, !tour.isPaused { goOn() }
    case .quiet: send(.quiet)
    }
  }

  private func send(_ event: Event) {
    guard exitCode == nil else { return }
    state.now = tourClock.now(Machine.now())
    let effects = update(&state, event)
    // What is done outside may have more to say, which would replace what was performed.
    let performed = state.performed
    for effect in effects { perform(effect) }
    if let failure = recorder?.record(performed) {
      recorder = nil
      send(.outcome(.failure("the recording ends: \(failure)")))
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .quit: exitCode = 0
    case .suspend: terminal.suspend()
    case .repaint: terminal.redraw()
    case .reload:
      mustReadFlags = true
      read()
      for name in beside.names { readBeside(name) }
    case .commit(let operation): keep { try $0.perform(operation) }
    case .undo: keep { try $0.undo() }
    case .redo: keep { try $0.redo() }
    case .awaitQuiet: loop.awaitQuiet(milliseconds: Patience.typing)
    case .keepDraft(let text, let feature): keep { try $0.keepDraft(text, of: feature) }
    case .followEvents:
      tell(session.followEvents(latest: Self.latestEvents))
    case .forgetFlags(let flag): send(FileAnswer.forgetting(flag, with: reading.flags))
    case .write(let draft): for news in files.write(draft) { send(news) }
    case .exportSession(let path): exportSession(to: path)
    case .readSession(let file): for news in files.readSession(file, manifest: session.manifest) { send(news) }
    case .readRecipes(let file): for news in files.readRecipes(file) { send(news) }
    case .listFiles(let folder): send(files.list(folder))
    case .cancelWork: send(files.cancel())
    case .readBeside(let name): readBeside(name)
    case .compare(let order):
      awaited += 1
      comparisons.start { post in post(order.run()) }
    case .check(let check):
      awaited += 1
      checks.start { post in post(check.run()) }
    case .openEditor(let text, let feature):
      send(OutsideEditor(.current).edit(text, feature: feature) { terminal.run($0) })
    case .copy(let text, let what):
      let isSent = terminal.copy(text)
      send(.outcome(isSent ? .note("copied \(what)") : .failure("\(what) is too long for the terminal's clipboard")))
    case .simulate(let order): simulations.start(state.simulation, order)
    case .stopSimulation: simulations.stop()
    case .captureMouse(let isOurs): terminal.reportsMouse = isOurs
    }
  }

  /// Goes to the next stop of the tour; behind the last one the console is the person's.
  private func goOn() {
    guard let stop = tour.next(from: state) else { return send(.caption(nil)) }
    tourClock.reach(tour.number, at: Machine.now())
    for line in stop.lines { send(.command(line)) }
    sayTour()
  }

  /// Goes back to the stop before.
  private func goBack() {
    guard let earlier = tour.back() else { return }
    send(.rewound(to: earlier))
    goOn()
  }

  /// Says what the stop is about, and how long it is read.
  private func sayTour() {
    send(.caption(tour.caption))
    if !tour.isPaused { loop.setDeadline(afterMilliseconds: Patience.tourStop) }
  }

  /// Takes a key while a tour runs: some lead through it, any other ends it and means what it always means.
  private func takeOnTour(_ press: KeyPress) -> Bool {
    switch press {
    case "Space", "Enter", "Right": goOn()
    case "Backspace", "Left": goBack()
    case "p":
      tour.togglePause()
      sayTour()
    default:
      tour = TourWalk()
      send(.caption(nil))
      return press == "Esc"
    }
    return true
  }

  private func exportSession(to path: String) {
    do {
      for news in files.write(try session.exporting(), to: path) { send(news) }
    } catch {
      send(.outcome(.failure("\(error)")))
    }
  }

  /// Begins a reading, or makes sure that another one follows the one under way.
  private func read() {
    guard !isReading else {
      mustReadAgain = true
      return
    }
    isReading = true
    mustReadAgain = false
    let reading = reading
    let part: Reading.FlagPart = !mustReadFlags ? .none : leavesAfterScript ? .all : .known
    mustReadFlags = false
    work.start { post in reading.run(flags: part, post) }
  }

  /// Shows what the files of flags say, and asks the web for what is not known of it yet.
  private func take(_ files: FlagFiles, isKnownAlone: Bool) {
    send(.flags(files))
    guard isKnownAlone, reading.flags.asksWeb else { return }
    let reader = reading.flags
    awaited += 1
    webFlags.start { post in post(reader.read()) }
  }

  /// Reads what has a file that changed.
  private func readChanged() {
    let changed = changedFiles
    changedFiles = []
    if !changed.isDisjoint(with: ownFiles) { read() }
    for name in beside.names(having: changed) { readBeside(name) }
  }

  private func readBeside(_ name: String) {
    guard beside.begin(name, file: OtherManifest(name).file(from: Machine.current.workingFolder)) else { return }
    watch(ownFiles.union(beside.files))
    let loader = reading.others
    work.start { post in post(Reading.beside(name, with: loader)) }
  }

  private func endReading(beside name: String, _ files: [String] = []) {
    let isOutdated = beside.end(name, files: files)
    watch(ownFiles.union(beside.files))
    if isOutdated { readBeside(name) }
  }

  /// Has files that changed read again in a moment.
  private func note(_ changed: Set<String>) {
    guard !changed.isEmpty else { return }
    changedFiles.formUnion(changed)
    // Another manifest is no reason to ask the web for flags again.
    if !changed.isDisjoint(with: reading.flags.files) { mustReadFlags = true }
    loop.setDeadline(afterMilliseconds: Patience.fileChanges)
  }

  private func takeFindings() {
    for earlier in earlierEvents.takeFindings() {
      awaited -= 1
      tell(session.take(earlier))
    }
    for turn in turns.takeFindings() {
      isWaitingForTurn = false
      if !turn.hasCome { send(session.remarkLocked()) }
      refreshSession()
    }
    for files in webFlags.takeFindings() {
      awaited -= 1
      take(files, isKnownAlone: false)
      if let failure = files.failures.first { send(.outcome(.failure("\(failure)"))) }
    }
    for finding in checks.takeFindings() {
      awaited -= 1
      send(.checkedText(finding))
    }
    for finding in comparisons.takeFindings() {
      awaited -= 1
      send(.compared(finding))
    }
    for finding in work.takeFindings() {
      switch finding {
      case .loaded(let manifest, let problems, let files):
        ownFiles = Set(files)
        watch(ownFiles.union(beside.files))
        mayDraw = true
        send(.loaded(manifest, problems))
        if manifest != nil { open() }
        for remark in session.takeRemarks() { send(remark) }
        if let failure = loop.files.failure {
          send(.outcome(.failure("files are not watched: \(failure); reload shows what has changed")))
        }
      case .checked(let problems): send(.checked(problems))
      case .flags(let files): take(files, isKnownAlone: !leavesAfterScript)
      case .flagsFailed(let reason): send(.outcome(.failure(reason)))
      case .beside(let manifest, let name, let files):
        send(.beside(manifest))
        endReading(beside: name, files)
      case .besideFailed(let reason, let name):
        send(.outcome(.failure(reason)))
        endReading(beside: name)
      case .ended:
        isReading = false
        hasRead = true
        runScript()
        if tour.number == 0, tour.goesOn { goOn() }
        // The last one said is the one on screen, and the first one has to be mended first.
        for notice in notices.reversed() { send(.outcome(notice)) }
        notices = []
        if mustReadAgain { read() }
      }
    }
  }

  private func open() {
    send(.opening(opening))
    opening = SessionOpening()
  }

  private func keep(_ change: @escaping (SessionStore) throws -> Void) { tell(session.keep(state.session, change)) }

  private func refreshSession() { tell(session.refresh(state.session)) }

  /// Says what the session has to say, has the events read that it left out, and has its turn waited for.
  private func tell(_ events: [Event]) {
    for event in events { send(event) }
    if let read = session.takeEarlierReading() {
      awaited += 1
      earlierEvents.start { post in post(read()) }
    }
    guard session.isLocked, !isWaitingForTurn else { return }
    isWaitingForTurn = true
    let wait = session.turn()
    turns.start { post in post(wait()) }
  }

  /// Watches other files than before; watching the same ones again would drop what happened to them meanwhile.
  private func watch(_ files: Set<String>) {
    let files = session.file.map { files.union([$0]) } ?? files
    guard files != watchedFiles else { return }
    watchedFiles = files
    let missed = loop.files.changes()
    loop.files.watch(files)
    note(missed.filter { $0 != sessionFile })
    refreshSession()
  }

  /// What is said of the session when the console is left; nil where there is nothing to say.
  var farewell: String? { session.farewell(state.session) }

  /// Whether work is under way that has an end; watching and waiting for others have none.
  private var isBusy: Bool {
    isReading || awaited > 0 || beside.isReading || state.experiments.simulation.isRunning
  }

  /// Sends the lines of the script, each once all is there that the one before it began.
  private func runScript() {
    guard hasRead else { return }
    files.isAtOnce = true
    defer { files.isAtOnce = false }
    while exitCode == nil, !isBusy {
      if leavesAfterScript, let line = scriptLine, let refusal = state.refusal {
        refusals.append("script:\(line): \(refusal)")
      }
      scriptLine = nil
      guard let line = script.popFirst() else {
        if leavesAfterScript { exitCode = 0 }
        return
      }
      scriptLine = script.startIndex
      send(.command(line))
    }
  }
}
