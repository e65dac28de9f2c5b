import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

// What is typed and not applied is never lost: it is kept as a draft where one leaves, and in every pause.
extension State {
  /// Keeps the text of an editor that was left without being applied, and has large texts checked.
  mutating func followEditing(isLeaving: Bool) -> [Effect] {
    let current = isInEditor && !isLeaving ? selectedFeature?.id : nil
    var effects: [Effect] = []
    if let left = editing.typedIn, left != current { effects += keepDraft(of: left) }
    editing.typedIn = current
    if let current, !editing.awaitsQuiet, !options.isReadOnly, let editor = editing.editors[current],
      editor.version != editing.kept[current]
    {
      editing.awaitsQuiet = true
      effects.append(.awaitQuiet)
    }
    if let editor, !editor.isSmall, !editing.isChecking, let subject = editing.subject,
      let check = editor.pendingCheck(in: subject)
    {
      editing.isChecking = true
      effects.append(.check(check))
    }
    return effects
  }

  /// Keeps what was typed up to a pause; nothing is said of it, and undo knows nothing of it.
  mutating func keepTyped() -> [Effect] {
    editing.awaitsQuiet = false
    guard let id = editing.typedIn, let editor = editing.editors[id], editing.kept[id] != editor.version else {
      return []
    }
    editing.kept[id] = editor.version
    let text = editor.buffer.text
    let draft = isApplied(text, of: id) ? nil : text
    guard session[.draft, id]?.stringValue != draft, !options.isReadOnly else { return [] }
    session.keepDraft(draft, of: id)
    editing.keptQuietly.insert(id)
    return [.keepDraft(draft, feature: id)]
  }

  /// Keeps the text of a feature's editor in the session where it is not applied.
  mutating func keepDraft(of id: String) -> [Effect] {
    guard let editor = editing.editors[id], editor.isChanged, !options.isReadOnly else { return [] }
    let text = editor.buffer.text
    let isNew = editing.kept[id] != editor.version
    editing.kept[id] = editor.version
    guard !isApplied(text, of: id) else {
      guard session[.draft, id] != nil else { return [] }
      session.keepDraft(nil, of: id)
      return [.keepDraft(nil, feature: id)]
    }
    guard session[.draft, id]?.stringValue != text || editing.keptQuietly.remove(id) != nil else {
      // The session had the text before, after an undo, but the editor of a replay would hold another one.
      if isNew { noteDraft(text, of: id) }
      return []
    }
    let said = status
    var effects: [Effect] = []
    // A draft that a pause has kept already still has its say where the editor is left.
    do throws(Refusal) {
      effects = perform(try operations.keepDraft(text, of: id))
      noteDraft(text, of: id)
    } catch {
      status = .refusal("the text could not be kept as a draft: \(error)")
      return []
    }
    status = said ?? .note("the text is kept as a draft of \(id); i goes back to it")
    return effects
  }

  private func isApplied(_ text: String, of id: String) -> Bool { text == Self.text(of: session[.edit, id]) }
}
