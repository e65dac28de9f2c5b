import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The answers if an edit was changed elsewhere while its text was typed.
enum ConflictAnswer: String, CaseIterable {
  case mine
  case theirs
  case both
}

/// Opening, applying and leaving the text of the selected feature.
enum TextEditing {
  static func open(_ state: inout State) -> Outcome {
    guard let id = state.selectedFeature?.id else { return [] }
    state.editing.value = nil
    state.focus = .editor
    state.editing.open(id, of: state.session)
    let hasConflict = state.editing.hasConflict(in: id, state.session)
    guard state.editor?.wasEntered == false else {
      return hasConflict ? warn(.textKept(over: lastChange(of: id, in: state)), &state) : []
    }
    let path = state.table.featureID.isSameName(as: id) ? state.table.selectedRow?.path : nil
    state.edit {
      $0.wasEntered = true
      $0.go(to: TextPosition(line: 1, offset: ConfigEditor.indent.utf8.count))
      if let path { $0.go(to: path) }
    }
    guard state.editor?.isChanged == true else { return [] }
    if hasConflict { return warn(.draftShown(over: lastChange(of: id, in: state)), &state) }
    return .says(.draftShown(apply: state.keyName(of: "apply-edit"), discard: state.keyName(of: "discard-edit")))
  }

  /// Warns about a text over a changed edit; a script continues, because the editor is open.
  private static func warn(_ message: StatusMessage, _ state: inout State) -> Outcome {
    state.refuse(Refusal(message, changesNothing: true))
  }

  private static func lastChange(of id: String, in state: State) -> StatusMessage.EditChange? {
    state.session.lastOperation(changing: EntryKey(.edit, id)).map {
      ($0.process == state.options.process ? SessionEvent.you : $0.process, $0.label)
    }
  }

  /// Applies the text as the feature's edit, unless it has problems or conflicts.
  ///
  /// - Parameter command: `apply-edit`, which then leaves the editor, or `apply-and-stay`.
  static func apply(_ answer: String = "", by command: String, _ state: inout State) -> Outcome {
    guard let id = state.selectedFeature?.id, let editor = state.editor else { return [] }
    if let answer = ConflictAnswer(rawValue: answer), state.editing.hasConflict(in: id, state.session) {
      return resolveConflict(answer, in: id, for: command, &state)
    }
    if let error = editor.firstError {
      state.edit { $0.go(to: error.position) }
      state.focus = .editor
      // Do not repeat a problem that is fully visible below the text; it would cost the list a line.
      let count = editor.findings.count { $0.problem.severity == .error }
      return .says(showsProblemBelowText(in: state) ? .notApplied(problems: count) : error.refusal)
    }
    if conflict(in: id, for: command, state) != nil { return .question { conflict(in: id, for: command, $0) } }
    let outcome = state.perform { operations throws(Refusal) in try operations.applyText(editor.buffer.text, to: id) }
    let edit = state.session[.edit, id]
    guard state.session[.draft, id] == nil else { return outcome }
    state.editing.recordApplied(edit, of: id)
    state.recording.record(Invocation("edit", (edit ?? [:]).compact))
    if command == "apply-edit" {
      state.focus = .values
      state.recording.record(Invocation("focus", state.focus.name))
    }
    return outcome.operation == nil ? outcome : outcome.saying(.applied(id, values: edit?.leafCount))
  }

