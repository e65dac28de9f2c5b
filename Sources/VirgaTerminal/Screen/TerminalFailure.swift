import VirgaCanvas

/// Why there is no terminal to draw on.
package enum TerminalFailure: Error, Hashable, Sendable {
  /// Standard output is not a terminal.
  case noTerminal
  /// `TERM` is empty, or neither the type that it names nor xterm has a description here.
  case unknownType(String)
  /// A terminal of this type cannot position its cursor.
  case tooSimple(String)
  /// The system refused.
  case refused
  /// The system refused for this reason.
  case failed(String)
}

extension TerminalFailure: CustomStringConvertible {
  /// The problem and its solution, safe to print.
  package var description: String {
    switch self {
    case .noTerminal: "there is no terminal to draw on: standard output is not a terminal"
    case .unknownType(""):
      "TERM is not set; set it to the type of the terminal, such as xterm-256color"
    case .unknownType(let type):
      """
      neither the terminal `\(DisplayText(type))` nor xterm has a description here; \
      install ncurses-base, or set TERMINFO to a folder of descriptions
      """
    case .tooSimple(let type):
      "a terminal of type `\(DisplayText(type))` cannot position its cursor; try TERM=xterm-256color"
    case .refused: "the terminal could not be taken over"
    case .failed(let reason): "the terminal could not be taken over: \(reason)"
    }
  }
}
