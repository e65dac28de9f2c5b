import VirgaCanvas

/// A table in a help text: aligned columns if they fit, else each row's last cell below the others.
struct HelpTable {
  private let rows: [[String]]

  /// The blanks before a row, and between its cells.
  private static let gap = "  "

  /// Creates the table from its rows, the first of which has the heads, which are not shown.
  ///
  /// A table whose heads repeat, such as `sign, meaning, sign, meaning`, is a narrower one in two
  /// parts, which are put below each other.
  init(_ rowsWithHeads: [[String]]) {
    let heads = rowsWithHeads.first ?? []
    let rows = rowsWithHeads.dropFirst()
    let half = heads.count / 2
    let hasTwoParts =
      half > 0 && heads.count == 2 * half && heads.prefix(half) == heads.suffix(half)
    if hasTwoParts {
      let leftParts = rows.map { Array($0.prefix(half)) }
      let rightParts = rows.map { Array($0.dropFirst(half)) }
      // With an odd number of rows, the last right part is empty.
      self.rows = (leftParts + rightParts).filter { row in row.contains { !$0.isEmpty } }
    } else {
      self.rows = Array(rows)
    }
  }

  /// The lines of the table, at most `width` columns of the screen wide unless a word is longer.
  ///
  /// The last cells are put below the others if a word does not fit beside them, or if one of them
  /// would be wrapped into a block of three or more lines that is narrower than half the width.
  func lines(width: Int) -> [String] {
    let room = width - startOfLastColumn
    let wrapped = rows.map { ArticleText.wrapped($0.last ?? "", width: room, margin: "") }
    let isNarrowBlock = room < width / 2 && wrapped.contains { $0.count > 2 }
    let isTooWide = room < 1 || wrapped.joined().contains { DisplayText(whole: $0).columns > room }
    if isNarrowBlock || isTooWide { return rows.flatMap { stacked($0, width: width) } }
    return zip(rows, wrapped).flatMap { row, lines in aligned(row, lines) }
  }

  /// The widths of all columns but the last one.
  private var leadingWidths: [Int] {
    let columnCount = rows.map(\.count).max() ?? 0
    guard columnCount > 1 else { return [] }
    return (0..<columnCount - 1).map { column in
      // The last cell of a shorter row does not count, because it is not padded.
      let cells = rows.filter { column < $0.count - 1 }.map { $0[column] }
      return cells.map { DisplayText(whole: $0).columns }.max() ?? 0
    }
  }

  /// The width before the last column: a gap, and each other column with a gap after it.
  private var startOfLastColumn: Int {
    leadingWidths.reduce(Self.gap.count) { start, width in start + width + Self.gap.count }
  }

  /// A row whose last cell is in its own column, with `lines` as its text.
  private func aligned(_ row: [String], _ lines: [String]) -> [String] {
    let paddedCells = zip(row.dropLast(), leadingWidths).map { cell, columns in
      DisplayText(whole: cell).padded(to: columns).plain + Self.gap
    }
    let lead = Self.gap + paddedCells.joined()
    guard let first = lines.first else { return [lead] }
    let margin = String(repeating: " ", count: startOfLastColumn)
    return [lead + first] + lines.dropFirst().map { margin + $0 }
  }

  /// A row whose last cell is below the others.
  private func stacked(_ row: [String], width: Int) -> [String] {
    let lead = row.dropLast().filter { !$0.isEmpty }.joined(separator: " ")
    return ArticleText.wrapped(lead, width: width, margin: Self.gap)
      + ArticleText.wrapped(row.last ?? "", width: width)
  }
}
