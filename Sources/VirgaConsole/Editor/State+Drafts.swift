import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

// Text that is typed but not applied is never lost: leaving the editor or pausing keeps it as a draft.
extension State {
  /// Keeps the text of an editor that was left, and requests checks of large texts.
  mutating func followEditing(isLeaving: Bool) -> [Effect] {
    let current = isInEditor && !isLeaving ? selectedFeature?.id : nil
    var effects: [Effect] = []
    if let left = editing.typedIn, left != current {
      editing.editors[left]?.dropShown()
      effects += apply(keepDraft(of: left))
    }
    editing.typedIn = current
    if let current, !editing.awaitsQuiet, !editing.draftsUnderWay.contains(current), !options.isReadOnly,
      let editor = editing.editors[current],
      editor.version != editing.ties[current]?.version
    {
      editing.awaitsQuiet = true
      effects.append(.awaitQuiet)
    }
    if let editor, !editor.isSmall, let subject = editing.subject,
      (selectedFeature?.id).isSameName(as: subject.base.feature.id), let check = editor.pendingCheck(in: subject),
      editing.checks.pending?.isSame(as: check) != true
    {
      editing.checks.request(check)
    }
    if let job = editing.checks.start() { effects.append(.check(job)) }
    return effects
  }

  /// Keeps the text during a pause, without a message or an undo step.
  mutating func keepTyped() -> Outcome {
    editing.awaitsQuiet = false
    guard let id = editing.typedIn, let editor = editing.editors[id], editing.ties[id]?.version != editor.version,
      editor.shownVersion != editor.version,
      !options.isReadOnly, !editing.draftsUnderWay.contains(id)
    else { return [] }
    if !editor.isSmall, editor.isChanged, !hasOtherDraft(of: id) {
      editing.draftsUnderWay.insert(id)
      return [.keepLargeDraft(editor.buffer, feature: id, version: editor.version, over: editing.ties[id]?.edit)]
    }
    let text = editor.buffer.text
    let draft = isApplied(text, of: id) ? nil : text
    if hasOtherDraft(of: id) { return draft == nil ? [] : keepDraft(of: id) }
    editing.ties[id]?.version = editor.version
    editing.ties[id]?.draft = draft
    guard session[.draft, id]?.stringValue != draft else { return [] }
    editing.ties[id]?.isKeptQuietly = true
    return .done(keepQuietly(draft, of: id, over: editing.ties[id]?.edit))
  }

  /// Handles a large draft written in the background: stores it, or keeps it here; ignores a stale one.
  mutating func take(draft text: String, of id: String, version: Int, over edit: JSONValue?, isKept: Bool) -> Outcome {
    guard editing.draftsUnderWay.remove(id), var tie = editing.ties[id], tie.version < version else { return [] }
    (tie.version, tie.draft, tie.isKeptQuietly) = (version, text, true)
    editing.ties[id] = tie
    let effects = keepQuietly(text, of: id, over: edit)
    return isKept ? [] : .done(effects)
  }

  /// Keeps a draft and the edit that it started from without an undo step; nil removes it.
  mutating func keepQuietly(_ draft: String?, of id: String, over edit: JSONValue?) -> [Effect] {
    let edit = draft == nil ? nil : edit
    session.keepDraft(draft, of: id, over: edit)
    return [.keepDraft(draft, feature: id, over: edit)]
  }

  /// Removes a large draft that is being written in the background.
  mutating func dropDraftUnderWay(of id: String) -> [Effect] {
    editing.draftsUnderWay.remove(id) ? [.keepDraft(nil, feature: id, over: nil)] : []
  }

  /// Whether another console has a draft of a text being typed here.
  private func hasOtherDraft(of id: String) -> Bool {
    guard let draft = session[.draft, id], !editing.draftsUnderWay.contains(id) else { return false }
    return draft.stringValue != editing.ties[id]?.draft
  }

