import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// What is typed and not applied is never lost: it is saved as a draft in every pause, and when its
/// editor is left.
enum Drafts {
  /// Saves the text of an editor that was left.
  static func follow(_ model: inout Model, isLeaving: Bool) -> [Effect] {
    let current = model.isInEditor && !isLeaving ? model.selectedFeature?.id : nil
    var effects: [Effect] = []
    if let left = model.features.editing.stay, left.feature != current {
      model.features.editing.editors[left.feature]?.dropShown()
      effects += model.apply(leave(left.feature, &model))
      model.features.editing.stay = nil
    }
    if let current, let editor = model.features.editing.editors[current] {
      if model.features.editing.stay == nil {
        model.features.editing.stay = (current, editor.version)
      }
      if !model.features.editing.awaitsIdle, editor.isUnsaved {
        model.features.editing.awaitsIdle = true
        effects.append(.awaitIdle)
      }
    }
    return effects
  }

  static func pause(_ model: inout Model) -> Outcome {
    model.features.editing.awaitsIdle = false
    return model.features.editing.stay.map { save($0.feature, &model) } ?? []
  }

  /// Saves the text of a feature's editor as its draft, or drops the draft if the text is that of
  /// the edit again.
  ///
  /// That is not an undo step, and nothing is said, unless it replaces the draft of another
  /// console.
  static func save(_ id: String, _ model: inout Model) -> Outcome {
    guard let editor = model.features.editing.editors[id], editor.isUnsaved else { return [] }
    let (text, base, old) = (
      editor.buffer.text, editor.origin.base, model.session[.draft, id]?.stringValue
    )
    let draft = editor.isChanged && text != EditorStates.text(of: base) ? text : nil
    let isOther = old != nil && old != editor.origin.kept && old != draft
    var outcome: Outcome = []
    if let draft, isOther {
      outcome = model.perform { try $0.keepDraft(draft, of: id, over: base) }
      guard outcome.operation != nil else {
        return outcome.message.map { .refused(.draftNotKept($0)) } ?? outcome
      }
      outcome = outcome.saying(.keptDraftOverOther(of: id))
    } else if !isOther, old != draft {
      model.session.keepDraft(draft, of: id, over: base)
      outcome = [.keepDraft(draft, feature: id, over: base)]
    }
    model.features.editing.editors[id]?.origin.version = editor.version
    if draft != nil || !isOther { model.features.editing.editors[id]?.origin.kept = draft }
    return outcome
  }

  /// Saves the text of an editor that is left, and says so if something was typed there.
  static func leave(_ id: String, _ model: inout Model) -> Outcome {
    guard let editor = model.features.editing.editors[id] else { return [] }
    let isIn = model.features.editing.stay?.feature == id
    guard editor.isUnsaved || isIn && editor.version != model.features.editing.stay?.version else {
      return []
    }
    if isIn { model.features.editing.stay?.version = editor.version }
    let outcome = save(id, &model)
    let text = editor.buffer.text
    guard model.features.editing.editors[id]?.isUnsaved == false, editor.isChanged,
      outcome.message == nil,
      model.session[.draft, id]?.stringValue == text
    else { return outcome }
    return outcome.saying(model.status ?? .keptDraft(of: id, edit: model.keyName(of: "edit")))
  }

  static func discard(_ id: String, _ model: inout Model) -> Outcome {
    let effects =
      model.features.editing.editors[id]?.isChanged == true ? save(id, &model).effects : []
    guard model.session[.draft, id] != nil else { return .done(effects) }
    let outcome = model.perform { try $0.discardDraft(of: id) }
    return .done(effects + outcome.effects, saying: outcome.message)
  }

  /// Has the texts follow an operation that was undone or redone here; the message also tells of a
  /// draft that came back.
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

  /// What another console did to the edit or the draft of the text that is typed here; nil for
  /// nothing.
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
    guard model.focus == .editor, draft != before[.draft, id], let text = draft?.stringValue,
      text != editor.origin.kept
    else { return nil }
    return .otherDraft(of: id)
  }
}
