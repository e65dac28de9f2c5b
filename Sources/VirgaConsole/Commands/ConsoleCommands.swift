import VirgaCanvas

enum ConsoleCommands {
  static let all: [Command] = [
    Command("help", "keys") { _, _ in .asks { .help(in: $0) } }
      .in(.always).keys("?", "F1").moves(.cursor).records(.nothing).hint(90)
      .when { $0.overlay?.kind == .keys ? .refused(.alreadyListed) : .applies() }
      .help("Lists what can be done here; Enter runs a line."),
    Command("command", "command line") { state, argument in
      if !argument.isEmpty { state.resolveFlagNames() }
      return .prompt(argument)
    }
    .keys(":", "Ctrl-P").argument(.text).moves(.cursor).records(.nothing).hint(80)
    .help("Runs any command by its name; scripts hold the same lines."),
    Command("messages", "message log") { state, _ in state.listMessages() }
      .keys("M").when { $0.messages.entries.isEmpty ? .refused(.noMessages) : .applies() }
      .help("Lists the latest messages in full, with their times. Enter copies one."),
    Command("copy-message", "copy a message") { state, argument in state.copyMessage(argument) }
      .argument(.text).when { $0.messages.entries.isEmpty ? .refused(.noMessages) : .applies() }
      .help("Takes its number, from 1 for the oldest."),
    Command("reload", "read the manifest again") { _, _ in .done([.reload], saying: .rereading) }
      .keys("R", "F5").help("Files that change on disk are reloaded automatically."),
    Command("repaint", "draw everything again") { _, _ in [.repaint] }
      .in(.always).keys("Ctrl-L").moves(.cursor).records(.nothing),
    Command("mouse", "mouse on or off") { state, _ in
      state.input.hasMouse.toggle()
      return .done([.captureMouse(state.input.hasMouse)], saying: .mouse(isOn: state.input.hasMouse))
    }
    .keys("%").help("While the console has the mouse, hold Shift (Option on a Mac) to select text."),
    Command("suspend", "suspend") { state, _ in state.suspend() }.in(.always).keys("Ctrl-Z").records(.nothing)
      .help("Suspends virga, also while you type; fg continues."),
    Command("cancel", "cancel, or quit") { state, _ in
      if state.files.work != nil { return [.cancelWork] }
      return state.experiments.simulation.isRunning ? SimulationRun.stop(&state) : state.run(Invocation("quit"))
    }
    .keys("Ctrl-C")
    .help("Stops a long operation such as a simulation; if none is running, the same as quit."),
    Command("quit", "quit") { _, _ in [.quit] }.keys("q").argument(.oneOf { _ in ["yes"] }).records(.nothing).hint(99)
      .when { state in
        state.files.work.map { .refused(.busy($0.plain, cancel: state.keyName(of: "clear"))) } ?? .applies()
      }
      .asks { state, _ in .leaving(in: state) }
      .help("Asks only if something would be lost, such as a session in memory; quit yes does not ask."),
  ]
}

extension State {
  /// Suspends to the shell; the message names the key for "undo", which may have been meant.
  mutating func suspend() -> Outcome {
    let undo = focus == .editor ? "undo-typing" : "undo"
    let meant = isAsking ? nil : CommandTable.command(named: undo).map { (keyName(of: undo), $0.title) }
    return .done([.suspend], saying: .suspended(by: keyName(of: "suspend"), undo: meant))
  }
}
