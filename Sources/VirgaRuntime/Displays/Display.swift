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

  /// Performs an effect, or refuses it if it needs a screen; returns the resulting event, if any.
  func perform(_ effect: Effect) -> Event? {
    if let terminal { return perform(effect, on: terminal) }
    switch effect {
    // Lines have no clipboard, so the text is printed; a single frame ignores it.
    case .copy(let text, _):
      if case .lines = self { Output.document(text + "\n") }
    case .openEditor(_, let feature): return .outcome(.noScreenToEdit(feature))
    case .suspend: return .outcome(.noScreenToLeave)
    case .repaint: return .outcome(.noScreenToDraw)
    case .captureMouse: return .outcome(.noMouse)
    case .useTheme: return .outcome(.noScreenToColor)
    // The runner performs all other effects itself.
    default: break
    }
    return nil
  }

  /// Performs an effect on a screen; returns the resulting event, if any.
  private func perform(_ effect: Effect, on terminal: Terminal) -> Event? {
    switch effect {
    case .copy(let text, let what): return .outcome(Self.copy(text, what, on: terminal))
    case .openEditor(let text, let feature):
      return ExternalEditor(Machine.current).edit(text, feature: feature) { terminal.run($0) }
    case .suspend: terminal.suspend()
    case .repaint: terminal.redraw()
    case .captureMouse(let isOurs): terminal.reportsMouse = isOurs
    case .useTheme(let theme): terminal.theme = theme
    case .useASCII(let request):
      terminal.useASCII(request)
      return .ascii(terminal.isASCII)
    // The runner performs all other effects itself.
    default: break
    }
    return nil
  }

  /// Copies a text to the buffer of tmux, or else to the terminal's clipboard; returns the message
  /// that says which.
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
      inheriting: ["TMUX", "TMUX_TMPDIR", "TMPDIR"])
    let end = try? program.run(
      input: Array(text.utf8), limit: maxTmuxOutput, timeout: tmuxTimeout)
    return end?.exitCode == 0
  }

  /// The output of tmux to accept, in bytes; it prints at most an error.
  private static let maxTmuxOutput = 65_536
  /// How long to wait for tmux, in milliseconds.
  private static let tmuxTimeout: Int32 = 1_000
}
