import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

// Applying the text of the selected feature or of a branch, or discarding it.
extension FeaturesScreen {
  /// Applies the text as the feature's edit or as the branch's config.
  ///
  /// A text with errors is refused, unless the branch's config has the same errors already. Asks
  /// first if the session's config was changed since the text was begun.
  ///
  /// - Parameters:
  ///   - answer: The answer to that question, a ``ConflictAnswer``; empty if it was not asked.
  ///   - command: `apply-edit`, which then leaves the editor, or `apply-and-stay`.
  mutating func applyText(
    _ answer: String = "", by command: String, _ shared: Shared
  ) -> Outcome {
    guard let config = editedConfig(shared), let editor = editor(shared) else { return [] }
    // Nil if the question was not asked: an empty answer is not a case.
    if let answer = ConflictAnswer(rawValue: answer),
      editing.hasConflict(in: config, shared.session)
    {
      return resolveConflict(answer, in: config, for: command, shared)
    }
    if let error = errorThatPreventsApplying(editor, as: config, shared) {
      return refuseText(because: error, shared)
    }
    let needsQuestion = conflictQuestion(about: config, for: command, shared) != nil
    if needsQuestion {
      // The question is made again when it is shown, because the session may change until then.
      return .asks { $0.features.conflictQuestion(about: config, for: command, $0.shared) }
    }
    return applyWithoutQuestion(editor, as: config, leavesEditor: command == "apply-edit", shared)
  }

  /// Applies a text that has no conflict and no errors which would prevent it; if it is applied,
  /// `leavesEditor` moves the focus from it.
  private func applyWithoutQuestion(
    _ editor: ConfigEditor, as config: EditedConfig, leavesEditor: Bool, _ shared: Shared
  ) -> Outcome {
    let applying: Outcome
    if let place = config.branchFeature {
      applying = applyBranch(editor, to: place, shared)
    } else {
      applying = applyEdit(editor.buffer.text, to: config.feature, shared)
    }
    return applying.then { (_: inout FeaturesScreen, shared, applied) in
      // The operation may keep a text as a draft instead of refusing it.
      let isApplied = !applied.isRefused && shared.session.draft(of: config) == nil
      return isApplied && leavesEditor
        ? Self.focusValuesOrBranches(of: config, then: applied) : applied
    }
  }

  /// The first error of a text that cannot be applied; nil if it can, even with errors that the
  /// config of the branch has already.
  private func errorThatPreventsApplying(
    _ editor: ConfigEditor, as config: EditedConfig, _ shared: Shared
  ) -> ConfigEditor.TextError? {
    guard let error = editor.firstError, !hasOnlyOldErrors(editor, of: config, shared) else {
      return nil
    }
    return error
  }

  /// Whether a text with errors can be applied because the config of the branch has the same errors
  /// already; false for an edit.
  ///
  /// A branch can be made for another version of the app, so that it does not match this manifest.
  private func hasOnlyOldErrors(
    _ editor: ConfigEditor, of config: EditedConfig, _ shared: Shared
  ) -> Bool {
    guard let place = config.branchFeature, let json = editor.json else { return false }
    do {
      // This throws for new errors only.
      try shared.operations.checkConfig(place, at: .root, to: json)
      return true
    } catch {
      return false
    }
  }

  /// Makes a text the edit of a feature, the selected one.
  private func applyEdit(_ text: String, to id: String, _ shared: Shared) -> Outcome {
    applyAfterSavingDraft(of: EditedConfig(editOf: id), shared) { screen, shared in
      screen.applySavedText(text, to: id, shared)
    }
  }

  /// Applies a text; if the session has a draft of it, saves the text as the draft first.
  ///
  /// Undo restores the stored draft, which must be this text and not an earlier one.
  private func applyAfterSavingDraft(
    of config: EditedConfig, _ shared: Shared,
    _ apply: @escaping @Sendable (FeaturesScreen, Shared) -> Outcome
  ) -> Outcome {
    let hasDraft = shared.session.draft(of: config) != nil
    let saving = hasDraft ? saveDraft(of: config, shared) : []
    // The text is applied even if saving it was refused.
    return saving.then { (screen: inout FeaturesScreen, shared, saved) in
      apply(screen, shared).then { (_: inout FeaturesScreen, _, applied) in
        if applied.isRefused, saved.effects.isEmpty { return applied }
        // The draft is stored even if the text is refused; the message then says why.
        return .done(saved.effects + applied.effects, saying: applied.message)
      }
    }
  }

