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
    if let terminal { return Self.perform(effect, on: terminal) }
    switch effect {
    case .copy(let text, _):
      // A pipe gets the unchanged text, a terminal gets it without control characters.
      if case .lines = self { Output.Stream.answer.isTerminal ? Output.line(text) : Output.document(text + "\n") }
      return nil
    case .openEditor(_, let feature): return .outcome(.noScreenToEdit(feature))
    case .suspend: return .outcome(.noScreenToLeave)
    case .repaint: return .outcome(.noScreenToDraw)
    case .captureMouse: return .outcome(.noMouse)
    default: return nil
    }
  }

  private static func perform(_ effect: Effect, on terminal: Terminal) -> Event? {
    switch effect {
    case .copy(let text, let what): return .outcome(copy(text, what, on: terminal))
    case .openEditor(let text, let feature):
      return ExternalEditor(.current).edit(text, feature: feature) { terminal.run($0) }
    case .suspend: terminal.suspend()
    case .repaint: terminal.redraw()
    case .captureMouse(let isOurs): terminal.reportsMouse = isOurs
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

  /// Loads a text into the paste buffer of the tmux around the console; returns false outside tmux or if tmux fails.
  ///
  /// By default tmux ignores OSC 52 from programs inside it, but it copies its own buffer to the terminal's clipboard.
  private static func loadTmuxBuffer(_ text: String, _ machine: Machine) -> Bool {
    guard machine.environment["TMUX"]?.isEmpty == false else { return false }
    let program = ChildProgram(
      name: "tmux", arguments: ["load-buffer", "-w", "-"], environment: ["TMUX", "TMUX_TMPDIR", "TMPDIR"])
    return (try? program.run(input: Array(text.utf8), limit: 1 << 16, timeout: 1_000))?.code == 0
  }
}
