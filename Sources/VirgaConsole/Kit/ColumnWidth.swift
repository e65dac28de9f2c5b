/// The width of a column in cells, without the blank after it.
enum ColumnWidth: Sendable {
  case fixed(Int)
  /// What the other columns leave, at least one cell.
  case rest
  /// As many cells as its head and its widest cell need.
  ///
  /// If the row has no room for all columns, those with lower ranks come first. With a `minimum`,
  /// the column may be cut to that width; without one it is shown whole or left out.
  case content(minimum: Int?, rank: Int)

  /// The cells that columns get in a row; 0 for those that are left out.
  ///
  /// In a row of 20 cells, a column of rank 0 that needs 10 and one of rank 1 that needs 6 leave 2
  /// to a `rest`, because there is a blank between columns. In a row of 16, the second one is left
  /// out if it has no minimum, and the `rest` gets 5.
  ///
  /// - Parameter needed: The most cells that an item needs in each column; only used for `content`.
  static func fit(_ columns: [ColumnWidth], needed: [Int], in room: Int) -> [Int] {
    var fit = ColumnFit(columns, needed: needed, in: room)
    fit.giveMinimums()
    fit.growToContent()
    fit.addWholeColumns()
    fit.giveRest()
    return fit.widths
  }

  fileprivate var minimum: Int? {
    switch self {
    case .fixed(let columns): columns
    case .rest: 1
    case .content(let minimum, _): minimum
    }
  }

  /// Fixed columns come first, then the rest, then the others by their own ranks.
  fileprivate var rank: Int {
    switch self {
    case .fixed: -2
    case .rest: -1
    case .content(_, let rank): rank
    }
  }

  fileprivate var isFixed: Bool { if case .fixed = self { true } else { false } }
  fileprivate var isRest: Bool { if case .rest = self { true } else { false } }
}

/// Divides the cells of a row among its columns, in four rounds.
private struct ColumnFit {
  private let columns: [ColumnWidth]
  private let needed: [Int]
  /// The indices of the columns by rank.
  private let order: [Int]
  private(set) var widths: [Int]
  /// The cells that nobody has, and one more: the last column has no blank after it.
  private var left: Int

  init(_ columns: [ColumnWidth], needed: [Int], in room: Int) {
    self.columns = columns
    self.needed = zip(columns, needed).map { column, needed in
      if case .content = column { needed } else { column.minimum ?? 0 }
    }
    order = columns.indices.sorted { columns[$0].rank < columns[$1].rank }
    widths = columns.map { _ in 0 }
    left = room + 1
  }

  /// Each column gets its minimum, or less if it needs less; a fixed one takes what there is.
  mutating func giveMinimums() {
    for index in order {
      guard let minimum = columns[index].minimum else { continue }
      let cells = min(minimum, needed[index])
      guard cells > 0 else { continue }
      if cells < left {
        give(cells, to: index)
      } else if columns[index].isFixed, left > 1 {
        give(left - 1, to: index)
      }
    }
  }

  /// Columns that have their minimum get what their content needs.
  mutating func growToContent() {
    for index in order where widths[index] > 0 {
      give(min(left, needed[index] - widths[index]), to: index)
    }
  }

  /// Columns without a minimum are shown if that leaves a blank between them and the border.
  mutating func addWholeColumns() {
    for index in order where columns[index].minimum == nil && needed[index] > 0 {
      let isWhole = needed[index] + 2 <= left
      if isWhole { give(needed[index], to: index) }
    }
  }

  mutating func giveRest() {
    guard let rest = order.first(where: { columns[$0].isRest && widths[$0] > 0 }) else { return }
    give(left, to: rest)
  }

  /// A column's first cells cost one more, for the blank after it.
  private mutating func give(_ cells: Int, to index: Int) {
    let blank = widths[index] == 0 ? 1 : 0
    left -= cells + blank
    widths[index] += cells
  }
}
