import CVirgaPlatform
import VirgaRuntime

/// The width of texts that are wrapped for a terminal.
enum TerminalWidth {
  /// The width in cells: `$COLUMNS` if it is set, that of the terminal, or else 80.
  static var current: Int {
    if let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }), columns > 0 {
      return columns
    }
    var size = winsize()
    let isTerminal = virga_terminal_size(Output.Stream.answer.rawValue, &size) == 0
    // Some terminals do not know their size, and report 0.
    return isTerminal && size.ws_col > 0 ? Int(size.ws_col) : usualColumns
  }

  /// The width of most terminals, in cells.
  private static let usualColumns = 80
}
