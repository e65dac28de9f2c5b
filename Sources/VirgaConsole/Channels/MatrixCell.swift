import VirgaCanvas
import VirgaExperiments
import VirgaManifest
import VirgaSource

/// How a cell of the matrix is drawn and spoken: its value, cut to the column, with the session's
/// mark.
enum MatrixCell {
  /// The maximum width that a cell asks for, in terminal columns: more than a wide terminal leaves
  /// to one column.
  private static let maxColumns = 200

  /// The width that shows the whole cell; without a value, 1 for the sign `–`.
  static func columns(of cell: ComparedCell) -> Int {
    guard cell.isPresent else { return 1 }
    return min(content(cell).text.columns + sessionMark(cell).columns, maxColumns)
  }

  /// The lines of each cell of a row, in columns of the given `widths`, at most `rows` lines each.
  ///
  /// A cell that equals the one before it is dim. A mark follows a value that the session sets.
  ///
  /// If cutting makes different values look the same, they are cut so that they differ: of two URLs
  /// with the same start, their different parts are shown.
  static func lines(_ cells: [ComparedCell], widths: [Int], atMost rows: Int) -> [[StyledLine]] {
    let contents = cells.map(content)
    let shown = distinctLines(
      of: contents.map(\.text), in: cells, widths: widths, atMost: rows)
    return cells.indices.map { index in
      let repeatsCellBefore = index > 0 && cells[index].isSame(as: cells[index - 1])
      let style = repeatsCellBefore ? .dim : contents[index].style
      var lines = shown[index].map { StyledLine($0, style) }
      if let last = lines.indices.last { lines[last].add(sessionMark(cells[index]), .changed) }
      return lines
    }
  }

  /// The lines of the text of each cell, without marks; different values look different.
  private static func distinctLines(
    of texts: [DisplayText], in cells: [ComparedCell], widths: [Int], atMost rows: Int
  ) -> [[DisplayText]] {
    let lines = cells.indices.map { index in
      wrapped(texts[index], of: cells[index], to: widths[index], atMost: rows)
    }
    guard hidesDifference(lines, of: cells) else { return lines }
    // Texts for the narrowest column, with room for the session's mark after a blank, fit into all
    // columns.
    let markColumns = 2
    let room = max(1, (widths.min() ?? 0) - markColumns)
    let distinct = DistinctCut.of(texts, to: room)
    return cells.indices.map { index in
      guard cells[index].isPresent else { return lines[index] }
      return wrapped(distinct[index], of: cells[index], to: widths[index], atMost: rows)
    }
  }

  /// The text of a cell in a column of a width, at most `rows` lines, with room left for the
  /// session's mark.
  private static func wrapped(
    _ text: DisplayText, of cell: ComparedCell, to width: Int, atMost rows: Int
  ) -> [DisplayText] {
    let room = width - sessionMark(cell).columns
    // A missing value is `– missing`; a column that is too narrow for the word shows only the sign.
    let showsOnlySign = !cell.isPresent && room < text.columns
    return showsOnlySign ? [text.prefix(1)] : text.wrapped(to: room, atMost: rows)
  }

  /// Whether two cells with different values have the same lines.
  private static func hidesDifference(_ lines: [[DisplayText]], of cells: [ComparedCell]) -> Bool {
    cells.indices.contains { one in
      cells.indices.dropFirst(one + 1).contains { other in
        lines[one] == lines[other] && !cells[one].isSame(as: cells[other])
      }
    }
  }

  /// The text of a cell in plain mode.
  static func words(_ cell: ComparedCell) -> String {
    guard cell.isPresent else { return "missing" }
    return sessionMark(cell).isEmpty ? cell.text : "\(cell.text) by this session"
  }

  /// The mark behind a value that the session sets, after a blank; empty for any other value.
  private static func sessionMark(_ cell: ComparedCell) -> DisplayText {
    let mark = cell.leaf.map { PanelSymbols.markAboveManifest(of: $0.layer) } ?? .empty
    return mark.isEmpty ? mark : " " + mark
  }

  /// The whole text of a cell, without the session's mark.
  private static func content(_ cell: ComparedCell) -> (text: DisplayText, style: Style) {
    switch cell {
    case .leaf(let leaf): (DisplayText(ValueText.short(leaf.value)), ValueText.style(leaf.value))
    case .type(let type): (DisplayText(type), .typeName)
    // A narrower column shows only the sign.
    case .missing, .noFeature: ("– missing", .dim)
    }
  }
}

extension DisplayText {
  /// Wraps the text to at most `rows` lines, the last one cut.
  fileprivate func wrapped(to columns: Int, atMost rows: Int) -> [DisplayText] {
    guard rows > 1 else { return [truncated(to: columns)] }
    // A value can be as long as a file: wrap only what fills the rows and one line more, which
    // tells whether text is missing. A blank follows each line.
    let wrappedColumns = (rows + 1) * (columns + 1)
    let lines = prefix(wrappedColumns).wrapped(to: columns)
    if lines.count <= rows { return lines }
    // The ellipsis shows that lines are missing, even if the last one has room for it.
    let last = (lines[rows - 1] + "…").truncated(to: columns)
    return lines.prefix(rows - 1) + [last]
  }
}

extension PanelSymbols {
  /// The mark of a layer above the manifest, as in `◆`; empty for layers of the manifest.
  static func markAboveManifest(of layer: Layer) -> DisplayText {
    layer.overridesManifest ? markAndStyle(of: layer)?.mark ?? .empty : .empty
  }

  /// The mark and style of a change by another manifest; a blank for none.
  static func change(_ change: ComparisonChange?) -> (mark: DisplayText, style: Style) {
    switch change {
    case .added: ("+", .changed)
    case .removed: ("-", .changed)
    case .retyped, .changed: ("~", .changed)
    case nil: (" ", .text)
    }
  }
}
