import VirgaCanvas

extension ConfigEditor {
  /// Updates problems, completions and scroll position after a change; a large text is checked later.
  ///
  /// - Parameter area: The area that shows the text.
  mutating func reconcile(in subject: EditorSubject?, area: Rectangle) {
    if let subject {
      if isSmall, let check = pendingCheck(in: subject) { record(check.run()) }
      if merged == nil { merged = MergedRows(subject.merged(under: nil)) }
      reconcileCompletion(in: subject)
    }
    keepPath()
    let layout = EditorLayout(area, of: self)
    settleWindow(layout.text.size)
    problemView.shift = ProblemLines(self, columns: layout.problems.columns - 2, rows: layout.problems.rows).shift
    if var popup = completion {
      popup.list.scroll.reconcile(count: popup.list.count, height: CompletionPanel.height)
      completion = popup
    }
  }

  private mutating func settleWindow(_ size: Size) {
    let count = folds.rowCount(of: buffer.lines.count)
    var window = Scroll()
    window.cursor = folds.row(of: folds.shown(cursor.line))
    window.top = top
    window.reconcile(count: count, height: size.rows)
    top = window.top
    guard size.columns > 0 else { return }
    keepCells()
    let column = cells(of: cursor.line).column(of: cursor.offset)
    let margin = min(4, size.columns / 4)
    // If the cursor is visible from the first column, scroll back: the text was laid out again or the cursor moved
    // left.
    if column < size.columns - margin { left = 0 }
    if column < left + margin { left = max(0, column - margin) }
    if column >= left + size.columns - 1 { left = column - size.columns + 1 + margin }
  }
}
