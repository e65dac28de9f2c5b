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
  public func changes(since previous: Canvas?) -> [Run] {
    let previous = previous?.size == size ? previous : nil
    var runs: [Run] = []
    for row in 0..<size.rows {
      for stretch in changedStretches(row, previous) { appendRuns(of: stretch, row: row, to: &runs) }
    }
    return runs
  }

  /// The longest gap that is drawn over.
  private static let gapLimit = 4

  /// The columns of a row that differ, widened to whole glyphs.
  private func changedStretches(_ row: Int, _ previous: Canvas?) -> [Range<Int>] {
    guard let previous else { return size.columns > 0 ? [0..<size.columns] : [] }
    var stretches: [Range<Int>] = []
    let start = row * size.columns
    for column in 0..<size.columns where differs(previous, at: start + column) {
      let isSecondHalf = cells[start + column].isContinuation && column > 0
      let first = isSecondHalf ? column - 1 : column
      let end = cells[start + column].isWide ? min(column + 2, size.columns) : column + 1
      if let last = stretches.last, first - last.upperBound <= Self.gapLimit {
        stretches[stretches.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else {
        stretches.append(first..<end)
      }
    }
    return stretches
  }

  private func differs(_ previous: Canvas, at index: Int) -> Bool {
    let (new, old) = (cells[index], previous.cells[index])
    if new.cluster == nil && old.cluster == nil { return new != old }
    return !new.hasPaint(of: old) || text(of: new) != previous.text(of: old)
  }

  private func appendRuns(of stretch: Range<Int>, row: Int, to runs: inout [Run]) {
    var scalars: [UInt32] = []
    var first = stretch.lowerBound
    func finish(_ style: Style) {
      guard !scalars.isEmpty else { return }
      runs.append(Run(point: Point(column: first, row: row), style: style, content: .scalars(scalars)))
      scalars.removeAll(keepingCapacity: true)
    }
    var style = cells[row * size.columns + stretch.lowerBound].style
    for column in stretch {
      let cell = cells[row * size.columns + column]
      if cell.isContinuation { continue }
      if cell.style != style || cell.cluster != nil { finish(style) }
      style = cell.style
      if let cluster = cell.cluster {
        let point = Point(column: column, row: row)
        runs.append(Run(point: point, style: style, content: .cluster(clusters[cluster])))
        continue
      }
      if scalars.isEmpty { first = column }
      scalars.append(cell.glyph)
    }
    finish(style)
  }
}
