import VirgaCanvas
import VirgaJSON
import VirgaSession

/// What becomes of a text whose edit was changed elsewhere while it was typed.
enum ConflictAnswer: String, CaseIterable {
  /// The text takes the place of the other edit.
  case mine
  /// The other edit takes the place of the text.
  case theirs
  /// The changes of the text are made to the other edit.
  case both
}

// An edit that another process, or another panel, changes while its text is typed.
extension State {
  /// Shows an edit that came from elsewhere, unless something else is typed: then it is asked about when that is applied.
  mutating func takeEditOfSession(of id: String) {
    let applied = session[.edit, id]
    guard applied != editing.known[id] else { return }
    guard editor?.isChanged == false else {
      guard editing.foreign[id] != applied ?? .null else { return }
      editing.foreign[id] = applied ?? .null
      // What was done here said so itself.
      guard session.operations.last?.process != options.process else { return }
      status = .refusal("the edit was changed elsewhere; what is typed here stays, and applying it asks first")
      return
    }
    editing.editors[id]?.replaceAll(with: Self.text(of: applied))
    noteApplied(id)
  }

  /// Whether the edit of a feature was changed elsewhere since its text began to be typed.
  func hasConflict(in id: String) -> Bool {
    editing.foreign[id] != nil && session[.edit, id] != editing.known[id]
  }

  /// The question which of two edits counts, with what they say differently; nil where nothing is in question.
  func conflict(in id: String, with text: String) -> Overlay? {
    guard hasConflict(in: id) else { return nil }
    let mine = (try? JSONValue.parse(text)) ?? [:]
    let theirs = session[.edit, id] ?? [:]
    guard mine != theirs else { return nil }
    func answer(_ answer: ConflictAnswer, _ title: String, _ detail: String) -> Overlay.Line {
      Overlay.Line(
        invocation: Invocation("apply-edit", answer.rawValue), keys: "", title: DisplayText(title),
        detail: DisplayText(detail), applies: true)
    }
    let answers = [
      answer(.mine, "keep mine", "apply this text in place of the other edit; undo takes it back"),
      answer(.theirs, "take theirs", "show the other edit; undo in the text brings mine again"),
      answer(.both, "both", "make my changes to the other edit; to look at before it is applied"),
    ]
    let differences = theirs.differences(to: mine).map { difference in
      Overlay.Line(
        invocation: nil, keys: "", title: DisplayText("\(difference.path)"),
        detail: DisplayText("mine: \(Self.words(difference.new))   theirs: \(Self.words(difference.old))"),
        applies: false)
    }
    return Overlay(.choice("\(id) was changed elsewhere"), lines: answers + differences)
  }

  /// Carries out what was answered.
  mutating func settleConflict(_ answer: ConflictAnswer, in id: String) -> [Effect] {
    guard hasConflict(in: id) else { return applyEditor() }
    let base = editing.known[id]
    switch answer {
    case .mine:
      editing.known[id] = session[.edit, id]
      editing.foreign[id] = nil
      return applyEditor()
    case .theirs: return discardEditor()
    case .both:
      guard let editor, let mine = (try? JSONValue.parse(editor.buffer.text))?.objectValue else { return [] }
      let change = EntryChange(EntryKey(.edit, id), from: base, to: .object(mine))
      let merged = change.rebased(onto: session[.edit, id] ?? [:]).new
      edit { $0.replaceAll(with: Self.text(of: merged)) }
      editing.known[id] = session[.edit, id]
      editing.foreign[id] = nil
      status = .note("this is the other edit with what was changed here; apply it, or undo to go back")
      return []
    }
  }

  private static func words(_ value: JSONValue?) -> String { value.map(ValueText.short) ?? "nothing" }
}
