/// A frame: cells with glyphs and meanings, and where the cursor stands.
///
/// Any coordinates are safe: what lies outside is not drawn. A glyph of two cells that is half overwritten or half
/// outside leaves a blank, never half a glyph.
package struct Canvas: Sendable {
  /// How many cells there are.
  package let size: Size
  /// Where the terminal's cursor goes; hidden where there is none.
  package var cursor: Point?
  /// Whether everything drawn becomes its ASCII twin, for terminals that can show no more.
  package let isASCII: Bool
  var cells: [Cell]
  private(set) var clusters: [String] = []
  /// Whether a wide glyph was ever drawn, so that halves of some can be left over.
  var hasWide = false

  /// The most columns and rows that a canvas has.
  package static let largest = Size(columns: 2000, rows: 1000)

  /// A blank frame of the given size, or of `largest` where that is smaller.
  package init(size: Size, isASCII: Bool = false) {
    let columns = min(size.columns, Self.largest.columns)
    self.size = Size(columns: columns, rows: min(size.rows, Self.largest.rows))
    self.isASCII = isASCII
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  /// All of it.
  package var bounds: Rectangle { size.bounds }

  /// The cell at a place; a blank outside.
  package subscript(point: Point) -> Cell {
    bounds.contains(point) ? cells[index(point)] : .blank
  }

  /// The safe text of the glyph at a place; empty for the second half of a wide one.
  package func glyph(at point: Point) -> String { text(of: self[point]) }

  func index(_ point: Point) -> Int { point.row * size.columns + point.column }

  func text(of cell: Cell) -> String {
    if cell.isContinuation { return "" }
    if let cluster = cell.cluster { return clusters[cluster] }
    return Unicode.Scalar(cell.glyph).map { String($0) } ?? " "
  }

  /// Adds a mark to the glyph of a cell.
  mutating func add(mark: Unicode.Scalar, to index: Int) {
    var cluster = text(of: cells[index])
    cluster.unicodeScalars.append(mark)
    let place = clusters.lastIndex(of: cluster) ?? clusters.endIndex
    if place == clusters.endIndex { clusters.append(cluster) }
    let cell = cells[index]
    cells[index] = Cell(glyph: Cell.clusterBit | UInt32(place), style: cell.style, span: cell.span)
  }

  /// Blanks the halves of wide glyphs that would be left over when the cells of `range` are overwritten.
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
