import VirgaJSON
import VirgaSession

/// What the text of a config editor was begun over, and what the session has of it.
struct EditorOrigin: Equatable, Sendable {
  /// The edit that the text was begun over; nil if there was none.
  var base: JSONValue?
  /// The draft that the session had when the text was last shown or saved.
  var kept: String?
  /// The version of the text that the session has, as the edit or as the draft.
  var version: Int
}

extension Editing {
  /// Makes the editor of a feature if it has none; a text that nobody changed shows what the session has now.
  mutating func open(_ id: String, of session: Session, isTyping: Bool = false) {
    guard let editor = editors[id], let origin = origins[id] else { return show(id, of: session) }
    let draft = session[.draft, id]?.stringValue
    let isSaved = editor.version == origin.version && !isTyping
    guard !editor.isChanged || isSaved, draft != origin.kept || draft == nil && session[.edit, id] != origin.base else {
      return
    }
    show(id, of: session)
  }

  /// Shows what the session has of a feature: its draft, or else its edit.
  mutating func show(_ id: String, of session: Session) {
    let (edit, draft) = (session[.edit, id], session[.draft, id]?.stringValue)
    if editors[id] == nil { editors[id] = ConfigEditor(Self.text(of: edit)) }
    replaceText(of: id, with: draft ?? Self.text(of: edit))
    editors[id]?.begin(over: Self.text(of: edit))
    // Drafts of older versions don't say which edit they were begun over: any edit is another one then.
    let base = draft == nil ? edit : session[.draftBase, id].flatMap { $0.isNull ? nil : $0 }
    origins[id] = EditorOrigin(base: base, kept: draft, version: editors[id]?.version ?? 0)
  }

  /// Replaces the text of a feature's editor, if there is one.
  mutating func replaceText(of id: String, with text: String) {
    // The editor leaves the table meanwhile, so that its text is changed in place.
    guard var editor = editors.removeValue(forKey: Name(id)) else { return }
    editor.replaceAll(with: text)
    editors[id] = editor
  }

  /// Whether something was typed into a text since the session got it.
  func isUnsaved(_ id: String) -> Bool {
    guard let editor = editors[id] else { return false }
    return editor.version != origins[id]?.version && editor.shownVersion != editor.version
  }

  /// The text with which a config is edited: laid out, with room for a first name if there is none.
  static func text(of edit: JSONValue?) -> String {
    guard let edit, edit.objectValue?.isEmpty != true else { return "{\n  \n}\n" }
    return edit.pretty() + "\n"
  }
}
