import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaWorkbench

struct EditorView: PanelView {
  let panel = Panel.editor
  let isSearched = false

  func draw(_ state: State, on canvas: inout Canvas) {
    guard let editor = state.editor, let layout = state.editorLayout, let id = state.selectedFeature?.id else { return }
    let hasFocus = state.focus == .editor
    var titles: [DisplayText] = [DisplayText("Edit of \(id)"), "Edit"]
    if let branch = state.layers.enrolled[id]?.counting.last?.branch {
      titles.insert(
        contentsOf: ["Edit of \(id)  over \(branch)", "Edit over \(branch)"].map { DisplayText($0) }, at: 0)
    }
    EditorPanel(
      editor: editor, layout: layout, titles: titles, isOverOther: state.editing.hasConflict(in: id, state.session),
      hasFocus: hasFocus, showsCursor: state.overlay == nil
    ).draw(on: &canvas)
    let area = layout.edit
    let room = area.columns - 6 - (hiddenPanels(of: state)?.columns ?? 0)
    guard hasFocus, let path = editor.path, !path.isRoot, room >= 8 else { return }
    let text = " " + DisplayText(path.description).truncatedAtStart(to: room - 2) + " "
    canvas.draw(text, at: Point(column: area.column + 2, row: area.endRow - 1), style: .dim)
  }

  func rowsArea(in state: State) -> Rectangle { state.editorLayout?.text ?? state.layout.inside(panel) }
  func count(in state: State) -> Int { state.editor?.buffer.lines.count ?? 0 }
  func cursorRow(in state: State) -> Int { state.editor?.cursor.line ?? 0 }

  func lines(of state: State) -> [StyledLine] {
    guard let editor = state.editor else { return [] }
    let text = editor.buffer.lines.enumerated().map { "\($0 + 1) \($1)" }
    let problems = editor.findings.map { finding in
      "problem \(editor.sourcePosition(of: finding)) \(finding.problem.sentence)"
    }
    return (text + problems).map { StyledLine(DisplayText($0)) }
  }

  func move(by rows: Int, in state: inout State) { state.edit { $0.move(.rows(rows)) } }

  func slide(by rows: Int, at point: Point, in state: inout State) {
    if state.editorLayout?.problems.contains(point) == true {
      state.edit { $0.problemView.shift += rows.signum() }
    } else {
      move(by: rows, in: &state)
    }
  }

  /// Focuses the text and moves the cursor to the clicked position; a click on a line number folds the line.
  func click(at point: Point, isSecond: Bool, in state: inout State) -> Outcome {
    let hadFocus = state.navigation.lastFocus[.features] == .editor
    if !hadFocus, case .refused(let reason)? = CommandTable.command(named: "edit-config")?.availability(in: state) {
      state.focus = .values
      return .refused(reason)
    }
    let outcome = hadFocus ? [] : TextEditing.open(&state)
    guard let layout = state.editorLayout, let editor = state.editor else { return outcome }
    if layout.gutter.contains(point) {
      let line = layout.position(at: point, in: editor).line
      state.edit { $0.toggleFold(at: line) }
    } else if layout.text.contains(point) {
      let position = layout.position(at: point, in: editor)
      state.edit { $0.go(to: position) }
    } else if layout.problems.contains(point) {
      let finding = layout.problemLines.finding(inRow: point.row - layout.problems.row).map { editor.findings[$0] }
      if let finding { state.edit { $0.go(to: finding.range.lowerBound) } }
    }
    return outcome
  }

  func drag(to point: Point, in state: inout State) {
    guard let layout = state.editorLayout, let editor = state.editor, layout.text.contains(point) else { return }
    let position = layout.position(at: point, in: editor)
    state.edit { $0.go(to: position, extends: true) }
  }
}
