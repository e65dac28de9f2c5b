import VirgaCanvas
import VirgaSource

/// Draws the text of a config editor with its line numbers and problems.
struct EditorPanel {
  let editor: ConfigEditor
  let layout: EditorLayout
  /// The titles to choose from, the longest first.
  let titles: [DisplayText]
  /// Whether the session has another edit than that from which the text started.
  var isOverOther = false
  let hasFocus: Bool
  var showsCursor = true

  func draw(on canvas: inout Canvas) {
    guard !layout.edit.isEmpty else { return }
    let subtitle = (isOverOther ? "edit changed · " : "") + subtitle
    // The subtitle has the number of problems, so it is preferred to a longer title.
    let columnsBesideTitles = 9
    let room = layout.edit.columns - subtitle.columns - columnsBesideTitles
    let title = titles.first { $0.columns <= room } ?? titles.last ?? .empty
    canvas.drawBorder(layout.edit, title: title, subtitle: subtitle, hasFocus: hasFocus)
    let lines = editor.scroll.window(count: editor.buffer.lines.count, height: layout.text.rows)
    for (row, line) in lines.enumerated() {
      drawGutter(line, in: layout.gutter.line(row), on: &canvas)
      drawLine(line, drawn(line, inRow: row), on: &canvas)
    }
    drawProblems(on: &canvas)
  }

  private func drawn(_ line: Int, inRow row: Int) -> DrawnRow {
    DrawnRow(cells: editor.cells(of: line), area: layout.text.line(row), left: editor.left)
  }

  /// Draws the visible problems, and the line above them with the number of the current one and the
  /// numbers of hidden ones.
  private func drawProblems(on canvas: inout Canvas) {
    guard !layout.problems.isEmpty, !editor.findings.isEmpty else { return }
    let count = editor.findings.count
    canvas.draw(layout.problemLines.window, in: layout.problems)
    guard !layout.rule.isEmpty else { return }
    canvas.fill(layout.rule, style: .border, glyph: "─")
    let title =
      editor.currentFinding.map { count == 1 ? "problem" : "problem \($0 + 1) of \(count)" }
      ?? editor.findingCount
    canvas.draw(DisplayText(" \(title) "), at: layout.rule.origin.moved(columns: 1), style: .dim)
    let hidden = layout.problemLines.hidden(of: count)
    var notes: [String] = []
    if hidden.before > 0 { notes.append("\(hidden.before) above") }
    if hidden.behind > 0 { notes.append("\(hidden.behind) below") }
    guard !notes.isEmpty else { return }
    canvas.drawRightAligned(
      DisplayText(" \(notes.joined(separator: ", ")) "),
      at: Point(column: layout.rule.endColumn - 1, row: layout.rule.row), style: .dim)
  }

  /// The state of the text: not checked yet, its number of problems, or not applied.
  private var subtitle: DisplayText {
    if editor.isUnchecked, !editor.isSmall { return "checked when you pause" }
    if !editor.findings.isEmpty { return DisplayText(editor.findingCount) }
    return editor.isChanged ? "not applied" : ""
  }

  /// Draws the number of a line, or marks the line if a problem is in it.
  private func drawGutter(_ line: Int, in area: Rectangle, on canvas: inout Canvas) {
    let isCurrent = hasFocus && line == editor.cursor.line
    let number = Point(column: area.endColumn - 2, row: area.row)
    canvas.drawRightAligned(
      DisplayText("\(line + 1)"), at: number, style: isCurrent ? .text.bold() : .dim,
      within: area.columns)
    let finding = editor.findings.first {
      $0.range.lowerBound.line <= line && line <= $0.range.upperBound.line
    }
    guard let finding else { return }
    canvas.draw(PanelSymbols.problem, at: number, style: finding.problem.severity.style.bold())
  }

  /// Draws a line: its text with the colors of JSON, then problems, selection, signs that it goes
  /// on to the left or right, and the cursor.
  private func drawLine(_ line: Int, _ row: DrawnRow, on canvas: inout Canvas) {
    let (text, cells, area) = (editor.buffer.lines[line], row.cells, row.area)
    canvas.draw(cells.text.slice(row.left..<row.left + area.columns), at: area.origin)
    for token in JSONToken.tokens(of: text) {
      canvas.restyle(row.cells(of: token.range)) { _ in Style(token.role) }
    }
    for offset in cells.odd { canvas.restyle(row.cells(of: offset..<offset + 1)) { _ in .warning } }
    for finding in editor.findings {
      guard let part = finding.range.part(in: line, length: text.utf8.count) else { continue }
      // Missing text has no cells: mark the cell where it should be.
      let cells = part.isEmpty ? row.cell(at: part.lowerBound) : row.cells(of: part)
      let style = finding.problem.severity.style.underlined()
      canvas.restyle(cells) { Style(style.role, $0.emphasis.union(style.emphasis)) }
    }
    let selected = editor.selection.range
    if !selected.isEmpty, let part = selected.part(in: line, length: text.utf8.count) {
      canvas.reverse(row.cells(of: part))
      if selected.upperBound.line > line { canvas.reverse(row.cell(at: text.utf8.count)) }
    }
    if editor.left > 0, cells.text.columns > 0 { canvas.draw("…", at: area.origin, style: .dim) }
    if cells.text.columns > editor.left + area.columns {
      canvas.draw("…", at: area.right(1).origin, style: .dim)
    }
    if hasFocus, showsCursor, line == editor.cursor.line {
      canvas.cursor = area.origin.moved(
        columns: min(cells.column(of: editor.cursor.offset) - editor.left, area.columns - 1))
    }
  }
}

/// A line of the text in a row of the screen: maps bytes of the line to cells.
struct DrawnRow {
  let cells: LineCells
  let area: Rectangle
  /// The first visible column.
  let left: Int

  /// The visible cells of bytes.
  func cells(of range: Range<Int>) -> Rectangle {
    let start = cells.column(of: range.lowerBound)
    return visible(from: start, columns: cells.column(of: range.upperBound) - start)
  }

  /// The cell where the byte at `offset` is or would be.
  func cell(at offset: Int) -> Rectangle { visible(from: cells.column(of: offset), columns: 1) }

  private func visible(from column: Int, columns: Int) -> Rectangle {
    Rectangle(column: area.column + column - left, row: area.row, columns: columns, rows: 1)
      .intersection(area)
  }
}
