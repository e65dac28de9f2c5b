import VirgaCanvas
import VirgaConsole
import VirgaSession
import VirgaSource

/// Runs the console without a screen: a command a line in, what changed a line out.
final class PlainRunner {
  private let reading: Reading
  private let session: ConsoleSession
  private let machine: Machine
  private let files: FileWork
  private var opening: SessionOpening
  private var state: State
  private var text = PlainText()
  /// What writes down the commands that are run.
  var recorder: Recorder?
  /// The guided tour that a person is on: an empty line goes on.
  var tour = TourWalk() {
    didSet { if oldValue.number == 0 { tourClock = TourClock(isTour: tour.goesOn || tour.number > 0) } }
  }
  private var tourClock = TourClock()
  private var hasEnded = false

  /// A console that will show what `reading` reads, on a screen that nobody sees.
  init(reading: Reading, session: ConsoleSession, opening: SessionOpening, options: State.Options, machine: Machine) {
    self.reading = reading
    self.session = session
    self.opening = opening
    self.machine = machine
    files = FileWork(in: machine.workingFolder) {}
    files.isAtOnce = true
    state = State(size: Size(columns: 200, rows: 200), options: options)
    send(session.beginning)
    for event in session.takeRemarks() { send(event) }
  }

  /// Runs `startLines`, then every line that `next` gives, until there is none or one of them leaves.
  func run(startLines: [String], next: () -> String?) {
    for line in startLines { send(.command(line)) }
    read()
    say()
    if !tour.goesOn {
      Output.line("Type a command or a key on each line: help lists them, list says the panel, quit leaves.")
    }
    goOn()
    while !hasEnded, let line = next() {
      tell(session.refresh(state.session))
      let line = line.trimmingBlanks
      if line == "list" {
        for line in PlainText.panel(of: state) { Output.line(line) }
      } else if line.isEmpty, tour.goesOn || state.typedLine == nil {
        goOn()
      } else {
        send(.plain(line))
      }
      if !hasEnded { say() }
    }
  }

  /// Goes to the next stop of the tour, and says what it is about.
  private func goOn() {
    guard let stop = tour.next(from: state) else { return }
    tourClock.reach(tour.number, at: Machine.now())
    for line in stop.lines { send(.command(line)) }
    Output.line("tour \(tour.number)/\(Tour.demo.stops.count): \(stop.caption)")
    Output.line(tour.goesOn ? "tour: an empty line goes on" : "tour: this was the last stop")
  }

  /// What is said of the session at the end; nil where there is nothing to say.
  var farewell: String? { session.farewell(state.session) }

  private func say() { for line in text.changes(in: state) { Output.line(line) } }

  private func read() {
    reading.run { finding in
      switch finding {
      case .loaded(let manifest, let problems, _):
        send(.loaded(manifest, problems))
        guard manifest != nil else { return }
        send(.opening(opening))
        opening = SessionOpening()
      case .checked(let problems): send(.checked(problems))
      case .flags(let files): send(.flags(files))
      case .flagsFailed(let reason): send(.outcome(.failure(reason)))
      case .beside(let manifest, _, _): send(.beside(manifest))
      case .besideFailed(let reason, _): send(.outcome(.failure(reason)))
      case .ended: break
      }
    }
  }

  private func send(_ event: Event) {
    state.now = tourClock.now(Machine.now())
    let effects = update(&state, event)
    let performed = state.performed
    for effect in effects { perform(effect) }
    if let failure = recorder?.record(performed) {
      recorder = nil
      send(.outcome(.failure("the recording ends: \(failure)")))
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .quit: hasEnded = true
    case .reload: read()
    case .commit(let operation): keep { try $0.perform(operation) }
    case .undo: keep { try $0.undo() }
    case .redo: keep { try $0.redo() }
    case .awaitQuiet: break
    case .keepDraft(let text, let feature): keep { try $0.keepDraft(text, of: feature) }
    case .followEvents: for event in session.followEvents() { send(event) }
    case .compare(let order): send(.compared(order.run()))
    case .check(let check): send(.checkedText(check.run()))
    case .forgetFlags(let flag): send(FileAnswer.forgetting(flag, with: reading.flags))
    case .exportSession(let path):
      do {
        for news in files.write(try session.exporting(), to: path) { send(news) }
      } catch {
        send(.outcome(.failure("\(error)")))
      }
    case .readSession(let file): for news in files.readSession(file, manifest: session.manifest) { send(news) }
    case .readRecipes(let file): for news in files.readRecipes(file) { send(news) }
    case .listFiles: break
    case .write(let draft): send(FileAnswer.writing(draft, from: machine.workingFolder))
    case .copy(let text, _): Output.line(text)
    case .readBeside(let name):
      switch Reading.beside(name, with: reading.others) {
      case .beside(let manifest, _, _): send(.beside(manifest))
      case .besideFailed(let reason, _): send(.outcome(.failure(reason)))
      default: break
      }
    case .simulate(let order): simulate(order)
    case .stopSimulation, .cancelWork: break
    case .openEditor(_, let feature):
      refuse("an editor needs a screen: edit {…} changes the edit of \(feature) in one line")
    case .suspend: refuse("there is no screen to leave: Ctrl-Z of the terminal itself suspends")
    case .repaint: refuse("there is no screen to draw: list says the panel in focus")
    case .captureMouse: refuse("there is no mouse without a screen: commands do all that it can, help lists them")
    }
  }

  private func refuse(_ reason: String) { send(.outcome(.refusal(reason))) }

  /// Runs a simulation to its end, and goes to its shares.
  private func simulate(_ order: SimulationOrder) {
    send(.simulation(SimulationWork.finish(state.simulation, order)))
    send(.command("focus \(Panel.simulation.name)"))
  }

  private func keep(_ change: @escaping (SessionStore) throws -> Void) {
    tell(session.keep(state.session, change))
  }

  private func tell(_ events: [Event]) {
    for event in events { send(event) }
    if session.isLocked { send(session.remarkLocked()) }
  }
}

extension String {
  /// The text without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    var rest = self[...]
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " || rest.last == "\r" { rest.removeLast() }
    return String(rest)
  }
}
