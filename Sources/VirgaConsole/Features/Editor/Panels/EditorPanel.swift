import VirgaCanvas
import VirgaSource

/// Draws the text of a config editor with its line numbers and problems.
struct EditorPanel {
  let editor: ConfigEditor
  let layout: EditorLayout
  /// The titles to choose from, the longest first.
  let titles: [DisplayText]
  /// Says that the session has another config than that from which the text started; empty if it
  /// has not.
  var conflictNote: DisplayText = .empty
  let hasFocus: Bool
  var showsCursor = true

  /// Draws the border with title and state, the visible lines with their numbers, and the problems.
  func draw(on canvas: inout Canvas) {
    guard !layout.whole.isEmpty else { return }
    let lines = editor.scroll.window(count: editor.buffer.lines.count, height: layout.text.rows)
    drawBorder(showing: lines, on: &canvas)
    for (row, line) in lines.enumerated() {
      drawGutter(line, in: layout.gutter.line(row), on: &canvas)
      let drawnRow = DrawnRow(
        cells: editor.cells(of: line), area: layout.text.line(row),
        firstVisibleColumn: editor.firstVisibleColumn(of: line))
      drawLine(line, drawnRow, on: &canvas)
    }
    drawProblems(on: &canvas)
  }

  /// Draws the border with title, state and, if it fits beside them, how far the text is visible.
  private func drawBorder(showing lines: Range<Int>, on canvas: inout Canvas) {
    let noteBeforeState: DisplayText = conflictNote.isEmpty ? .empty : conflictNote + " · "
    let subtitle = noteBeforeState + state
    let textArea = BorderText.area(in: layout.whole, hasFocus: hasFocus, isASCII: canvas.isASCII)
    // The subtitle has the number of problems, so it is preferred to a longer title.
    let fittingTitle = titles.first { BorderText.hasRoom(for: $0, and: subtitle, in: textArea) }
    let title = fittingTitle ?? titles.last ?? .empty
    let scrollPosition = Prose.scrollPosition(
      from: lines.lowerBound, rows: lines.count, of: editor.buffer.lines.count)
    let withPosition = [subtitle, scrollPosition].filter { !$0.isEmpty }.joined(separator: " · ")
    let showsPosition = BorderText.hasRoom(for: title, and: withPosition, in: textArea)
    canvas.drawBorder(
      layout.whole, title: title, subtitle: showsPosition ? withPosition : subtitle,
      hasFocus: hasFocus)
  }

  /// Draws the visible problems, and the line above them if the layout has room for it.
  private func drawProblems(on canvas: inout Canvas) {
    guard !layout.problems.isEmpty else { return }
    canvas.draw(layout.problemLines.visibleLines, in: layout.problems)
    if !layout.rule.isEmpty { drawRule(on: &canvas) }
  }

  /// Draws the line above the problems, such as `─ problem 3 of 9 ──── 2 above, 4 below ─`: the
  /// number of the problem at the cursor, and how many are hidden on each side.
  private func drawRule(on canvas: inout Canvas) {
    canvas.fill(layout.rule, style: .border, glyph: "─")
    let lineAtSides = 1
    canvas.draw(
      DisplayText(" \(titleOfProblems) "), at: layout.rule.origin.moved(columns: lineAtSides),
      style: .dim)
    let note = noteOnHiddenProblems
    guard !note.isEmpty else { return }
    canvas.drawRightAligned(
      DisplayText(" \(note) "),
      at: Point(column: layout.rule.endColumn - lineAtSides, row: layout.rule.row), style: .dim)
  }

  /// The number of the problem at the cursor, as in `problem 3 of 9`; if none is there, how many
  /// problems the text has.
  private var titleOfProblems: String {
    let count = editor.findings.count
    guard let index = editor.currentFindingIndex else { return editor.findingCountInWords }
    return count == 1 ? "problem" : "problem \(index + 1) of \(count)"
  }

  /// How many problems are out of sight, as in `2 above, 4 below`; empty if none is.
  private var noteOnHiddenProblems: String {
    let hidden = layout.problemLines.hiddenCounts(of: editor.findings.count)
    var notes: [String] = []
    if hidden.before > 0 { notes.append("\(hidden.before) above") }
    if hidden.behind > 0 { notes.append("\(hidden.behind) below") }
    return notes.joined(separator: ", ")
  }

  /// The state of the text: not checked yet, its number of problems, or not applied; empty if the
  /// text is applied.
  private var state: DisplayText {
    // Only a large text waits for a pause; a small one is checked with each key.
    if editor.isUnchecked, !editor.isSmall { return "checked when you pause" }
    if !editor.findings.isEmpty { return DisplayText(editor.findingCountInWords) }
    return editor.isChanged ? "not applied" : ""
  }

