import VirgaCanvas
import VirgaManifest

/// The cells that names and columns of the matrix need to show all of its values, listed or not.
struct MatrixCells: Sendable {
  private(set) var name = 0
  /// The cells that the widest value of each column needs, heads not counted.
  private(set) var cells: [Int] = []

  init() {}

  /// Measures all values in a number of columns.
  init(_ items: some Sequence<MatrixItem>, columns: Int) {
    cells = Array(repeating: 0, count: columns)
    for item in items {
      name = max(name, DisplayText(item.name).columns)
      // Values that agree are equally wide, so that one of them is enough.
      let agreeing = item.differs ? nil : item.row.cells.first.map(MatrixCell.columns)
      for column in cells.indices {
        let cell = agreeing ?? MatrixCell.columns(of: item.row.cells[column])
        cells[column] = max(cells[column], cell)
      }
    }
  }
}

/// Divides the cells of a row of the matrix between the names and the columns.
///
/// As in the rule of ``ColumnWidth``, names and columns are whole if they fit. If they do not:
///
/// 1. Columns are shortened, the widest first and values before heads, until names have half of the
///    row.
/// 2. Names are shortened to three tenths of the row.
/// 3. Heads are cut to 14 cells, if all columns fit then.
/// 4. Columns are dropped from the right. The first one and the one under the cursor are kept: once
///    the cursor's is the rightmost, those after the first are dropped.
///
/// Cells that are left widen the columns evenly, up to 40 cells each.
///
/// With names of 30 cells, three columns of 8, 8 and 50 get 8, 8 and 42 of 97 cells, because there
/// is a separator of 3 cells before each.
struct MatrixWidths {
  struct Column {
    /// Its index among the shown columns of the matrix.
    let index: Int
    /// The cells that it needs to be whole.
    let needed: Int
    /// The cells that its head needs.
    fileprivate let head: Int
    /// The cells to which it may be shortened.
    fileprivate let shortest: Int
    fileprivate(set) var width = 0
  }

  /// The width of the names.
  let name: Int
  /// The columns in sight.
  private(set) var columns: [Column]

  /// Names are not shortened to less than that.
  private static let shortestName = 18
  /// Names take that much even if they are shorter, so that the first separator stays in its place
  /// while the list is filtered.
  private static let minWidthOfWholeNames = 20
  /// A column is shortened to this width: enough for a short value or the start of a longer one.
  private static let shortestColumn = 9
  /// Heads are cut to this width if all columns fit then.
  private static let cutHeadWidth = 14
  /// The same as ``shortestColumn`` in a row of less than ``narrowRoom`` cells.
  private static let shortestInNarrowRoom = 6
  private static let narrowRoom = 44
  /// Cells that are left widen columns up to this width.
  private static let maxWidenedColumn = 40

  /// Finds the columns in sight and the widths of names and columns.
  ///
  /// - Parameters:
  ///   - columns: The cells that each column needs, and its head alone.
  ///   - longestName: The cells that the longest name needs, with the signs before it.
  ///   - cursor: The index of the column under the cursor, which is always in sight.
  ///   - room: The cells of a row.
  init(
    _ columns: [(needed: Int, head: Int)], name longestName: Int, cursor: Int, in room: Int
  ) {
    // A head stays whole if it takes at most a fifth of the row.
    let fifthOfRow = room / 5
    let withHeads = Self.columns(columns, headsUpTo: fifthOfRow, in: room)
    let withCutHeads = Self.columns(columns, headsUpTo: Self.cutHeadWidth, in: room)
    let roomForColumns = room - Self.shortenedName(longestName, in: room)
    let fitWithHeads = Self.total(withHeads, \.shortest) <= roomForColumns
    let fitWithCutHeads = Self.total(withCutHeads, \.shortest) <= roomForColumns
    // Cut heads that do not make room for all columns would be cut for nothing.
    let all = !fitWithHeads && fitWithCutHeads ? withCutHeads : withHeads
    name = Self.name(longestName, beside: all, in: room)
    self.columns = Self.dropping(all, cursor: cursor, in: room - name)
    let separators = self.columns.count * MatrixLayout.gap
    let roomForCells = max(1, room - name - separators)
    shorten(in: roomForCells)
    widen(in: roomForCells)
  }

