import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

// The config editor of the selected feature, and how its text and the session follow each other.
extension State {
  /// The editor of the selected feature, where it is shown.
  package var editor: ConfigEditor? {
    editing.isOpen ? selectedFeature.flatMap { editing.editors[$0.id] } : nil
  }

  /// Whether the focus is in the text of the config editor or in what that makes of the feature.
  var isInEditor: Bool { focus == .editor || focus == .merged }

  /// The parts of the editor on the screen.
  var editorLayout: EditorLayout? {
    guard let area = layout.panels[.editor], let editor else { return nil }
    return EditorLayout(area, of: editor)
  }

  /// Does something to the editor of the selected feature, and says what that has to say.
  mutating func edit(_ change: (inout ConfigEditor) -> Void) {
    guard editing.isOpen, let id = selectedFeature?.id else { return }
    editing.editors[id]?.message = nil
    if var editor = editing.editors.removeValue(forKey: id) {
      change(&editor)
      if let message = editor.message { status = message }
      editing.editors[id] = editor
    }
  }

  /// Shows the editor of the selected feature, with its draft or its edit, and goes there.
  mutating func openEditor() -> [Effect] {
    guard let feature = selectedFeature else { return [] }
    editing.isOpen = true
    editing.value = nil
    focus = .editor
    guard editing.editors[feature.id] == nil else { return [] }
    let applied = session[.edit, feature.id]
    var editor = ConfigEditor(Self.text(of: applied))
    editor.go(to: TextPlace(line: 1, offset: ConfigEditor.indent.utf8.count))
    if let row = table.selectedRow, table.featureID == feature.id { editor.go(to: row.path) }
    if let draft = session[.draft, feature.id]?.stringValue, draft != editor.buffer.text {
      editor.replaceAll(with: draft)
      status = .note("this is the draft that was kept; Ctrl-S applies it, Ctrl-Q discards it")
    }
    editing.editors[feature.id] = editor
    editing.known[feature.id] = applied
    editing.kept[feature.id] = editor.version
    if editor.version > 0, isEditNewerThanDraft(of: feature.id) {
      editing.known[feature.id] = nil
      editing.foreign[feature.id] = applied ?? .null
      status = .refusal("the edit was changed after this draft was kept; applying the draft asks first")
    }
    return []
  }

  /// Whether the edit of a feature was changed after its draft was kept.
  private func isEditNewerThanDraft(of id: String) -> Bool {
    guard let draft = session.time(of: EntryKey(.draft, id)), let edit = session.time(of: EntryKey(.edit, id)) else {
      return false
    }
    return draft < edit
  }

  /// Applies the text as the feature's edit, unless it has problems or the edit was changed elsewhere meanwhile.
  mutating func applyEditor(_ answer: String = "") -> [Effect] {
    guard let id = selectedFeature?.id, let editor else { return [] }
    if let answer = ConflictAnswer(rawValue: answer) { return settleConflict(answer, in: id) }
    if let first = editor.findings.first(where: { $0.problem.severity == .error }) {
      edit { $0.go(to: first.range.lowerBound) }
      let place = editor.buffer.position(of: editor.buffer.nearest(first.range.lowerBound))
      status = .refusal("mend this first: \(place) \(ProblemLines.words(first.problem))")
      return []
    }
    let text = editor.buffer.text
    if let conflict = conflict(in: id, with: text) {
      overlay = conflict
      return []
    }
    let effects = perform { operations throws(Refusal) in try operations.applyText(text, to: id) }
    guard session[.draft, id] == nil else { return effects }
    noteApplied(id)
    note(Invocation("edit", (session[.edit, id] ?? [:]).compact))
    return effects
  }

  /// Makes a config that is given as text the edit of the selected feature, and what its editor shows.
  mutating func applyConfig(_ text: String) -> [Effect] {
    guard let id = selectedFeature?.id else { return [] }
    let effects = perform { operations throws(Refusal) in
      let operation = try operations.applyText(text, to: id)
      // What has problems would be kept as a draft: a script has nobody to mend it.
      guard !operation.changes.contains(where: { $0.key.kind == .draft && $0.new != nil }) else {
        throw Refusal("this is no valid config of \(id); virga check says what is wrong with it")
      }
      return operation
    }
    guard !effects.isEmpty else { return [] }
    replaceEditor(of: id, with: Self.text(of: session[.edit, id]))
    editing.editors[id]?.noteApplied()
    noteApplied(id)
    return effects
  }

