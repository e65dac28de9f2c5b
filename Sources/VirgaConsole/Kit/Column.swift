import VirgaCanvas

/// A column of a list: one declaration that the panel and plain mode read.
struct Column<Item>: Sendable {
  /// The width of a column in cells, without the blank after it.
  enum Width: Sendable {
    case fixed(Int)
    /// The width that the other columns leave.
    case rest
  }

  /// The header; empty if the list shows none.
  let head: DisplayText
  let width: Width
  /// The cell of an item, `width` cells wide.
  let cell: @Sendable (Item, _ width: Int) -> StyledLine
  /// The text of an item in plain mode; nil to read out the whole cell.
  let spoken: (@Sendable (Item) -> String)?

  init(
    _ head: DisplayText = .empty, width: Width, spoken: (@Sendable (Item) -> String)? = nil,
    cell: @escaping @Sendable (Item, _ width: Int) -> StyledLine
  ) {
    (self.head, self.width, self.cell, self.spoken) = (head, width, cell, spoken)
  }

  /// A width that no text reaches, small enough to add to without overflow.
  private static var uncut: Int { 1_000_000 }

  /// The text of an item in plain mode.
  func words(for item: Item) -> String { spoken?(item) ?? PlainWords.of(cell(item, Self.uncut).plain.plain) }
}

/// A column with the cells that it takes in a row.
struct PlacedColumn<Item>: Sendable {
  let column: Column<Item>
  /// The first cell, from the start of the row's text.
  let start: Int
  /// The width in cells; at least 1.
  let width: Int

  /// Places columns from left to right, a blank between them; leaves out empty ones.
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
