import VirgaCanvas

// Clicks that go to the config editor.
extension State {
  /// Puts the cursor where the mouse was pressed; a click on a line's number folds it.
  mutating func clickEditor(at point: Point) {
    guard let parts = editorLayout, let editor else { return }
    if parts.gutter.contains(point) {
      let line = parts.place(at: point, in: editor).line
      edit { _ = $0.toggleFold(at: line) }
    } else if parts.text.contains(point) {
      let place = parts.place(at: point, in: editor)
      edit { $0.go(to: place) }
    } else if let finding = finding(at: point, in: parts, of: editor) {
      edit { $0.go(to: finding.range.lowerBound) }
    }
  }

  /// Moves the problems under the mouse; false where the text is.
  mutating func slideEditor(by rows: Int, at point: Point) -> Bool {
    guard let parts = editorLayout, parts.problems.contains(point) else { return false }
    edit { $0.scrollProblems(by: rows.signum()) }
    return true
  }

  /// Selects from where the mouse was pressed to where it is.
  mutating func dragEditor(to point: Point) {
    guard let parts = editorLayout, let editor, parts.text.contains(point) else { return }
    let place = parts.place(at: point, in: editor)
    edit { $0.go(to: place, extends: true) }
  }

  private func finding(at point: Point, in parts: EditorLayout, of editor: ConfigEditor) -> ConfigEditor.Finding? {
    guard parts.problems.contains(point) else { return nil }
    return ProblemLines(editor, columns: parts.problems.columns - 2, rows: parts.problems.rows)
      .finding(inRow: point.row - parts.problems.row).map { editor.findings[$0] }
  }
}
