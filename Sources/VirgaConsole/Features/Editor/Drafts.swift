import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

// Unapplied text is saved as a draft whenever typing pauses, and when its editor is left.
extension FeaturesScreen {
  /// Saves the text of an editor that was left, and closes it if it is that of a branch; awaits a
  /// pause if a text is being typed.
  ///
  /// Even if saving is refused, the text no longer counts as focused.
  ///
  /// - Parameter consoleEnds: Whether the console ends, and so leaves the text that has the focus.
  mutating func saveDraftWhenDue(_ shared: Shared, consoleEnds: Bool) -> Outcome {
    let staysInEditor = shared.isInEditor && !consoleEnds
    // Nil if no text has the focus from now on: then no pause is awaited.
    let current = staysInEditor ? editedConfig(shared) : nil
    guard let leftConfig = editing.focusedText?.config, leftConfig != current else {
      return awaitPause(in: current)
    }
    // A value that was inserted for the person to change is not saved unless it was changed.
    editing.editors[leftConfig]?.removeUnchangedInsertion()
    let saved = saveDraftAndSaySo(of: leftConfig, shared).then {
      (screen: inout FeaturesScreen, shared, done) in
      screen.editing.focusedText = nil
      return .done(done.effects + screen.awaitPause(in: current).effects, saying: done.message)
    }
    return leftConfig.isEditOfFeature ? saved : Self.closeBranch(leftConfig, after: saved)
  }

  /// Closes the text of a branch that was left, so that the editor shows the feature's own edit
  /// again.
  ///
  /// That happens even if saving was refused: the text then stays among the editors.
  ///
  /// `continues` runs its closure after `saved`, as `then` does, but with the whole model.
  private static func closeBranch(_ config: EditedConfig, after saved: Outcome) -> Outcome {
    .continues(saved) { model, done in
      // The text of another branch may have been opened instead: that one stays open.
      let isOpen = model.features.editing.branchConfig == config
      if isOpen { model.features.editing.branchConfig = nil }
      // Going to Features must not return to the editor, where the person typed the text of a
      // branch.
      if !model.isInEditor { model.navigation.lastFocus[.features] = .values }
      return done
    }
  }

  /// Requests to be told of the next pause in typing, unless that was requested or the text is
  /// saved.
  ///
  /// Also remembers a text that just got the focus with its version, which later tells whether
  /// something was typed.
  ///
  /// - Parameter config: What the text that has the focus configures; nil if none has.
  private mutating func awaitPause(in config: EditedConfig?) -> Outcome {
    guard let config, let editor = editing.editors[config] else { return [] }
    if editing.focusedText == nil {
      editing.focusedText = EditorStates.FocusedText(
        config: config, versionBeforeTyping: editor.version)
    }
    let needsRequest = editor.isUnsaved && !editing.awaitsIdle
    guard needsRequest else { return [] }
    editing.awaitsIdle = true
    return [.awaitIdle]
  }

  /// Saves the text that has the focus after a pause in typing.
  mutating func saveDraftInPause(_ shared: Shared) -> Outcome {
    editing.awaitsIdle = false
    return editing.focusedText.map { saveDraft(of: $0.config, shared) } ?? []
  }

  /// Saves the text of an editor as the draft of the feature or the branch, or drops the draft if
  /// the text is that of the applied config again.
  ///
  /// This is not an undo step and has no message, unless it replaces the draft of another console.
  /// A draft of another console is only replaced by a text: dropping it would lose what was typed
  /// there.
  func saveDraft(of config: EditedConfig, _ shared: Shared) -> Outcome {
    guard let editor = editing.editors[config] else { return [] }
    // A saved text is saved again if another console has replaced or removed its draft since.
    let needsSaving = editor.isUnsaved || editing.isOnlyInEditor(config, shared.session)
    guard needsSaving else { return [] }
    // Nil drops the stored draft.
    let draft = Self.textThatNeedsDraft(in: editor)
    let stored = shared.session.draft(of: config)
    let savedVersion = editor.version
    let storing = storeDraft(
      draft, of: config, replacing: stored, startedFrom: editor.textBase)
    return storing.then { (screen: inout FeaturesScreen, _, done) in
      if done.isRefused { return done }
      // Until something else is typed, the text counts as saved.
      screen.editing.editors[config]?.recordSaved(draft, version: savedVersion)
      return done
    }
  }

  /// The text of an editor; nil if it is that of the applied edit or of the edit it started from.
  private static func textThatNeedsDraft(in editor: ConfigEditor) -> String? {
    guard editor.isChanged else { return nil }
    let text = editor.buffer.text
    return text == EditorStates.text(of: editor.textBase.startingEdit) ? nil : text
  }

