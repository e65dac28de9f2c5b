import VirgaCanvas
import VirgaSource

struct EditorPanel {
  let editor: ConfigEditor
  let layout: EditorLayout
  /// What the text may be called, the longest first.
  let titles: [DisplayText]
  /// Whether the edit is another one than that over which the text was begun.
  var isOverOther = false
  let hasFocus: Bool
  var showsCursor = true

  func draw(on canvas: inout Canvas) {
    guard !layout.edit.isEmpty else { return }
    let subtitle = (isOverOther ? "edit changed · " : "") + Self.subtitle(of: editor)
    // The note has the number of problems, so it is preferred to a longer title.
    let title = titles.first { $0.columns + subtitle.columns + 9 <= layout.edit.columns } ?? titles.last ?? .empty
    canvas.drawBorder(layout.edit, title: title, subtitle: subtitle, hasFocus: hasFocus)
    let count = editor.folds.rowCount(of: editor.buffer.lines.count)
    let lines = (editor.top..<max(editor.top, min(count, editor.top + layout.text.rows))).map(editor.folds.line)
    for (row, line) in lines.enumerated() {
      let isCurrent = hasFocus && line == editor.cursor.line
      Self.drawGutter(line, of: editor, isCurrent: isCurrent, in: layout.gutter.line(row), on: &canvas)
      Self.drawLine(line, of: editor, in: layout.text.line(row), showsCursor: hasFocus && showsCursor, on: &canvas)
    }
    if hasFocus { Self.markBrackets(of: editor, layout, lines, on: &canvas) }
    Self.drawSearch(editor, in: layout.search, showsCursor: hasFocus && showsCursor, on: &canvas)
    Self.drawProblems(editor, layout, on: &canvas)
  }

  private static func drawProblems(_ editor: ConfigEditor, _ layout: EditorLayout, on canvas: inout Canvas) {
    guard !layout.problems.isEmpty, !editor.findings.isEmpty else { return }
    let count = editor.findings.count
    let lines = ProblemLines(editor, columns: layout.problems.columns - 2, rows: layout.problems.rows)
    for (row, line) in lines.window.enumerated() {
      canvas.draw(line, at: layout.problems.line(row).origin.moved(columns: 1), within: layout.problems.columns - 2)
    }
    guard !layout.rule.isEmpty else { return }
    canvas.fill(layout.rule, style: .border, glyph: "─")
    let title =
      editor.currentFinding.map { count == 1 ? "problem" : "problem \($0 + 1) of \(count)" } ?? editor.findingCount
    canvas.draw(DisplayText(" \(title) "), at: layout.rule.origin.moved(columns: 1), style: .dim)
    let hidden = lines.hidden(of: count)
    let parts = [
      hidden.before > 0 ? "\(hidden.before) above" : nil, hidden.behind > 0 ? "\(hidden.behind) below" : nil,
    ]
    let more = parts.compactMap(\.self).joined(separator: ", ")
    guard !more.isEmpty else { return }
    canvas.drawRightAligned(
      DisplayText(" \(more) "), at: Point(column: layout.rule.endColumn - 1, row: layout.rule.row), style: .dim)
  }

  private static func subtitle(of editor: ConfigEditor) -> DisplayText {
    // A quick check keeps the old count until it is done, to avoid flicker.
    if editor.isUnchecked, !editor.isCompleted { return "checking" }
    if !editor.findings.isEmpty { return DisplayText(editor.findingCount) }
    return editor.isChanged ? "not applied" : ""
  }

  private static func drawGutter(
    _ line: Int, of editor: ConfigEditor, isCurrent: Bool, in area: Rectangle, on canvas: inout Canvas
  ) {
    let number = Point(column: area.endColumn - 3, row: area.row)
    canvas.drawRightAligned(
      DisplayText("\(line + 1)"), at: number, style: isCurrent ? .text.bold() : .dim, within: area.columns)
    let fold = editor.folds.fold(at: line)
    let last = fold?.last ?? line
    if let finding = editor.findings.first(where: {
      $0.range.lowerBound.line <= last && line <= $0.range.upperBound.line
    }) {
      canvas.draw(PanelSymbols.problem, at: number, style: finding.problem.severity.style.bold())
    }
    if fold != nil {
      canvas.draw(PanelSymbols.closed, at: number.moved(columns: 1), style: .accent)
    } else if isCurrent, editor.buffer.opener(of: line) != nil {
      canvas.draw(PanelSymbols.open, at: number.moved(columns: 1), style: .accent)
    }
  }

  private static func drawLine(
    _ line: Int, of editor: ConfigEditor, in area: Rectangle, showsCursor: Bool, on canvas: inout Canvas
  ) {
    let text = editor.buffer.lines[line]
    let cells = editor.cells(of: line)
    let row = DrawnRow(cells: cells, area: area, left: editor.left)
    let seen = cells.offset(at: editor.left)..<cells.offset(at: editor.left + area.columns) + 1
    canvas.draw(cells, of: text, from: editor.left, tokens: JSONToken.tokens(of: text, in: seen), in: area)
    for match in editor.matches(in: line) { canvas.restyle(row.cells(of: match)) { Style(.match, $0.emphasis) } }
    for finding in editor.findings { mark(finding, in: line, row, text.utf8.count, on: &canvas) }
    drawSelection(in: line, of: editor, row, text.utf8.count, on: &canvas)
    if let fold = editor.folds.fold(at: line) { drawFold(fold, of: editor, behind: row, on: &canvas) }
    if editor.left > 0, cells.columns > 0 { canvas.draw("…", at: area.origin, style: .dim) }
    if cells.columns > editor.left + area.columns { canvas.draw("…", at: area.right(1).origin, style: .dim) }
    if showsCursor, line == editor.cursor.line, !editor.search.isTyping {
      canvas.cursor = area.origin.moved(
        columns: min(cells.column(of: editor.cursor.offset) - editor.left, area.columns - 1))
    }
  }

