import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

// What a text shows and what the session holds: each follows the other, and neither takes the place of what is typed.
extension State {
  /// Brings the text of a feature in line with the session; makes an editor for it where there is none.
  mutating func showText(of id: String) {
    guard editing.editors[id] == nil else { return followSession(of: id) }
    let (edit, draft) = (session[.edit, id], session[.draft, id]?.stringValue)
    var editor = ConfigEditor(Self.text(of: edit))
    if let draft { editor.replaceAll(with: draft) }
    var tie = SessionTie(edit: edit, draft: draft, version: editor.version)
    if editor.isChanged { (tie.edit, tie.foreignEdit) = foundations(of: id) }
    (editing.editors[id], editing.ties[id]) = (editor, tie)
  }

  /// The edit over which the draft of a feature was begun, and the one of now where that is another: applying asks then.
  ///
  /// Where a draft does not tell, as one of an older version, any edit is taken for another.
  private func foundations(of id: String) -> (edit: JSONValue?, foreign: JSONValue?) {
    let (edit, base) = (session[.edit, id], session[.draftBase, id])
    if base ?? .null == edit ?? .null { return (edit, nil) }
    return (base?.isNull == false ? base : nil, edit ?? .null)
  }

  /// Has the text of a feature follow the session, unless something else is typed there: that stays, and applying it
  /// asks first where the edit is another one now.
  ///
  /// - Parameter isOwn: Whether the person took something back or did it again here, and so expects to see that.
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
      // What was done here said so itself.
      if session.operations.last?.process != options.process {
        say(.refusal("the edit was changed elsewhere; \(rest)"))
      } else if let said = status, said.kind == .note {
        say(.note("\(said.text.plain); \(rest)"))
      }
    }
    editing.ties[id] = tie
  }

  /// Has the texts follow an operation that was taken back or done again here; gives what is said of a draft that came
  /// back by it.
  mutating func followHistory(_ operation: SessionOperation) -> String {
    let ids = Set(naming: operation.changes.map(\.key).filter { [.edit, .draft].contains($0.kind) }.map(\.name))
    for id in ids.sorted().map(\.text) { followSession(of: id, isOwn: true) }
    guard operation.changes.contains(where: { $0.key.kind == .draft && session[$0.key] != nil }) else { return "" }
    return "; its text is a draft now, which \(keyName(of: "discard-edit")) in the editor discards"
  }

  /// Tells of a draft that another console keeps of the text that is typed here.
  mutating func tellOfDraft(unless before: Session) {
    guard focus == .editor, let id = selectedFeature?.id, let editor, editor.isChanged,
      !editing.draftsUnderWay.contains(id),
      let draft = session[.draft, id], draft != before[.draft, id], draft.stringValue != editing.ties[id]?.draft
    else { return }
    say(
      .refusal(
        "another console also has a draft of \(id); yours is kept, and undo restores theirs"))
  }

  /// Notes that the text of a feature's editor is what the session holds as its edit.
  mutating func noteApplied(_ id: String) {
    guard let editor = editing.editors[id] else { return }
    editing.editors[id]?.noteApplied()
    let wasEntered = editing.ties[id]?.wasEntered == true
    editing.ties[id] = SessionTie(
      edit: session[.edit, id], draft: session[.draft, id]?.stringValue, version: editor.version,
      wasEntered: wasEntered)
  }
}
