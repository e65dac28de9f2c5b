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
    while !hasEnded, let line = next() {
      tell(session.refresh(state.session))
      let line = line.trimmingBlanks
      if line == "list" {
        for line in PlainText.panel(of: state) { Output.line(line) }
      } else if !line.isEmpty {
        send(.plain(line))
      }
      if !hasEnded { say() }
    }
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
      case .beside, .besideFailed, .ended: break
      }
    }
  }

  private func send(_ event: Event) {
    state.now = Machine.now()
    for effect in update(&state, event) { perform(effect) }
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
      case .beside(let manifest): send(.beside(manifest))
      case .besideFailed(let reason): send(.outcome(.failure(reason)))
      default: break
      }
    default: send(.outcome(.refusal("this needs a screen")))
    }
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
