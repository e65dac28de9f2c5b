import VirgaCanvas
import VirgaConsole
import VirgaTestSupport

/// A book of steps: acts of a person, and below each one everything that it changes.
///
/// A line is one of
/// - `on SCREEN`: a new console, on that screen, with all that ``FrameCase/console(_:on:)`` puts there;
/// - two blanks and an act: done to get somewhere, and not looked at;
/// - `> ACT`: a step. The lines below it, four blanks deep, say what it changed in the state, and behind a `!` what it
///   wants done outside, with paths from the repository on; they are written anew by `VIRGA_UPDATE=1`, to be read as a
///   difference;
/// - anything else: a remark.
///
/// ``StepAct`` says what an act is.
struct StepBook {
  /// The text with what each step does now.
  private(set) var text = ""

  /// Does everything that a text says.
  init(_ written: String) throws {
    var console = try Self.console(on: .features)
    for line in written.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("    ") { continue }
      text += line + "\n"
      if let screen = Screen.allCases.first(where: { line == "on \($0)" }) {
        console = try Self.console(on: screen)
      } else if line.hasPrefix("  ") {
        for event in try StepAct.events(String(line.dropFirst(2))) { console.send(event) }
      } else if line.hasPrefix("> ") {
        let outcome = try Self.step(String(line.dropFirst(2)), in: &console).map { "    \($0)\n" }.joined()
        text += outcome.replacing(Repository.root + "/", with: "")
      }
    }
  }

  private static func console(on screen: Screen) throws -> ConsoleDriver {
    var console = try FrameCase.console(Size(columns: 120, rows: 40), on: screen)
    console.offer([])
    return console
  }

  private static func step(_ act: String, in console: inout ConsoleDriver) throws -> [String] {
    let before = console.state
    var effects: [Effect] = []
    for event in try StepAct.events(act) {
      console.send(event)
      effects += console.effects
    }
    let changes = StateDifference.lines(before, console.state, hiding: derived)
    let outcome = changes + effects.flatMap(ValueText.lines).map { "! \($0)" }
    return outcome.isEmpty ? ["nothing"] : outcome
  }

  /// The names of the commands that do more in a book than to say something.
  static func commands(in text: String) -> Set<Substring> {
    var found: Set<Substring> = []
    var command: Substring = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("> ") { command = line.dropFirst(2).prefix { $0 != " " } }
      let isOutcome = line.hasPrefix("    ") && !line.hasPrefix("    status:") && line != "    nothing"
      if isOutcome { found.insert(command) }
    }
    return found
  }

  /// What follows from the other properties: what is drawn, counted or looked up from them, and what tells that it is old.
  private static let derived: Set<String> = [
    "isInScript", "recordedAs",
    "layout", "hintKeys", "overlay.commands", "layers", "changes", "changesKey", "selectionKey", "about",
    "messages.entries",
    "sessionGeneration", "foundProblems", "recipeRevision", "workspace.revision", "editing.draftsKey",
    "list.index", "list.filtered", "channels.view.looks", "table.key", "table.known", "table.merged", "table.unfolded",
    "table.acrossChannels", "table.detailsSubject", "table.rows.location", "table.rows.beneath",
    "table.rows.highestLayer",
    "table.rows.changedLeaves", "table.changedCount", "table.leafCount", "workspace.defaults", "workspace.ranked",
    "editing.subject", "editing.subjectKey", "editing.shownOver", "editing.editors.cursorCells",
    "editing.editors.paths", "editing.editors.pathKey",
    "editing.editors.history", "editing.editors.buffer.byteCount",
    "editing.editors.checkedVersion", "editing.editors.isMergedOld", "editing.editors.merged",
    "flags.table.number", "flags.table.source", "flags.table.ids", "flags.table.texts", "flags.table.sections",
    "flags.table.traits", "flags.table.flags.session", "flags.table.flags.merged", "flags.table.flags.layers",
    "flags.shownPlaces",
    "flags.sectionCounts",
    "flags.detailsSubject", "flags.table.flags.rowsOfEntry", "flags.table.flags.rowsOfFeature",
    "flags.table.flags.catalogue",
    "flags.table.flags.configured", "flags.passing", "flags.passed", "flags.lastNumber", "flags.kept", "flags.lineKey",
    "flags.details",
    "flags.detailsKey", "channels.table",
    "channels.rowsInSight", "channels.key", "channels.lineKey",
    "experiments.seen", "experiments.all", "experiments.recipes", "experiments.enrollments",
    "experiments.places", "experiments.client", "experiments.words", "experiments.reasonText", "experiments.fitting",
    "experiments.simulation.basis",
    "experiments.reason.targeting", "experiments.reason.selection", "experiments.reason.branch",
    "experiments.reason.gates", "events.tally", "events.frequency", "events.known",
  ]
}
