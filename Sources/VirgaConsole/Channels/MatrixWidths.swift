import VirgaCanvas
import VirgaManifest

/// The widths that names and columns of the matrix need to show all of its values, listed or not.
struct MatrixContentWidths: Sendable {
  private(set) var nameWidth = 0
  /// The width of the widest value of each column, heads not counted.
  private(set) var cellWidths: [Int] = []

  init() {}

  /// Measures the widest name, and for each of a number of columns the widest value.
  init(_ items: some Sequence<MatrixItem>, columns: Int) {
    cellWidths = Array(repeating: 0, count: columns)
    for item in items {
      nameWidth = max(nameWidth, DisplayText(item.name).columns)
      // Values that agree are equally wide, so that one of them is enough.
      let agreeingWidth = item.differs ? nil : item.row.cells.first.map(MatrixCell.columns)
      for column in cellWidths.indices {
        let width = agreeingWidth ?? MatrixCell.columns(of: item.row.cells[column])
        cellWidths[column] = max(cellWidths[column], width)
      }
    }
  }
}

/// Divides the width of the matrix between the names and the columns.
///
/// All widths are in columns of the terminal.
///
/// As in the rule of ``ColumnWidth``, names and columns are whole if they fit. If they do not:
///
/// 1. Columns are shortened, the widest first and values before heads, until names have half of the
///    row.
/// 2. Names are shortened to three tenths of the row.
/// 3. Heads are cut to a width of 14, if all columns fit then.
/// 4. Columns are dropped from the right. The first one and the one under the cursor are kept: once
///    the cursor's is the rightmost, those after the first are dropped.
///
/// Width that is left widens the columns evenly, up to 40 each.
///
/// With names as wide as 30, three columns of 8, 8 and 50 get 8, 8 and 42 in a width of 97, because
/// there is a separator as wide as 3 before each.
struct MatrixWidths {
  struct Column {
    /// Its index among the shown columns of the matrix.
    let index: Int
    /// The width that it needs to be whole.
    let neededWidth: Int
    /// The width that its head needs.
    fileprivate let headWidth: Int
    /// The width to which it may be shortened.
    fileprivate let minWidth: Int
    fileprivate(set) var width = 0
  }

  /// The width of the names.
  let nameWidth: Int
  /// The columns in sight.
  private(set) var columns: [Column]

  /// Names are not shortened to less than that.
  private static let minNameWidth = 18
  /// Names take that much even if they are shorter, so that the first separator stays in its place
  /// while the list is filtered.
  private static let minWidthOfWholeNames = 20
  /// A column is shortened to this width: enough for a short value or the start of a longer one.
  private static let minColumnWidth = 9
  /// Heads are cut to this width if all columns fit then.
  private static let cutHeadWidth = 14
  /// The same as ``minColumnWidth`` in a row that is narrower than ``minWidthOfWideRow``.
  private static let minColumnWidthInNarrowRow = 6
  private static let minWidthOfWideRow = 44
  /// Width that is left widens columns up to this.
  private static let maxWidenedWidth = 40

  /// Finds the columns in sight and the widths of names and columns.
  ///
  /// - Parameters:
  ///   - columns: The width that each column needs, and that of its head alone.
  ///   - longestName: The width that the longest name needs, with the signs before it.
  ///   - cursor: The index of the column under the cursor, which is always in sight.
  ///   - room: The width of a row.
  init(
    _ columns: [(needed: Int, head: Int)], name longestName: Int, cursor: Int, in room: Int
  ) {
    let roomBesideShortNames = room - Self.shortenedNameWidth(longestName, in: room)
    let all = Self.withMinWidths(columns, toFitIn: roomBesideShortNames, ofRow: room)
    nameWidth = Self.nameWidth(longestName, beside: all, in: room)
    // Columns that do not fit even with their minimum widths are out of sight.
    self.columns = Self.fitting(all, cursor: cursor, in: room - nameWidth)
    let separators = self.columns.count * MatrixLayout.separatorWidth
    let roomForContents = max(1, room - nameWidth - separators)
    // Shortens the columns if they do not fit; if they leave width, widens them.
    shorten(in: roomForContents)
    widen(in: roomForContents)
  }

  /// All columns, with their minimum widths: those with heads up to a fifth of the row, or with cut
  /// heads if only these make room for all columns.
  private static func withMinWidths(
    _ columns: [(needed: Int, head: Int)], toFitIn roomForColumns: Int, ofRow room: Int
  ) -> [Column] {
    func fit(_ columns: [Column]) -> Bool { total(\.minWidth, of: columns) <= roomForColumns }
    let withLongHeads = Self.columns(columns, headsUpTo: room / 5, in: room)
    let withCutHeads = Self.columns(columns, headsUpTo: cutHeadWidth, in: room)
    // Cut heads that do not make room for all columns would be cut for nothing.
    return !fit(withLongHeads) && fit(withCutHeads) ? withCutHeads : withLongHeads
  }