  private static func mark(
    _ finding: ConfigEditor.Finding, in line: Int, _ row: DrawnRow, _ length: Int, on canvas: inout Canvas
  ) {
    guard let part = finding.range.part(in: line, length: length) else { return }
    // Missing text has no cells: mark the cell where it should be.
    let cells = part.isEmpty ? row.cell(at: part.lowerBound) : row.cells(of: part)
    let style = finding.problem.severity.style.underlined()
    canvas.restyle(cells) { Style(style.role, $0.emphasis.union(style.emphasis)) }
  }

  private static func drawSelection(
    in line: Int, of editor: ConfigEditor, _ row: DrawnRow, _ length: Int, on canvas: inout Canvas
  ) {
    guard !editor.selection.isEmpty, let part = editor.selection.range.part(in: line, length: length) else { return }
    canvas.reverse(row.cells(of: part))
    if editor.selection.range.upperBound.line > line { canvas.reverse(row.cell(at: length)) }
  }

  private static func drawFold(
    _ fold: TextFolds.Fold, of editor: ConfigEditor, behind row: DrawnRow, on canvas: inout Canvas
  ) {
    let closing = editor.buffer.lines[fold.last]
    let blanks = editor.buffer.indentation(of: fold.last)
    let end = DisplayText(String(Substring(closing.utf8.dropFirst(blanks).prefix(20))))
    let rest = StyledLine(of: (" … ", .accent), (end, .punctuation), ("  \(fold.last - fold.first) lines", .dim))
    let column = row.cells.columns - row.left
    guard column >= 0, column < row.area.columns else { return }
    canvas.draw(rest, at: row.area.origin.moved(columns: column), within: row.area.columns - column)
  }

  private static func markBrackets(
    of editor: ConfigEditor, _ layout: EditorLayout, _ lines: [Int], on canvas: inout Canvas
  ) {
    guard editor.selection.isEmpty, let first = lines.first, let last = lines.last else { return }
    let cursor = editor.cursor
    for position in [cursor, TextPosition(line: cursor.line, offset: cursor.offset - 1)] where position.offset >= 0 {
      guard let partner = editor.buffer.partner(of: position, in: first..<last + 1) else { continue }
      for end in [position, partner] {
        guard let row = lines.firstIndex(of: end.line) else { continue }
        let cells = editor.cells(of: end.line)
        let drawn = DrawnRow(cells: cells, area: layout.text.line(row), left: editor.left)
        canvas.restyle(drawn.cell(at: end.offset)) { Style(.accent, $0.emphasis.union([.bold, .underline])) }
      }
      return
    }
  }

  private static func drawSearch(_ editor: ConfigEditor, in area: Rectangle, showsCursor: Bool, on canvas: inout Canvas)
  {
    guard !area.isEmpty else { return }
    let start = area.origin.moved(columns: 1)
    canvas.draw("/", at: start, style: .accent.bold())
    canvas.draw(
      DisplayText(editor.search.field.text), at: start.moved(columns: 2), style: .match, within: area.columns - 16)
    if let count = editor.search.count {
      let text = DisplayText("\(count.current) of \(count.all)")
      canvas.drawRightAligned(text, at: Point(column: area.endColumn - 1, row: area.row), style: .dim)
    }
    guard editor.search.isTyping, showsCursor else { return }
    let caret = DisplayText(editor.search.field.beforeCaret).columns
    canvas.cursor = start.moved(columns: 2 + min(caret, max(0, area.columns - 16)))
  }
}

/// A drawn line of the text, used to find its cells.
struct DrawnRow {
  let cells: LineCells
  let area: Rectangle
  let left: Int

  /// The visible cells of some bytes.
  func cells(of range: Range<Int>) -> Rectangle {
    let start = max(cells.column(of: range.lowerBound), left)
    let end = min(cells.column(of: range.upperBound), left + area.columns)
    return Rectangle(column: area.column + start - left, row: area.row, columns: max(0, end - start), rows: area.rows)
  }

  /// The cell where the byte at `offset` is or would be.
  func cell(at offset: Int) -> Rectangle {
    let column = cells.column(of: offset) - left
    let isSeen = column >= 0 && column < area.columns
    return Rectangle(column: area.column + column, row: area.row, columns: isSeen ? 1 : 0, rows: area.rows)
  }
}

extension Range<TextPosition> {
  /// The bytes of a line in the range; nil if there are none.
  func part(in line: Int, length: Int) -> Range<Int>? {
    guard lowerBound.line <= line, line <= upperBound.line else { return nil }
    let start = lowerBound.line == line ? Swift.min(lowerBound.offset, length) : 0
    let end = upperBound.line == line ? Swift.min(upperBound.offset, length) : length
    return start..<Swift.max(start, end)
  }
}