  /// Makes a text the edit of the selected feature, and moves the cursor of the values to the first
  /// one that it changes.
  private func applySavedText(_ text: String, to id: String, _ shared: Shared) -> Outcome {
    let editBefore = shared.session[.edit, id] ?? [:]
    return Outcome.performs { try $0.applyText(text, to: id) }.then {
      (screen: inout FeaturesScreen, shared, applied) in
      // A text with errors is kept as a draft instead; an applied text has none.
      let isApplied = shared.session[.draft, id] == nil
      guard isApplied else { return applied }
      let edit = shared.session[.edit, id]
      screen.editing.recordApplied(edit, of: EditedConfig(editOf: id))
      screen.revealFirstChange(from: editBefore, to: edit ?? [:], shared)
      // Without an operation, the session had that edit already.
      return applied.operation == nil
        ? applied : applied.saying(shared.appliedMessage(of: id))
    }
  }

  /// Makes a text the config of a feature in a branch; a blank one is an empty config.
  private func applyBranch(
    _ editor: ConfigEditor, to place: BranchFeature, _ shared: Shared
  ) -> Outcome {
    // Nil if the text is not JSON: setting it is then refused.
    let config: JSONValue? = editor.edited.isBlank ? [:] : editor.json
    let edited = EditedConfig(place)
    return applyAfterSavingDraft(of: edited, shared) { _, _ in
      Self.setConfig(config, of: place).then {
        (screen: inout FeaturesScreen, shared, applied) in
        if applied.isRefused { return applied }
        screen.editing.recordApplied(shared.session.appliedJSON(of: edited), of: edited)
        return applied
      }
    }
  }

  /// Sets the whole config of a feature in a branch; refuses nil, a text that is not a config.
  private static func setConfig(_ config: JSONValue?, of place: BranchFeature) -> Outcome {
    .performs { operations in
      // Without a problem, the message says which command explains it.
      guard let config else { throw Refusal(.notAConfig(of: place.feature, because: nil)) }
      return try operations.setConfig(place, at: .root, to: config)
    }
  }

  /// Moves the focus from a text to the values of its feature, or from that of a branch back to the
  /// branches on screen 4; then does `rest`.
  ///
  /// - Parameters:
  ///   - config: What the text configures; nil for none, which also gives the values.
  ///   - rest: What is done after that.
  static func focusValuesOrBranches(of config: EditedConfig?, then rest: Outcome = []) -> Outcome {
    let isBranch = config?.isEditOfFeature == false
    return .focuses(isBranch ? .branches : .values, then: rest)
  }

  /// Moves the cursor of the values to the first one that differs between two edits.
  private mutating func revealFirstChange(
    from old: JSONValue, to new: JSONValue, _ shared: Shared
  ) {
    guard let path = old.differences(to: new).first?.path else { return }
    // The cursor can only go to values that are loaded, and the new edit may have added some.
    loadValues(shared)
    // The lineage goes outwards. `reveal` moves the cursor, or returns false if no row has the
    // path: if an element of an array is gone, the cursor goes to the array.
    _ = path.lineage.first { values.reveal($0) }
  }

  /// Goes to the error that prevents applying the text, and says what to fix.
  private mutating func refuseText(
    because error: ConfigEditor.TextError, _ shared: Shared
  ) -> Outcome {
    edit(shared) { $0.go(to: error.position) }
    let errorCount = editor(shared)?.findings.count { $0.problem.severity == .error } ?? 0
    // A problem that is fully visible below the text is not repeated in the message.
    let isVisible = showsProblemBelowText(shared)
    let message: StatusMessage =
      isVisible ? .notApplied(problems: errorCount) : error.refusal
    return .focuses(.editor, then: .says(message))
  }

