import CVirgaCurses

/// Control strings for terminal modes, besides the frames that ncurses draws.
enum ControlStrings {
  // A mode is switched on with `ESC [ ? number h` and off with `l`. The three of the mouse report
  // buttons (1000), motion with a button (1002), and cells beyond the 223rd (1006).
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

  // With bracketed paste, terminals mark the start and end of pasted text.
  private static let pasteOn = "\u{1B}[?2004h"
  private static let pasteOff = "\u{1B}[?2004l"

  // Between these two, terminals with synchronized output show nothing, and then the whole change
  // at once.
  static let updateBegin = "\u{1B}[?2026h"
  static let updateEnd = "\u{1B}[?2026l"

  /// Switches off every mode that may be on, and leaves the alternate screen.
  ///
  /// Without an alternate screen, clears the screen: later output would appear in the middle of the
  /// last frame.
  static var leaving: String {
    let leaveScreen = capability("rmcup") ?? capability("clear") ?? ""
    // Plain text, the default colors, the usual cursor and the usual keys.
    let plainScreen = strings("sgr0", "op", "cnorm", "rmkx")
    return updateEnd + mouseOff + pasteOff + titleStack(.restore) + plainScreen + leaveScreen
  }

  /// Enters the alternate screen and switches on the modes of input.
  static var entering: String { strings("smcup") + inputModes }

  /// Enables the keys of the terminal's description and bracketed paste, and saves the title.
  static var inputModes: String { strings("smkx") + pasteOn + titleStack(.save) }

  /// Sets the title of the window; nil if the terminal has none.
  static func title(_ text: String) -> String? { hasTitle ? "\u{1B}]2;\(text)\u{7}" : nil }

  /// Asks for the color of the background, with OSC 11; nil if the terminal has no titles, because
  /// it may then show the question as text.
  static var backgroundQuestion: String? { hasTitle ? "\u{1B}]11;?\u{7}" : nil }

  /// Whether the terminal understands the sequences for titles, as its description says.
  private static var hasTitle: Bool { virga_curses_flag("XT") != 0 }

  /// What is done with the title, by the number in its sequence.
  private enum TitleStackOperation: Int {
    case save = 22
    case restore = 23
  }

  /// Saves the title on the terminal's stack or restores it from there; empty if the strings for
  /// the alternate screen do that.
  private static func titleStack(_ operation: TitleStackOperation) -> String {
    let savingStart = "\u{1B}[\(TitleStackOperation.save.rawValue);"
    let savesWithScreen = capability("smcup")?.contains(savingStart) == true
    guard hasTitle, !savesWithScreen else { return "" }
    let windowTitle = 2
    return "\u{1B}[\(operation.rawValue);\(windowTitle)t"
  }

  /// A string capability of the terminal without delays; nil if it has no such capability.
  ///
  /// `a$<5>b`, where `$<5>` is a delay of 5 ms, gives `ab`.
  static func capability(_ name: String) -> String? {
    guard let string = virga_curses_string(name) else { return nil }
    let parts = String(cString: string).split(separator: "$<", omittingEmptySubsequences: false)
    var text = String(parts[0])
    // Each further part begins with a delay.
    for part in parts.dropFirst() {
      let textStart = part.firstIndex(of: ">").map { part.index(after: $0) }
      text += part[(textStart ?? part.startIndex)...]
    }
    return text
  }

  /// The string capabilities with these names, one after the other; those that are missing are left
  /// out.
  private static func strings(_ names: String...) -> String {
    names.compactMap(capability).joined()
  }
}
