// A frame as text, for golden tests and `--dump`.
extension Canvas {
  /// The rows as text; `trimmed` removes trailing blanks.
  package func lines(trimmed: Bool = true) -> [String] {
    (0..<size.rows).map { line($0, trimmed: trimmed) }
  }

  /// A row as text; `trimmed` removes trailing blanks.
  package func line(_ row: Int, trimmed: Bool = true) -> String {
    var line = ""
    for cell in cells[row * size.columns..<(row + 1) * size.columns] { line += text(of: cell) }
    return trimmed ? line.trimmingEndBlanks() : line
  }

  /// All rows as text, each followed by a line end.
  package func text(trimmed: Bool = true) -> String {
    lines(trimmed: trimmed).map { $0 + "\n" }.joined()
  }

  /// The styles of the rows, one letter per cell.
  ///
  /// The letter is that of the role, in upper case if the cell is reversed; a blank cell in
  /// ordinary text is a blank.
  package func styleLines(trimmed: Bool = true) -> [String] {
    (0..<size.rows).map { row in
      let letters = cells[row * size.columns..<(row + 1) * size.columns].map(\.styleLetter)
      return trimmed ? String(letters).trimmingEndBlanks() : String(letters)
    }
  }
}

extension Cell {
  /// The letter of the cell in ``Canvas/styleLines(trimmed:)``.
  fileprivate var styleLetter: Character {
    if self == .blank { return " " }
    let letter = style.role.letter
    return style.emphasis.contains(.reverse) ? Character(letter.uppercased()) : letter
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate func trimmingEndBlanks() -> String {
    guard let last = unicodeScalars.lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[..<unicodeScalars.index(after: last)])
  }
}