  /// The question which of two configs to apply, with the values that differ; nil if the session's
  /// config was not changed since the text was begun, or sets the same values.
  ///
  /// - Parameter command: The command that runs with the answer.
  private func conflictQuestion(
    about config: EditedConfig, for command: String, _ shared: Shared
  ) -> Picker? {
    // The selection may have changed since the command ran.
    let isSelected = editedConfig(shared) == config
    guard isSelected, editing.hasConflict(in: config, shared.session), let editor = editor(shared)
    else { return nil }
    // A text that is not JSON is refused before this question, so one without JSON is blank.
    let mine = editor.json ?? [:]
    let theirs = shared.session.appliedJSON(of: config) ?? [:]
    // A blank text sets the same values as an empty config: none.
    guard mine != theirs else { return nil }
    return .question(
      "The \(config.words) was changed meanwhile",
      Self.answers(aboutConflictIn: config, for: command, shared),
      about: Self.lines(ofDifferencesBetween: mine, and: theirs))
  }

  /// The answers to the question which of two configs to apply, each of which runs the command with
  /// that answer.
  private static func answers(
    aboutConflictIn config: EditedConfig, for command: String, _ shared: Shared
  ) -> [PickerLine] {
    // Nil if the session has no such config, which counts as empty.
    let change =
      shared.lastChange(of: config).map { "by \($0.author): \($0.label)" } ?? "which is empty"
    let noun = config.noun
    func line(_ answer: ConflictAnswer, _ title: DisplayText, _ detail: DisplayText) -> PickerLine {
      PickerLine(
        invocation: Invocation(command, answer.rawValue), title: title, detail: detail)
    }
    return [
      line(.mine, "keep mine", "apply this text over the other \(noun); undo reverts it"),
      line(
        .theirs, "take theirs", "show the other \(noun), \(change); undo in the text restores mine"),
      line(.both, "both", "apply my changes to the other \(noun); review it before you apply it"),
    ]
  }

  /// A line for each value that two edits set differently, such as `greeting` with
  /// `mine: "Hi"   theirs: nothing`; the lines only inform, they cannot be chosen.
  private static func lines(
    ofDifferencesBetween mine: JSONValue, and theirs: JSONValue
  ) -> [PickerLine] {
    func words(_ value: JSONValue?) -> String { value.map(ValueText.short) ?? "nothing" }
    // The differences lead from theirs to mine, so mine are the new values.
    return theirs.differences(to: mine).map { difference in
      PickerLine(
        title: DisplayText("\(difference.path)"),
        detail: DisplayText("mine: \(words(difference.new))   theirs: \(words(difference.old))"),
        applies: false)
    }
  }

  /// Does what the person answered: applies the text over the other edit, shows the other edit, or
  /// shows both merged.
  ///
  /// - Parameter command: The command that asked, which runs again for `mine`.
  private mutating func resolveConflict(
    _ answer: ConflictAnswer, in config: EditedConfig, for command: String, _ shared: Shared
  ) -> Outcome {
    guard let editor = editor(shared) else { return [] }
    let theirs = shared.session.appliedJSON(of: config)
    switch answer {
    // Without this text, the editor shows what is applied, which is their edit.
    case .theirs: return discardText(shared)
    case .mine:
      // A text that started from `theirs` does not conflict with it, so `applyText` does not ask.
      editing.editors[config]?.textBase.startingEdit = theirs
      return applyText(by: command, shared)
    case .both: return showBothMerged(editor, over: theirs, of: config, shared)
    }
  }

  /// Shows the session's edit (`theirs`) with the members that the person changed since the text
  /// was begun; the person's value wins if both changed a member.
  ///
  /// The text then counts as started from `theirs`, which is nil if the session has no edit.
  private mutating func showBothMerged(
    _ editor: ConfigEditor, over theirs: JSONValue?, of config: EditedConfig, _ shared: Shared
  ) -> Outcome {
    // Nil for a blank or invalid text.
    guard let mine = editor.json?.objectValue else { return [] }
    // `rebased` merges member by member only if the key is that of an edit, so a branch's config
    // gets such a key too.
    let key = EntryKey(.edit, config.feature)
    let change = EntryChange(key, from: editor.textBase.startingEdit, to: .object(mine))
    // If the other edit is gone, the person's changes are merged into an empty one.
    let merged = change.rebased(onto: theirs ?? [:]).new
    edit(shared) {
      $0.replaceAll(with: EditorStates.text(of: merged))
      $0.textBase.startingEdit = theirs
    }
    return .says(.bothEditsShown)
  }

