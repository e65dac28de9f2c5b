import VirgaCanvas

/// The panel of the merged result of a text.
struct MergedView: PanelView {
  let panel = Panel.merged

  /// Draws the merged result; with the focus, the terminal's cursor is at the start of its first
  /// visible row.
  func draw(_ model: Model, on canvas: inout Canvas) {
    guard let area = model.layout.panels[panel] else { return }
    let hasFocus = model.focus == panel
    mergedPanel(in: model).draw(in: area, hasFocus: hasFocus, on: &canvas)
    // An overlay has a cursor of its own.
    let ownsCursor = hasFocus && model.overlay == nil
    let leftMargin = 1
    if ownsCursor { canvas.cursor = area.inset(by: 1).origin.moved(columns: leftMargin) }
  }

  /// The result that the panel shows; an empty one until the text is read.
  private func mergedPanel(in model: Model) -> MergedPanel {
    model.editor.map { MergedPanel($0) } ?? MergedPanel(reading: nil)
  }

  func scrollPosition(in model: Model) -> DisplayText {
    mergedPanel(in: model).scrollPosition(height: rowsArea(in: model).rows)
  }

  /// The lines of the merged result, the hidden ones included.
  func lines(of model: Model) -> [StyledLine] {
    mergedPanel(in: model).lines(in: model.layout.inside(panel).size)
  }

  /// The first visible row.
  func top(in model: Model) -> Int? { mergedPanel(in: model).top(height: rowsArea(in: model).rows) }

  /// Scrolls the result of a text so that a row is the first visible one, unless the last row would
  /// then leave rows empty below it.
  func show(from top: Int, in model: inout Model) {
    let height = rowsArea(in: model).rows
    model.edit { editor in
      let lastTop = max(0, MergedPanel(editor).rows(height: height).count - height)
      let newTop = min(max(0, top), lastTop)
      // The shift counts from the resting top, the first visible row without a shift.
      editor.mergedDisplay.shift = 0
      let restingTop = MergedPanel(editor).top(height: height)
      editor.mergedDisplay.shift = newTop - restingTop
    }
  }

  func click(at point: Point, isDoubleClick: Bool, in model: inout Model) -> Outcome { [] }
}
