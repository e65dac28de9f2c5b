import VirgaSource

/// The commands that a GitHub workflow obeys in what its steps print.
///
/// The runner takes `::error::text` for a command after any blanks at the start of a line, and
/// `##[error]text` at any place.
enum WorkflowCommand {
  /// The line without commands: `::error::text` becomes `: :error::text`, and `##[error]` becomes
  /// `## [error]`.
  static func defused(_ line: String) -> String {
    var scalars = line.unicodeScalars
    let firstVisible = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    if scalars[firstVisible...].starts(with: "::".unicodeScalars) {
      scalars.insert(" ", at: scalars.index(after: firstVisible))
    }
    return String(scalars).replacing(bytesOf: "##[", with: "## [")
  }
}
