import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

// The config editor of the selected feature: typing, applying and leaving.
extension State {
  /// Whether the selected feature has a text to show: typed, edit or draft.
  var hasText: Bool {
    guard let id = selectedFeature?.id else { return false }
    return isInEditor || session[.edit, id] != nil || session[.draft, id] != nil
      || editing.editors[id]?.isChanged == true
  }

  var editor: ConfigEditor? { hasText ? selectedFeature.flatMap { editing.editors[$0.id] } : nil }

  var isInEditor: Bool { focus == .editor || focus == .merged }

  /// The areas of the visible editor.
  var editorLayout: EditorLayout? {
    guard let area = layout.panels[.editor], let editor else { return nil }
    return EditorLayout(area, of: editor)
  }

  /// Changes the editor of the selected feature; returns its message.
  @discardableResult
  mutating func edit(_ change: (inout ConfigEditor) -> Void) -> Outcome {
    guard let id = selectedFeature?.id, var editor = editing.editors.removeValue(forKey: Name(id)) else { return [] }
    editor.message = nil
    change(&editor)
    editing.editors[id] = editor
    guard let message = editor.message else { return [] }
    return message.kind == .refusal ? .refused(message) : .done(saying: message)
  }

  mutating func openEditor() -> Outcome {
    guard let id = selectedFeature?.id else { return [] }
    editing.value = nil
    focus = .editor
    editing.open(id, of: session)
    guard editing.entered.insert(id) else {
      return hasConflict(in: id) ? warn(.textKept(over: editedSince(id))) : []
    }
    let path = table.featureID.isSameName(as: id) ? table.selectedRow?.path : nil
    edit {
      $0.go(to: TextPosition(line: 1, offset: ConfigEditor.indent.utf8.count))
      if let path { $0.go(to: path) }
    }
    guard editor?.isChanged == true else { return [] }
    if hasConflict(in: id) { return warn(.draftShown(over: editedSince(id))) }
    return .says(.draftShown(apply: keyName(of: "apply-edit"), discard: keyName(of: "discard-edit")))
  }

  /// Warns about a text over a changed edit; a script continues, because the editor is open.
  private mutating func warn(_ message: StatusMessage) -> Outcome { refuse(Refusal(message, changesNothing: true)) }

  private func editedSince(_ id: String) -> StatusMessage.EditChange? {
    session.lastOperation(changing: EntryKey(.edit, id)).map { (author(of: $0), $0.label) }
  }

  func author(of operation: SessionOperation) -> String {
    operation.process == options.process ? SessionEvent.you : operation.process
  }

  /// Applies the text as the feature's edit, unless it has problems or conflicts.
  ///
  /// - Parameter command: `apply-edit`, which then leaves the editor, or `apply-and-stay`.
  mutating func applyEditor(_ answer: String = "", by command: String = "apply-edit") -> Outcome {
    guard let id = selectedFeature?.id, let editor else { return [] }
    if let answer = ConflictAnswer(rawValue: answer) { return resolveConflict(answer, in: id, for: command) }
    if let error = editor.firstError {
      edit { $0.go(to: error.position) }
      focus = .editor
      // Do not repeat a problem that is fully visible below the text; it would cost the list a line.
      let count = editor.findings.count { $0.problem.severity == .error }
      return .says(showsProblemBelowText ? .notApplied(problems: count) : error.refusal)
    }
    let text = editor.buffer.text
    if conflict(in: id) != nil {
      return .question { $0.conflict(in: id, for: command) }
    }
    let outcome = perform { operations throws(Refusal) in try operations.applyText(text, to: id) }
    guard session[.draft, id] == nil else { return outcome }
    recordApplied(id)
    recording.record(Invocation("edit", (session[.edit, id] ?? [:]).compact))
    if command == "apply-edit" {
      focus = .values
      recording.record(Invocation("focus", focus.name))
    }
    return sayApplied(id, outcome)
  }

  private func sayApplied(_ id: String, _ outcome: Outcome) -> Outcome {
    outcome.operation == nil ? outcome : outcome.saying(.applied(id, values: session[.edit, id]?.leafCount))
  }

  private mutating func recordApplied(_ id: String) {
    guard let editor = editing.editors[id] else { return }
    editing.editors[id]?.begin(over: editor.buffer.text)
    editing.origins[id] = EditorOrigin(base: session[.edit, id], version: editor.version)
    if editing.stay?.feature == id { editing.stay?.version = editor.version }
  }

