import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// Saves unapplied text as a draft whenever typing pauses, and when its editor is left.
enum Drafts {
  /// Saves the text of an editor that was left, and awaits a pause if a text is being typed.
  static func follow(_ model: inout Model, isLeaving: Bool) -> [Effect] {
    let current = model.isInEditor && !isLeaving ? model.selectedFeature?.id : nil
    var effects: [Effect] = []
    if let left = model.features.editing.focused, left.feature != current {
      model.features.editing.editors[left.feature]?.dropShown()
      effects += model.apply(leave(left.feature, &model))
      model.features.editing.focused = nil
    }
    guard let current, let editor = model.features.editing.editors[current] else { return effects }
    if model.features.editing.focused == nil {
      model.features.editing.focused = .init(feature: current, version: editor.version)
    }
    if !model.features.editing.awaitsIdle, editor.isUnsaved {
      model.features.editing.awaitsIdle = true
      effects.append(.awaitIdle)
    }
    return effects
  }

  /// Saves the text that has the focus after a pause in typing.
  static func pause(_ model: inout Model) -> Outcome {
    model.features.editing.awaitsIdle = false
    return model.features.editing.focused.map { save($0.feature, &model) } ?? []
  }

  /// Saves the text of a feature's editor as its draft, or drops the draft if the text is that of
  /// the edit again.
  ///
  /// This is not an undo step and has no message, unless it replaces the draft of another console.
  /// A draft of another console is only replaced by a text, not dropped.
  static func save(_ id: String, _ model: inout Model) -> Outcome {
    guard let editor = model.features.editing.editors[id], editor.isUnsaved else { return [] }
    let base = editor.textBase
    let stored = model.session[.draft, id]?.stringValue
    let isOwnText = editor.isChanged && editor.buffer.text != EditorStates.text(of: base.edit)
    let draft = isOwnText ? editor.buffer.text : nil
    let isStoredByOther = stored != nil && stored != base.storedDraft && stored != draft
    var outcome: Outcome = []
    if isStoredByOther {
      if let draft { outcome = replaceOtherDraft(by: draft, of: id, over: base.edit, &model) }
      if outcome.isRefused { return outcome }
    } else if stored != draft {
      model.session.keepDraft(draft, of: id, over: base.edit)
      outcome = [.keepDraft(draft, feature: id, over: base.edit)]
    }
    model.features.editing.editors[id]?.textBase.storedVersion = editor.version
    // The draft of another console that was left is still unknown to this editor.
    if draft != nil || !isStoredByOther {
      model.features.editing.editors[id]?.textBase.storedDraft = draft
    }
    return outcome
  }

  /// Replaces the draft of another console by an operation, so that undo returns it.
  private static func replaceOtherDraft(
    by draft: String, of id: String, over edit: JSONValue?, _ model: inout Model
  ) -> Outcome {
    let outcome = model.perform { try $0.keepDraft(draft, of: id, over: edit) }
    guard outcome.operation != nil else {
      return .refused(outcome.message.map { .draftNotKept($0) } ?? .unchanged)
    }
    return outcome.saying(.keptDraftOverOther(of: id))
  }

  /// Saves the text of an editor that is left, and says so if something was typed there.
  static func leave(_ id: String, _ model: inout Model) -> Outcome {
    guard let editor = model.features.editing.editors[id] else { return [] }
    let focused = model.features.editing.focused.flatMap { $0.feature == id ? $0 : nil }
    let isChangedInFocus = focused.map { $0.version != editor.version } ?? false
    guard editor.isUnsaved || isChangedInFocus else { return [] }
    if focused != nil { model.features.editing.focused?.version = editor.version }
    let outcome = save(id, &model)
    let isSaved = model.features.editing.editors[id]?.isUnsaved == false
    let isDraft = model.session[.draft, id]?.stringValue == editor.buffer.text
    guard isSaved, isDraft, editor.isChanged, outcome.message == nil else { return outcome }
    return outcome.saying(model.status ?? .keptDraft(of: id, edit: model.keyName(of: "edit")))
  }

  /// Drops the draft of a feature as an undo step; saves the newest text as the draft before, so
  /// that undo restores it.
  static func discard(_ id: String, _ model: inout Model) -> Outcome {
    let isChanged = model.features.editing.editors[id]?.isChanged == true
    let effects = isChanged ? save(id, &model).effects : []
    guard model.session[.draft, id] != nil else { return .done(effects) }
    let outcome = model.perform { try $0.discardDraft(of: id) }
    return .done(effects + outcome.effects, saying: outcome.message)
  }

  /// Updates the editors after an undo or redo; the message also names a draft that came back.
  static func follow(
    _ operation: SessionOperation, _ model: inout Model, saying message: StatusMessage
  ) -> StatusMessage {
    let keys = operation.changes.map(\.key)
    for key in keys
    where [.edit, .draft].contains(key.kind) && model.features.editing.editors[key.name] != nil {
      model.features.editing.open(key.name, of: model.session)
    }
    let hasDraft = keys.contains { $0.kind == .draft && model.session[$0] != nil }
    return hasDraft ? message.returningDraft(discard: model.keyName(of: "discard-edit")) : message
  }

  /// The message that another console changed the edit or the draft of the text that is typed here;
  /// nil if it changed neither.
  static func news(since before: Session, in model: Model) -> StatusMessage? {
    guard let id = model.selectedFeature?.id, let editor = model.editor, editor.isChanged else {
      return nil
    }
    if model.session[.edit, id] != before[.edit, id],
      model.features.editing.hasConflict(in: id, model.session)
    {
      return .editChangedElsewhere(isShown: model.isInEditor)
    }
    let draft = model.session[.draft, id]
    guard model.focus == .editor,
      draft != before[.draft, id],
      let text = draft?.stringValue,
      text != editor.textBase.storedDraft
    else { return nil }
    return .otherDraft(of: id)
  }
}