  /// Applies a config that is the argument of a command to the selected feature, and shows it in
  /// the editor; refuses one with errors.
  func applyConfig(_ text: String, _ shared: Shared) -> Outcome {
    guard let feature = selectedFeature(shared) else { return [] }
    let firstError = shared.firstError(inConfig: text, of: feature)
    let id = feature.id
    return Outcome.performs { operations in
      let operation = try operations.applyText(text, to: id)
      // A config with errors would become a draft, but a command with a config as its argument is
      // often in a script, where nobody can fix it.
      let storesDraft = operation.changes.contains { $0.key.kind == .draft && $0.new != nil }
      guard !storesDraft else { throw Refusal(.notAConfig(of: id, because: firstError)) }
      return operation
    }.then { (screen: inout FeaturesScreen, shared, applied) in
      // Nil if it was refused, or if the session had that edit already.
      guard applied.operation != nil else { return applied }
      screen.editing.showApplied(EditedConfig(editOf: id), in: shared.session)
      return applied.saying(shared.appliedMessage(of: id))
    }
  }

  /// Discards the text and its draft, and shows what is applied.
  ///
  /// In the editor, undoing the typing restores the text; undo in the session restores a draft that
  /// was dropped.
  ///
  /// - Parameter leavesEditor: Whether the text then loses the focus.
  mutating func discardText(leavesEditor: Bool = false, _ shared: Shared) -> Outcome {
    guard let config = editedConfig(shared) else { return [] }
    let lastUndoStep = shared.session.undoable?.id
    return discardDraft(of: config, shared).then {
      (screen: inout FeaturesScreen, shared, discarded) in
      screen.editing.showApplied(config, in: shared.session)
      // Only dropping a draft is an undo step of the session.
      let droppedDraft = shared.session.undoable?.id != lastUndoStep
      let message = screen.messageOfDiscarding(
        config.feature, droppedDraft: droppedDraft, leavesEditor: leavesEditor, shared)
      // Nil if the person does not stay in the editor and no draft was dropped: then the message of
      // `discardDraft` stays, if it has one.
      let outcome = message.map { discarded.saying($0) } ?? discarded
      return leavesEditor ? Self.focusValuesOrBranches(of: config, then: outcome) : outcome
    }
  }

  /// The message that a text was discarded, with the keys that restore it.
  ///
  /// In the editor, undoing the typing always restores it. Nil if the person does not stay in the
  /// editor and no draft was dropped.
  ///
  /// - Parameters:
  ///   - droppedDraft: Whether a draft was dropped, which undo in the session restores.
  ///   - leavesEditor: Whether the text loses the focus.
  private func messageOfDiscarding(
    _ id: String, droppedDraft: Bool, leavesEditor: Bool, _ shared: Shared
  ) -> StatusMessage? {
    let undo = shared.keyName(of: "undo")
    let staysInEditor = shared.isInEditor && !leavesEditor
    if staysInEditor {
      let undoTyping = shared.keyName(of: "undo-typing")
      return .backToApplied(undoTyping: undoTyping, undo: droppedDraft ? undo : nil)
    }
    return droppedDraft ? .discardedDraft(of: id, undo: undo) : nil
  }
}

extension Shared {
  /// The first error of a config of a feature; nil if it has none, or without a manifest.
  fileprivate func firstError(
    inConfig text: String, of feature: FeatureDefinition
  ) -> Problem? {
    let source = SourceText(name: EditedFeature.textName, text: text)
    let check = workspace.manifest?.check(config: source, feature: feature, channel: channel)
    return check?.problems.first { $0.severity == .error }
  }

  /// The message that an edit was applied, with the number of values that it sets and of nulls
  /// without an effect.
  fileprivate func appliedMessage(of id: String) -> StatusMessage {
    let edit = session[.edit, id]
    // Without an edit, or if the manifest lacks its feature, there are no nulls to look for.
    guard let edit, let manifest = workspace.manifest, let feature = manifest.feature(id) else {
      return .applied(id, values: edit?.leafCount)
    }
    let check = manifest.check(edit: edit, of: feature, channel: channel, under: layers)
    return .applied(id, values: edit.leafCount, idle: check.ineffectiveNullCount)
  }
}

extension JSONValue {
  /// The number of scalars and empty containers: `{"a": 1, "b": [2, {}]}` has 3.
  fileprivate var leafCount: Int {
    let isLeaf = steps.isEmpty
    return isLeaf ? 1 : steps.reduce(0) { sum, step in sum + step.value.leafCount }
  }
}