  /// Draws the number of a line, and behind it the mark of the first problem in it.
  private func drawGutter(_ line: Int, in area: Rectangle, on canvas: inout Canvas) {
    let isCurrent = hasFocus && line == editor.cursor.line
    // The number ends before the mark; after it, the last column of the gutter is blank.
    let cellOfMark = Point(column: area.endColumn - 2, row: area.row)
    canvas.drawRightAligned(
      DisplayText("\(line + 1)"), at: cellOfMark, style: isCurrent ? .text.bold() : .dim,
      within: area.columns)
    let finding = editor.findings.first { finding in
      let (start, end) = (finding.range.lowerBound, finding.range.upperBound)
      return start.line <= line && line <= end.line
    }
    guard let severity = finding?.problem.severity else { return }
    canvas.draw(severity.sign, at: cellOfMark, style: severity.signStyle)
  }

  /// Draws a line; the styles that come later replace or add to those before.
  private func drawLine(_ line: Int, _ row: DrawnRow, on canvas: inout Canvas) {
    drawText(of: line, row, on: &canvas)
    markProblems(in: line, row, on: &canvas)
    markSelection(in: line, row, on: &canvas)
    drawEllipses(row, on: &canvas)
    let hasCursor = hasFocus && showsCursor && line == editor.cursor.line
    if hasCursor {
      // Behind a line that fills the area, the cursor is on its last cell.
      let column = row.cells.column(of: editor.cursor.offset) - editor.firstVisibleColumn
      let lastColumn = row.area.columns - 1
      canvas.cursor = row.area.origin.moved(columns: min(column, lastColumn))
    }
  }

  /// Draws the visible part of a line with the colors of JSON; control characters look like a
  /// warning, except tabs between tokens, which JSON allows.
  private func drawText(of line: Int, _ row: DrawnRow, on canvas: inout Canvas) {
    let visibleColumns = row.firstVisibleColumn..<row.firstVisibleColumn + row.area.columns
    canvas.draw(row.cells.text.slice(visibleColumns), at: row.area.origin)
    let tokens = JSONToken.tokens(of: editor.buffer.lines[line])
    for token in tokens {
      canvas.restyle(row.cells(of: token.range)) { _ in Style(token.role) }
    }
    let offsetsInTokens = row.cells.offsetsOfControlCharacters.filter { offset in
      tokens.contains { $0.range.contains(offset) }
    }
    for offset in offsetsInTokens {
      canvas.restyle(row.cells(of: offset..<offset + 1)) { _ in .warning }
    }
  }

  /// Underlines the problems of a line in the color of their severity.
  private func markProblems(in line: Int, _ row: DrawnRow, on canvas: inout Canvas) {
    let length = editor.buffer.length(of: line)
    for finding in editor.findings {
      guard let part = finding.range.part(in: line, length: length) else { continue }
      // Missing text has no cells: mark the cell where it should be.
      let cells = part.isEmpty ? row.cell(at: part.lowerBound) : row.cells(of: part)
      // The color replaces that of the token, which stays bold if it was.
      let mark = finding.problem.severity.style.underlined()
      canvas.restyle(cells) { old in Style(mark.role, old.emphasis.union(mark.emphasis)) }
    }
  }

  /// Reverses the selected part of a line, and one cell after it if its line end is selected too.
  private func markSelection(in line: Int, _ row: DrawnRow, on canvas: inout Canvas) {
    let selected = editor.selection.range
    let length = editor.buffer.length(of: line)
    guard !selected.isEmpty, let part = selected.part(in: line, length: length) else { return }
    canvas.reverse(row.cells(of: part))
    let goesOn = selected.upperBound.line > line
    if goesOn { canvas.reverse(row.cell(at: length)) }
  }

  /// Draws `…` at the edges beyond which a line goes on.
  private func drawEllipses(_ row: DrawnRow, on canvas: inout Canvas) {
    let columns = row.cells.text.columns
    // An empty line has nothing out of sight.
    let isCutAtStart = row.firstVisibleColumn > 0 && columns > 0
    if isCutAtStart { canvas.draw("…", at: row.area.origin, style: .dim) }
    let isCutAtEnd = columns > row.firstVisibleColumn + row.area.columns
    if isCutAtEnd { canvas.draw("…", at: row.area.right(1).origin, style: .dim) }
  }
}

/// A line of the text in a row of the screen: maps bytes of the line to cells.
struct DrawnRow {
  let cells: LineCells
  let area: Rectangle
  let firstVisibleColumn: Int

  /// The visible cells of bytes.
  func cells(of range: Range<Int>) -> Rectangle {
    let start = cells.column(of: range.lowerBound)
    return visibleCells(from: start, columns: cells.column(of: range.upperBound) - start)
  }

  /// The cell where the byte at `offset` is or would be.
  func cell(at offset: Int) -> Rectangle {
    visibleCells(from: cells.column(of: offset), columns: 1)
  }

  /// The cells of the screen for `columns` of the line from `column` on, as far as they are in the
  /// area.
  private func visibleCells(from column: Int, columns: Int) -> Rectangle {
    let columnOnScreen = area.column + column - firstVisibleColumn
    return Rectangle(column: columnOnScreen, row: area.row, columns: columns, rows: 1)
      .intersection(area)
  }
}
