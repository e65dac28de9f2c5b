import CVirgaCurses
import VirgaCanvas

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What is said to the terminal besides frames, in the words of the type that was found.
enum TerminalWords {
  static let pasteOn = "\u{1B}[?2004h"
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

  /// Switches off everything that was ever switched on.
  ///
  /// Without another screen to leave this one is cleared: what follows would stand in the middle of the last frame.
  static var leaving: String {
    mouseOff + "\u{1B}[?2004l" + words("sgr0", "op", "cnorm", "rmkx")
      + (capability("rmcup") ?? capability("clear") ?? "")
  }

  /// Goes back to the screen after `leaving`.
  static var entering: String { words("smcup", "smkx", "civis") + pasteOn }

  /// A string of the terminal's description, without the pauses that terminals of old needed; nil where it has none.
  static func capability(_ name: String) -> String? {
    guard let string = virga_curses_string(name).map({ String(cString: $0) }) else { return nil }
    let parts = string.split(separator: "$<", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts[0])) { text, part in
      text + (part.firstIndex(of: ">").map { part[part.index(after: $0)...] } ?? part)
    }
  }

  /// The type that was found.
  static var description: TerminalDescription {
    TerminalDescription(
      string: capability, flag: { virga_curses_flag($0) != 0 }, number: { Int(virga_curses_number($0)) },
      filled: { string, first, second in
        guard let words = virga_curses_filled(string, Int32(first), Int32(second)) else { return [] }
        // Numbers may be bytes that are no UTF-8.
        return UnsafeRawBufferPointer(start: words, count: strlen(words)).map(\.self)
      })
  }

  private static func words(_ names: String...) -> String { names.compactMap(capability).joined() }

  /// Has the C library count in UTF-8 where it can; whether the terminal is one for UTF-8.
  ///
  /// It is where the locale says so, and where the environment names none or one that is not there. One that names
  /// another character type, `C` above all, means it.
  static func useUTF8(_ environment: [String: String]) -> Bool {
    let isThere = setlocale(LC_CTYPE, "") != nil
    if isThere, String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return true }
    let isNamed = ["LC_ALL", "LC_CTYPE", "LANG"].contains { environment[$0, default: ""] != "" }
    let names: [String] = ["C.UTF-8", "en_US.UTF-8"]
    let counts = names.contains { setlocale(LC_CTYPE, $0) != nil }
    return counts && !(isNamed && isThere)
  }
}
