/// The width of a column in cells, and what becomes of the column in a row that is too narrow.
///
/// A row gives its columns their cells in four steps:
///
/// 1. Each column takes its usual width, and a blank after it: ``fixed(_:)`` its number of cells,
///    ``content`` what its head and its widest visible cell need, up to a limit if it has one, and
///    ``rest`` what its head needs. Without text in any visible cell, a `content` takes none.
/// 2. While that does not fit, columns are dropped: ``droppedFirst`` ones, then ``dropped`` ones,
///    each time the rightmost of them.
/// 3. If that is not enough, columns that are ``shortened(to:)`` get narrower, the rightmost first.
/// 4. Cells that are left widen columns that a limit cut, the leftmost first; then they go to the
///    `rest`.
///
/// A `content` is `dropped` unless it is declared otherwise; `fixed` and `rest` are
/// ``alwaysWhole``.
///
/// For example, a list has the columns `Flag`, `.content.shortened(to: 12)`, `Build`,
/// `.content.alwaysWhole`, and `Kind`, `.content`, which need 20, 5 and 7 cells. They are whole in
/// 35 cells. In 34, `Kind` is dropped. In 25, `Flag` has 19.
struct ColumnWidth: Sendable {
  /// The width of a column in a row that has room for all.
  private enum Usual: Sendable {
    case fixed(Int)
    case content(limit: Int)
    case rest
  }

  /// What becomes of a column in a row that is too narrow.
  private enum Shortage: Sendable {
    case droppedFirst, dropped, alwaysWhole
    case shortened(to: Int)
  }

  private let usual: Usual
  private var shortage: Shortage

  /// The same number of cells in every row.
  static func fixed(_ cells: Int) -> Self { Self(usual: .fixed(cells), shortage: .alwaysWhole) }
  /// As many cells as the head and the widest visible cell need; dropped in a row that is too
  /// narrow.
  static let content = content(atMost: .max)
  /// The same, but a wider cell is cut to the limit unless the row has cells that nobody needs.
  static func content(atMost limit: Int) -> Self {
    Self(usual: .content(limit: limit), shortage: .dropped)
  }
  /// What the other columns leave.
  static let rest = Self(usual: .rest, shortage: .alwaysWhole)

  /// Dropped before other columns.
  var droppedFirst: Self { replacing(.droppedFirst) }
  /// Dropped if the row has no room for it.
  var dropped: Self { replacing(.dropped) }
  /// Never dropped and never shortened, as long as the row has room for it alone.
  var alwaysWhole: Self { replacing(.alwaysWhole) }
  /// Never dropped, but shortened to as few as `cells`.
  func shortened(to cells: Int) -> Self { replacing(.shortened(to: cells)) }

  /// The same usual width, with another rule for a row that is too narrow.
  private func replacing(_ shortage: Shortage) -> Self { Self(usual: usual, shortage: shortage) }

  /// Whether it is as wide as the text in its cells needs.
  var isContent: Bool { if case .content = usual { true } else { false } }
  /// Whether it takes what the other columns leave.
  fileprivate var isRest: Bool { if case .rest = usual { true } else { false } }
  fileprivate var mayBeDroppedFirst: Bool {
    if case .droppedFirst = shortage { true } else { false }
  }
  fileprivate var mayBeDropped: Bool { if case .dropped = shortage { true } else { false } }
  /// The fewest cells that it may be shortened to; nil if it is not shortened.
  fileprivate var shortest: Int? {
    if case .shortened(let cells) = shortage { cells } else { nil }
  }

  /// The width of the column before it is known whether the row has room for all: a fixed one; what
  /// a `content` needs, up to its limit; or what the head of a `rest` needs, at least 1.
  ///
  /// - Parameter needed: The width of the head, and of the widest text below it in a `content`.
  fileprivate func usualCells(needing needed: Int) -> Int {
    switch usual {
    case .fixed(let cells): cells
    case .content(let limit): min(needed, limit)
    case .rest: max(1, needed)
    }
  }
}

