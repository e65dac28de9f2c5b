import VirgaCanvas

enum ConsoleCommands {
  static let all: [Command] = [
    Command("help", "keys") { _, _ in .asks(KeyList.picker) }
      .in(.always).keys("?", "F1").moves(.motion).hint(.help)
      .when({ $0.overlay?.kind != .keys }, else: .alreadyListed)
      .help("Lists what can be done here; Enter runs a line."),
    Command("command", "command line") { model, argument in
      return .prompt(argument)
    }
    .keys(":").argument(.text).moves(.motion).hint(.commandLine)
    .help("Runs any command by its name; scripts hold the same lines."),
    Command("messages", "message log") { model in MessageLog.list(&model) }
      .keys("M").when({ !$0.messages.entries.isEmpty }, else: .noMessages)
      .help("Lists the latest messages in full, with their times. Enter copies one."),
    Command("copy-message", "copy a message") { model, argument in
      MessageLog.copy(argument, in: model)
    }
    .argument(.text).when({ !$0.messages.entries.isEmpty }, else: .noMessages)
    .help("Takes its number, from 1 for the oldest."),
    Command("reload", "read the manifest again") { _, _ in .done([.reload], saying: .rereading) }
      .keys("R", "F5").help("Files that change on disk are reloaded automatically."),
    Command("repaint", "draw everything again") { _, _ in [.repaint] }
      .in(.always).keys("Ctrl-L").moves(.motion),
    Command("mouse", "mouse on or off") { model in
      model.shared.input.hasMouse.toggle()
      return .done(
        [.captureMouse(model.input.hasMouse)], saying: .mouse(isOn: model.input.hasMouse))
    }
    .keys("%")
    .help("While the console has the mouse, hold Shift (Option on a Mac) to select text."),
    Model.themeCommand,
    Command("suspend", "suspend") { model in
      // The message names the key for "undo", which may have been meant.
      let undo = model.focus == .editor ? "undo-typing" : "undo"
      let command = PlainText.isAsking(model) ? nil : CommandTable.command(named: undo)
      let meant = command.map { (model.keyName(of: undo), $0.title.text) }
      return .done([.suspend], saying: .suspended(by: model.keyName(of: "suspend"), undo: meant))
    }
    .in(.always).keys("Ctrl-Z").help("Suspends virga, also while you type; fg continues."),
    Command("cancel", "cancel, or quit") { model in
      if model.files.work != nil { return [.cancelWork] }
      return model.experiments.simulation.isRunning
        ? model.experiments.stopSimulation(model.shared) : .runs([Invocation("quit")])
    }
    .keys("Ctrl-C")
    .help("Stops a long operation such as a simulation; if none is running, the same as quit."),
    Command("quit", "quit") { _, _ in [.quit] }
      .keys("q").argument(.oneOf { _ in ["yes"] }).hint(.quit)
      .when { model in
        model.files.work.map { .refused(.busy($0.plain, cancel: model.keyName(of: "clear"))) }
          ?? .applies()
      }
      .asks { model, _ in OverrideList.questionBeforeLeaving(in: model) }
      .help(
        "Asks only if something would be lost, such as a session in memory; quit yes does not ask."),
  ]
}
