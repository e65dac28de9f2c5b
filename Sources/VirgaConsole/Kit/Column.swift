import VirgaCanvas

/// A column of a list: one declaration that the panel and plain mode read.
struct Column<Item>: Sendable {
  /// How many cells a column takes, without the blank behind it.
  enum Width: Sendable {
    case fixed(Int)
    /// What the other columns leave.
    case rest
  }

  /// The head; empty if the list shows none.
  let head: DisplayText
  let width: Width
  /// What the column shows of an item in so many cells.
  let cell: @Sendable (Item, _ width: Int) -> StyledLine
  /// What plain mode says of an item; nil for the cell, uncut.
  let spoken: (@Sendable (Item) -> String)?

  init(
    _ head: DisplayText = .empty, width: Width, spoken: (@Sendable (Item) -> String)? = nil,
    cell: @escaping @Sendable (Item, _ width: Int) -> StyledLine
  ) {
    (self.head, self.width, self.cell, self.spoken) = (head, width, cell, spoken)
  }

  /// More cells than any text takes, and few enough to calculate with.
  private static var uncut: Int { 1_000_000 }

  /// What plain mode says of an item.
  func words(for item: Item) -> String { spoken?(item) ?? PlainWords.of(cell(item, Self.uncut).plain.plain) }
}

/// A column with the cells that it takes in a row.
struct PlacedColumn<Item>: Sendable {
  let column: Column<Item>
  /// The first cell, from the start of the row's text.
  let start: Int
  /// How many cells there are; at least 1.
  let width: Int

  /// Places columns from left to right, a blank between them; columns without cells are left out.
  static func place(_ columns: [Column<Item>], in room: Int) -> [PlacedColumn] {
    let fixed = columns.reduce(0) { sum, column in
      if case .fixed(let width) = column.width, width > 0 { sum + width + 1 } else { sum }
    }
    var start = 0
    return columns.compactMap { column in
      let width: Int =
        switch column.width {
        case .fixed(let width): width
        case .rest: room - fixed
        }
      guard width > 0, start < room else { return nil }
      defer { start += width + 1 }
      return PlacedColumn(column: column, start: start, width: min(width, room - start))
    }
  }
}
