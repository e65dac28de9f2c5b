import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

// Making the text of the selected feature its edit, or discarding it.
extension FeaturesScreen {
  /// Applies the text as the feature's edit; goes to the first error if it has one, and asks if the
  /// session's edit was changed since the text was begun.
  ///
  /// - Parameters:
  ///   - answer: The answer to that question, a ``ConflictAnswer``; empty if it was not asked.
  ///   - command: `apply-edit`, which then leaves the editor, or `apply-and-stay`.
  mutating func applyText(
    _ answer: String = "", by command: String, _ shared: Shared
  ) -> Outcome {
    guard let id = selectedFeature(shared)?.id, let editor = editor(shared) else { return [] }
    if let answer = ConflictAnswer(rawValue: answer), editing.hasConflict(in: id, shared.session) {
      return resolveConflict(answer, in: id, for: command, shared)
    }
    if let error = editor.firstError { return refuseText(because: error, shared) }
    if conflict(in: id, for: command, shared) != nil {
      return .asks { $0.features.conflict(in: id, for: command, $0.shared) }
    }
    let text = editor.buffer.text
    return Outcome.performs { try $0.applyText(text, to: id) }.then {
      (screen: inout FeaturesScreen, shared, done) in
      // A text that is not applied stays a draft.
      guard shared.session[.draft, id] == nil else { return done }
      screen.editing.recordApplied(shared.session[.edit, id], of: id)
      let said = done.operation == nil ? done : done.saying(shared.applied(id))
      return command == "apply-edit" ? .focuses(.values, then: said) : said
    }
  }

  /// Goes to the error because of which the text cannot be applied.
  private mutating func refuseText(
    because error: ConfigEditor.TextError, _ shared: Shared
  ) -> Outcome {
    edit(shared) { $0.go(to: error.position) }
    // A problem that is fully visible below the text is not repeated in the message.
    let isVisible = showsProblemBelowText(shared)
    let errors = editor(shared)?.findings.count { $0.problem.severity == .error } ?? 0
    return .focuses(
      .editor, then: .says(isVisible ? .notApplied(problems: errors) : error.refusal))
  }

  /// The question which of two edits to apply, with the values that differ; nil if there is no
  /// conflict.
  ///
  /// - Parameter command: The command that runs with the answer.
  private func conflict(in id: String, for command: String, _ shared: Shared) -> Picker? {
    guard (selectedFeature(shared)?.id).isSameName(as: id),
      editing.hasConflict(in: id, shared.session),
      let mine = editor(shared).map({ $0.json ?? [:] })
    else { return nil }
    let theirs = shared.session[.edit, id] ?? [:]
    guard mine != theirs else { return nil }
    let change =
      shared.lastChange(ofEdit: id).map { "by \($0.author): \($0.label)" } ?? "which is empty"
    func line(_ answer: ConflictAnswer, _ title: DisplayText, _ detail: DisplayText) -> PickerLine {
      PickerLine(
        invocation: Invocation(command, answer.rawValue), title: title, detail: detail)
    }
    func words(_ value: JSONValue?) -> String { value.map(ValueText.short) ?? "nothing" }
    return .question(
      "The edit of \(id) was changed meanwhile",
      [
        line(.mine, "keep mine", "apply this text over the other edit; undo reverts it"),
        line(
          .theirs, "take theirs", "show the other edit, \(change); undo in the text restores mine"),
        line(.both, "both", "apply my changes to the other edit; review it before you apply it"),
      ],
      about: theirs.differences(to: mine).map { difference in
        PickerLine(
          title: DisplayText("\(difference.path)"),
          detail: DisplayText("mine: \(words(difference.new))   theirs: \(words(difference.old))"),
          applies: false)
      })
  }

