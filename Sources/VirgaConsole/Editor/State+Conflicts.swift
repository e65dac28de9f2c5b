import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

/// The answers if an edit was changed elsewhere while its text was typed.
enum ConflictAnswer: String, CaseIterable {
  case mine
  case theirs
  case both
}

// Edits that another process or panel changes while their text is being typed.
extension State {
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
    func answer(_ answer: ConflictAnswer, _ title: String, _ detail: String) -> Question.Answer {
      Question.Answer(invocation: Invocation(command, answer.rawValue), title: title, detail: detail)
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