  /// Stores a draft in place of the stored one, or drops that if the draft is nil; does nothing if
  /// the session has it already, or if nil would drop the draft of another console.
  ///
  /// Only replacing the draft of another console is an undo step.
  private func storeDraft(
    _ draft: String?, of config: EditedConfig, replacing stored: String?,
    startedFrom base: ConfigEditor.TextBase
  ) -> Outcome {
    guard stored != draft else { return [] }
    // Its own draft is one that this editor saved, or that it loaded unless another console stored
    // it.
    let isOwnDraft = stored == base.draftLastLoadedOrSaved && !base.isDraftOfOtherConsole
    let isStoredByOther = stored != nil && !isOwnDraft
    guard isStoredByOther else {
      return .keepsDraft(KeptDraft(config: config, text: draft, base: base.startingEdit))
    }
    return draft.map { replaceOtherDraft(by: $0, of: config, startedFrom: base.startingEdit) } ?? []
  }

  /// Replaces the draft of another console by an operation, so that undo restores it.
  ///
  /// - Parameter base: The config that the text started from, stored with the draft to detect later
  ///   that another one was applied; nil if it started without one.
  private func replaceOtherDraft(
    by draft: String, of config: EditedConfig, startedFrom base: JSONValue?
  ) -> Outcome {
    Outcome.performs { try $0.keepDraft(draft, of: config, startedFrom: base) }.then {
      (_: inout FeaturesScreen, shared, done) in
      let isReplaced = done.operation != nil
      guard isReplaced else {
        // The message of the operation says why it was refused; without one, nothing changed.
        return .refused(done.message.map { .draftNotKept($0) } ?? .unchanged)
      }
      return done.saying(
        .keptDraftOverOther(of: config.feature, undo: shared.keyName(of: "undo")))
    }
  }

  /// Saves the text of an editor that is left, and says so if something was typed there, unless
  /// another message is shown.
  mutating func saveDraftAndSaySo(of config: EditedConfig, _ shared: Shared) -> Outcome {
    guard let editor = editing.editors[config] else { return [] }
    // A pause may have saved a typed text already, without a message.
    guard editor.isUnsaved || editing.isTypedSinceFocus(config) else { return [] }
    // Before `recordNothingTypedSinceFocus`, because `saveDraft` may ask whether a text was typed.
    let saving = saveDraft(of: config, shared)
    // The next time, only what was typed since now counts.
    editing.recordNothingTypedSinceFocus(in: config)
    return saving.then { (screen: inout FeaturesScreen, shared, done) in
      let isKept = screen.isStoredAsDraft(editor, of: config, shared.session)
      guard isKept, done.message == nil else { return done }
      // `then` gives only the screen; the model of `continues` knows whether a message is shown.
      return .continues(done) { model, done in
        done.saying(model.status ?? .kept(config, in: model))
      }
    }
  }

  /// Whether saving the text of an editor stored it as a draft; a text that is the applied one is
  /// saved without a draft.
  ///
  /// - Parameter editor: The editor as it was before it was saved.
  private func isStoredAsDraft(
    _ editor: ConfigEditor, of config: EditedConfig, _ session: Session
  ) -> Bool {
    // False if saving was refused.
    let isSaved = editing.editors[config]?.isUnsaved == false
    return isSaved && editor.isChanged && session.draft(of: config) == editor.buffer.text
  }

  /// Drops the draft of a text as an undo step, unless it is that of another console and the open
  /// text hides it; the caller discards the text itself.
  func discardDraft(of config: EditedConfig, _ shared: Shared) -> Outcome {
    let isChanged = editing.editors[config]?.isChanged == true
    // The person has not seen the draft of the other console, so it is not dropped, and the text is
    // not saved over it. Without a change in the text, nothing is discarded at all.
    if editing.hidesDraft(of: config, shared.session) {
      return isChanged ? .says(.discardedTextOnly(of: config.feature)) : []
    }
    // Undo restores the draft that is dropped, so the newest text becomes the draft first.
    let saving = isChanged ? saveDraft(of: config, shared) : []
    return saving.then { (_: inout FeaturesScreen, shared, saved) in
      let hasDraft = shared.session.draft(of: config) != nil
      // There is no draft if the text is that of the config it started from, or could not be saved.
      // The message of saving is left out, because the text is discarded.
      guard hasDraft else { return .done(saved.effects) }
      return Outcome.performs { try $0.discardDraft(of: config) }.then {
        (_: inout FeaturesScreen, _, dropped) in
        .done(saved.effects + dropped.effects, saying: dropped.message)
      }
    }
  }

