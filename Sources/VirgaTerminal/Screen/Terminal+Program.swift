import CVirgaCurses

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Terminal {
  /// How a program ended that had the terminal for a while.
  public enum ProgramEnd: Hashable, Sendable {
    /// With an exit code; 128 and more: by a signal.
    case exited(Int32)
    /// It did not start, and why.
    case notStarted(String)
  }

  /// Lets a program have the terminal until it ends: a name that is looked for in `PATH`, then its arguments.
  ///
  /// No shell reads the words, so that nothing in them means more than it says.
  public func run(_ words: [String]) -> ProgramEnd {
    guard !words.isEmpty else { return .notStarted("no program is named") }
    let copies = words.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    let code = runOutside { virga_curses_program(copies) }
    return code < 0 ? .notStarted(String(cString: strerror(-code))) : .exited(code)
  }
}
