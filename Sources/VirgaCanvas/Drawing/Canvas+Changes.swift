/// A stretch of a row to be drawn anew: neighbouring cells of one style.
public struct Run: Hashable, Sendable {
  /// Its first cell.
  public var point: Point
  /// The style of all its cells.
  public var style: Style
  /// What stands in them.
  public var content: Content

  /// What a run consists of.
  public enum Content: Hashable, Sendable {
    /// Scalars without marks, of one or two cells each.
    case scalars([UInt32])
    /// One scalar and its marks.
    case cluster(String)
  }
}

extension Canvas {
  /// What has to be drawn to turn `previous` into this frame, row by row and from left to right.
  ///
  /// Everything, where there is no previous frame or it had another size. Two runs of a style are joined over a gap
  /// of a few unchanged cells, since moving the cursor costs more.
  ///
  /// - Parameter showsOnBlank: Whether a style can be told from others on a blank; where neither its own nor that of
  ///   the run before it can, a blank goes on with that run, since changing the style costs more too.
  public func changes(since previous: Canvas?, showsOnBlank: (Style) -> Bool = { _ in true }) -> [Run] {
    var runs: [Run] = []
    cells.withUnsafeBufferPointer { new in
      guard let previous, previous.size == size else {
        for row in 0..<size.rows where size.columns > 0 {
          appendRuns(of: 0..<size.columns, in: rowCells(row, of: new), row: row, to: &runs, showsOnBlank)
        }
        return
      }
      let clustered = clusters.isEmpty && previous.clusters.isEmpty ? nil : previous
      previous.cells.withUnsafeBufferPointer { old in
        for row in 0..<size.rows {
          let (new, old) = (rowCells(row, of: new), rowCells(row, of: old))
          if clustered == nil, Self.areSame(new, old) { continue }
          for stretch in changedStretches(new, old, clustered) {
            appendRuns(of: stretch, in: new, row: row, to: &runs, showsOnBlank)
          }
        }
      }
    }
    return runs
  }

  /// The longest gap that is drawn over.
  private static let gapLimit = 4

  private typealias Cells = UnsafeBufferPointer<Cell>

  private func rowCells(_ row: Int, of cells: Cells) -> Cells {
    Cells(rebasing: cells[row * size.columns..<(row + 1) * size.columns])
  }

  /// Whether two rows are the same; without a branch for each cell, as many rows are.
  private static func areSame(_ new: Cells, _ old: Cells) -> Bool {
    var difference: UInt32 = 0
    for column in 0..<new.count { difference |= new[column].difference(from: old[column]) }
    return difference == 0
  }

  /// The columns of a row that differ, widened to whole glyphs.
  ///
  /// - Parameter clustered: The previous frame where either has clusters, whose numbers alone tell nothing.
  private func changedStretches(_ new: Cells, _ old: Cells, _ clustered: Canvas?) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var stretch: Range<Int>?
    for column in 0..<new.count {
      // Most cells are as they were, which has to cost next to nothing.
      if let clustered {
        if !differs(new[column], clustered, old[column]) { continue }
      } else if new[column] == old[column] {
        continue
      }
      let first = new[column].isContinuation && column > 0 ? column - 1 : column
      let end = new[column].isWide ? min(column + 2, size.columns) : column + 1
      if let last = stretch, first - last.upperBound <= Self.gapLimit {
        stretch = last.lowerBound..<max(end, last.upperBound)
      } else {
        if let stretch { stretches.append(stretch) }
        stretch = first..<end
      }
    }
    if let stretch { stretches.append(stretch) }
    return stretches
  }

  private func differs(_ new: Cell, _ previous: Canvas, _ old: Cell) -> Bool {
    if new.cluster == nil && old.cluster == nil { return new != old }
    return !new.hasPaint(of: old) || text(of: new) != previous.text(of: old)
  }

  private func appendRuns(
    of stretch: Range<Int>, in cells: Cells, row: Int, to runs: inout [Run], _ showsOnBlank: (Style) -> Bool
  ) {
    var scalars: [UInt32] = []
    scalars.reserveCapacity(stretch.count)
    var first = stretch.lowerBound
    func finish(_ style: Style) {
      guard !scalars.isEmpty else { return }
      runs.append(Run(point: Point(column: first, row: row), style: style, content: .scalars(scalars)))
      scalars = []
    }
    var (last, style) = (cells[first], cells[first].style)
    for column in stretch {
      let cell = cells[column]
      if cell.isContinuation { continue }
      var isNext = !cell.hasPaint(of: last) && cell.style != style
      if isNext, cell.isBlank, !scalars.isEmpty { isNext = showsOnBlank(cell.style) || showsOnBlank(style) }
      if isNext || cell.cluster != nil {
        finish(style)
        (last, style) = (cell, cell.style)
      }
      if let cluster = cell.cluster {
        runs.append(Run(point: Point(column: column, row: row), style: style, content: .cluster(clusters[cluster])))
        continue
      }
      if scalars.isEmpty { first = column }
      scalars.append(cell.glyph)
    }
    finish(style)
  }
}