  /// The question which of two edits counts, with what they say differently; nil if nothing is in question.
  ///
  /// - Parameter command: The command that runs with the answer.
  private static func conflict(in id: String, for command: String, _ state: State) -> Question? {
    guard (state.selectedFeature?.id).isSameName(as: id), state.editing.hasConflict(in: id, state.session),
      let mine = state.editor.map({ (try? JSONValue.parse($0.buffer.text)) ?? [:] })
    else { return nil }
    let theirs = state.session[.edit, id] ?? [:]
    guard mine != theirs else { return nil }
    let change = lastChange(of: id, in: state).map { "by \($0.author): \($0.label)" } ?? "which is empty"
    let answers: [(ConflictAnswer, DisplayText, DisplayText)] = [
      (.mine, "keep mine", "apply this text over the other edit; undo reverts it"),
      (.theirs, "take theirs", "show the other edit, \(change); undo in the text restores mine"),
      (.both, "both", "apply my changes to the other edit; review it before you apply it"),
    ]
    func words(_ value: JSONValue?) -> String { value.map(ValueText.short) ?? "nothing" }
    return Question(
      asked: "The edit of \(id) was changed meanwhile",
      answers: answers.map { .init(invocation: Invocation(command, $0.rawValue), title: $1, detail: $2) },
      listed: theirs.differences(to: mine).map { difference in
        PickerLine(
          title: DisplayText("\(difference.path)"),
          detail: DisplayText("mine: \(words(difference.new))   theirs: \(words(difference.old))"), applies: false)
      })
  }

  private static func resolveConflict(
    _ answer: ConflictAnswer, in id: String, for command: String, _ state: inout State
  ) -> Outcome {
    guard let editor = state.editor else { return [] }
    let theirs = state.session[.edit, id]
    switch answer {
    case .theirs: return discard(&state)
    case .mine:
      state.editing.editors[id]?.origin.base = theirs
      return apply(by: command, &state)
    case .both:
      guard let mine = (try? JSONValue.parse(editor.buffer.text))?.objectValue else { return [] }
      let change = EntryChange(EntryKey(.edit, id), from: editor.origin.base, to: .object(mine))
      let merged = change.rebased(onto: theirs ?? [:]).new
      state.edit {
        $0.replaceAll(with: Editing.text(of: merged))
        $0.origin.base = theirs
      }
      return .says(.bothEditsShown)
    }
  }

  /// Applies a config as text to the selected feature, and shows it in the editor.
  static func applyConfig(_ text: String, _ state: inout State) -> Outcome {
    guard let feature = state.selectedFeature else { return [] }
    let source = SourceText(name: EditorSubject.textName, text: text)
    let check = state.workspace.manifest?.check(config: source, feature: feature, channel: state.channel)
    let problem = check?.problems.first { $0.severity == .error }
    let outcome = state.perform { operations throws(Refusal) in
      let operation = try operations.applyText(text, to: feature.id)
      // A config with problems would become a draft, but in a script nobody can fix it.
      guard !operation.changes.contains(where: { $0.key.kind == .draft && $0.new != nil }) else {
        throw Refusal(.notAConfig(of: feature.id, problem))
      }
      return operation
    }
    guard outcome.operation != nil else { return outcome }
    state.editing.showEdit(of: feature.id, in: state.session)
    return outcome.saying(.applied(feature.id, values: state.session[.edit, feature.id]?.leafCount))
  }

  /// Goes back to the session's edit; one undo step in the text, or outside, restores what was typed.
  static func discard(leaves: Bool = false, _ state: inout State) -> Outcome {
    guard let id = state.selectedFeature?.id else { return [] }
    let before = state.session.undoable?.id
    let outcome = Drafts.discard(id, &state)
    if leaves { state.focus = .values }
    state.editing.showEdit(of: id, in: state.session)
    let isStep = state.session.undoable?.id != before
    guard isStep || state.isInEditor else { return outcome }
    let key = state.keyName(of: "undo")
    return outcome.saying(
      state.isInEditor
        ? .backToApplied(undoTyping: state.keyName(of: "undo-typing"), undo: isStep ? key : nil)
        : .discardedDraft(of: id, undo: key))
  }

  static func leave(_ state: inout State) -> Outcome {
    guard let editor = state.editor else { return [] }
    if let step = stepBeforeLeaving(editor) {
      state.edit(step.change)
      state.recording.instead = []
    } else {
      state.focus = .values
    }
    return []
  }

  /// A title for what ``leave(_:)`` does now.
  static func leavingTitle(_ state: State) -> String {
    guard let editor = state.editor else { return "leave" }
    return stepBeforeLeaving(editor)?.title ?? (editor.isChanged ? "leave, keep as draft" : "leave")
  }