  /// Updates the editors after an undo or redo; the message also names a draft that came back.
  mutating func updateEditors(
    after operation: SessionOperation, _ shared: Shared, saying message: StatusMessage
  ) -> StatusMessage {
    let changedKeys = Set(operation.changes.map(\.key))
    for config in editing.editors.keys {
      updateEditor(of: config, afterChangesOf: changedKeys, shared.session)
    }
    let hasDraftBack = changedKeys.contains { key in
      let isDraft = [.draft, .branchDraft].contains(key.kind)
      return isDraft && shared.session[key] != nil
    }
    guard hasDraftBack else { return message }
    return message.returningDraft(discard: shared.keyName(of: "discard-edit"))
  }

  /// Updates the editor of a config if an undo or redo changed the config or its draft.
  private mutating func updateEditor(
    of config: EditedConfig, afterChangesOf keys: Set<EntryKey>, _ session: Session
  ) {
    let isDraftChanged = keys.contains(config.draftKey)
    guard isDraftChanged || keys.contains(config.key) else { return }
    editing.openOrUpdate(config, of: session)
    // The person asked for the draft that came back, so from now on it counts as typed here.
    if isDraftChanged { editing.editors[config]?.textBase.isDraftOfOtherConsole = false }
  }

  /// The message that another console changed the config whose text is typed here, or stored
  /// another draft of that text while it has the focus; nil if it did neither.
  func newsOfText(since before: Session, _ shared: Shared) -> StatusMessage? {
    guard let config = editedConfig(shared), let editor = editor(shared) else { return nil }
    let draft = shared.session.draft(of: config)
    let isDraftReplacedOrGone = draft != editor.textBase.draftLastLoadedOrSaved
    // If the draft was replaced or removed while neither the text nor its merged result has the
    // focus (`isInEditor`), the editor loads what the session stores now: no conflict is left.
    let keepsText = shared.isInEditor || !isDraftReplacedOrGone
    if keepsText, hasNewConflict(in: config, since: before, shared.session) {
      return .changedElsewhere(config, isShown: shared.isInEditor)
    }
    // A draft that is gone changes nothing here, because the text is still in its editor.
    let isOtherDraftStored =
      isDraftReplacedOrGone && draft != nil && draft != before.draft(of: config)
    // While the merged result has the focus, nothing is said here: `warningOfDraftOrConflict` says
    // it when the text gets the focus.
    guard isOtherDraftStored, shared.focus == .editor else { return nil }
    return newsOfOtherDraft(of: config, shared)
  }

  /// Whether a config was changed since `before` and conflicts with its text: it differs from the
  /// text, and from the config that the text was begun from.
  private func hasNewConflict(
    in config: EditedConfig, since before: Session, _ session: Session
  ) -> Bool {
    let isConfigNew = session.appliedJSON(of: config) != before.appliedJSON(of: config)
    return isConfigNew && editing.hasConflict(in: config, session)
  }

  /// The message that another console stored a draft of the text that has the focus, and what
  /// happens to it when the text is left.
  private func newsOfOtherDraft(of config: EditedConfig, _ shared: Shared) -> StatusMessage {
    // A text that was typed will be saved over that draft, which `undo` then restores; any other
    // will be replaced by it.
    if editing.isOnlyInEditor(config, shared.session) {
      return .otherDraft(of: config.feature, undo: shared.keyName(of: "undo"))
    }
    let edit = config.isEditOfFeature ? "edit-config" : "edit-branch"
    return .otherDraftHidden(
      of: config.feature, leave: shared.keyName(of: "leave-edit"), edit: shared.keyName(of: edit))
  }
}

extension Operations {
  /// Stores a draft of a feature's edit or of a feature's config in a branch.
  fileprivate func keepDraft(
    _ text: String, of config: EditedConfig, startedFrom base: JSONValue?
  ) throws(Refusal) -> SessionOperation {
    // Nil for an edit, which is in no branch.
    guard let place = config.branchFeature else {
      return try keepDraft(text, of: config.feature, startedFrom: base)
    }
    return try keepDraft(BranchDraft(text, of: place, startedFrom: base))
  }

  /// Drops the draft of a feature's edit or of a feature's config in a branch.
  fileprivate func discardDraft(of config: EditedConfig) throws(Refusal) -> SessionOperation {
    // Nil for an edit, which is in no branch.
    guard let place = config.branchFeature else { return try discardDraft(of: config.feature) }
    return try discardDraft(at: place)
  }
}

extension StatusMessage {
  /// The message that a text that was left is kept, with the key that goes back to it.
  fileprivate static func kept(_ config: EditedConfig, in model: Model) -> StatusMessage {
    guard config.isEditOfFeature else {
      return .keptText(of: config, edit: model.keyName(of: "edit-branch"))
    }
    return .keptDraft(of: config.feature, edit: model.keyName(of: "edit"))
  }
}