  /// Applies a config as text to the selected feature, and shows it in the editor.
  mutating func applyConfig(_ text: String) -> Outcome {
    guard let id = selectedFeature?.id else { return [] }
    let outcome = perform { [state = self] operations throws(Refusal) in
      let operation = try operations.applyText(text, to: id)
      // A config with problems would become a draft, but in a script nobody can fix it.
      guard !operation.changes.contains(where: { $0.key.kind == .draft && $0.new != nil }) else {
        throw Refusal(.notAConfig(of: id, state.problem(with: text)))
      }
      return operation
    }
    guard outcome.operation != nil else { return outcome }
    editing.replaceText(of: id, with: Editing.text(of: session[.edit, id]))
    recordApplied(id)
    return sayApplied(id, outcome)
  }

  private func problem(with text: String) -> Problem? {
    guard let feature = selectedFeature, let manifest = workspace.manifest else { return nil }
    let source = SourceText(name: EditorSubject.textName, text: text)
    return manifest.check(config: source, feature: feature, channel: channel).problems.first { $0.severity == .error }
  }

  /// Goes back to the session's edit; one undo step in the text, or outside, restores what was typed.
  mutating func discardEditor(leaves: Bool = false) -> Outcome {
    guard let id = selectedFeature?.id else { return [] }
    let before = session.undoable?.id
    let outcome = discardDraft(of: id)
    if leaves { focus = .values }
    editing.replaceText(of: id, with: Editing.text(of: session[.edit, id]))
    recordApplied(id)
    let isStep = session.undoable?.id != before
    guard isStep || isInEditor else { return outcome }
    let key = keyName(of: "undo")
    return outcome.saying(
      isInEditor
        ? .backToApplied(undoTyping: keyName(of: "undo-typing"), undo: isStep ? key : nil)
        : .discardedDraft(of: id, undo: key))
  }

  mutating func leaveEditor() -> Outcome {
    guard editor != nil else { return [] }
    guard let step = stepBeforeLeaving else {
      focus = .values
      return []
    }
    edit(step.change)
    recording.instead = []
    return []
  }

  /// A title for what ``leaveEditor()`` does now.
  var leavingEditorTitle: String {
    stepBeforeLeaving?.title ?? (editor?.isChanged == true ? "leave, keep as draft" : "leave")
  }

  private var stepBeforeLeaving: (title: String, change: (inout ConfigEditor) -> Void)? {
    guard let editor else { return nil }
    if editor.completion != nil { return ("close the list", { $0.completion = nil }) }
    if !editor.search.field.isEmpty { return ("end the search", { $0.endSearch() }) }
    return editor.selection.isEmpty ? nil : ("drop the selection", { $0.go(to: $0.cursor) })
  }

  /// Brings the text of the selected feature in line with the session, and has it checked again if what lies below changed.
  mutating func reconcileText() {
    guard hasText, let key = subjectKey else { return }
    if editing.shownOver[key.feature] != key {
      editing.shownOver[key.feature] = key
      editing.editors[key.feature]?.forgetCheck()
    }
    editing.open(key.feature, of: session, isTyping: focus == .editor)
  }

  private var subjectKey: Editing.SubjectKey? {
    selectedFeature.map {
      Editing.SubjectKey(
        feature: $0.id, manifest: workspace.identity, channel: channel.map { Name($0) },
        enrolled: layers.enrolled[$0.id], preferences: session.preferences)
    }
  }

  /// Checks the visible text, and scrolls to its cursor.
  ///
  /// A checked text is not read again, so that moving over features never waits.
  mutating func reconcileEditing() {
    followTypedValue()
    guard hasText, let key = subjectKey, let feature = selectedFeature, let manifest = workspace.manifest else {
      return
    }
    if editing.subjectKey != key, focus == .editor || editing.editors[feature.id]?.isUnchecked == true {
      editing.subjectKey = key
      editing.subject = EditorSubject(
        manifest: manifest, feature: feature, channel: channel, enrolled: key.enrolled, preferences: key.preferences)
    }
    let area = layout.panels[.editor] ?? Rectangle(column: 0, row: 0, columns: 0, rows: 0)
    let subject = editing.subjectKey == key ? editing.subject : nil
    editing.editors[feature.id]?.reconcile(in: subject, area: area)
  }

  /// The problem at the editor's cursor, for an otherwise empty status line.
  var problemAtCursor: StatusMessage? {
    guard focus == .editor, let editor, let finding = editor.findingAtCursor, !showsProblemBelowText else { return nil }
    let position = editor.buffer.sourcePosition(of: editor.buffer.nearest(finding.range.lowerBound))
    return .problem(finding.problem, at: position)
  }

  var showsProblemBelowText: Bool {
    guard let editor, let problems = editorLayout?.problems else { return false }
    return ProblemLines(editor, columns: problems.columns - 2, rows: problems.rows).isCurrentWhole
  }
}

extension JSONValue {
  fileprivate var leafCount: Int { steps.isEmpty ? 1 : steps.reduce(0) { $0 + $1.value.leafCount } }
}
