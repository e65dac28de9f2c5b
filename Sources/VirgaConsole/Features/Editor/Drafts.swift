import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

// Unapplied text is saved as a draft whenever typing pauses, and when its editor is left.
extension FeaturesScreen {
  /// Saves the text of an editor that was left, and awaits a pause if a text is being typed.
  ///
  /// - Parameter isLeaving: Whether the console is about to end.
  mutating func followDrafts(_ shared: Shared, isLeaving: Bool) -> Outcome {
    let staysInEditor = shared.isInEditor && !isLeaving
    let current = staysInEditor ? selectedFeature(shared)?.id : nil
    guard let left = editing.focused, left.feature != current else {
      return awaitPause(in: current)
    }
    // A value that was inserted for the person to change, and that nobody changed, is not saved.
    editing.editors[left.feature]?.dropShown()
    return saveLeft(left.feature, shared).then { (screen: inout FeaturesScreen, shared, done) in
      screen.editing.focused = nil
      return .done(done.effects + screen.awaitPause(in: current).effects, saying: done.message)
    }
  }

  /// Requests to be told of the next pause in typing, unless that was requested or the text is
  /// saved; remembers the text that got the focus.
  ///
  /// - Parameter id: The feature whose text has the focus; nil if none has.
  private mutating func awaitPause(in id: String?) -> Outcome {
    guard let id, let editor = editing.editors[id] else { return [] }
    if editing.focused == nil {
      editing.focused = EditorStates.FocusedText(feature: id, version: editor.version)
    }
    let needsRequest = editor.isUnsaved && !editing.awaitsIdle
    guard needsRequest else { return [] }
    editing.awaitsIdle = true
    return [.awaitIdle]
  }

  /// Saves the text that has the focus after a pause in typing.
  mutating func pauseTyping(_ shared: Shared) -> Outcome {
    editing.awaitsIdle = false
    return editing.focused.map { saveDraft(of: $0.feature, shared) } ?? []
  }

  /// Saves the text of a feature's editor as its draft, or drops the draft if the text is that of
  /// the edit again.
  ///
  /// This is not an undo step and has no message, unless it replaces the draft of another console.
  /// A draft of another console is only replaced by a text, not dropped.
  func saveDraft(of id: String, _ shared: Shared) -> Outcome {
    guard let editor = editing.editors[id], editor.isUnsaved else { return [] }
    let base = editor.textBase
    let stored = shared.session[.draft, id]?.stringValue
    let isOwnText = editor.isChanged && editor.buffer.text != EditorStates.text(of: base.edit)
    // Nil drops the stored draft.
    let draft = isOwnText ? editor.buffer.text : nil
    let isKnownDraft = stored == nil || stored == base.storedDraft
    let isStoredByOther = !isKnownDraft && stored != draft
    var outcome: Outcome = []
    if isStoredByOther {
      if let draft { outcome = replaceOtherDraft(by: draft, of: id, over: base.edit) }
    } else if stored != draft {
      outcome = .keepsDraft(KeptDraft(feature: id, text: draft, base: base.edit))
    }
    let savedVersion = editor.version
    return outcome.then { (screen: inout FeaturesScreen, _, done) in
      if done.isRefused { return done }
      screen.editing.editors[id]?.textBase.storedVersion = savedVersion
      // A draft of another console that was not replaced is still unknown to this editor.
      let leavesOtherDraft = isStoredByOther && draft == nil
      if !leavesOtherDraft { screen.editing.editors[id]?.textBase.storedDraft = draft }
      return done
    }
  }

  /// Replaces the draft of another console by an operation, so that undo restores it.
  private func replaceOtherDraft(
    by draft: String, of id: String, over edit: JSONValue?
  ) -> Outcome {
    Outcome.performs { try $0.keepDraft(draft, of: id, over: edit) }.then {
      (_: inout FeaturesScreen, _, done) in
      let isReplaced = done.operation != nil
      guard isReplaced else {
        return .refused(done.message.map { .draftNotKept($0) } ?? .unchanged)
      }
      return done.saying(.keptDraftOverOther(of: id))
    }
  }

  /// Saves the text of an editor that is left, and says so if something was typed there, unless
  /// another message is shown.
  mutating func saveLeft(_ id: String, _ shared: Shared) -> Outcome {
    guard let editor = editing.editors[id] else { return [] }
    let focused = editing.focused.flatMap { $0.feature == id ? $0 : nil }
    // A pause may have saved the text already, without a message.
    let wasTyped = focused.map { $0.version != editor.version } ?? false
    guard editor.isUnsaved || wasTyped else { return [] }
    if focused != nil { editing.focused?.version = editor.version }
    return saveDraft(of: id, shared).then { (screen: inout FeaturesScreen, shared, done) in
      let isSaved = screen.editing.editors[id]?.isUnsaved == false
      let isStoredDraft = shared.session[.draft, id]?.stringValue == editor.buffer.text
      let isKept = isSaved && isStoredDraft && editor.isChanged
      guard isKept, done.message == nil else { return done }
      return .continues(done) { model, done in
        done.saying(model.status ?? .keptDraft(of: id, edit: model.keyName(of: "edit")))
      }
    }
  }

  /// Drops the draft of a feature as an undo step; saves the newest text as the draft before, so
  /// that undo restores it.
  func discardDraft(of id: String, _ shared: Shared) -> Outcome {
    let isChanged = editing.editors[id]?.isChanged == true
    let saved = isChanged ? saveDraft(of: id, shared) : []
    return saved.then { (_: inout FeaturesScreen, shared, saved) in
      let hasDraft = shared.session[.draft, id] != nil
      guard hasDraft else { return .done(saved.effects) }
      return Outcome.performs { try $0.discardDraft(of: id) }.then {
        (_: inout FeaturesScreen, _, done) in
        .done(saved.effects + done.effects, saying: done.message)
      }
    }
  }

  /// Updates the editors after an undo or redo; the message also names a draft that came back.
  mutating func followDrafts(
    of operation: SessionOperation, _ shared: Shared, saying message: StatusMessage
  ) -> StatusMessage {
    let keys = operation.changes.map(\.key)
    for key in keys {
      let isText = key.kind == .edit || key.kind == .draft
      let hasEditor = editing.editors[key.name] != nil
      if isText && hasEditor { editing.open(key.name, of: shared.session) }
    }
    let bringsDraftBack = keys.contains { $0.kind == .draft && shared.session[$0] != nil }
    guard bringsDraftBack else { return message }
    return message.returningDraft(discard: shared.keyName(of: "discard-edit"))
  }

  /// The message that another console changed the edit or the draft of the text that is typed here;
  /// nil if it changed neither.
  func newsOfText(since before: Session, _ shared: Shared) -> StatusMessage? {
    guard let id = selectedFeature(shared)?.id, let editor = editor(shared), editor.isChanged else {
      return nil
    }
    let isOtherEdit = shared.session[.edit, id] != before[.edit, id]
    if isOtherEdit, editing.hasConflict(in: id, shared.session) {
      return .editChangedElsewhere(isShown: shared.isInEditor)
    }
    let draft = shared.session[.draft, id]
    let isOtherDraft = draft != before[.draft, id]
    guard shared.focus == .editor, isOtherDraft, let text = draft?.stringValue else { return nil }
    // The draft that this console saved itself is not news.
    return text == editor.textBase.storedDraft ? nil : .otherDraft(of: id)
  }
}
