import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

extension FeatureScreen {
  /// The panels while the selected feature has a text to see; nil where it has none, or there is no room for it.
  ///
  /// Large terminals show it below the values while the features or the values have the focus; on others it takes the place
  /// of the values while it has the focus itself.
  static func editorAreas(in body: Rectangle, of state: State) -> [Panel: Rectangle]? {
    guard state.hasText else { return nil }
    let isIn = state.isInEditor
    let arrangement = Layout.arrangement(of: state.size)
    var usual = Layout.featurePanels(
      in: body, arrangement: arrangement, focus: state.focus, problemCount: 0,
      names: state.workspace.commonNameWidth, listGrowth: state.listGrowth)
    guard arrangement == .beside, let list = usual[.features] else {
      return isIn ? editorParts(in: body, of: state) : nil
    }
    let right = body.droppingLeft(list.columns)
    guard body.rows >= 30 else {
      return isIn ? editorParts(in: right, of: state).merging([.features: list]) { first, _ in first } : nil
    }
    let hasDetails = body.rows >= 45
    guard isIn || state.focus == .features || state.focus == .values || hasDetails && state.focus == .details else {
      return nil
    }
    let values = isIn ? max(9, body.rows * 35 / 100) : hasDetails ? body.rows * 2 / 5 : body.rows / 2
    usual = [.features: list, .values: right.top(values)]
    var below = right.droppingTop(values)
    if hasDetails, !isIn {
      let details = body.rows / 5
      usual[.details] = below.top(details)
      below = below.droppingTop(details)
    }
    return usual.merging(editorParts(in: below, of: state)) { first, _ in first }
  }

  /// The text and its merged result; the one that has the focus where there is no room for both.
  private static func editorParts(in area: Rectangle, of state: State) -> [Panel: Rectangle] {
    guard let both = EditorLayout.beside(in: area) else { return [state.focus == .merged ? .merged : .editor: area] }
    return [.editor: both.edit, .merged: both.merged]
  }

  static func drawEditor(_ state: State, on canvas: inout Canvas) {
    guard let editor = state.editor, let layout = state.editorLayout, let id = state.selectedFeature?.id else { return }
    let hasFocus = state.focus == .editor
    var titles: [DisplayText] = [DisplayText("Edit of \(id)"), "Edit"]
    if let branch = state.layers.enrolled[id]?.counting.last?.branch {
      titles.insert(
        contentsOf: ["Edit of \(id)  over \(branch)", "Edit over \(branch)"].map { DisplayText($0) }, at: 0)
    }
    EditorPanel.draw(
      editor, layout, titles: titles, isOverOther: editor.isUnapplied && state.hasConflict(in: id), hasFocus: hasFocus,
      showsCursor: state.overlay == nil, on: &canvas)
    if hasFocus, let path = editor.path, !path.isRoot { draw(path, of: state, below: layout.edit, on: &canvas) }
  }

  /// The path of the value at the cursor, in the lower edge of the text, beside the panels that are named there.
  private static func draw(_ path: JSONPath, of state: State, below area: Rectangle, on canvas: inout Canvas) {
    let room = area.columns - 6 - (hiddenPanels(of: state)?.columns ?? 0)
    guard room >= 8 else { return }
    let text = " " + DisplayText(path.description).truncatedAtStart(to: room - 2) + " "
    canvas.draw(text, at: Point(column: area.column + 2, row: area.endRow - 1), style: .dim)
  }

  static func drawMerged(_ state: State, on canvas: inout Canvas) {
    guard let editor = state.editor, let area = state.layout.panels[.merged] else { return }
    let hasFocus = state.focus == .merged
    MergedPanel.draw(editor, in: area, hasFocus: hasFocus, showsCursor: hasFocus && state.overlay == nil, on: &canvas)
  }

  static func drawOver(_ state: State, on canvas: inout Canvas) {
    guard state.focus == .editor, let popup = state.editor?.completion, let cursor = canvas.cursor else { return }
    let layout = state.editorLayout
    let problems = [layout?.rule, layout?.problems].compactMap { $0 }.first { !$0.isEmpty }?.row
    CompletionPanel.draw(popup, at: cursor, problems: problems, on: &canvas)
  }
}