  /// Has the editor of a feature show another text, where it has one.
  mutating func replaceEditor(of id: String, with text: String) {
    guard var editor = editing.editors.removeValue(forKey: id) else { return }
    if editor.buffer.text != text { editor.replaceAll(with: text) }
    editing.editors[id] = editor
  }

  /// Notes that the text of a feature's editor is what the session holds.
  mutating func noteApplied(_ id: String) {
    edit { $0.noteApplied() }
    editing.known[id] = session[.edit, id]
    editing.foreign[id] = nil
    editing.kept[id] = editing.editors[id]?.version
  }

  /// Goes back to what the session holds; what was typed is one step of undo away.
  mutating func discardEditor() -> [Effect] {
    guard let id = selectedFeature?.id else { return [] }
    let applied = Self.text(of: session[.edit, id])
    edit { $0.replaceAll(with: applied) }
    noteApplied(id)
    var effects: [Effect] = []
    if session[.draft, id] != nil {
      effects = perform { operations throws(Refusal) in try operations.discardDraft(of: id) }
    }
    status = .note("back to what is applied; Ctrl-U brings the text again")
    return effects
  }

  /// Leaves exactly one level: the completion, the search, the selection, the editor.
  mutating func leaveEditor() -> [Effect] {
    guard let editor else { return [] }
    if editor.completion != nil {
      edit { $0.closeCompletion() }
    } else if !editor.search.field.isEmpty {
      edit { $0.endSearch() }
    } else if !editor.selection.isEmpty {
      edit { $0.go(to: $0.cursor) }
    } else {
      focus = .values
      editing.isOpen = editor.isChanged
    }
    return []
  }

  /// The text with which a config is edited: laid out, with room for a first name where there is none.
  static func text(of edit: JSONValue?) -> String {
    guard let edit, edit.objectValue?.isEmpty != true else { return "{\n  \n}\n" }
    return edit.pretty() + "\n"
  }
}

// What has to be done after each event.
extension State {
  /// Brings the editor up to date with the session, and its findings with its text.
  mutating func settleEditing() {
    if let entry = editing.value, focus != .values || entry.feature != selectedFeature?.id { editing.value = nil }
    guard editing.isOpen, let feature = selectedFeature, let manifest = workspace.manifest,
      editing.editors[feature.id] != nil
    else { return }
    settleSubject(of: feature, in: manifest)
    let area = layout.panels[.editor] ?? Rectangle(column: 0, row: 0, columns: 0, rows: 0)
    let subject = editing.subject
    editing.editors[feature.id]?.settle(in: subject, area: area)
  }

  /// What the status line says of the problem at the editor's cursor while nothing else is said.
  var problemAtCursor: StatusMessage? {
    guard focus == .editor, let editor, let finding = editor.findingAtCursor else { return nil }
    let place = editor.buffer.position(of: editor.buffer.nearest(finding.range.lowerBound))
    return .refusal("\(place) \(ProblemLines.words(finding.problem))")
  }

  /// Takes what the check of a large text found.
  mutating func take(_ found: EditorCheck.Finding) -> [Effect] {
    editing.isChecking = false
    editing.editors[found.feature]?.note(found)
    return []
  }

  private mutating func settleSubject(of feature: Feature, in manifest: Manifest) {
    let key = Editing.SubjectKey(
      feature: feature.id, generation: workspace.generation, session: sessionGeneration, channel: channel)
    guard key != editing.subjectKey else { return }
    editing.subjectKey = key
    let layers = SessionLayers(session, manifest: manifest)
    editing.subject = EditorSubject(
      manifest: manifest, feature: feature, channel: channel, enrolled: layers.enrolled[feature.id],
      preferences: session.preferences)
    editing.editors[feature.id]?.forgetCheck()
    takeEditOfSession(of: feature.id)
  }
}
