/// A run of neighboring cells in a row with one style, to be drawn.
package struct Run: Hashable, Sendable {
  /// The first cell.
  package var point: Point
  /// The style of all cells.
  package var style: Style
  /// The contents of the cells.
  package var content: Content

  /// The contents of a run.
  package enum Content: Hashable, Sendable {
    /// Scalars without marks, one or two cells wide each.
    case scalars([UInt32])
    /// One scalar and its marks.
    case cluster(String)
  }
}

extension Canvas {
  /// The runs that turn `previous` into this frame, row by row and left to right.
  ///
  /// Without a previous frame of the same size, all cells count as changed. Changed cells are
  /// joined across a gap of a few unchanged ones, because each run has its own cost.
  package func changes(since previous: Canvas?) -> [Run] {
    var runs: [Run] = []
    cells.withUnsafeBufferPointer { new in
      guard let previous, previous.size == size else {
        for row in 0..<size.rows where size.columns > 0 {
          appendRuns(of: 0..<size.columns, in: rowCells(row, of: new), row: row, to: &runs)
        }
        return
      }
      // Cells refer to clusters by their index in the frame, so the same bits may be different
      // texts in two frames: if either has clusters, texts are compared.
      let comparesTexts = !clusters.isEmpty || !previous.clusters.isEmpty
      previous.cells.withUnsafeBufferPointer { old in
        for row in 0..<size.rows {
          let new = rowCells(row, of: new)
          let old = rowCells(row, of: old)
          if !comparesTexts, Self.areSame(new, old) { continue }
          let changed = changedColumns(new, old, comparingTextsWith: comparesTexts ? previous : nil)
          for columns in changed { appendRuns(of: columns, in: new, row: row, to: &runs) }
        }
      }
    }
    return runs
  }

  /// The longest gap, in unchanged cells, across which changes are joined.
  private static let gapLimit = 4

  private typealias Cells = UnsafeBufferPointer<Cell>

  /// The cells of a row.
  private func rowCells(_ row: Int, of cells: Cells) -> Cells {
    Cells(rebasing: cells[row * size.columns..<(row + 1) * size.columns])
  }

  /// Whether two rows have the same bits.
  ///
  /// It does not stop at the first difference: most rows are the same, and a loop without branches
  /// is faster.
  private static func areSame(_ new: Cells, _ old: Cells) -> Bool {
    var difference: UInt32 = 0
    for column in 0..<new.count { difference |= new[column].difference(from: old[column]) }
    return difference == 0
  }

  /// The ranges of columns that differ, widened to whole glyphs and joined across short gaps.
  ///
  /// Changes in columns 2 and 5 give `2..<6`; changes in columns 2 and 12 give `2..<3` and
  /// `12..<13`.
  ///
  /// - Parameter previous: The previous frame, if either frame has clusters; nil if comparing bits
  ///   is enough.
  private func changedColumns(
    _ new: Cells, _ old: Cells, comparingTextsWith previous: Canvas?
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var current = 0..<0
    for column in 0..<new.count {
      // Most cells have not changed, so this must be fast.
      let isChanged =
        if let previous {
          differs(new[column], previous, old[column])
        } else {
          new[column].difference(from: old[column]) != 0
        }
      guard isChanged else { continue }
      // Both halves of a wide glyph are drawn together.
      let first = new[column].isContinuation && column > 0 ? column - 1 : column
      let end = new[column].isWide ? min(column + 2, size.columns) : column + 1
      let isNear = first - current.upperBound <= Self.gapLimit
      if !current.isEmpty, isNear {
        current = current.lowerBound..<max(end, current.upperBound)
      } else {
        if !current.isEmpty { ranges.append(current) }
        current = first..<end
      }
    }
    if !current.isEmpty { ranges.append(current) }
    return ranges
  }

  /// Whether cells of two frames look different; clusters are compared as texts.
  private func differs(_ new: Cell, _ previous: Canvas, _ old: Cell) -> Bool {
    let haveNoClusters = new.cluster == nil && old.cluster == nil
    if haveNoClusters { return new != old }
    return !new.hasPaint(of: old) || text(of: new) != previous.text(of: old)
  }

  /// Appends the runs of some columns of a row; each has one style, and a cluster is one of its
  /// own.
  private func appendRuns(of columns: Range<Int>, in cells: Cells, row: Int, to runs: inout [Run]) {
    var first = columns.lowerBound
    while first < columns.upperBound {
      let end = runEnd(from: first, in: cells, before: columns.upperBound)
      let content: Run.Content =
        if let cluster = cells[first].cluster {
          .cluster(clusters[cluster])
        } else {
          .scalars(Self.scalars(of: Cells(rebasing: cells[first..<end])))
        }
      runs.append(
        Run(point: Point(column: first, row: row), style: cells[first].style, content: content))
      first = end
    }
  }

  /// The column after a run that begins at `first`: where another style or a cluster begins, at
  /// most `limit`.
  private func runEnd(from first: Int, in cells: Cells, before limit: Int) -> Int {
    var column = first + 1
    // A cluster is a run of its own, with both halves if it is wide.
    if cells[first].cluster != nil {
      while column < limit, cells[column].isContinuation { column += 1 }
      return column
    }
    while column < limit {
      let cell = cells[column]
      // The second half of a wide glyph belongs to the first, whatever its style.
      let hasOtherStyle = !cell.isContinuation && !cell.hasStyle(of: cells[first])
      if cell.cluster != nil || hasOtherStyle { break }
      column += 1
    }
    return column
  }

  /// The scalars of cells; the second half of a wide glyph has none.
  private static func scalars(of cells: Cells) -> [UInt32] {
    guard cells.contains(where: { $0.isContinuation }) else { return cells.map { $0.glyph } }
    return cells.compactMap { $0.isContinuation ? nil : $0.glyph }
  }
}
