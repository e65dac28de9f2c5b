import VirgaCanvas
import VirgaSource

// Keys, pastes and clicks that go to the config editor.
extension State {
  /// Takes a key while the editor has the focus: its list and its search first, then its commands, then its text.
  mutating func takeInEditor(_ press: KeyPress) -> [Effect] {
    status = nil
    guard let editor else { return [] }
    if editor.completion != nil, takeInCompletion(press) { return [] }
    if editor.search.isTyping { return takeInEditorSearch(press) }
    if press.isTyped {
      edit { _ = $0.take(press, page: 1) }
      return []
    }
    if case .command(let command) = CommandTable.find([press], in: [.panel(.editor)], keys: options.keys) {
      return run(Invocation(command.name))
    }
    let page = editorLayout?.text.rows ?? 1
    var isTaken = false
    edit { isTaken = $0.take(press, page: page) }
    if isTaken { return [] }
    if case .command(let command) = CommandTable.find([press], focus: focus, keys: options.keys) {
      return run(Invocation(command.name))
    }
    status = .refusal("\(press) means nothing here; F1 lists the keys")
    return []
  }

  /// Puts a pasted text into the editor, or into its search.
  mutating func pasteIntoEditor(_ text: String) {
    status = nil
    edit { editor in
      if editor.search.isTyping {
        editor.search.field.insert(text)
        editor.find(step: 0)
      } else {
        editor.paste(text)
      }
    }
  }

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

  /// Selects from where the mouse was pressed to where it is.
  mutating func dragEditor(to point: Point) {
    guard let parts = editorLayout, let editor, parts.text.contains(point) else { return }
    let place = parts.place(at: point, in: editor)
    edit { $0.go(to: place, extends: true) }
  }

  private func finding(at point: Point, in parts: EditorLayout, of editor: ConfigEditor) -> ConfigEditor.Finding? {
    guard parts.problems.contains(point) else { return nil }
    return ProblemLines(editor, columns: parts.problems.columns - 2, rows: parts.problems.rows)
      .finding(inRow: point.row - parts.problems.row, of: parts.problems.rows).map { editor.findings[$0] }
  }

  /// Takes a key for the list of completions; false where it is for the text.
  private mutating func takeInCompletion(_ press: KeyPress) -> Bool {
    switch (press.key, press.modifiers) {
    case (.tab, []): edit { $0.acceptCompletion() }
    case (.enter, []) where editor?.completionTakesEnter == true: edit { $0.acceptCompletion() }
    case (.up, []): edit { $0.moveInCompletion(by: -1) }
    case (.down, []): edit { $0.moveInCompletion(by: 1) }
    case (.pageUp, []): edit { $0.moveInCompletion(by: -CompletionPanel.height) }
    case (.pageDown, []): edit { $0.moveInCompletion(by: CompletionPanel.height) }
    case (.escape, _), (.character("c"), .control): edit { $0.closeCompletion() }
    default: return false
    }
    return true
  }

  private mutating func takeInEditorSearch(_ press: KeyPress) -> [Effect] {
    switch (press.key, press.modifiers) {
    case (.escape, _), (.character("c"), .control): edit { $0.endSearch() }
    case (.enter, _), (.tab, _): edit { $0.search.isTyping = false }
    case (.up, _), (.function(3), .shift): edit { $0.find(step: -1) }
    case (.down, _), (.function(3), _), (.character("g"), .control), (.character("f"), .control):
      edit { $0.find(step: 1) }
    default:
      edit { editor in
        if editor.search.field.take(press) { editor.find(step: 0) }
      }
    }
    return []
  }
}
