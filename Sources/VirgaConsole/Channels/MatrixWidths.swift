/// Divides the cells of a row of the matrix between the names and the columns.
///
/// As in the rule of ``ColumnWidth``, names and columns are whole if they fit. If they do not:
///
/// 1. Columns are shortened, the widest first, until names have half of the row.
/// 2. Names are shortened to three tenths of the row.
/// 3. Columns are dropped from the right. The first one and the one under the cursor are kept: once
///    the cursor's is the rightmost, those after the first are dropped.
///
/// Cells that are left widen the columns evenly.
///
/// With names of 30 cells, three columns of 8, 8 and 50 get 8, 8 and 42 of 97 cells, because there
/// is a separator of 3 cells before each.
struct MatrixWidths {
  struct Column {
    /// Its index among the shown columns of the matrix.
    let index: Int
    /// The cells that it needs to be whole.
    let needed: Int
    /// The cells to which it may be shortened.
    fileprivate let shortest: Int
    fileprivate(set) var width = 0
  }

  let name: Int
  /// The columns in sight.
  private(set) var columns: [Column]

  /// Names are not shortened to less than that.
  private static let shortestName = 18
  /// Names take that much even if they are shorter, so that the first separator stays in its place
  /// while the list is filtered.
  private static let usualName = 20
  /// A column is shortened to this width: enough for a short value or the start of a longer one.
  private static let shortestColumn = 9
  /// The same in a row of less than ``narrowRoom`` cells.
  private static let shortestInNarrowRoom = 6
  private static let narrowRoom = 44
  /// Cells that are left widen columns up to this width.
  private static let maxWidenedColumn = 40

  /// - Parameters:
  ///   - columns: The cells that each column needs, and its head alone.
  ///   - longestName: The cells that the longest name needs, with the signs before it.
  ///   - cursor: The index of the column under the cursor, which is always in sight.
  init(
    _ columns: [(needed: Int, head: Int)], name longestName: Int, cursor: Int, in room: Int
  ) {
    let all = columns.enumerated().map { index, column in
      let floor = room < Self.narrowRoom ? Self.shortestInNarrowRoom : Self.shortestColumn
      let shortest = max(floor, min(column.head, room / 5))
      return Column(index: index, needed: column.needed, shortest: min(column.needed, shortest))
    }
    name = Self.name(longestName, beside: all, in: room)
    self.columns = Self.dropping(all, cursor: cursor, in: room - name)
    let free = max(1, room - name - self.columns.count * MatrixLayout.gap)
    shorten(in: free)
    widen(in: free)
  }

  /// The width of the names, whole if columns leave the room.
  private static func name(_ longestName: Int, beside columns: [Column], in room: Int) -> Int {
    let whole = max(usualName, longestName)
    let besideWhole = room - total(columns, \.needed)
    let besideShortest = min(room / 2, room - total(columns, \.shortest))
    let shortest = min(whole, max(shortestName, room * 3 / 10))
    return max(shortest, min(whole, max(besideWhole, besideShortest)))
  }

  /// The columns that fit if they are all shortened.
  private static func dropping(_ columns: [Column], cursor: Int, in room: Int) -> [Column] {
    var shown = columns
    while shown.count > 1, total(shown, \.shortest) > room {
      let isCursorLast = shown.last?.index == cursor
      let afterFirst = shown.count > 2 ? 1 : 0
      shown.remove(at: isCursorLast ? afterFirst : shown.count - 1)
    }
    return shown
  }

  /// Shortens the widest columns to one common width until all fit.
  private mutating func shorten(in free: Int) {
    func width(of column: Column, atMost limit: Int) -> Int {
      max(column.shortest, min(column.needed, limit))
    }
    var limit = columns.map(\.needed).max() ?? 0
    while limit > 0, columns.reduce(0, { $0 + width(of: $1, atMost: limit) }) > free { limit -= 1 }
    for index in columns.indices {
      columns[index].width = width(of: columns[index], atMost: limit)
    }
  }

  private mutating func widen(in free: Int) {
    let left = free - columns.reduce(0) { $0 + $1.width }
    let share = max(0, left) / max(1, columns.count)
    for index in columns.indices {
      let width = columns[index].width
      columns[index].width = min(max(width, min(Self.maxWidenedColumn, width + share)), free)
    }
  }

  /// The cells of columns with their separators.
  private static func total(_ columns: [Column], _ cells: (Column) -> Int) -> Int {
    columns.reduce(0) { $0 + cells($1) + MatrixLayout.gap }
  }
}