  private static func stepBeforeLeaving(
    _ editor: ConfigEditor
  ) -> (title: String, change: (inout ConfigEditor) -> Void)? {
    if editor.completion != nil { return ("close the list", { $0.completion = nil }) }
    if !editor.search.field.isEmpty { return ("end the search", { $0.endSearch() }) }
    return editor.selection.isEmpty ? nil : ("drop the selection", { $0.go(to: $0.cursor) })
  }

  /// Opens the text in the person's own editor.
  static func openOutside(_ state: inout State) -> Outcome {
    let outcome = open(&state)
    guard let id = state.selectedFeature?.id, let editor = state.editor else { return outcome }
    return outcome + [.openEditor(editor.buffer.text, feature: id)]
  }

  /// Loads text from the person's own editor into the config editor, unless unchanged or empty.
  static func adopt(_ text: String, feature id: String, _ state: inout State) -> Outcome {
    _ = FeatureCommands.select(&state, id)
    state.reconcile()
    guard (state.selectedFeature?.id).isSameName(as: id) else {
      // No editor or draft can hold the text; copying keeps it from being lost.
      return .done([.copy(text, what: "the text of \(id)")], saying: .featureGone(id))
    }
    _ = open(&state)
    if text.utf8.allSatisfy({ $0 <= 0x20 }) { return .says(.textCameEmpty) }
    let before = state.editor?.version
    state.edit { $0.adopt(written: text) }
    // The text is checked before the message; a very long one is checked in the background.
    state.reconcile()
    let isSame = state.editor?.version == before
    let said = state.editor?.message ?? (isSame ? .textCameUnchanged : .textLoaded)
    if let error = state.editor?.firstError {
      state.edit { $0.go(to: error.position) }
      return .refused(said.then(error.refusal))
    }
    if isSame { return .says(said) }
    let isChecked = state.editor?.isUnchecked == true
    return .says(said.then(isChecked ? .textIsChecked : .textApplied(by: state.keyName(of: "apply-edit"))))
  }

  /// Brings the text of the selected feature in line with the session, and has it checked again if what lies below changed.
  static func follow(_ state: inout State) {
    guard state.hasText, let key = subjectKey(in: state) else { return }
    state.editing.open(key.feature, of: state.session, isTyping: state.focus == .editor)
    state.editing.editors[key.feature]?.follow(key)
  }

  private static func subjectKey(in state: State) -> EditorSubject.Key? {
    state.selectedFeature.map {
      EditorSubject.Key(
        feature: $0.id, manifest: state.workspace.identity, channel: state.channel.map { Name($0) },
        enrolled: state.layers.enrolled[$0.id], preferences: state.session.preferences)
    }
  }

  /// Checks the visible text, and scrolls to its cursor.
  ///
  /// A checked text is not read again, so that moving over features never waits.
  static func reconcile(_ state: inout State) {
    guard let editor = state.editor, let key = subjectKey(in: state), let feature = state.selectedFeature,
      let manifest = state.workspace.manifest
    else { return }
    var subject = state.editing.subject.input == key ? state.editing.subject.output : nil
    if subject == nil, state.focus == .editor || editor.isUnchecked {
      let channel = state.channel
      subject = state.editing.subject.value(for: key) {
        EditorSubject(
          manifest: manifest, feature: feature, channel: channel, enrolled: $0.enrolled, preferences: $0.preferences)
      }
    }
    let area = state.layout.panels[.editor] ?? Rectangle(column: 0, row: 0, columns: 0, rows: 0)
    state.editing.editors[feature.id]?.reconcile(in: subject, area: area)
  }

  /// The problem at the editor's cursor, for an otherwise empty status line.
  static func problemAtCursor(in state: State) -> StatusMessage? {
    guard state.focus == .editor, let editor = state.editor, let finding = editor.findingAtCursor,
      !showsProblemBelowText(in: state)
    else { return nil }
    return .problem(finding.problem, at: editor.sourcePosition(of: finding))
  }

  static func showsProblemBelowText(in state: State) -> Bool {
    state.editorLayout?.problemLines.isCurrentWhole == true
  }
}

extension JSONValue {
  fileprivate var leafCount: Int { steps.isEmpty ? 1 : steps.reduce(0) { $0 + $1.value.leafCount } }
}
