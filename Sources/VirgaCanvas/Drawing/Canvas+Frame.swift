// A frame as text, for golden tests and `--dump`.
extension Canvas {
  /// The rows as text; blanks at their ends are left out where `trimmed`.
  package func lines(trimmed: Bool = true) -> [String] {
    (0..<size.rows).map { line($0, trimmed: trimmed) }
  }

  /// One row as text; blanks at its end are left out where `trimmed`.
  package func line(_ row: Int, trimmed: Bool = true) -> String {
    var line = ""
    for cell in cells[row * size.columns..<(row + 1) * size.columns] { line += text(of: cell) }
    return trimmed ? line.trimmingEndBlanks() : line
  }

  /// The rows as text, one to a line, with a line end after the last.
  package func text(trimmed: Bool = true) -> String {
    lines(trimmed: trimmed).map { $0 + "\n" }.joined()
  }

  /// The rows with one letter a cell for its style.
  ///
  /// The letter is that of the role, a capital where the cell is reversed, and a blank for a blank in ordinary text.
  package func styleLines(trimmed: Bool = true) -> [String] {
    (0..<size.rows).map { row in
      let letters = cells[row * size.columns..<(row + 1) * size.columns].map(\.styleLetter)
      return trimmed ? String(letters).trimmingEndBlanks() : String(letters)
    }
  }
}

extension Cell {
  fileprivate var styleLetter: Character {
    if self == .blank { return " " }
    let letter = style.role.letter
    return style.emphasis.contains(.reverse) ? Character(letter.uppercased()) : letter
  }
}

extension String {
  fileprivate func trimmingEndBlanks() -> String {
    let end = unicodeScalars.lastIndex { $0 != " " }.map { unicodeScalars.index(after: $0) } ?? startIndex
    return String(self[..<end])
  }
}