  /// The columns with the widths to which they may be shortened: whole heads up to a limit, or
  /// enough for the start of a value.
  private static func columns(
    _ columns: [(needed: Int, head: Int)], headsUpTo limit: Int, in room: Int
  ) -> [Column] {
    let startOfValue = room < narrowRoom ? shortestInNarrowRoom : shortestColumn
    return columns.enumerated().map { index, column in
      let head = min(column.head, limit)
      let shortest = max(startOfValue, head)
      // A column that needs less is whole already.
      return Column(
        index: index, needed: column.needed, head: column.head,
        shortest: min(column.needed, shortest))
    }
  }

  /// The width to which names may be shortened: three tenths of the row, at least ``shortestName``,
  /// and never more than they take when they are whole.
  private static func shortenedName(_ longestName: Int, in room: Int) -> Int {
    let threeTenths = room * 3 / 10
    let shortened = max(shortestName, threeTenths)
    return min(wholeName(longestName), shortened)
  }

  /// The width of names that are not shortened.
  private static func wholeName(_ longestName: Int) -> Int {
    max(minWidthOfWholeNames, longestName)
  }

  /// The width of the column of names.
  ///
  /// Names are whole if there is room for them beside whole columns. They also are if there is room
  /// beside shortened columns and they take at most half of the row. Else they get the room that is
  /// left, but at least the width of ``shortenedName(_:in:)``: usually three tenths of the row.
  private static func name(_ longestName: Int, beside columns: [Column], in room: Int) -> Int {
    let half = room / 2
    let leftByWholeColumns = room - total(columns, \.needed)
    let leftByShortColumns = min(half, room - total(columns, \.shortest))
    let left = max(leftByWholeColumns, leftByShortColumns)
    let fitting = min(wholeName(longestName), left)
    return max(shortenedName(longestName, in: room), fitting)
  }

  /// The columns that fit if they are all shortened.
  ///
  /// Drops the last column until the others fit. If the cursor is on the last one, drops the second
  /// instead, or the first if only two are left.
  private static func dropping(_ columns: [Column], cursor: Int, in room: Int) -> [Column] {
    var shown = columns
    while shown.count > 1, total(shown, \.shortest) > room {
      let isCursorLast = shown.last?.index == cursor
      let insteadOfLast = shown.count > 2 ? 1 : 0
      shown.remove(at: isCursorLast ? insteadOfLast : shown.count - 1)
    }
    return shown
  }

  /// Shortens the widest columns to one common width, the largest at which all columns fit.
  ///
  /// If all heads fit whole, only values are cut. Else heads are cut too: a column gets at most
  /// what its whole head needs, or its least width.
  private mutating func shorten(in room: Int) {
    let shortest = columns.map(\.shortest)
    let wholeHeads = columns.map { max($0.shortest, $0.head) }
    let fitsHeads = wholeHeads.reduce(0, +) <= room
    let widths =
      fitsHeads
      ? Self.shortened(columns.map(\.needed), atLeast: wholeHeads, in: room)
      : Self.shortened(wholeHeads, atLeast: shortest, in: room)
    for index in columns.indices { columns[index].width = widths[index] }
  }

  /// Widths cut to the largest common limit at which they fit into `room`, but none below its least
  /// width.
  private static func shortened(_ widths: [Int], atLeast least: [Int], in room: Int) -> [Int] {
    func limited(to limit: Int) -> [Int] {
      zip(widths, least).map { width, least in max(least, min(width, limit)) }
    }
    var limit = widths.max() ?? 0
    while limit > 0, limited(to: limit).reduce(0, +) > room { limit -= 1 }
    return limited(to: limit)
  }

  /// Gives each column the same share of the cells that are left; none gets wider than
  /// ``maxWidenedColumn`` by that.
  private mutating func widen(in room: Int) {
    let left = room - columns.reduce(0) { sum, column in sum + column.width }
    let share = max(0, left) / max(1, columns.count)
    for index in columns.indices {
      let width = columns[index].width
      let withShare = min(Self.maxWidenedColumn, width + share)
      // A column that is wider than the limit keeps its width.
      let widened = max(width, withShare)
      // A single column may not fit even if it is shortened.
      columns[index].width = min(widened, room)
    }
  }

  /// The cells of columns with a separator for each.
  private static func total(_ columns: [Column], _ cells: (Column) -> Int) -> Int {
    columns.reduce(0) { sum, column in sum + cells(column) + MatrixLayout.gap }
  }
}
