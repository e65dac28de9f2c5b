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

// What is typed and not applied is never lost: it is saved as a draft in every pause, and when its editor is left.
extension State {
  /// Saves the text of an editor that was left, and has large texts checked.
  mutating func followEditing(isLeaving: Bool) -> [Effect] {
    let current = isInEditor && !isLeaving ? selectedFeature?.id : nil
    var effects: [Effect] = []
    if let left = editing.stay, left.feature != current {
      editing.editors[left.feature]?.dropShown()
      effects += apply(leaveText(of: left.feature))
      editing.stay = nil
    }
    if let current, editing.stay == nil { editing.stay = (current, editing.editors[current]?.version ?? 0) }
    if let current, !editing.awaitsIdle, !options.isReadOnly, editing.isUnsaved(current) {
      editing.awaitsIdle = true
      effects.append(.awaitIdle)
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

  mutating func pauseTyping() -> Outcome {
    editing.awaitsIdle = false
    return editing.stay.map { saveDraft(of: $0.feature) } ?? []
  }

  /// Saves the text of a feature's editor as its draft, or drops the draft if the text is that of the edit again.
  ///
  /// That is not an undo step, and nothing is said, unless it replaces the draft of another console.
  mutating func saveDraft(of id: String) -> Outcome {
    guard !options.isReadOnly, editing.isUnsaved(id), let editor = editing.editors[id], let origin = editing.origins[id]
    else {
      return []
    }
    let text = editor.buffer.text
    let draft = editor.isChanged && text != Editing.text(of: origin.base) ? text : nil
    let old = session[.draft, id]?.stringValue
    let isOther = old != nil && old != origin.kept && old != draft
    if let draft, isOther {
      let outcome = perform { operations throws(Refusal) in try operations.keepDraft(draft, of: id, over: origin.base) }
      guard outcome.operation != nil else {
        return outcome.message.map { .refused(.draftNotKept($0)) } ?? outcome
      }
      editing.origins[id] = EditorOrigin(base: origin.base, kept: draft, version: editor.version)
      return outcome.saying(.keptDraftOverOther(of: id))
    }
    editing.origins[id]?.version = editor.version
    guard !isOther else { return [] }
    editing.origins[id]?.kept = draft
    guard old != draft else { return [] }
    let base = draft == nil ? nil : origin.base
    session.keepDraft(draft, of: id, over: base)
    return [.keepDraft(draft, feature: id, over: base)]
  }

  /// Saves the text of an editor that is left, and says so if something was typed there.
  mutating func leaveText(of id: String) -> Outcome {
    let isIn = editing.stay?.feature == id
    guard let editor = editing.editors[id], !options.isReadOnly,
      editing.isUnsaved(id) || isIn && editor.version != editing.stay?.version
    else { return [] }
    if isIn { editing.stay?.version = editor.version }
    let (text, hadDraft) = (editor.buffer.text, session[.draft, id] != nil)
    let outcome = saveDraft(of: id)
    guard !editing.isUnsaved(id) else { return outcome }
    // The text of an edit without changes may be laid out differently when it is replayed.
    if editor.isChanged || hadDraft {
      recording.recordDraft(editor.isChanged ? text : Editing.text(of: editing.origins[id]?.base), of: id)
    }
    guard editor.isChanged, outcome.message == nil, session[.draft, id]?.stringValue == text else { return outcome }
    return outcome.saying(status ?? .keptDraft(of: id, edit: keyName(of: "edit")))
  }

  mutating func discardDraft(of id: String) -> Outcome {
    let effects = editing.editors[id]?.isChanged == true ? saveDraft(of: id).effects : []
    guard let draft = session[.draft, id]?.stringValue else { return .done(effects) }
    let outcome = perform { operations throws(Refusal) in try operations.discardDraft(of: id) }
    recording.recordDraft(draft, of: id)
    return .done(effects + outcome.effects, saying: outcome.message)
  }

  /// The features with a text that is not applied, saved as a draft or not yet.
  var unapplied: [String] {
    Set(naming: session.names(of: .draft)).union(editing.editors.keys).map(\.text).filter(hasUnapplied).sorted()
  }

  func unappliedText(of id: String) -> String? {
    editing.hasUnsaved(id) ? editing.editors[id]?.buffer.text : session[.draft, id]?.stringValue
  }

  func hasUnapplied(_ id: String) -> Bool { session[.draft, id] != nil || editing.hasUnsaved(id) }

  /// Counts the texts that are not applied and those of them with problems, for the first line.
  mutating func updateDraftCounts() {
    let drafts = unapplied
    guard !drafts.isEmpty || editing.unapplied > 0 else { return }
    let known = editing.checkedDrafts
    editing.checkedDrafts = Dictionary(naming: drafts.compactMap { id in known[id].map { (id, $0) } }) { $1 }
    editing.broken = Set(naming: drafts.filter { hasProblems($0) })
    editing.unapplied = drafts.count
  }

  /// Whether the text of a feature that is not applied has problems; a large one is checked only where it is shown.
  private mutating func hasProblems(_ id: String) -> Bool {
    if let editor, editor.isChanged, (selectedFeature?.id).isSameName(as: id) {
      // Until a large text is checked again, what was found before counts.
      return editor.isUnchecked ? editing.broken.contains(id) : !editor.findings.isEmpty
    }
    guard let text = unappliedText(of: id), let manifest = workspace.manifest, let feature = manifest.feature(id) else {
      return false
    }
    guard text.utf8.count <= ConfigEditor.checkedAtOnce else { return editing.broken.contains(id) }
    let draft = Editing.CheckedDraft(
      text: text, manifest: workspace.identity, channel: channel.map { Name($0) })
    return editing.checkedDrafts[id, default: Derived()].value(for: draft) { [channel] draft in
      let source = SourceText(name: EditorSubject.textName, text: draft.text)
      return !manifest.check(config: source, feature: feature, channel: channel).problems.isEmpty
    }
  }

  /// Has the texts follow an operation that was undone or redone here; the message also tells of a draft that came back.
  mutating func followHistory(_ operation: SessionOperation, _ message: StatusMessage) -> StatusMessage {
    let keys = operation.changes.map(\.key)
    for key in keys where [.edit, .draft].contains(key.kind) && editing.editors[key.name] != nil {
      editing.open(key.name, of: session)
    }
    let hasDraft = keys.contains { $0.kind == .draft && session[$0] != nil }
    return hasDraft ? message.returningDraft(discard: keyName(of: "discard-edit")) : message
  }

  /// What another console did to the edit or the draft of the text that is typed here; nil for nothing.
  func newsOfText(since before: Session) -> StatusMessage? {
    guard let id = selectedFeature?.id, let editor, editor.isChanged else { return nil }
    if session[.edit, id] != before[.edit, id], hasConflict(in: id) {
      return .editChangedElsewhere(isShown: isInEditor)
    }
    let draft = session[.draft, id]
    guard focus == .editor, draft != before[.draft, id], let text = draft?.stringValue,
      text != editing.origins[id]?.kept
    else { return nil }
    return .otherDraft(of: id)
  }

  /// Whether a text that is not applied was begun over another edit than the feature has now.
  func hasConflict(in id: String) -> Bool {
    editing.editors[id]?.isChanged == true && editing.origins[id].map { $0.base != session[.edit, id] } ?? false
  }

  /// The question which of two edits counts, with what they say differently; nil if nothing is in question.
  ///
  /// - Parameter command: The command that runs with the answer.
  func conflict(in id: String, for command: String = "apply-edit") -> Question? {
    guard (selectedFeature?.id).isSameName(as: id), hasConflict(in: id), let editor else { return nil }
    let mine = (try? JSONValue.parse(editor.buffer.text)) ?? [:]
    let theirs = session[.edit, id] ?? [:]
    guard mine != theirs else { return nil }
    func answer(_ answer: ConflictAnswer, _ title: DisplayText, _ detail: DisplayText) -> PickerLine {
      PickerLine(invocation: Invocation(command, answer.rawValue), title: title, detail: detail)
    }
    let last = session.lastOperation(changing: EntryKey(.edit, id))
    let change = last.map { "by \(author(of: $0)): \($0.label)" } ?? "which is empty"
    let answers = [
      answer(.mine, "keep mine", "apply this text over the other edit; undo reverts it"),
      answer(.theirs, "take theirs", "show the other edit, \(change); undo in the text restores mine"),
      answer(.both, "both", "apply my changes to the other edit; review it before you apply it"),
    ]
    let differences = theirs.differences(to: mine).map { difference in
      PickerLine(
        title: DisplayText("\(difference.path)"),
        detail: DisplayText("mine: \(Self.words(difference.new))   theirs: \(Self.words(difference.old))"),
        applies: false)
    }
    return Question(asked: "The edit of \(id) was changed meanwhile", answers: answers, listed: differences)
  }

  mutating func resolveConflict(_ answer: ConflictAnswer, in id: String, for command: String) -> Outcome {
    guard hasConflict(in: id) else { return applyEditor(by: command) }
    let (base, theirs) = (editing.origins[id]?.base, session[.edit, id])
    switch answer {
    case .mine:
      editing.origins[id]?.base = theirs
      return applyEditor(by: command)
    case .theirs: return discardEditor()
    case .both:
      guard let editor, let mine = (try? JSONValue.parse(editor.buffer.text))?.objectValue else { return [] }
      let change = EntryChange(EntryKey(.edit, id), from: base, to: .object(mine))
      let merged = change.rebased(onto: theirs ?? [:]).new
      edit { $0.replaceAll(with: Editing.text(of: merged)) }
      editing.origins[id]?.base = theirs
      return .says(.bothEditsShown)
    }
  }

  private static func words(_ value: JSONValue?) -> String { value.map(ValueText.short) ?? "nothing" }
}
