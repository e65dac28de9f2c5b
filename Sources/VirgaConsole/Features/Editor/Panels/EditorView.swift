import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaWorkbench

/// The panel of the config editor.
struct EditorView: PanelView {
  let panel = Panel.editor

  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let editor = model.editor, let layout = model.editorLayout,
      let id = model.selectedFeature?.id
    else { return }
    let hasFocus = model.focus == .editor
    let branch = model.layers.enrolled[id]?.counting.last?.branch
    let titlesWithBranch: [DisplayText] =
      branch.map { ["Edit of \(id)  over \($0)", "Edit over \($0)"] } ?? []
    EditorPanel(
      editor: editor, layout: layout, titles: titlesWithBranch + ["Edit of \(id)", "Edit"],
      isOverOther: model.features.editing.hasConflict(in: id, model.session), hasFocus: hasFocus,
      showsCursor: model.overlay == nil
    ).draw(on: &canvas)
    // The path at the cursor goes into the lower border.
    let area = layout.edit
    let columnsOfBorder = 6
    let room = area.columns - columnsOfBorder - (hiddenPanels(of: model)?.columns ?? 0)
    guard hasFocus, room >= 8 else { return }
    guard let path = editor.path, !path.isRoot else { return }
    let text = " " + DisplayText(path.description).truncatedAtStart(to: room - 2) + " "
    canvas.draw(text, at: Point(column: area.column + 2, row: area.endRow - 1), style: .dim)
  }

  func rowsArea(in model: Model) -> Rectangle {
    model.editorLayout?.text ?? model.layout.inside(panel)
  }
  func count(in model: Model) -> Int { model.editor?.buffer.lines.count ?? 0 }
  func cursorRow(in model: Model) -> Int { model.editor?.cursor.line ?? 0 }

  func lines(of model: Model) -> [StyledLine] {
    guard let editor = model.editor else { return [] }
    let text = editor.buffer.lines.enumerated().map { "\($0 + 1) \($1)" }
    let problems = editor.findings.map { finding in
      "problem \(editor.sourcePosition(of: finding)) \(finding.problem.sentence)"
    }
    return (text + problems).map { StyledLine(DisplayText($0)) }
  }

  func searchedText(in model: Model) -> SearchedText {
    guard let editor = model.editor else { return SearchedText(lines: [], top: 0, column: 0) }
    return SearchedText(
      lines: editor.buffer.lines.indices.map { editor.cells(of: $0).text.plain },
      top: editor.scroll.top, column: -editor.left)
  }

  func showMatch(inLine line: Int, at column: Int, in model: inout Model) {
    model.edit {
      $0.go(to: TextPosition(line: line, offset: $0.cells(of: line).offset(at: column)))
    }
  }

  func move(by rows: Int, in model: inout Model) { model.edit { $0.move(.rows(rows)) } }

  /// Scrolls the problems if the mouse is over them; else moves the cursor.
  func slide(by rows: Int, at point: Point, in model: inout Model) {
    if model.editorLayout?.problems.contains(point) == true {
      model.edit { $0.problemShift += rows.signum() }
    } else {
      move(by: rows, in: &model)
    }
  }

  /// Focuses the text, and moves the cursor to the clicked position or problem.
  ///
  /// If editing is not possible, focuses the values and says why.
  func click(at point: Point, isSecond: Bool, in model: inout Model) -> Outcome {
    let hadFocus = model.navigation.lastFocus[.features] == .editor
    if !hadFocus,
      case .refused(let reason)? = CommandTable.command(named: "edit-config")?.availability(
        in: model)
    {
      model.shared.focus = .values
      return .refused(reason)
    }
    let outcome = hadFocus ? [] : model.settle(model.features.openText(model.shared))
    guard let layout = model.editorLayout, let editor = model.editor else { return outcome }
    let position = layout.position(at: point, in: editor)
    if layout.gutter.contains(point) || layout.text.contains(point) {
      model.edit { $0.go(to: position) }
    } else if layout.problems.contains(point) {
      let finding = layout.problemLines.finding(inRow: point.row - layout.problems.row).map {
        editor.findings[$0]
      }
      if let finding { model.edit { $0.go(to: finding.range.lowerBound) } }
    }
    return outcome
  }

  func drag(to point: Point, in model: inout Model) {
    guard let layout = model.editorLayout, let editor = model.editor, layout.text.contains(point)
    else { return }
    let position = layout.position(at: point, in: editor)
    model.edit { $0.go(to: position, extends: true) }
  }
}
