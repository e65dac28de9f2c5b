import VirgaCanvas

/// A column of a list: its head, its width and the cell of each item.
struct Column<Item>: Sendable {
  let head: DisplayText
  let width: ColumnWidth
  /// The name in a cell, which is cut so that the names in sight can be told apart; nil if the end
  /// of a cell is cut.
  let nameToCut: (@Sendable (Item) -> DisplayText)?
  /// The cell of an item, `width` cells wide.
  let cell: @Sendable (Item, _ width: Int) -> StyledLine
  /// The text of an item in plain mode; nil to read out the whole cell.
  let spoken: (@Sendable (Item) -> String)?

  /// Creates a column.
  ///
  /// In a cell that is too narrow, only `nameToCut` is cut, so that the names in sight can be told
  /// apart; without it, the end of the cell is cut. Without `spoken`, the whole cell is read out.
  init(
    _ head: DisplayText = .empty, width: ColumnWidth,
    nameToCut: (@Sendable (Item) -> DisplayText)? = nil,
    spoken: (@Sendable (Item) -> String)? = nil,
    cell: @escaping @Sendable (Item, _ width: Int) -> StyledLine
  ) {
    (self.head, self.width, self.nameToCut) = (head, width, nameToCut)
    (self.cell, self.spoken) = (cell, spoken)
  }

  /// A column of one text in one style.
  ///
  /// A text that is too long is cut at its end; with `isName`, it is cut so that the texts in sight
  /// can still be told apart, as ``nameToCut`` is.
  init(
    _ head: DisplayText, width: ColumnWidth, style: Style, isName: Bool = false,
    text: @escaping @Sendable (Item) -> DisplayText
  ) {
    self.init(head, width: width, nameToCut: isName ? text : nil) { item, _ in
      StyledLine(text(item), style)
    }
  }

  /// The cell of an item without a cut, in a width that no text reaches.
  func uncutCell(of item: Item) -> StyledLine {
    let unlimited = 1_000_000
    return cell(item, unlimited)
  }
}

/// A column with the cells that it takes in a row.
struct PlacedColumn<Item>: Sendable {
  let column: Column<Item>
  /// The first cell, from the start of the row's text.
  let start: Int
  let width: Int
  /// The names of the visible items, cut to the room that the rest of their cell leaves: for each
  /// room a table from the whole name to the cut one.
  private let cutNamesByRoom: [Int: [DisplayText: DisplayText]]

  /// Places a column; if cells with names are wider than it, cuts the names.
  ///
  /// The visible items can still be told apart by the cut names. There are cuts for each room that
  /// the rest of a cell, such as its indent, leaves.
  private init(
    _ column: Column<Item>, start: Int, _ fitted: ColumnFit.Column, showing items: [Item]
  ) {
    let width = fitted.givenWidth
    (self.column, self.start, self.width) = (column, start, width)
    let cutsNames = column.nameToCut != nil && Self.hasWiderCell(column, fitted, showing: items)
    cutNamesByRoom = cutsNames ? Self.cutNamesByRoom(of: items, column, width) : [:]
  }

  /// Cuts the names of items to the room that the rest of their cells leaves: for each room a table
  /// from the whole name to the cut one.
  private static func cutNamesByRoom(
    of items: [Item], _ column: Column<Item>, _ width: Int
  ) -> [Int: [DisplayText: DisplayText]] {
    guard let name = column.nameToCut else { return [:] }
    let roomsAndNames = items.map { item in
      let nameOfItem = name(item)
      return (room: room(forName: nameOfItem, of: item, column, width), name: nameOfItem)
    }
    // The room depends on the rest of a cell, such as its indent. Only names with the same room are
    // compared with each other.
    let namesByRoom = Dictionary(grouping: roomsAndNames, by: \.room).mapValues { $0.map(\.name) }
    let roomsWithLongNames = namesByRoom.filter { room, names in
      names.contains { $0.columns > room }
    }
    return Dictionary(
      uniqueKeysWithValues: roomsWithLongNames.map { room, names in
        (room, cuts(of: names, to: room))
      })
  }

  /// The cut form of each name by the whole one; cut names can still be told apart.
  private static func cuts(
    of names: [DisplayText], to room: Int
  ) -> [DisplayText: DisplayText] {
    let namesAndCuts = zip(names, DistinctCut.of(names, to: room))
    // Several items may have the same name, which is cut in the same way.
    return Dictionary(namesAndCuts) { first, _ in first }
  }

  /// Whether a cell is wider than its column.
  ///
  /// Only the cells of `content` columns have been measured.
  private static func hasWiderCell(
    _ column: Column<Item>, _ fitted: ColumnFit.Column, showing items: [Item]
  ) -> Bool {
    if column.width.isContent { return fitted.neededWidth > fitted.givenWidth }
    return items.contains { column.uncutCell(of: $0).columns > fitted.givenWidth }
  }

  /// The columns that a cell of a `width` leaves for the name of its item beside the rest of its
  /// text, such as an indent; at least 1.
  private static func room(
    forName name: DisplayText, of item: Item, _ column: Column<Item>, _ width: Int
  ) -> Int {
    let restColumns = column.uncutCell(of: item).columns - name.columns
    return max(1, width - restColumns)
  }

  /// The cell of an item; a name that is too long is cut so that it differs from other names.
  ///
  /// How it is cut was found when the column was placed: `cutNamesByRoom` has, for each room that a
  /// cell leaves for its name, the cut form of each name.
  func line(for item: Item) -> StyledLine {
    var line = column.cell(item, width)
    // Without cuts, the cell need not be measured.
    let isNameCut = !cutNamesByRoom.isEmpty && line.columns > width
    guard isNameCut, let name = column.nameToCut?(item) else { return line }
    let roomForName = Self.room(forName: name, of: item, column, width)
    if let cut = cutNamesByRoom[roomForName]?[name],
      let indexOfName = line.pieces.firstIndex(where: { $0.text == name })
    {
      line.pieces[indexOfName].text = cut
    }
    return line
  }

  /// Places columns from left to right, a blank between them, for the items in sight; columns
  /// without cells are left out.
  static func place(
    _ columns: [Column<Item>], in room: Int, showing items: [Item] = []
  ) -> [PlacedColumn] {
    let fit = ColumnFit(
      columns.map { .init($0.width, needed: neededCells(of: $0, showing: items)) }, in: room)
    var start = 0
    return zip(columns, fit.columns).compactMap { column, fitted in
      guard fitted.givenWidth > 0 else { return nil }
      let gap = 1
      defer { start += fitted.givenWidth + gap }
      return PlacedColumn(column, start: start, fitted, showing: items)
    }
  }

  /// The cells that a column needs for its head and, if it is a `content`, for its items; 0 if all
  /// items of a `content` are empty.
  private static func neededCells(of column: Column<Item>, showing items: [Item]) -> Int {
    let headColumns = column.head.columns
    guard column.width.isContent else { return headColumns }
    // A loop, because lazy sequences are slow in generic code that is not specialized.
    var widestCell = 0
    for item in items { widestCell = max(widestCell, column.uncutCell(of: item).columns) }
    return widestCell == 0 ? 0 : max(headColumns, widestCell)
  }
}
