import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

// Keeps text and session in sync without overwriting what is being typed.
extension State {
  /// Shows the session's text of a feature, creating an editor if there is none.
  mutating func showText(of id: String) {
    guard editing.editors[id] == nil else { return followSession(of: id) }
    let (edit, draft) = (session[.edit, id], session[.draft, id]?.stringValue)
    var editor = ConfigEditor(Self.text(of: edit))
    if let draft { editor.replaceAll(with: draft) }
    var tie = SessionTie(edit: edit, draft: draft, version: editor.version)
    if editor.isChanged { (tie.edit, tie.foreignEdit) = foundations(of: id) }
    (editing.editors[id], editing.ties[id]) = (editor, tie)
  }

  /// The edit that a feature's draft started from, and the current one if it differs.
  ///
  /// Drafts of older versions lack their edit; for them any edit counts as different.
  private func foundations(of id: String) -> (edit: JSONValue?, foreign: JSONValue?) {
    let (edit, base) = (session[.edit, id], session[.draftBase, id])
    if base ?? .null == edit ?? .null { return (edit, nil) }
    return (base?.isNull == false ? base : nil, edit ?? .null)
  }

  /// Updates the text of a feature from the session, unless other text is being typed; that is kept, and applying it
  /// asks first if the edit has changed.
  ///
  /// - Parameter isOwn: Whether the person just undid or redid something here, and so expects to see it.
  mutating func followSession(of id: String, isOwn: Bool = false) {
    guard let editor = editing.editors[id], var tie = editing.ties[id] else { return }
    let (edit, draft) = (session[.edit, id], session[.draft, id]?.stringValue)
    guard edit != tie.edit || draft != tie.draft else { return }
    let isTyped = editor.isChanged && focus == .editor && (selectedFeature?.id).isSameName(as: id) && !isOwn
    if editor.version == tie.version, !isTyped, draft != tie.draft || draft == nil {
      replaceEditor(of: id, with: draft ?? Self.text(of: edit))
      editing.editors[id]?.noteApplied(draft == nil)
      (tie.edit, tie.draft, tie.foreignEdit) = (edit, draft, nil)
      if draft != nil { (tie.edit, tie.foreignEdit) = foundations(of: id) }
      tie.version = editing.editors[id]?.version ?? 0
    } else if edit != tie.edit, tie.foreignEdit != edit ?? .null {
      tie.foreignEdit = edit ?? .null
      guard !isOwn else { return editing.ties[id] = tie }
      let rest = "what is typed \(isInEditor ? "here " : "")stays, and applying it asks first"
      // An operation of this process has its own message.
      if session.operations.last?.process != options.process {
        say(.refusal("the edit was changed elsewhere; \(rest)"))
      } else if let said = status, said.kind == .note {
        say(.note("\(said.text.plain); \(rest)"))
      }
    }
    editing.ties[id] = tie
  }

  /// Updates the texts after an undo or redo here; returns the message about a draft that it restored.
  mutating func followHistory(_ operation: SessionOperation) -> String {
    let ids = Set(naming: operation.changes.map(\.key).filter { [.edit, .draft].contains($0.kind) }.map(\.name))
    for id in ids.sorted().map(\.text) { followSession(of: id, isOwn: true) }
    guard operation.changes.contains(where: { $0.key.kind == .draft && session[$0.key] != nil }) else { return "" }
    return "; its text is a draft now, which \(keyName(of: "discard-edit")) in the editor discards"
  }

  /// Reports a draft that another console keeps of the text being typed here.
  mutating func tellOfDraft(unless before: Session) {
    guard focus == .editor, let id = selectedFeature?.id, let editor, editor.isChanged,
      !editing.draftsUnderWay.contains(id),
      let draft = session[.draft, id], draft != before[.draft, id], draft.stringValue != editing.ties[id]?.draft
    else { return }
    say(
      .refusal(
        "another console also has a draft of \(id); yours is kept, and undo restores theirs"))
  }

  /// Records that a feature's editor shows the session's edit.
  mutating func noteApplied(_ id: String) {
    guard let editor = editing.editors[id] else { return }
    editing.editors[id]?.noteApplied()
    let wasEntered = editing.ties[id]?.wasEntered == true
    editing.ties[id] = SessionTie(
      edit: session[.edit, id], draft: session[.draft, id]?.stringValue, version: editor.version,
      wasEntered: wasEntered)
  }
}
