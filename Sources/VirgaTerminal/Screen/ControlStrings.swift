import CVirgaCurses

/// Control strings for terminal modes, besides the frames that ncurses draws.
enum ControlStrings {
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
  private static let (pasteOn, pasteOff) = ("\u{1B}[?2004h", "\u{1B}[?2004l")

  /// Between these, terminals with synchronized output show nothing, and then the whole change at
  /// once.
  static let (updateBegin, updateEnd) = ("\u{1B}[?2026h", "\u{1B}[?2026l")

  /// Switches off every mode that may be on.
  ///
  /// Without an alternate screen, clears the screen: later output would appear in the middle of the
  /// last frame.
  static var leaving: String {
    updateEnd + mouseOff + pasteOff + savedTitle("23") + strings("sgr0", "op", "cnorm", "rmkx")
      + (capability("rmcup") ?? capability("clear") ?? "")
  }

  static var entering: String { strings("smcup") + inputModes }

  /// Enables the keys of the terminal's description and bracketed paste, and saves the title.
  static var inputModes: String { strings("smkx") + pasteOn + savedTitle("22") }

  static func title(_ text: String) -> String? { hasTitle ? "\u{1B}]2;\(text)\u{7}" : nil }

  private static var hasTitle: Bool { virga_curses_flag("XT") != 0 }

  /// Saves the title (22) or restores it (23), unless the screen strings do that.
  private static func savedTitle(_ operation: String) -> String {
    guard hasTitle, capability("smcup")?.contains("\u{1B}[22;") != true else { return "" }
    return "\u{1B}[\(operation);2t"
  }

  /// A string capability of the terminal without padding delays; nil if it has none.
  static func capability(_ name: String) -> String? {
    guard let string = virga_curses_string(name).map({ String(cString: $0) }) else { return nil }
    let parts = string.split(separator: "$<", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      text + (part.firstIndex(of: ">").map { part[part.index(after: $0)...] } ?? part)
    }
  }

  private static func strings(_ names: String...) -> String {
    names.compactMap(capability).joined()
  }
}