  /// Keeps the unapplied text of a feature's editor in the session.
  ///
  /// A draft of another console that this replaces stays in the history.
  mutating func keepDraft(of id: String) -> Outcome {
    guard let editor = editing.editors[id], let tie = editing.ties[id], editor.isChanged, !options.isReadOnly else {
      return []
    }
    let text = editor.buffer.text
    let isNew = tie.version != editor.version
    let isOver = isNew && hasOtherDraft(of: id)
    guard isNew || tie.isKeptQuietly else { return [] }
    editing.ties[id]?.version = editor.version
    editing.ties[id]?.isKeptQuietly = false
    guard !isApplied(text, of: id) else {
      guard session[.draft, id] != nil, !isOver else { return [] }
      editing.ties[id]?.draft = nil
      noteDraft(text, of: id)
      return .done(keepQuietly(nil, of: id, over: nil))
    }
    editing.ties[id]?.draft = text
    guard session[.draft, id]?.stringValue != text || tie.isKeptQuietly else {
      // After an undo, the session already has the text; but the editor of a replay may have another one.
      if isNew { noteDraft(text, of: id) }
      return []
    }
    var effects: [Effect] = []
    // Report the draft when the editor is left, even if a pause kept it.
    do throws(Refusal) {
      effects = perform(try draftOperation(text, of: id, isStep: isOver)).effects
      noteDraft(text, of: id)
    } catch {
      // A pause kept it already.
      guard session[.draft, id]?.stringValue == text else {
        return .refused("the text could not be kept as a draft: \(error)")
      }
    }
    let over =
      isOver
      ? ", over that of another console; undo brings that back" : "; \(keyName(of: "edit")) goes back to it"
    let kept = StatusMessage.note("the text is kept as a draft of \(id)\(over)")
    return .done(effects, saying: isOver ? kept : status ?? kept)
  }

  /// Keeps a draft, as an undo step only if it replaces another console's draft.
  func draftOperation(_ text: String, of id: String, isStep: Bool = false) throws(Refusal) -> SessionOperation {
    var operation = try operations.keepDraft(text, of: id, over: editing.ties[id]?.edit)
    operation.isStep = isStep
    return operation
  }

  /// Drops the draft of a feature, or text that no pause kept; undo restores both.
  mutating func discardDraft(of id: String) -> Outcome {
    var effects: [Effect] = []
    if let editor = editing.editors[id], editor.isChanged, editor.version != editing.ties[id]?.version,
      !isApplied(editor.buffer.text, of: id), !hasOtherDraft(of: id)
    {
      effects = keepQuietly(editor.buffer.text, of: id, over: editing.ties[id]?.edit)
    }
    guard let draft = session[.draft, id] else { return .done(effects) }
    let outcome = perform { operations throws(Refusal) in try operations.discardDraft(of: id) }
    if let text = draft.stringValue { noteDraft(text, of: id) }
    return .done(effects + outcome.effects, saying: outcome.message)
  }

  /// Counts the unapplied texts, and those with problems, for the first line.
  mutating func settleDraftCounts() {
    let drafts = unapplied
    guard !drafts.isEmpty || editing.unapplied > 0 else { return }
    let known = editing.checkedDrafts
    editing.checkedDrafts = Dictionary(naming: drafts.compactMap { id in known[id].map { (id, $0) } }) { first, _ in
      first
    }
    let broken = drafts.filter { id in
      guard let editor = editing.editors[id], editor.isChanged else {
        return hasProblems(session[.draft, id]?.stringValue ?? "", of: id)
      }
      let over = editing.shownOver[id]
      // Findings of a hidden editor may be about another manifest or channel.
      if over?.generation != workspace.generation || !(over?.channel).isSameName(as: channel), editor.isSmall {
        return hasProblems(editor.buffer.text, of: id)
      }
      // While a large text is checked again, its last result counts.
      return editor.isUnchecked ? editing.broken.contains(id) : !editor.findings.isEmpty
    }
    (editing.unapplied, editing.broken) = (drafts.count, Set(naming: broken))
  }

  /// Whether a text without a visible editor has problems; large ones are checked when shown.
  private mutating func hasProblems(_ text: String, of id: String) -> Bool {
    guard text.utf8.count <= ConfigEditor.checkedAtOnce,
      let manifest = workspace.manifest, let feature = manifest.feature(id)
    else { return false }
    let draft = Editing.CheckedDraft(
      text: text, generation: workspace.generation, channel: channel.map { Name($0) })
    return editing.checkedDrafts[id, default: Derived()].value(for: draft) { [channel] draft in
      let source = SourceText(name: EditorSubject.textName, text: draft.text)
      return !manifest.check(config: source, feature: feature, channel: channel).problems.isEmpty
    }
  }

  func isApplied(_ text: String, of id: String) -> Bool { text == Self.text(of: session[.edit, id]) }
}
