import CVirgaCurses

/// Strings that change how the terminal works, beside the frames that ncurses draws.
enum ControlStrings {
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
  private static let (pasteOn, pasteOff) = ("\u{1B}[?2004h", "\u{1B}[?2004l")

  /// Between these a terminal that knows synchronized output shows nothing, then the whole change at once.
  static let (updateBegin, updateEnd) = ("\u{1B}[?2026h", "\u{1B}[?2026l")

  /// Switches off everything that was ever switched on.
  ///
  /// Without another screen to leave this one is cleared: what follows would stand in the middle of the last frame.
  static var leaving: String {
    updateEnd + mouseOff + pasteOff + savedTitle("23") + strings("sgr0", "op", "cnorm", "rmkx")
      + (capability("rmcup") ?? capability("clear") ?? "")
  }

  /// Returns to the screen after `leaving`.
  static var entering: String { strings("smcup") + inputModes }

  /// Keys as the terminal's description has them, pastes that can be told from keys, and the title kept for later.
  static var inputModes: String { strings("smkx") + pasteOn + savedTitle("22") }

  /// Names the terminal's window; nil for a terminal without a title.
  static func title(_ text: String) -> String? { hasTitle ? "\u{1B}]2;\(text)\u{7}" : nil }

  /// Whether the terminal is known to take titles as xterm does.
  private static var hasTitle: Bool { virga_curses_flag("XT") != 0 }

  /// Saves the title (22) or restores it (23), unless entering and leaving the screen does that already.
  private static func savedTitle(_ operation: String) -> String {
    guard hasTitle, capability("smcup")?.contains("\u{1B}[22;") != true else { return "" }
    return "\u{1B}[\(operation);2t"
  }

  /// A string of the terminal's description, without the pauses that terminals of old needed; nil if it has none.
  static func capability(_ name: String) -> String? {
    guard let string = virga_curses_string(name).map({ String(cString: $0) }) else { return nil }
    let parts = string.split(separator: "$<", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      text + (part.firstIndex(of: ">").map { part[part.index(after: $0)...] } ?? part)
    }
  }

  private static func strings(_ names: String...) -> String { names.compactMap(capability).joined() }
}