  /// The columns with the widths to which they may be shortened: whole heads up to a limit, or
  /// enough for the start of a value.
  private static func columns(
    _ columns: [(needed: Int, head: Int)], headsUpTo limit: Int, in room: Int
  ) -> [Column] {
    let startOfValue = room < minWidthOfWideRow ? minColumnWidthInNarrowRow : minColumnWidth
    return columns.enumerated().map { index, column in
      let head = min(column.head, limit)
      let minWidth = max(startOfValue, head)
      // A column that needs less is whole already.
      return Column(
        index: index, neededWidth: column.needed, headWidth: column.head,
        minWidth: min(column.needed, minWidth))
    }
  }

  /// The width to which names may be shortened: three tenths of the row, at least ``minNameWidth``,
  /// and never more than they take when they are whole.
  private static func shortenedNameWidth(_ longestName: Int, in room: Int) -> Int {
    let threeTenths = room * 3 / 10
    let shortened = max(minNameWidth, threeTenths)
    return min(wholeNameWidth(longestName), shortened)
  }

  /// The width of names that are not shortened.
  private static func wholeNameWidth(_ longestName: Int) -> Int {
    max(minWidthOfWholeNames, longestName)
  }

  /// The width of the column of names.
  ///
  /// Names are whole if there is room for them beside whole columns. They also are if there is room
  /// beside shortened columns and they take at most half of the row. Else they get the room that is
  /// left, but at least the width of ``shortenedNameWidth(_:in:)``, usually three tenths of the
  /// row.
  private static func nameWidth(
    _ longestName: Int, beside columns: [Column], in room: Int
  ) -> Int {
    let half = room / 2
    let leftByWholeColumns = room - total(\.neededWidth, of: columns)
    let leftByShortColumns = min(half, room - total(\.minWidth, of: columns))
    let roomForNames = max(leftByWholeColumns, leftByShortColumns)
    let fitting = min(wholeNameWidth(longestName), roomForNames)
    return max(shortenedNameWidth(longestName, in: room), fitting)
  }

  /// The columns that fit if they are all shortened.
  ///
  /// Drops the last column until the others fit. If the cursor is on the last one, drops the second
  /// instead, or the first if only two are left.
  private static func fitting(_ columns: [Column], cursor: Int, in room: Int) -> [Column] {
    var shown = columns
    while shown.count > 1, total(\.minWidth, of: shown) > room {
      let isCursorLast = shown.last?.index == cursor
      let insteadOfLast = shown.count > 2 ? 1 : 0
      shown.remove(at: isCursorLast ? insteadOfLast : shown.count - 1)
    }
    return shown
  }

  /// Shortens the widest columns to one common width, the largest at which all columns fit.
  ///
  /// If all heads fit whole, only values are cut. Else heads are cut too: a column gets at most
  /// what its whole head needs, or its minimum width.
  private mutating func shorten(in room: Int) {
    let minWidths = columns.map(\.minWidth)
    let wholeHeads = columns.map { max($0.minWidth, $0.headWidth) }
    let fitsHeads = wholeHeads.reduce(0, +) <= room
    let widths =
      fitsHeads
      ? Self.shortened(columns.map(\.neededWidth), atLeast: wholeHeads, in: room)
      : Self.shortened(wholeHeads, atLeast: minWidths, in: room)
    for index in columns.indices { columns[index].width = widths[index] }
  }

  /// Widths cut to the largest common limit at which they fit into `room`, but none below its
  /// minimum.
  private static func shortened(_ widths: [Int], atLeast minWidths: [Int], in room: Int) -> [Int] {
    func limited(to limit: Int) -> [Int] {
      zip(widths, minWidths).map { width, minWidth in max(minWidth, min(width, limit)) }
    }
    var limit = widths.max() ?? 0
    while limit > 0, limited(to: limit).reduce(0, +) > room { limit -= 1 }
    return limited(to: limit)
  }

  /// Gives each column the same share of the width that is left; none gets wider than
  /// ``maxWidenedWidth`` by that.
  private mutating func widen(in room: Int) {
    let left = room - columns.reduce(0) { sum, column in sum + column.width }
    let share = max(0, left) / max(1, columns.count)
    for index in columns.indices {
      let width = columns[index].width
      let withShare = min(Self.maxWidenedWidth, width + share)
      // A column that is wider than the limit keeps its width.
      let widened = max(width, withShare)
      // A single column may not fit even if it is shortened.
      columns[index].width = min(widened, room)
    }
  }

  /// The sum of one of the widths of each column, with a separator for each.
  private static func total(_ width: (Column) -> Int, of columns: [Column]) -> Int {
    columns.reduce(0) { sum, column in sum + width(column) + MatrixLayout.separatorWidth }
  }
}
