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
  /// The cells row by row: that of column 3 in row 1 is at `columns + 3`.
  var cells: [Cell]
  /// The glyphs of more than one scalar, such as `é` of a letter and an accent, to which cells
  /// refer by index.
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

  /// The index in ``cells`` of a point on the canvas.
  func index(_ point: Point) -> Int { point.row * size.columns + point.column }

  /// The scalar as this canvas draws it: its ASCII replacement on one for ASCII.
  func drawable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    isASCII ? scalar.asciiFallback : scalar
  }

  /// The text that a cell shows; empty for the second half of a wide glyph.
  func text(of cell: Cell) -> String {
    if cell.isContinuation { return "" }
    if let cluster = cell.cluster { return clusters[cluster] }
    return Unicode.Scalar(cell.glyph).map { String($0) } ?? " "
  }

  /// Adds a mark, such as an accent, to the glyph of the cell at an index of ``cells``.
  mutating func add(mark: Unicode.Scalar, to index: Int) {
    let cell = cells[index]
    var cluster = text(of: cell)
    cluster.unicodeScalars.append(mark)
    let clusterIndex = clusters.lastIndex(of: cluster) ?? clusters.endIndex
    let isNew = clusterIndex == clusters.endIndex
    if isNew { clusters.append(cluster) }
    cells[index] = Cell(
      glyph: Cell.clusterBit | UInt32(clusterIndex), style: cell.style, span: cell.span)
  }

  /// Blanks the halves of wide glyphs that would remain beside `range` when it is overwritten.
  mutating func blankCutGlyphs(around range: Range<Int>, row: Int) {
    guard hasWide else { return }
    let first = row * size.columns + range.lowerBound
    let end = row * size.columns + range.upperBound
    // A second half at the start loses its first half, and one after the end its own.
    if range.lowerBound > 0, cells[first].isContinuation {
      cells[first - 1] = .blank(cells[first - 1].style)
    }
    if range.upperBound < size.columns, cells[end].isContinuation {
      cells[end] = .blank(cells[end].style)
    }
  }
}
