import VirgaCanvas
import VirgaManifest

/// What the matrix shows, and where: names first, then the columns in sight by their contents, and
/// the rows in sight.
///
/// Computed once for a frame or a click.
struct MatrixLayout {
  struct Column {
    let index: Int
    let heads: [DisplayText]
    /// The position of its separator, from the start of the names.
    let start: Int
    let width: Int
  }

  struct Row {
    let index: Int
    let area: Rectangle
    /// The name of a value, or the heading of a feature.
    let name: [StyledLine]
    /// The lines of each column in sight; none for a heading.
    let cells: [[StyledLine]]
  }

  private(set) var name = 0
  private(set) var columns: [Column] = []
  private(set) var rows: [Row] = []

  /// The width of a separator: a line with a blank on either side.
  static let gap = 3

  init(_ model: borrowing Model) {
    let (matrix, area) = (model.channels, MatrixPanel().rowsArea(in: model))
    let window = matrix.list.scroll.window(count: matrix.list.count, height: area.rows)
    let heads = matrix.columns.map { MatrixPanel.heads(of: $0, in: model) }
    placeColumns(
      of: model, heads, showing: window.compactMap(matrix.list.item), in: area.columns - 2)
    placeRows(of: matrix, window, in: area)
  }

  func row(at point: Point) -> Int? { rows.first { $0.area.contains(point) }?.index }

  private mutating func placeColumns(
    of model: Model, _ heads: [[DisplayText]], showing items: [MatrixItem], in room: Int
  ) {
    let matrix = model.channels
    let headWidths = heads.map { $0.map(\.columns).max() ?? 0 }
    let needed = headWidths.indices.map { column in
      items.map { MatrixCell.columns(of: $0.row.cells[column]) }.reduce(headWidths[column], max)
    }
    let names =
      matrix.list.matches.map { DisplayText(matrix.list.items[$0].name).columns }.max() ?? 0
    let widths = MatrixWidths(
      needed: needed, heads: headWidths,
      name: PanelSymbols.gutter + Self.lead(matrix) + names,
      cursor: matrix.column, in: room)
    name = widths.name
    var start = name
    for (index, width) in widths.columns {
      columns.append(Column(index: index, heads: heads[index], start: start, width: width))
      start += width + Self.gap
    }
  }

  /// Each row takes the lines of its name; if that leaves lines free, rows get more for their
  /// cells.
  private mutating func placeRows(
    of matrix: ChannelsScreen, _ window: Range<Int>, in area: Rectangle
  ) {
    let list = matrix.list
    // In a low panel, a cut name costs less than a row.
    let isCut = area.rows < 8 && list.count > area.rows
    let names = window.map { row in
      list.item(inRow: row).map { lines(of: $0, in: matrix, isCut: isCut) }
        ?? [Self.heading(list.heading(inRow: row) ?? "", matrix)]
    }
    func cells(_ row: Int, atMost rows: Int) -> [[StyledLine]] {
      guard let item = list.item(inRow: row) else { return [] }
      return MatrixCell.lines(
        columns.map { item.row.cells[$0.index] }, widths: columns.map(\.width), atMost: rows)
    }
    let seen = list.scroll.window(count: list.count, height: area.rows) {
      names[$0 - window.lowerBound].count
    }
    var heights = seen.map { names[$0 - window.lowerBound].count }
    if seen.count == list.count {
      let needed = seen.map { cells($0, atMost: area.rows).map(\.count).max() ?? 1 }
      while heights.reduce(0, +) < area.rows,
        let low = heights.indices.filter({ heights[$0] < needed[$0] }).min(by: {
          heights[$0] < heights[$1]
        })
      {
        heights[low] += 1
      }
    }
    rows = zip(seen, area.stacked(heights)).map { row, area in
      Row(
        index: row, area: area, name: names[row - window.lowerBound],
        cells: cells(row, atMost: area.rows))
    }
  }

  /// The cells before a name, with the mark of its change if there are several manifests.
  private static func lead(_ matrix: ChannelsScreen) -> Int { matrix.hasManifests ? 2 : 1 }

  /// A name with its mark, wrapped and indented after the first line.
  private func lines(of item: MatrixItem, in matrix: ChannelsScreen, isCut: Bool) -> [StyledLine] {
    let (mark, style) = PanelSymbols.change(item.change)
    let (name, lead) = (DisplayText(item.name), Self.lead(matrix))
    let room = self.name - PanelSymbols.gutter - lead
    let lines =
      isCut || name.columns <= room ? [name.truncatedAtStart(to: room)] : name.wrapped(to: room - 2)
    return lines.enumerated().map { index, line in
      StyledLine(
        of: index == 0 ? (mark.padded(to: lead), style) : (.blanks(lead + 2), .text),
        (line, item.differs ? .text : .dim))
    }
  }

  private static func heading(_ feature: String, _ matrix: ChannelsScreen) -> StyledLine {
    let (words, change) = matrix.absence(of: feature)
    let (mark, style) = PanelSymbols.change(change)
    return StyledLine(
      of: (matrix.hasManifests ? mark + " " : .empty, style.bold()),
      (DisplayText(feature), .text.bold()),
      (DisplayText(words.isEmpty ? "" : "  " + words), .changed))
  }
}
