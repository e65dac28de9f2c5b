import VirgaManifest

/// Rows of the matrix that are to be written or copied; their values are found only then.
package struct MatrixDraft: Equatable, Sendable, CustomDebugStringConvertible {
  /// The form of the text.
  let format: ComparisonFormat
  private let table: MatrixTable
  private let places: [MatrixLines.Place]
  private let shown: [Int]

  /// The rows at some places of a table, in the columns that are shown.
  init(_ places: [MatrixLines.Place], of table: MatrixTable, in view: MatrixView, as format: ComparisonFormat) {
    self.format = format
    self.table = table
    self.places = places.filter { $0.row != nil }
    shown = view.shown
  }

  /// How many rows there are.
  var count: Int { places.count }

  /// The whole text.
  var text: String {
    var text = ""
    _ = write { piece in
      text += piece
      return true
    }
    return text
  }

  /// Gives the text piece by piece, and stops where `take` gives false; true where it came to the end.
  func write(whileTaken take: (String) -> Bool) -> Bool {
    var (group, rows): (Int, [ComparisonRow]) = (-1, [])
    let found = places.lazy.map { place in
      if place.group != group { (group, rows) = (place.group, table.rows(of: place.group)) }
      return rows[place.row ?? 0].showing(shown)
    }
    return format.write(found, columns: shown.map { table.columns[$0] }, whileTaken: take)
  }

  /// The text, as anybody wants to see it who looks for a mistake.
  package var debugDescription: String { text.debugDescription }

  /// The same rows of the same comparison.
  package static func == (left: MatrixDraft, right: MatrixDraft) -> Bool {
    left.format == right.format && left.places == right.places && left.shown == right.shown
      && left.table.number == right.table.number
  }
}
