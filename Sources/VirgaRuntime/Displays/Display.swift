import VirgaCanvas
import VirgaConsole
import VirgaTerminal

/// The display of the console, with the effects that only a display can perform.
enum Display {
  /// A terminal, drawn after each event.
  case screen(Terminal)
  /// Lines that report what changed.
  case lines
  /// A single frame at the end.
  case frame

  /// Whether it is a terminal.
  var isScreen: Bool { if case .screen = self { true } else { false } }

  /// Performs an effect; returns the resulting event, if any.
  func perform(_ effect: Effect) -> Event? {
    if case .screen(let terminal) = self { return Self.perform(effect, on: terminal) }
    switch effect {
    case .copy(let text, _):
      // A pipe gets the unchanged text, a terminal gets it without control characters.
      if case .lines = self { Output.isTerminal ? Output.line(text) : Output.document(text + "\n") }
      return nil
    case .openEditor(_, let feature):
      return refusal("an editor needs a screen: edit {…} changes the edit of \(feature) in one line")
    case .suspend: return refusal("there is no screen to leave: Ctrl-Z in the terminal suspends")
    case .repaint: return refusal("there is no screen to draw: list prints the focused panel")
    case .captureMouse:
      return refusal("there is no mouse without a screen: use commands instead, help lists them")
    default: return nil
    }
  }

  private static func perform(_ effect: Effect, on terminal: Terminal) -> Event? {
    switch effect {
    case .copy(let text, let what):
      return .outcome(copy(text, what, on: terminal))
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
    let file = ":write-copied FILE writes it to a file"
    if TmuxBuffer.load(Clipboard.safe(text), Machine.current) {
      return .note("copied \(what) to tmux, which passes it on to the clipboard unless set-clipboard is off; \(file)")
    }
    guard terminal.copy(text) else {
      return .failure("\(what) is too long for the terminal's clipboard; \(file)")
    }
    let condition = terminal.isInsideMultiplexer ? ", where tmux lets it pass: set -g set-clipboard on" : ""
    return .note("copied \(what) to the terminal's clipboard (OSC 52)\(condition); \(file)")
  }

  private func refusal(_ reason: String) -> Event { .outcome(.refusal(reason)) }
}
