import VirgaManifest

/// Rows of the matrix that are written or copied.
package struct MatrixDraft: Equatable, Sendable, CustomDebugStringConvertible {
  let format: ComparisonFormat
  let rows: [ComparisonRow]
  let columns: [ComparisonColumn]

  var count: Int { rows.count }

  /// The whole text.
  var text: String { format.text(rows, columns: columns) }

  /// Gives the text piece by piece until `write` returns false; returns whether all of it was written.
  func write(_ write: (String) -> Bool) -> Bool { format.write(rows, columns: columns, whileTaken: write) }

  package var debugDescription: String { text.debugDescription }

  package static func == (left: MatrixDraft, right: MatrixDraft) -> Bool {
    left.format == right.format && left.text == right.text
  }
}
