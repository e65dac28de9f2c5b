import VirgaCanvas
import VirgaConsole
import VirgaTerminal

/// Shows a console without a screen: a command a line in, what changed a line out.
final class PlainConsole {
  /// The size of the screen that nobody sees.
  static let size = Size(columns: 200, rows: 200)

  private let runner: Runner
  private var text = PlainText()
  /// What was said last of work that takes long.
  private var saidWork: String?

  /// A console that `runner` runs.
  init(_ runner: Runner) { self.runner = runner }

  /// Runs the script, then every line that `next` gives, until there is none or one of them leaves; the exit code.
  func run(next: () -> String?) -> Int32 {
    runner.start()
    settle()
    if !runner.tour.goesOn, !runner.script.leaves {
      Output.line(
        "Type a command or a key on each line: feature NAME goes to a feature, /TEXT filters, list says the panel, "
          + "help lists the commands, quit leaves.")
    }
    goOn()
    while runner.exitCode == nil, let line = runner.script.next() {
      take(line, as: .command(line), isScript: true)
      runner.script.note(runner.state.refusal)
      if let missed = runner.script.takeMissed() { Output.line("refused: \(missed)") }
    }
    while runner.exitCode == nil, !runner.script.leaves, let line = next()?.trimmingBlanks {
      take(line, as: .plain(line))
    }
    if runner.exitCode == nil { runner.leave(0) }
    return runner.sayGoodbye(0)
  }

  private func take(_ line: String, as event: Event, isScript: Bool = false) {
    // What happened meanwhile comes first.
    runner.refreshSession()
    runner.loop.setDeadline(afterMilliseconds: 0)
    for event in runner.loop.next() { runner.take(event) }
    if line == "list" {
      for line in PlainText.panel(of: runner.state) { Output.line(line) }
      runner.script.note(nil)
    } else if line.isEmpty, runner.tour.goesOn || runner.state.typedLine == nil {
      goOn()
    } else {
      runner.send(event)
    }
    settle(isScript: isScript)
  }

  /// Waits until everything is there that was begun, and says what changed.
  ///
  /// A refusal of a script's line is left to the script, which says it once with the line.
  private func settle(isScript: Bool = false) {
    let wasSimulating = runner.state.experiments.simulation.isRunning
    runner.finish { sayWork() }
    if wasSimulating { runner.send(.command("focus \(Panel.simulation.name)")) }
    guard runner.exitCode == nil, !isScript || runner.state.refusal == nil else { return }
    for line in text.changes(in: runner.state) { Output.line(line) }
  }

  private func sayWork() {
    let work = (runner.state.work ?? runner.state.reading)?.plain
    if let work, work != saidWork { Output.line(work) }
    saidWork = work
  }

  /// Goes to the next stop of the tour, and says what it is about.
  private func goOn() {
    guard runner.reachNextStop(), let caption = runner.tour.caption else { return }
    Output.line("tour \(caption.number)/\(caption.count): \(runner.state.naming(keysIn: caption.text))")
    Output.line(runner.tour.goesOn ? "tour: an empty line goes on" : "tour: this was the last stop")
    settle()
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
