import VirgaSource

/// The commands that a GitHub workflow obeys in what its steps print.
///
/// The runner takes `::error::text` for a command after any blanks at the start of a line, and
/// `##[error]text` at any place.
enum WorkflowCommand {
  /// A line in which no command begins: a blank separates its first signs.
  static func defused(_ line: String) -> String {
    var scalars = line.unicodeScalars
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    if scalars[start...].starts(with: "::".unicodeScalars) {
      scalars.insert(" ", at: scalars.index(after: start))
    }
    return String(scalars).replacing(bytesOf: "##[", with: "## [")
  }
}
