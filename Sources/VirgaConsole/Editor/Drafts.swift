import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// What is typed and not applied is never lost: it is saved as a draft in every pause, and when its editor is left.
enum Drafts {
  /// Saves the text of an editor that was left, and has large texts checked.
  static func follow(_ state: inout State, isLeaving: Bool) -> [Effect] {
    let current = state.isInEditor && !isLeaving ? state.selectedFeature?.id : nil
    var effects: [Effect] = []
    if let left = state.editing.stay, left.feature != current {
      state.editing.editors[left.feature]?.dropShown()
      effects += state.apply(leave(left.feature, &state))
      state.editing.stay = nil
    }
    if let current, let editor = state.editing.editors[current] {
      if state.editing.stay == nil { state.editing.stay = (current, editor.version) }
      if !state.editing.awaitsIdle, !state.options.isReadOnly, editor.isUnsaved {
        state.editing.awaitsIdle = true
        effects.append(.awaitIdle)
      }
    }
    if let editor = state.editor, !editor.isSmall, let subject = state.editing.subject.output,
      (state.selectedFeature?.id).isSameName(as: subject.base.feature.id), let check = editor.pendingCheck(in: subject)
    {
      let pending = state.editing.checks.pending
      if pending?.revision != check.revision || pending?.feature != check.feature {
        state.editing.checks.request(check)
      }
    }
    if let job = state.editing.checks.start() { effects.append(.check(job)) }
    return effects
  }

  static func pause(_ state: inout State) -> Outcome {
    state.editing.awaitsIdle = false
    return state.editing.stay.map { save($0.feature, &state) } ?? []
  }

  /// Saves the text of a feature's editor as its draft, or drops the draft if the text is that of the edit again.
  ///
  /// That is not an undo step, and nothing is said, unless it replaces the draft of another console.
  static func save(_ id: String, _ state: inout State) -> Outcome {
    guard !state.options.isReadOnly, let editor = state.editing.editors[id], editor.isUnsaved else { return [] }
    let (text, base, old) = (editor.buffer.text, editor.origin.base, state.session[.draft, id]?.stringValue)
    let draft = editor.isChanged && text != Editing.text(of: base) ? text : nil
    let isOther = old != nil && old != editor.origin.kept && old != draft
    var outcome: Outcome = []
    if let draft, isOther {
      outcome = state.perform { operations throws(Refusal) in try operations.keepDraft(draft, of: id, over: base) }
      guard outcome.operation != nil else { return outcome.message.map { .refused(.draftNotKept($0)) } ?? outcome }
      outcome = outcome.saying(.keptDraftOverOther(of: id))
    } else if !isOther, old != draft {
      let kept = draft == nil ? nil : base
      state.session.keepDraft(draft, of: id, over: kept)
      outcome = [.keepDraft(draft, feature: id, over: kept)]
    }
    state.editing.editors[id]?.origin.version = editor.version
    if draft != nil || !isOther { state.editing.editors[id]?.origin.kept = draft }
    return outcome
  }

  /// Saves the text of an editor that is left, and says so if something was typed there.
  static func leave(_ id: String, _ state: inout State) -> Outcome {
    guard let editor = state.editing.editors[id], !state.options.isReadOnly else { return [] }
    let isIn = state.editing.stay?.feature == id
    guard editor.isUnsaved || isIn && editor.version != state.editing.stay?.version else { return [] }
    if isIn { state.editing.stay?.version = editor.version }
    let hadDraft = state.session[.draft, id] != nil
    let outcome = save(id, &state)
    guard state.editing.editors[id]?.isUnsaved == false else { return outcome }
    let text = editor.buffer.text
    // The text of an edit without changes may be laid out differently when it is replayed.
    if editor.isChanged || hadDraft {
      state.recording.recordDraft(editor.isChanged ? text : Editing.text(of: editor.origin.base), of: id)
    }
    guard editor.isChanged, outcome.message == nil, state.session[.draft, id]?.stringValue == text else {
      return outcome
    }
    return outcome.saying(state.status ?? .keptDraft(of: id, edit: state.keyName(of: "edit")))
  }

  static func discard(_ id: String, _ state: inout State) -> Outcome {
    let effects = state.editing.editors[id]?.isChanged == true ? save(id, &state).effects : []
    guard let draft = state.session[.draft, id]?.stringValue else { return .done(effects) }
    let outcome = state.perform { operations throws(Refusal) in try operations.discardDraft(of: id) }
    state.recording.recordDraft(draft, of: id)
    return .done(effects + outcome.effects, saying: outcome.message)
  }

  /// Has the texts follow an operation that was undone or redone here; the message also tells of a draft that came back.
  static func follow(
    _ operation: SessionOperation, _ state: inout State, saying message: StatusMessage
  ) -> StatusMessage {
    let keys = operation.changes.map(\.key)
    for key in keys where [.edit, .draft].contains(key.kind) && state.editing.editors[key.name] != nil {
      state.editing.open(key.name, of: state.session)
    }
    let hasDraft = keys.contains { $0.kind == .draft && state.session[$0] != nil }
    return hasDraft ? message.returningDraft(discard: state.keyName(of: "discard-edit")) : message
  }

  /// What another console did to the edit or the draft of the text that is typed here; nil for nothing.
  static func news(since before: Session, in state: State) -> StatusMessage? {
    guard let id = state.selectedFeature?.id, let editor = state.editor, editor.isChanged else { return nil }
    if state.session[.edit, id] != before[.edit, id], state.editing.hasConflict(in: id, state.session) {
      return .editChangedElsewhere(isShown: state.isInEditor)
    }
    let draft = state.session[.draft, id]
    guard state.focus == .editor, draft != before[.draft, id], let text = draft?.stringValue, text != editor.origin.kept
    else { return nil }
    return .otherDraft(of: id)
  }
}
