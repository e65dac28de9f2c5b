import VirgaCanvas
import VirgaConsole
import VirgaTerminal
import VirgaWeb

/// The display of the console, with the effects that only a display can perform.
enum Display {
  case screen(Terminal)
  case lines
  case frame

  var terminal: Terminal? { if case .screen(let terminal) = self { terminal } else { nil } }

  var isScreen: Bool { terminal != nil }

  /// Performs an effect; returns the resulting event, if any.
  func perform(_ effect: Effect) -> Event? {
    switch (effect, terminal) {
    case (.copy(let text, let what), let terminal?):
      return .outcome(Self.copy(text, what, on: terminal))
    case (.copy(let text, _), nil):
      if case .lines = self { Output.document(text + "\n") }
    case (.openEditor(let text, let feature), let terminal?):
      return ExternalEditor(.current).edit(text, feature: feature) { terminal.run($0) }
    case (.openEditor(_, let feature), nil): return .outcome(.noScreenToEdit(feature))
    case (.suspend, let terminal?): terminal.suspend()
    case (.suspend, nil): return .outcome(.noScreenToLeave)
    case (.repaint, let terminal?): terminal.redraw()
    case (.repaint, nil): return .outcome(.noScreenToDraw)
    case (.captureMouse(let isOurs), let terminal?): terminal.reportsMouse = isOurs
    case (.captureMouse, nil): return .outcome(.noMouse)
    default: break
    }
    return nil
  }

  /// Copies a text to tmux or the terminal, and reports which, and the alternative.
  private static func copy(_ text: String, _ what: String, on terminal: Terminal) -> StatusMessage {
    if loadTmuxBuffer(Clipboard.safe(text), Machine.current) { return .copiedToTmux(what) }
    guard terminal.copy(text) else { return .tooLongToCopy(what) }
    return .copiedToTerminal(what, throughTmux: terminal.isInsideMultiplexer)
  }

  /// Loads a text into the paste buffer of the tmux around the console; returns false outside tmux
  /// or if tmux fails.
  ///
  /// By default tmux ignores OSC 52 from programs inside it, but it copies its own buffer to the
  /// terminal's clipboard.
  private static func loadTmuxBuffer(_ text: String, _ machine: Machine) -> Bool {
    guard machine.environment["TMUX"]?.isEmpty == false else { return false }
    let program = ChildProgram(
      name: "tmux", arguments: ["load-buffer", "-w", "-"],
      environment: ["TMUX", "TMUX_TMPDIR", "TMPDIR"])
    return (try? program.run(input: Array(text.utf8), limit: 1 << 16, timeout: 1_000))?.code == 0
  }
}