  /// Applies the text over the other edit, shows the other edit, or shows both merged, by the
  /// answer.
  ///
  /// - Parameter command: The command that asked, which runs again for `mine`.
  private mutating func resolveConflict(
    _ answer: ConflictAnswer, in id: String, for command: String, _ shared: Shared
  ) -> Outcome {
    guard let editor = editor(shared) else { return [] }
    let theirs = shared.session[.edit, id]
    switch answer {
    case .theirs: return discardText(shared)
    case .mine:
      editing.editors[id]?.textBase.edit = theirs
      return applyText(by: command, shared)
    case .both:
      guard let mine = editor.json?.objectValue else { return [] }
      let change = EntryChange(EntryKey(.edit, id), from: editor.textBase.edit, to: .object(mine))
      let merged = change.rebased(onto: theirs ?? [:]).new
      edit(shared) {
        $0.replaceAll(with: EditorStates.text(of: merged))
        $0.textBase.edit = theirs
      }
      return .says(.bothEditsShown)
    }
  }

  /// Applies a config as text to the selected feature, and shows it in the editor.
  func applyConfig(_ text: String, _ shared: Shared) -> Outcome {
    guard let feature = selectedFeature(shared) else { return [] }
    let source = SourceText(name: EditedFeature.textName, text: text)
    let check = shared.workspace.manifest?.check(
      config: source, feature: feature, channel: shared.channel)
    let problem = check?.problems.first { $0.severity == .error }
    let id = feature.id
    return Outcome.performs { operations in
      let operation = try operations.applyText(text, to: id)
      // A config with problems would become a draft, but in a script nobody can fix it.
      guard !operation.changes.contains(where: { $0.key.kind == .draft && $0.new != nil }) else {
        throw Refusal(.notAConfig(of: id, problem))
      }
      return operation
    }.then { (screen: inout FeaturesScreen, shared, done) in
      guard done.operation != nil else { return done }
      screen.editing.showEdit(of: id, in: shared.session)
      return done.saying(shared.applied(id))
    }
  }

  /// Discards the text and its draft, and shows the session's edit; undo in the text or in the
  /// session restores what was typed.
  mutating func discardText(leaves: Bool = false, _ shared: Shared) -> Outcome {
    guard let id = selectedFeature(shared)?.id else { return [] }
    let lastStep = shared.session.undoable?.id
    return discardDraft(of: id, shared).then { (screen: inout FeaturesScreen, shared, done) in
      screen.editing.showEdit(of: id, in: shared.session)
      let isUndoStep = shared.session.undoable?.id != lastStep
      let message = screen.discarded(id, isUndoStep: isUndoStep, leaves: leaves, shared)
      let said = message.map { done.saying($0) } ?? done
      return leaves ? .focuses(.values, then: said) : said
    }
  }

  /// The message that a text was discarded, with the keys that bring it back.
  ///
  /// Nil outside the editor if undo does not bring it back.
  private func discarded(
    _ id: String, isUndoStep: Bool, leaves: Bool, _ shared: Shared
  ) -> StatusMessage? {
    let undo = shared.keyName(of: "undo")
    if shared.isInEditor, !leaves {
      let undoTyping = shared.keyName(of: "undo-typing")
      return .backToApplied(undoTyping: undoTyping, undo: isUndoStep ? undo : nil)
    }
    return isUndoStep ? .discardedDraft(of: id, undo: undo) : nil
  }
}

extension Shared {
  /// The message that an edit was applied, with the number of values that it sets and of nulls
  /// without an effect.
  fileprivate func applied(_ id: String) -> StatusMessage {
    let edit = session[.edit, id]
    guard let edit, let manifest = workspace.manifest, let feature = manifest.feature(id) else {
      return .applied(id, values: edit?.leafCount)
    }
    let check = manifest.check(edit: edit, of: feature, channel: channel, under: layers)
    return .applied(id, values: edit.leafCount, idle: check.idleNulls)
  }
}

extension JSONValue {
  /// The number of scalars and empty containers: `{"a": 1, "b": [2, {}]}` has 3.
  fileprivate var leafCount: Int { steps.isEmpty ? 1 : steps.reduce(0) { $0 + $1.value.leafCount } }
}
