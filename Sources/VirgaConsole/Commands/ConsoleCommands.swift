import VirgaCanvas
import VirgaJSON
import VirgaSession

extension CommandTable {
  /// The console itself.
  static let consoleCommands: [Command] = [
    Command(
      "help", "keys", keys: ["?", "F1"], in: .always, motion: .cursor, hint: 90,
      help: "Lists what can be done here; Enter runs a line.",
      when: { $0.overlay?.kind == .keys ? .refused("these are the keys") : .applies() },
      run: { state, _ in
        let covered = state.overlay
        state.open { .help(in: $0) }
        state.overlay?.covered = covered
        return []
      }),
    Command(
      "command", "command line", keys: [":", "Ctrl-P"], argument: .text, motion: .cursor, hint: 80,
      help: "Runs any command by its name; scripts hold the same lines.",
      run: { state, argument in
        if !argument.isEmpty { state.resolveFlagNames() }
        state.overlay = .palette(in: state, typed: argument)
        return []
      }),
    Command(
      "messages", "what was said", keys: ["M"],
      help: "Lists the last messages with their times; long ones are whole. Enter copies one.",
      when: { $0.messages.entries.isEmpty ? .refused("nothing was said yet") : .applies() },
      run: { state, _ in state.listMessages() }),
    Command(
      "copy-message", "copy a message", argument: .text, help: "Takes its number, from 1 for the oldest.",
      when: { $0.messages.entries.isEmpty ? .refused("nothing was said yet") : .applies() },
      run: { state, argument in state.copyMessage(argument) }),
    Command(
      "reload", "read the manifest again", keys: ["R", "F5"],
      help: "Files that change on disk are read again by themselves.",
      run: { state, _ in
        state.status = .note("reading the manifest again")
        return [.reload]
      }),
    Command(
      "repaint", "draw everything again", keys: ["Ctrl-L"], in: .always, motion: .cursor, run: { _, _ in [.repaint] }),
    Command(
      "mouse", "give the mouse back, or take it", keys: ["%"],
      help: "While the console has the mouse, hold Shift (Option on a Mac) to select text.",
      run: { state, _ in
        state.hasMouse.toggle()
        state.status = .note(state.hasMouse ? "the mouse is the console's" : "the mouse is the terminal's")
        return [.captureMouse(state.hasMouse)]
      }),
    Command(
      "suspend", "suspend", keys: ["Ctrl-Z"], in: .always,
      help: "Goes back to the shell, also from a text; fg returns.",
      run: { state, _ in state.suspend() }),
    Command(
      "cancel", "cancel, or quit", keys: ["Ctrl-C"],
      help: "Ends what takes long, such as a simulation; where nothing does, it is the same as quit.",
      run: { state, _ in
        if state.work != nil { return [.cancelWork] }
        return state.experiments.simulation.isRunning ? state.stopSimulation() : state.run(Invocation("quit"))
      }),
    Command(
      "quit", "quit", keys: ["q"], argument: .oneOf { _ in ["yes"] }, hint: 99,
      help: "Asks only where something would be lost, as from a session in memory; as a line, quit yes does not ask.",
      when: { state in
        state.work.map { .refused("\($0.plain); \(state.keyName(of: "clear")) cancels it") } ?? .applies()
      },
      asks: { state, _ in .leaving(in: state) }, run: { _, _ in [.quit] }),
  ]
}

extension State {
  /// Goes back to the shell, and says so: who meant to take something back learns how, also where no shell waits.
  mutating func suspend() -> [Effect] {
    let undo = focus == .editor ? "undo-typing" : "undo"
    let way = !isAsking ? CommandTable.command(named: undo).map { "; \(keyName(of: undo)) is \($0.title)" } : nil
    status = .place("\(keyName(of: "suspend")) goes back to the shell, where one waits\(way ?? "")")
    return [.suspend]
  }

  /// The features with a text that is not applied, kept as a draft or not yet.
  var unapplied: [String] {
    NameSet(session.names(of: .draft)).union(NameSet(editing.editors.keys)).filter(hasUnapplied).sorted()
  }

  /// The text of a feature that is not applied; nil where there is none.
  func unappliedText(of id: String) -> String? {
    hasUnkept(id) ? editing.editors[id]?.buffer.text : session[.draft, id]?.stringValue
  }

  /// Whether a feature has a text that is not applied, kept as a draft or not yet.
  func hasUnapplied(_ id: String) -> Bool {
    session[.draft, id] != nil || hasUnkept(id)
  }

  /// Whether something was typed into the text of a feature that no pause has kept yet.
  func hasUnkept(_ id: String) -> Bool {
    editing.editors[id].map { $0.isChanged && $0.isUnapplied && $0.version != editing.ties[id]?.version } ?? false
  }
}
