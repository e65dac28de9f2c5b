import VirgaCanvas
import VirgaManifest

/// The column widths of the matrix: names first, then the visible columns by contents.
struct MatrixLayout: Equatable {
  struct Column: Equatable {
    var index: Int
    /// The position of its separator, from the start of the names.
    var start: Int
    var width: Int
  }

  private(set) var name: Int
  /// The visible columns, from left to right.
  private(set) var columns: [Column] = []

  /// The width of a separator: a line with a blank on either side.
  private static let gap = 3

  /// Shares `room` among the names and the visible columns, which are as wide as their cells in the rows `seen`.
  init(of matrix: ChannelMatrix, showing seen: Range<Int>, in room: Int) {
    var all = Self.shares(of: matrix, showing: seen, in: room, absent: MatrixCell.absent.columns)
    let wantedName = max(matrix.nameColumns + (matrix.hasManifests ? 1 : 0), 20)
    name = Self.name(wantedName, all, in: room)
    // Before a name or a value is cut, cells without a value are.
    let seenName = seen.compactMap { matrix.list.item(inRow: $0)?.nameColumns }.max() ?? 0
    if name < seenName + MatrixPanel.indent(matrix) || name + Self.columns(all) > room {
      all = Self.shares(of: matrix, showing: seen, in: room, absent: 1)
      name = Self.name(wantedName, all, in: room)
    }
    if matrix.growth != 0 { name = min(max(name + matrix.growth, 12), max(12, room - 12)) }
    let shown = Self.visibleColumns(all, from: matrix.firstColumn, room: room - name)
    var start = name
    let free = room - name - shown.count * Self.gap
    let wanted = Share.widths(shown.map { all[$0] }, sharing: max(0, free))
    // Leftover columns go first to heads and to previews of lists and objects.
    let whole = zip(shown, wanted).map { index, width in
      Share(least: width, wanted: max(width, matrix.wholeColumns(of: index, in: seen)))
    }
    for (index, width) in zip(shown, Share.stretched(Share.widths(whole, sharing: max(0, free)), to: free)) {
      columns.append(Column(index: index, start: start, width: width))
      start += width + Self.gap
    }
  }

  /// How many lines each row takes: what its name and cells need, as far as there is room; nil if not all rows fit.
  static func heights(of matrix: ChannelMatrix, in room: Size) -> [Int]? {
    guard matrix.list.count > 0, matrix.list.count <= room.rows else { return nil }
    let layout = MatrixLayout(of: matrix, showing: 0..<matrix.list.count, in: room.columns)
    let needed = matrix.lines.map { line -> Int in
      guard let row = line.row else { return 1 }
      let name = layout.lines(of: row.name, in: matrix, atMost: room.rows)
      return ([name] + layout.lines(of: row, atMost: room.rows)).map(\.count).max() ?? 1
    }
    var heights = needed.map { _ in 1 }
    for lines in 1..<room.rows {
      for row in needed.indices where needed[row] > lines && heights.reduce(0, +) < room.rows { heights[row] += 1 }
    }
    return heights
  }

  /// The lines of a name, indented after the first.
  func lines(of name: String, in matrix: ChannelMatrix, atMost rows: Int = .max) -> [DisplayText] {
    let (name, room) = (DisplayText(name), self.name - MatrixPanel.indent(matrix))
    if name.columns <= room { return [name] }
    let lines = name.wrapped(to: room - 2, atMost: rows)
    return lines.prefix(1) + lines.dropFirst().map { .blanks(2) + $0 }
  }

  func lines(of row: ComparisonRow, atMost rows: Int = .max) -> [[DisplayText]] {
    MatrixCell.lines(columns.map { row.cells[$0.index] }, widths: columns.map(\.width), atMost: rows)
  }

  /// The width of the names: what whole columns leave them, or what narrow ones do, up to half of the room.
  ///
  /// It depends on how many columns there are rather than on which are in sight, so that hiding one never makes the
  /// names narrower.
  private static func name(_ wanted: Int, _ shares: [Share], in room: Int) -> Int {
    let least = min(wanted, max(18, room * 3 / 10))
    var left = room
    for column in shares.map({ max($0.least, Share.minCells(in: room)) + gap }).sorted(by: >) {
      guard left - column >= least else { break }
      left -= column
    }
    return max(least, min(wanted, max(room - columns(shares), min(room / 2, left))))
  }

  private static func columns(_ shares: [Share]) -> Int { shares.reduce(0) { $0 + $1.wanted + gap } }

  /// The leftmost first column at which the cursor is visible.
  static func firstColumn(of matrix: ChannelMatrix, showing seen: Range<Int>, in room: Int) -> Int {
    var matrix = matrix
    func indices(from first: Int) -> [Int] {
      matrix.firstColumn = first
      return MatrixLayout(of: matrix, showing: seen, in: room).columns.map(\.index)
    }
    var first = min(max(matrix.firstColumn, 1), matrix.column)
    while first < matrix.column, !indices(from: first).contains(matrix.column) { first += 1 }
    while first > 1 {
      let before = indices(from: first - 1)
      guard before.last == matrix.columns.count - 1, before.contains(matrix.column) else { break }
      first -= 1
    }
    return first
  }

  /// All columns if they fit, or else the first one and those from `first` on.
  private static func visibleColumns(_ shares: [Share], from first: Int, room: Int) -> [Int] {
    let needed = shares.map { $0.least + gap }
    if needed.reduce(0, +) <= room { return Array(shares.indices) }
    var indices = [0]
    var left = room - needed[0]
    for index in shares.indices.dropFirst(max(first, 1)) {
      left -= needed[index]
      guard left >= 0 else { break }
      indices.append(index)
    }
    return indices.count > 1 ? indices : [min(max(first, 0), shares.count - 1)]
  }

  private static func shares(
    of matrix: ChannelMatrix, showing seen: Range<Int>, in room: Int, absent: Int
  ) -> [Share] {
    zip(matrix.columns, matrix.cellColumns(in: seen, absent: absent)).map { column, cells in
      let heads = MatrixPanel.heads(of: column, in: matrix).map(\.columns).max() ?? 0
      let wanted = max(cells, min(20, heads))
      return Share(least: min(wanted, max(Share.minCells(in: room), min(heads, room / 5))), wanted: wanted)
    }
  }
}

private struct Share {
  var least: Int
  var wanted: Int

  /// The minimum width of a column's cells, if they want that much.
  static func minCells(in room: Int) -> Int { room < 44 ? 6 : 9 }

  /// Gives each column the width it wants if there is room; or else shortens the widest ones, not below their minimum.
  static func widths(_ shares: [Share], sharing room: Int) -> [Int] {
    var level = shares.map(\.wanted).max() ?? 0
    func widths() -> [Int] { shares.map { max(min($0.least, $0.wanted), min($0.wanted, level)) } }
    while level > 0, widths().reduce(0, +) > room { level -= 1 }
    return widths()
  }

  /// Distributes leftover room evenly, as far as that separates columns; takes missing room from the last column.
  static func stretched(_ widths: [Int], to room: Int) -> [Int] {
    let over = room - widths.reduce(0, +)
    guard over >= 0 else { return widths.dropLast() + [max(1, (widths.last ?? 0) + over)] }
    return widths.map { max($0, min(40, $0 + over / max(widths.count, 1))) }
  }
}
