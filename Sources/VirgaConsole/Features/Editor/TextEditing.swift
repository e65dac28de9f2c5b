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
  static func open(_ model: inout Model) -> Outcome {
    guard let id = model.selectedFeature?.id else { return [] }
    model.features.editing.value = nil
    model.focus = .editor
    model.features.editing.open(id, of: model.session)
    let hasConflict = model.features.editing.hasConflict(in: id, model.session)
    // After a warning about a changed edit, a script continues, because the editor is open.
    guard model.editor?.wasEntered == false else {
      return hasConflict ? model.alreadyDone(.textKept(over: lastChange(of: id, in: model))) : []
    }
    let path =
      model.features.values.featureID.isSameName(as: id)
      ? model.features.values.selectedRow?.path : nil
    model.edit {
      $0.wasEntered = true
      $0.go(to: TextPosition(line: 1, offset: ConfigEditor.indent.utf8.count))
      if let path { $0.go(to: path) }
    }
    guard model.editor?.isChanged == true else { return [] }
    if hasConflict { return model.alreadyDone(.draftShown(over: lastChange(of: id, in: model))) }
    return .says(
      .draftShown(
        apply: model.keyName(of: "apply-edit"), discard: model.keyName(of: "discard-edit")))
  }

  private static func lastChange(of id: String, in model: Model) -> StatusMessage.EditChange? {
    model.session.lastOperation(changing: EntryKey(.edit, id)).map {
      ($0.process == model.options.process ? SessionEvent.you : $0.process, $0.label)
    }
  }

  /// Applies the text as the feature's edit, unless it has problems or conflicts.
  ///
  /// - Parameter command: `apply-edit`, which then leaves the editor, or `apply-and-stay`.
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
      // Do not repeat a problem that is fully visible below the text; it would cost the list a
      // line.
      let count = editor.findings.count { $0.problem.severity == .error }
      return .says(showsProblemBelowText(in: model) ? .notApplied(problems: count) : error.refusal)
    }
    if conflict(in: id, for: command, model) != nil {
      return .asks { conflict(in: id, for: command, $0) }
    }
    let outcome = model.perform { try $0.applyText(editor.buffer.text, to: id) }
    let edit = model.session[.edit, id]
    guard model.session[.draft, id] == nil else { return outcome }
    model.features.editing.recordApplied(edit, of: id)
    if command == "apply-edit" { model.focus = .values }
    return outcome.operation == nil ? outcome : outcome.saying(applied(id, model))
  }

  /// The question which of two edits counts, with what they say differently; nil if nothing is in
  /// question.
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
    let answers: [(ConflictAnswer, DisplayText, DisplayText)] = [
      (.mine, "keep mine", "apply this text over the other edit; undo reverts it"),
      (.theirs, "take theirs", "show the other edit, \(change); undo in the text restores mine"),
      (.both, "both", "apply my changes to the other edit; review it before you apply it"),
    ]
    func words(_ value: JSONValue?) -> String { value.map(ValueText.short) ?? "nothing" }
    return .question(
      "The edit of \(id) was changed meanwhile",
      answers.map { .init(invocation: Invocation(command, $0.rawValue), title: $1, detail: $2) },
      about: theirs.differences(to: mine).map { difference in
        PickerLine(
          title: DisplayText("\(difference.path)"),
          detail: DisplayText("mine: \(words(difference.new))   theirs: \(words(difference.old))"),
          applies: false)
      })
  }

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

  /// How many values the applied edit sets; nulls without an effect do not count.
  private static func applied(_ id: String, _ model: Model) -> StatusMessage {
    let edit = model.session[.edit, id]
    guard let edit, let manifest = model.workspace.manifest, let feature = manifest.feature(id)
    else {
      return .applied(id, values: edit?.leafCount)
    }
    let check = manifest.check(edit: edit, of: feature, channel: model.channel, under: model.layers)
    return .applied(id, values: edit.leafCount, idle: check.idleNulls)
  }

  /// Goes back to the session's edit; one undo step in the text, or outside, restores what was
  /// typed.
  static func discard(leaves: Bool = false, _ model: inout Model) -> Outcome {
    guard let id = model.selectedFeature?.id else { return [] }
    let before = model.session.undoable?.id
    let outcome = Drafts.discard(id, &model)
    if leaves { model.focus = .values }
    model.features.editing.showEdit(of: id, in: model.session)
    let isStep = model.session.undoable?.id != before
    guard isStep || model.isInEditor else { return outcome }
    let key = model.keyName(of: "undo")
    return outcome.saying(
      model.isInEditor
        ? .backToApplied(undoTyping: model.keyName(of: "undo-typing"), undo: isStep ? key : nil)
        : .discardedDraft(of: id, undo: key))
  }

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

  /// Loads text from the person's own editor into the config editor, unless unchanged or empty.
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
    if model.features.editing.subject?.key != key, model.focus == .editor || editor.isUnchecked {
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

  static func showsProblemBelowText(in model: Model) -> Bool {
    model.editorLayout?.problemLines.isCurrentWhole == true
  }
}

extension JSONValue {
  fileprivate var leafCount: Int { steps.isEmpty ? 1 : steps.reduce(0) { $0 + $1.value.leafCount } }
}