/// The columns of a row while they share its cells; see ``ColumnWidth`` for the rule.
struct ColumnFit {
  struct Column {
    let width: ColumnWidth
    /// The cells that a `content` needs to be whole, or that the head of a `rest` needs.
    let neededWidth: Int
    /// The cells that it gets; 0 if it is left out.
    fileprivate(set) var givenWidth = 0

    init(_ width: ColumnWidth, needed: Int) {
      (self.width, neededWidth) = (width, needed)
    }
  }

  private(set) var columns: [Column]
  private let room: Int

  /// Gives columns their cells in a row of `room` cells, in the four steps that ``ColumnWidth``
  /// describes.
  init(_ columns: [Column], in room: Int) {
    (self.columns, self.room) = (columns, room)
    // Step 1: the usual widths.
    for index in columns.indices {
      let column = columns[index]
      self.columns[index].givenWidth = column.width.usualCells(needing: column.neededWidth)
    }
    // Step 2: columns are dropped until the others fit.
    dropUntilOthersFit { $0.width.mayBeDroppedFirst }
    dropUntilOthersFit { $0.width.mayBeDropped }
    // Step 3: columns are shortened; what has no room even then is cut.
    shorten()
    cutAtBorder()
    // Step 4: cells that are left are given away.
    giveUnusedCells()
  }

  /// The cells of all columns, with a blank after each.
  private var takenWithBlanks: Int {
    columns.reduce(0) { sum, column in column.givenWidth > 0 ? sum + column.givenWidth + 1 : sum }
  }
  /// The cells that no column has, negative if the columns need more than the row has; the last
  /// column needs no blank after it.
  private var unusedCells: Int { room + 1 - takenWithBlanks }

  /// Drops columns from the right, of those that may be dropped, until the others fit with a blank
  /// after each of them.
  private mutating func dropUntilOthersFit(_ mayDrop: (Column) -> Bool) {
    for index in columns.indices.reversed() where mayDrop(columns[index]) {
      if takenWithBlanks > room { columns[index].givenWidth = 0 }
    }
  }

  /// Shortens columns from the right until all fit, each at most to its shortest width; a column
  /// without a shortest width is not shortened.
  private mutating func shorten() {
    for index in columns.indices.reversed() where unusedCells < 0 {
      guard let shortest = columns[index].width.shortest else { continue }
      let givenWidth = columns[index].givenWidth
      // `unusedCells` is negative: the number of cells that are missing.
      let fitting = givenWidth + unusedCells
      // A column that is narrower than its shortest width already is not widened to it.
      let fewest = min(givenWidth, shortest)
      columns[index].givenWidth = max(fitting, fewest)
    }
  }

  /// Cuts what even shortened columns have no room for, the rightmost first.
  private mutating func cutAtBorder() {
    for index in columns.indices.reversed() where unusedCells < 0 {
      // `unusedCells` is negative: the number of cells that are missing.
      columns[index].givenWidth = max(0, columns[index].givenWidth + unusedCells)
    }
  }

  /// Gives the cells that are left to `content` columns that are cut, the leftmost first, then to
  /// the `rest`.
  private mutating func giveUnusedCells() {
    for index in columns.indices
    where columns[index].givenWidth > 0 && columns[index].width.isContent {
      let lacking = columns[index].neededWidth - columns[index].givenWidth
      // Leaves the row's last cell blank: `takenWithBlanks` counts a blank after each column. The
      // `rest` below takes that cell too, because `unusedCells` counts none after the last column.
      let free = room - takenWithBlanks
      let added = min(free, lacking)
      columns[index].givenWidth += max(0, added)
    }
    guard let rest = columns.firstIndex(where: { $0.width.isRest && $0.givenWidth > 0 }) else {
      return
    }
    columns[rest].givenWidth += max(0, unusedCells)
  }
}
