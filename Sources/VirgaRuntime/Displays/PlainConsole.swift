import VirgaCanvas
import VirgaConsole
package import VirgaFiles
import VirgaTerminal

/// Runs a console without a screen: reads commands and prints changes as lines.
package final class PlainConsole {
  /// A size at which nothing is cut off.
  static let size = Size(columns: 200, rows: 200)

  private let runner: Runner
  /// Knows what was printed, to print only changes.
  private var text = PlainText()
  /// The background work that was last printed.
  private var reportedWork: String?

  /// Creates a console.
  ///
  /// - Throws: `FileFailure` if the process has too many open files.
  package init(_ setup: ConsoleSetup) throws(FileFailure) {
    var setup = setup
    setup.options.isPlain = true
    runner = try Runner(setup, on: .lines, size: Self.size)
  }

  /// Runs the script and then lines from `next`, until there are none or one leaves.
  ///
  /// A script that exits at its end does not run without its manifest.
  ///
  /// - Returns: The exit code.
  package func run(next: () -> String?) -> Int32 {
    runner.start()
    printChangesWhenDone()
    let awaitsCommands = !runner.tour.hasNextStop && !runner.script.exitsAtEnd
    if awaitsCommands {
      Output.line(
        "Type a command or a key on each line: go NAME goes to a feature, flag or recipe, /TEXT filters, "
          + "list prints the panel, help lists the commands, quit leaves.")
    }
    // Begins the tour, if this is one.
    goToNextStop()
    if runner.exitCode == nil, runner.script.exitsAtEnd, runner.remarkUnreadManifest() {
      runner.leave(ExitStatus.problems)
    }
    runScript()
    while runner.exitCode == nil, !runner.script.exitsAtEnd, let typed = next() {
      let line = Self.trimmed(typed)
      run(line, as: .plain(line))
    }
    // Saves unapplied text as a draft; an exit code that was set before stays.
    runner.leave(0)
    return runner.farewell(runner.exitCode ?? 0)
  }

  /// Runs the lines of the script.
  ///
  /// The first refused line ends a script that leaves, and is reported when the console ends.
  /// Another script continues, and its refusals are printed here.
  private func runScript() {
    while runner.exitCode == nil, let line = runner.script.next() {
      run(line, as: .command(line), isScript: true)
      runner.script.record(refusal: runner.model.status?.refusal)
      if let refusals = runner.script.removeRefusals() {
        Output.line("refused: \(refusals.text.plain)")
      }
    }
  }

  /// The line without blanks around it and without the CR of a CR LF.
  private static func trimmed(_ typed: String) -> String {
    var line = typed.drop { $0 == " " }
    while line.last == " " || line.last == "\r" { line.removeLast() }
    return String(line)
  }

  /// Runs a line: `list` prints the panel, an empty one continues the tour, others send `event`.
  private func run(_ line: String, as event: Event, isScript: Bool = false) {
    // Changes by other processes since the last line come first.
    runner.refreshSession()
    // With a deadline of now, the loop returns what has happened without waiting.
    runner.loop.setDeadline(afterMilliseconds: 0)
    for event in runner.loop.next() { runner.handle(event) }
    let answersQuestion = !runner.tour.hasNextStop && PlainText.isAsking(runner.model)
    if line == "list" {
      Output.lines(PlainText.panelLines(of: runner.model))
      // The line was not refused. The status may still show the refusal of an earlier one.
      runner.script.record(refusal: nil)
    } else if line.isEmpty, !answersQuestion {
      goToNextStop()
    } else {
      runner.send(event)
    }
    // The refusal of a script line is printed by the script, with the number of the line.
    printChangesWhenDone(isScript: isScript)
  }

  /// Waits until nothing is pending, and prints what changed.
  ///
  /// A refused script line is not printed here: the script prints it with its line number.
  private func printChangesWhenDone(isScript: Bool = false) {
    let wasSimulating = runner.model.experiments.simulation.isRunning
    // Called every second until then: each step of long work, such as a fetch, is printed once.
    runner.finish {
      let work = (runner.model.files.work ?? runner.model.files.reading)?.plain
      if let work, work != reportedWork { Output.line(work) }
      reportedWork = work
    }
    // The results of a simulation are printed with the panel that has the focus.
    if wasSimulating { runner.send(.command("focus \(Panel.simulation.name)")) }
    guard runner.exitCode == nil else { return }
    let isRefused = runner.model.status?.refusal != nil
    if isScript, isRefused { return }
    Output.lines(text.changes(in: runner.model))
  }

  /// Goes to the next stop of the tour and prints its caption; does nothing after the last.
  private func goToNextStop() {
    guard runner.reachNextStop(), let caption = runner.tour.caption else { return }
    Output.line(
      "tour \(caption.number)/\(caption.count): \(runner.model.naming(keysIn: caption.text))")
    Output.line(
      runner.tour.hasNextStop ? "tour: an empty line continues" : "tour: this was the last stop")
    printChangesWhenDone()
  }
}
