/// A frame: cells with glyphs and styles, and the position of the cursor.
///
/// Any coordinates are safe: nothing is drawn outside. If one half of a wide glyph is overwritten
/// or outside, the other half becomes a blank.
package struct Canvas: Sendable {
  /// The size in cells.
  package let size: Size
  /// The terminal's cursor; nil to hide it.
  package var cursor: Point?
  /// Whether to draw ASCII replacements, for terminals that show nothing else.
  package let isASCII: Bool
  var cells: [Cell]
  private(set) var clusters: [String] = []
  /// Whether a wide glyph was ever drawn, so that overwriting may leave half of one.
  var hasWide = false

  /// The maximum size of a canvas.
  package static let largest = Size(columns: 2000, rows: 1000)

  /// Creates a blank frame of a size, limited to `largest`.
  package init(size: Size, isASCII: Bool = false) {
    let columns = min(size.columns, Self.largest.columns)
    self.size = Size(columns: columns, rows: min(size.rows, Self.largest.rows))
    self.isASCII = isASCII
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  /// The area of the whole canvas.
  package var bounds: Rectangle { size.bounds }

  /// The cell at a point; a blank outside of the canvas.
  package subscript(point: Point) -> Cell {
    bounds.contains(point) ? cells[index(point)] : .blank
  }

  /// The safe text of the glyph at a point; empty for the second half of a wide one.
  package func glyph(at point: Point) -> String { text(of: self[point]) }

  func index(_ point: Point) -> Int { point.row * size.columns + point.column }

  func text(of cell: Cell) -> String {
    if cell.isContinuation { return "" }
    if let cluster = cell.cluster { return clusters[cluster] }
    return Unicode.Scalar(cell.glyph).map { String($0) } ?? " "
  }

  mutating func add(mark: Unicode.Scalar, to index: Int) {
    var cluster = text(of: cells[index])
    cluster.unicodeScalars.append(mark)
    let clusterIndex = clusters.lastIndex(of: cluster) ?? clusters.endIndex
    if clusterIndex == clusters.endIndex { clusters.append(cluster) }
    let cell = cells[index]
    cells[index] = Cell(
      glyph: Cell.clusterBit | UInt32(clusterIndex), style: cell.style, span: cell.span)
  }

  /// Replaces halves of wide glyphs that overwriting `range` would leave by blanks.
  mutating func blankHalves(around range: Range<Int>, row: Int) {
    guard hasWide else { return }
    let start = row * size.columns
    if range.lowerBound > 0, cells[start + range.lowerBound].isContinuation {
      cells[start + range.lowerBound - 1] = .blank(cells[start + range.lowerBound - 1].style)
    }
    if range.upperBound < size.columns, cells[start + range.upperBound].isContinuation {
      cells[start + range.upperBound] = .blank(cells[start + range.upperBound].style)
    }
  }
}
