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
  /// Everything, if there is no previous frame of the same size. Runs of one style are joined
  /// across a gap of a few unchanged cells, because each run has its own cost.
  package func changes(since previous: Canvas?) -> [Run] {
    var runs: [Run] = []
    cells.withUnsafeBufferPointer { new in
      guard let previous, previous.size == size else {
        for row in 0..<size.rows where size.columns > 0 {
          appendRuns(of: 0..<size.columns, in: rowCells(row, of: new), row: row, to: &runs)
        }
        return
      }
      let clustered = clusters.isEmpty && previous.clusters.isEmpty ? nil : previous
      previous.cells.withUnsafeBufferPointer { old in
        for row in 0..<size.rows {
          let (new, old) = (rowCells(row, of: new), rowCells(row, of: old))
          if clustered == nil, Self.areSame(new, old) { continue }
          for stretch in changedStretches(new, old, clustered) {
            appendRuns(of: stretch, in: new, row: row, to: &runs)
          }
        }
      }
    }
    return runs
  }

  /// The longest gap to join across.
  private static let gapLimit = 4

  private typealias Cells = UnsafeBufferPointer<Cell>

  private func rowCells(_ row: Int, of cells: Cells) -> Cells {
    Cells(rebasing: cells[row * size.columns..<(row + 1) * size.columns])
  }

  /// Compared without branches because most rows are the same.
  private static func areSame(_ new: Cells, _ old: Cells) -> Bool {
    var difference: UInt32 = 0
    for column in 0..<new.count { difference |= new[column].difference(from: old[column]) }
    return difference == 0
  }

  /// The ranges of columns that differ, widened to whole glyphs.
  ///
  /// - Parameter clustered: The previous frame, if either frame has clusters, whose indices cannot
  ///   be compared.
  private func changedStretches(_ new: Cells, _ old: Cells, _ clustered: Canvas?) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var stretch = 0..<0
    for column in 0..<new.count {
      // Most cells have not changed, so this must be fast.
      if let clustered {
        if !differs(new[column], clustered, old[column]) { continue }
      } else if new[column].difference(from: old[column]) == 0 {
        continue
      }
      let first = new[column].isContinuation && column > 0 ? column - 1 : column
      let end = new[column].isWide ? min(column + 2, size.columns) : column + 1
      if !stretch.isEmpty, first - stretch.upperBound <= Self.gapLimit {
        stretch = stretch.lowerBound..<max(end, stretch.upperBound)
      } else {
        if !stretch.isEmpty { stretches.append(stretch) }
        stretch = first..<end
      }
    }
    if !stretch.isEmpty { stretches.append(stretch) }
    return stretches
  }

  private func differs(_ new: Cell, _ previous: Canvas, _ old: Cell) -> Bool {
    if new.cluster == nil && old.cluster == nil { return new != old }
    return !new.hasPaint(of: old) || text(of: new) != previous.text(of: old)
  }

  private func appendRuns(of stretch: Range<Int>, in cells: Cells, row: Int, to runs: inout [Run]) {
    var first = stretch.lowerBound
    while first < stretch.upperBound {
      let end = runEnd(from: first, in: cells, before: stretch.upperBound)
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

  /// The end of a run that begins at `first`: at the next style or cluster.
  private func runEnd(from first: Int, in cells: Cells, before limit: Int) -> Int {
    var column = first + 1
    if cells[first].cluster != nil {
      while column < limit, cells[column].isContinuation { column += 1 }
      return column
    }
    while column < limit {
      let cell = cells[column]
      if cell.cluster != nil || (!cell.isContinuation && !cell.hasStyle(of: cells[first])) { break }
      column += 1
    }
    return column
  }

  private static func scalars(of cells: Cells) -> [UInt32] {
    guard cells.contains(where: { $0.isContinuation }) else { return cells.map { $0.glyph } }
    return cells.compactMap { $0.isContinuation ? nil : $0.glyph }
  }
}
