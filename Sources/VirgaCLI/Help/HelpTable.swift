import VirgaCanvas

/// A table in a help text: aligned columns if they fit, else each row's last cell below the others.
struct HelpTable {
  private let rows: [[String]]

  /// The blanks before a row, and between its cells.
  private static let gap = "  "

  /// Creates the table from its rows, the first of which has the heads.
  ///
  /// A table whose heads repeat, such as `sign, meaning, sign, meaning`, is a narrower one in two
  /// parts, which are put below each other.
  init(_ rowsWithHeads: [[String]]) {
    let heads = rowsWithHeads.first ?? []
    let rows = rowsWithHeads.dropFirst()
    let half = heads.count / 2
    if half > 0, heads.prefix(half) == heads.suffix(half), heads.count == 2 * half {
      let halves = rows.map { Array($0.prefix(half)) } + rows.map { Array($0.dropFirst(half)) }
      self.rows = halves.filter { row in row.contains { !$0.isEmpty } }
    } else {
      self.rows = Array(rows)
    }
  }

  /// The lines of the table, of at most `width` cells unless a word is longer.
  func lines(width: Int) -> [String] {
    let lastColumn = self.lastColumn
    let room = width - lastColumn
    let wrapped = rows.map { ArticleText.wrapped($0.last ?? "", width: room, margin: "") }
    let isNarrow = room < width / 2 && wrapped.contains { $0.count > 2 }
    let isTooWide = room < 1 || wrapped.joined().contains { DisplayText(whole: $0).columns > room }
    if isNarrow || isTooWide { return rows.flatMap { stacked($0, width: width) } }
    return zip(rows, wrapped).flatMap { row, lines in aligned(row, lines) }
  }

  /// The widths of all columns but the last one.
  private var leadingWidths: [Int] {
    (0..<max(0, (rows.map(\.count).max() ?? 0) - 1)).map { column in
      rows.map { column < $0.count - 1 ? DisplayText(whole: $0[column]).columns : 0 }.max() ?? 0
    }
  }

  /// Where the last column begins.
  private var lastColumn: Int {
    leadingWidths.reduce(Self.gap.count) { $0 + $1 + Self.gap.count }
  }

  /// A row whose last cell, `lines`, is in its own column.
  private func aligned(_ row: [String], _ lines: [String]) -> [String] {
    let lead = zip(row.dropLast(), leadingWidths).map { cell, columns in
      DisplayText(whole: cell).padded(to: columns).plain + Self.gap
    }
    guard let first = lines.first else { return [Self.gap + lead.joined()] }
    let margin = String(repeating: " ", count: lastColumn)
    return [Self.gap + lead.joined() + first] + lines.dropFirst().map { margin + $0 }
  }

  /// A row whose last cell is below the others.
  private func stacked(_ row: [String], width: Int) -> [String] {
    let lead = row.dropLast().filter { !$0.isEmpty }.joined(separator: " ")
    return ArticleText.wrapped(lead, width: width, margin: Self.gap)
      + ArticleText.wrapped(row.last ?? "", width: width)
  }
}
