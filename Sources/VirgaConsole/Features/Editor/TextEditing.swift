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
  /// Focuses the text of the selected feature; the first time, moves its cursor to the value under
  /// the cursor of the values.
  ///
  /// Warns if the session's edit was changed since the text was begun, and the first time also if
  /// the text is a draft. A warning does not stop a script, because the editor is open: it is said
  /// by `alreadyDone`.
  static func open(_ model: inout Model) -> Outcome {
    guard let id = model.selectedFeature?.id else { return [] }
    model.features.editing.value = nil
    model.focus = .editor
    model.features.editing.open(id, of: model.session)
    let hasConflict = model.features.editing.hasConflict(in: id, model.session)
    let isFirstTime = model.editor?.wasEntered == false
    guard isFirstTime else {
      guard hasConflict else { return [] }
      return model.alreadyDone(.textKept(over: lastChange(of: id, in: model)))
    }
    placeCursor(inTextOf: id, &model)
    guard model.editor?.isChanged == true else { return [] }
    if hasConflict { return model.alreadyDone(.draftShown(over: lastChange(of: id, in: model))) }
    return .says(
      .draftShown(
        apply: model.keyName(of: "apply-edit"), discard: model.keyName(of: "discard-edit")))
  }

  /// Moves the cursor of a text that is entered for the first time to the selected value, or else
  /// behind the first indentation.
  private static func placeCursor(inTextOf id: String, _ model: inout Model) {
    let values = model.features.values
    let path = values.featureID.isSameName(as: id) ? values.selectedRow?.path : nil
    model.edit {
      $0.wasEntered = true
      $0.go(to: TextPosition(line: 1, offset: ConfigEditor.indent.utf8.count))
      if let path { $0.go(to: path) }
    }
  }

  /// Who changed the edit of a feature last, and how; nil if nobody did.
  private static func lastChange(of id: String, in model: Model) -> StatusMessage.EditChange? {
    model.session.lastOperation(changing: EntryKey(.edit, id)).map {
      ($0.process == model.options.process ? SessionEvent.you : $0.process, $0.label)
    }
  }

  /// Applies the text as the feature's edit; goes to the first error if it has one, and asks if the
  /// session's edit was changed since the text was begun.
  ///
  /// - Parameters:
  ///   - answer: The answer to that question, a ``ConflictAnswer``; empty if it was not asked.
  ///   - command: `apply-edit`, which then leaves the editor, or `apply-and-stay`.
  static func apply(_ answer: String = "", by command: String, _ model: inout Model) -> Outcome {
    guard let id = model.selectedFeature?.id, let editor = model.editor else { return [] }
    if let answer = ConflictAnswer(rawValue: answer),
      model.features.editing.hasConflict(in: id, model.session)
    {
      return resolveConflict(answer, in: id, for: command, &model)
    }
    if let error = editor.firstError {
      model.edit { $0.go(to: error.position) }
      model.focus = .editor
      // A problem that is fully visible below the text is not repeated in the message.
      guard showsProblemBelowText(in: model) else { return .says(error.refusal) }
      return .says(
        .notApplied(problems: editor.findings.count { $0.problem.severity == .error }))
    }
    if conflict(in: id, for: command, model) != nil {
      return .asks { conflict(in: id, for: command, $0) }
    }
    let outcome = model.perform { try $0.applyText(editor.buffer.text, to: id) }
    // A text that is not applied stays a draft.
    guard model.session[.draft, id] == nil else { return outcome }
    model.features.editing.recordApplied(model.session[.edit, id], of: id)
    if command == "apply-edit" { model.focus = .values }
    return outcome.operation == nil ? outcome : outcome.saying(applied(id, model))
  }

  /// The question which of two edits to apply, with the values that differ; nil if there is no
  /// conflict.
  ///
  /// - Parameter command: The command that runs with the answer.
  private static func conflict(in id: String, for command: String, _ model: Model) -> Picker? {
    guard (model.selectedFeature?.id).isSameName(as: id),
      model.features.editing.hasConflict(in: id, model.session),
      let mine = model.editor.map({ $0.json ?? [:] })
    else { return nil }
    let theirs = model.session[.edit, id] ?? [:]
    guard mine != theirs else { return nil }
    let change =
      lastChange(of: id, in: model).map { "by \($0.author): \($0.label)" } ?? "which is empty"
    func line(_ answer: ConflictAnswer, _ title: DisplayText, _ detail: DisplayText) -> PickerLine {
      PickerLine(
        invocation: Invocation(command, answer.rawValue), title: title, detail: detail)
    }
    func words(_ value: JSONValue?) -> String { value.map(ValueText.short) ?? "nothing" }
    return .question(
      "The edit of \(id) was changed meanwhile",
      [
        line(.mine, "keep mine", "apply this text over the other edit; undo reverts it"),
        line(
          .theirs, "take theirs", "show the other edit, \(change); undo in the text restores mine"),
        line(.both, "both", "apply my changes to the other edit; review it before you apply it"),
      ],
      about: theirs.differences(to: mine).map { difference in
        PickerLine(
          title: DisplayText("\(difference.path)"),
          detail: DisplayText("mine: \(words(difference.new))   theirs: \(words(difference.old))"),
          applies: false)
      })
  }

  /// Applies the text over the other edit, shows the other edit, or shows both merged, by the
  /// answer.
  ///
  /// - Parameter command: The command that asked, which runs again for `mine`.
  private static func resolveConflict(
    _ answer: ConflictAnswer, in id: String, for command: String, _ model: inout Model
  ) -> Outcome {
    guard let editor = model.editor else { return [] }
    let theirs = model.session[.edit, id]
    switch answer {
    case .theirs: return discard(&model)
    case .mine:
      model.features.editing.editors[id]?.textBase.edit = theirs
      return apply(by: command, &model)
    case .both:
      guard let mine = editor.json?.objectValue else { return [] }
      let change = EntryChange(EntryKey(.edit, id), from: editor.textBase.edit, to: .object(mine))
      let merged = change.rebased(onto: theirs ?? [:]).new
      model.edit {
        $0.replaceAll(with: EditorStates.text(of: merged))
        $0.textBase.edit = theirs
      }
      return .says(.bothEditsShown)
    }
  }

  /// Applies a config as text to the selected feature, and shows it in the editor.
  static func applyConfig(_ text: String, _ model: inout Model) -> Outcome {
    guard let feature = model.selectedFeature else { return [] }
    let source = SourceText(name: EditedFeature.textName, text: text)
    let check = model.workspace.manifest?.check(
      config: source, feature: feature, channel: model.channel)
    let problem = check?.problems.first { $0.severity == .error }
    let outcome = model.perform { operations in
      let operation = try operations.applyText(text, to: feature.id)
      // A config with problems would become a draft, but in a script nobody can fix it.
      guard !operation.changes.contains(where: { $0.key.kind == .draft && $0.new != nil }) else {
        throw Refusal(.notAConfig(of: feature.id, problem))
      }
      return operation
    }
    guard outcome.operation != nil else { return outcome }
    model.features.editing.showEdit(of: feature.id, in: model.session)
    return outcome.saying(applied(feature.id, model))
  }

  /// The message that an edit was applied, with the number of values that it sets and of nulls
  /// without an effect.
  private static func applied(_ id: String, _ model: Model) -> StatusMessage {
    let edit = model.session[.edit, id]
    guard let edit, let manifest = model.workspace.manifest, let feature = manifest.feature(id)
    else {
      return .applied(id, values: edit?.leafCount)
    }
    let check = manifest.check(edit: edit, of: feature, channel: model.channel, under: model.layers)
    return .applied(id, values: edit.leafCount, idle: check.idleNulls)
  }

  /// Discards the text and its draft, and shows the session's edit; undo in the text or in the
  /// session restores what was typed.
  static func discard(leaves: Bool = false, _ model: inout Model) -> Outcome {
    guard let id = model.selectedFeature?.id else { return [] }
    let lastStep = model.session.undoable?.id
    let outcome = Drafts.discard(id, &model)
    if leaves { model.focus = .values }
    model.features.editing.showEdit(of: id, in: model.session)
    let isUndoStep = model.session.undoable?.id != lastStep
    let undo = model.keyName(of: "undo")
    if model.isInEditor {
      let undoTyping = model.keyName(of: "undo-typing")
      return outcome.saying(.backToApplied(undoTyping: undoTyping, undo: isUndoStep ? undo : nil))
    }
    return isUndoStep ? outcome.saying(.discardedDraft(of: id, undo: undo)) : outcome
  }

  /// Closes the completions, ends the search or drops the selection; if there is none of these,
  /// leaves the editor.
  static func leave(_ model: inout Model) -> Outcome {
    if let step = stepBeforeLeaving(model) {
      step.change(&model)
    } else {
      model.focus = .values
    }
    return []
  }

  /// A title for what ``leave(_:)`` does now.
  static func leavingTitle(_ model: Model) -> String {
    if let step = stepBeforeLeaving(model) { return step.title }
    return model.editor?.isChanged == true ? "leave, keep as draft" : "leave"
  }

  /// What ``leave(_:)`` does before it leaves, with its title; nil if it leaves at once.
  private static func stepBeforeLeaving(
    _ model: Model
  ) -> (title: String, change: (inout Model) -> Void)? {
    if model.editor?.completion != nil {
      return ("close the list", { model in model.edit { $0.completion = nil } })
    }
    if model.search.isActive(in: model) {
      return ("end the search", { $0.search = TextSearch() })
    }
    guard model.editor?.selection.isEmpty == false else { return nil }
    return ("drop the selection", { model in model.edit { $0.go(to: $0.cursor) } })
  }

  /// Opens the text in the person's own editor.
  static func openOutside(_ model: inout Model) -> Outcome {
    let outcome = open(&model)
    guard let id = model.selectedFeature?.id, let editor = model.editor else { return outcome }
    return .done(
      outcome.effects + [.openEditor(editor.buffer.text, feature: id)], saying: outcome.message)
  }

  /// Loads text from the person's own editor into the config editor, unless unchanged or empty, and
  /// says what to do next: fix the first error, wait for the check, or apply it.
  static func adopt(_ text: String, feature id: String, _ model: inout Model) -> Outcome {
    _ = FeatureCommands.select(&model, id)
    guard (model.selectedFeature?.id).isSameName(as: id) else {
      // No editor or draft can hold the text; copying keeps it from being lost.
      return .done([.copy(text, what: "the text of \(id)")], saying: .featureGone(id))
    }
    _ = open(&model)
    if text.utf8.allSatisfy({ $0 <= 0x20 }) { return .says(.textCameEmpty) }
    let before = model.editor?.version
    model.edit { $0.adopt(written: text) }
    // The message says what is wrong with the text, unless it is too long to be checked now.
    checkLoaded(&model)
    let isSame = model.editor?.version == before
    let said = model.editor?.message ?? (isSame ? .textCameUnchanged : .textLoaded)
    if let error = model.editor?.firstError {
      model.edit { $0.go(to: error.position) }
      return .refused(said.then(error.refusal))
    }
    if isSame { return .says(said) }
    if model.editor?.isUnchecked == true { return .says(said.then(.textWaitsForCheck)) }
    return .says(said.then(.textApplied(by: model.keyName(of: "apply-edit"))))
  }

  /// Syncs the editor of the selected feature with the session; its text is checked again if the
  /// base of the edit changed.
  static func follow(_ model: inout Model) {
    guard model.hasText, let id = model.selectedFeature?.id else { return }
    model.features.editing.open(id, of: model.session, isTyping: model.focus == .editor)
    model.features.editing.editors[id]?.revision.key = EditedFeature.Key(
      feature: id, manifest: model.workspace.identity, channel: model.channel.map { Name($0) },
      enrolled: model.layers.enrolled[id], preferences: model.session.preferences)
  }

  /// Checks the visible text after it was loaded in the middle of a command.
  private static func checkLoaded(_ model: inout Model) {
    follow(&model)
    check(&model)
  }

  /// Checks the visible text, and scrolls to its cursor.
  ///
  /// A checked text is not read again, so that moving over features never waits.
  static func check(_ model: inout Model) {
    guard let editor = model.editor, let key = editor.revision.key,
      let feature = model.selectedFeature,
      let manifest = model.workspace.manifest
    else { return }
    let isOtherSubject = model.features.editing.subject?.key != key
    let isNeeded = model.focus == .editor || editor.isUnchecked
    if isOtherSubject, isNeeded {
      model.features.editing.subject = EditedFeature(key, feature, in: manifest)
    }
    let subject = model.features.editing.subject.flatMap { $0.key == key ? $0 : nil }
    let area = model.layout.panels[.editor] ?? Rectangle(column: 0, row: 0, columns: 0, rows: 0)
    model.features.editing.editors[feature.id]?.reconcile(in: subject, area: area)
  }

  /// The problem at the editor's cursor, for an otherwise empty status line.
  static func problemAtCursor(in model: Model) -> StatusMessage? {
    guard model.focus == .editor, let editor = model.editor, let finding = editor.findingAtCursor,
      !showsProblemBelowText(in: model)
    else { return nil }
    return .problem(finding.problem, at: editor.sourcePosition(of: finding))
  }

  /// Whether the problem at the cursor is fully visible below the text.
  static func showsProblemBelowText(in model: Model) -> Bool {
    model.editorLayout?.problemLines.isCurrentWhole == true
  }
}

extension JSONValue {
  /// The number of scalars and empty containers: `{"a": 1, "b": [2, {}]}` has 3.
  fileprivate var leafCount: Int { steps.isEmpty ? 1 : steps.reduce(0) { $0 + $1.value.leafCount } }
}
