import VirgaManifest

/// Rows of the matrix to write or copy.
package struct MatrixDraft: Equatable, Sendable, CustomDebugStringConvertible {
  let format: ComparisonFormat
  let rows: [ComparisonRow]
  let columns: [ComparisonColumn]

  var count: Int { rows.count }

  var text: String { format.text(rows, columns: columns) }

  /// Passes the text to `write` in pieces until that returns false; returns whether all was written.
  func write(_ write: (String) -> Bool) -> Bool { format.pieces(rows, columns: columns).allSatisfy(write) }

  package var debugDescription: String { text.debugDescription }

  package static func == (left: MatrixDraft, right: MatrixDraft) -> Bool {
    left.format == right.format && left.text == right.text
  }
}
