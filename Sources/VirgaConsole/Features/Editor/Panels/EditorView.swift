import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaWorkbench

/// The panel of the config editor.
struct EditorView: PanelView {
  let panel = Panel.editor

  /// Draws the text, and in the lower border the path of the value at the cursor; without a text,
  /// how to write one.
  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let editor = model.editor, let layout = model.editorLayout,
      let config = model.features.editedConfig(model.shared)
    else { return drawEmptyPanel(model, on: &canvas) }
    let hasFocus = model.focus == .editor
    // An edit patches the config of the last enrolled branch that configures the feature; for the
    // config of a branch, the titles leave this out.
    let patchedBranch = model.layers.enrolled[config.feature]?.contributionsInEffect.last?.branch
    let hasConflict = model.features.editing.hasConflict(in: config, model.session)
    // The applied config is another one than the text started from.
    let conflictNote: DisplayText = hasConflict ? "\(config.noun) changed" : .empty
    EditorPanel(
      editor: editor, layout: layout, titles: config.titles(overBranch: patchedBranch),
      conflictNote: conflictNote, hasFocus: hasFocus,
      showsCursor: model.overlay == nil
    ).draw(on: &canvas)
    if hasFocus { drawPath(atCursorOf: editor, in: layout.whole, model, on: &canvas) }
  }

  /// Draws the panel without a text to edit: how to write one, as in `none; i writes one`, if the
  /// selected feature can have an edit.
  private func drawEmptyPanel(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    canvas.drawBorder(area, title: DisplayText(panel.title), hasFocus: model.focus == panel)
    let canWrite = model.selectedFeature != nil && !model.options.isReadOnly
    // The key is named whichever panel has the focus, even if it only works in another one.
    let key = canWrite ? model.key(of: "edit-config", inAnyContext: true) : nil
    guard let key else { return }
    canvas.draw([StyledLine(DisplayText("none; \(key) writes one"), .dim)], in: area.inset(by: 1))
  }

  /// Draws the path of the value at the cursor into the lower border, cut at its start, unless that
  /// has too little room beside the names of the hidden panels.
  private func drawPath(
    atCursorOf editor: ConfigEditor, in area: Rectangle, _ model: Model, on canvas: inout Canvas
  ) {
    let columns = columnsForPath(in: area, model)
    let fewestColumns = 6
    guard columns >= fewestColumns, let path = editor.pathAtCursor, !path.isRoot else { return }
    let visiblePath = DisplayText(path.description).truncatedAtStart(to: columns)
    let start = Point(column: area.column + Self.visibleBorderColumns, row: area.endRow - 1)
    canvas.draw(" " + visiblePath + " ", at: start, style: .dim)
  }

  /// What stays visible of the lower border at each side: the corner and one column.
  private static let visibleBorderColumns = 2

  /// The columns that a path can have in the lower border, beside the names of the hidden panels;
  /// less than 0 if it has no room at all.
  private func columnsForPath(in area: Rectangle, _ model: Model) -> Int {
    let blanksAroundText = 2
    // Nil if no panel is hidden.
    let namesOfHiddenPanels = hiddenPanels(of: model)
    let columnsOfNames = namesOfHiddenPanels.map { $0.columns + blanksAroundText } ?? 0
    let borderBeforeNames = 2
    let columnsOfText =
      area.columns - 2 * Self.visibleBorderColumns - borderBeforeNames - columnsOfNames
    return columnsOfText - blanksAroundText
  }

  func rowsArea(in model: Model) -> Rectangle {
    model.editorLayout?.text ?? model.layout.inside(panel)
  }
  func count(in model: Model) -> Int { model.editor?.buffer.lines.count ?? 0 }
  func cursorRow(in model: Model) -> Int { model.editor?.cursor.line ?? 0 }

  /// The text for plain mode: its numbered lines, such as `3   "enabled": true`, and then its
  /// problems.
  func lines(of model: Model) -> [StyledLine] {
    guard let editor = model.editor else { return [] }
    let text = editor.buffer.lines.enumerated().map { index, line in "\(index + 1) \(line)" }
    let problems = editor.findings.map { finding in
      "problem \(editor.sourcePosition(of: finding)) \(finding.problem.sentence)"
    }
    return (text + problems).map { StyledLine(DisplayText($0)) }
  }

  /// The lines that a search finds matches in, as they are drawn.
  func searchedText(in model: Model) -> SearchedText {
    guard let editor = model.editor else { return SearchedText(lines: [], top: 0, startColumn: 0) }
    // Only the line of the cursor scrolls sideways; its first characters are out of sight.
    let scrolledLine = (line: editor.cursor.line, columns: editor.firstVisibleColumn)
    return SearchedText(
      lines: editor.buffer.lines.indices.map { line in editor.cells(of: line).text.plain },
      top: editor.scroll.top, startColumn: 0, scrolledLine: scrolledLine)
  }

  /// Moves the cursor to a match of the search.
  func showMatch(inLine line: Int, at column: Int, in model: inout Model) {
    model.edit { editor in
      let offset = editor.cells(of: line).offset(at: column)
      editor.go(to: TextPosition(line: line, offset: offset))
    }
  }

  /// Moves the cursor down by rows, or up by a negative number.
  func move(by rows: Int, in model: inout Model) { model.edit { $0.move(.rows(rows)) } }

  /// Scrolls the problems if the mouse is over them; else moves the cursor.
  func slide(by rows: Int, at point: Point, in model: inout Model) {
    let isOverProblems = model.editorLayout?.problems.contains(point) == true
    if isOverProblems {
      // One line at a time, because few problems are visible.
      model.edit { $0.problemShift += rows.signum() }
    } else {
      move(by: rows, in: &model)
    }
  }

  /// Focuses the text, and moves the cursor to the clicked position or problem.
  ///
  /// If editing is not possible, focuses the values and says why.
  func click(at point: Point, isDoubleClick: Bool, in model: inout Model) -> Outcome {
    // The click has already moved the focus, but `lastFocus` is that of the event before.
    let hadFocus = model.navigation.lastFocus[.features] == .editor
    let editConfig = CommandTable.command(named: "edit-config")
    if !hadFocus, case .refused(let reason)? = editConfig?.availability(in: model) {
      model.shared.focus = .values
      return .refused(reason)
    }
    // Opening may load the text, so it is carried out before the clicked position is looked up in
    // it.
    let outcome = hadFocus ? [] : model.carryOut(model.features.openText(model.shared))
    if let position = target(ofClickAt: point, in: model) { model.edit { $0.go(to: position) } }
    return outcome
  }

  /// Where a click moves the cursor: to the clicked position of the text, or to the start of the
  /// clicked problem; nil for any other part of the panel.
  private func target(ofClickAt point: Point, in model: Model) -> TextPosition? {
    guard let layout = model.editorLayout, let editor = model.editor else { return nil }
    let isInText = layout.gutter.contains(point) || layout.text.contains(point)
    if isInText { return layout.position(at: point, in: editor) }
    guard layout.problems.contains(point) else { return nil }
    let row = point.row - layout.problems.row
    let index = layout.problemLines.problemIndex(inRow: row)
    return index.map { editor.findings[$0].range.lowerBound }
  }

  /// Selects the text from where the mouse button was pressed to the cell under the mouse.
  func drag(to point: Point, in model: inout Model) {
    guard let layout = model.editorLayout, let editor = model.editor, layout.text.contains(point)
    else { return }
    let position = layout.position(at: point, in: editor)
    model.edit { $0.go(to: position, extends: true) }
  }
}
