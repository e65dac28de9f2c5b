import VirgaCanvas
import VirgaExperiments
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

// Opening the text of the selected feature or of a branch, checking it, and leaving it.
extension FeaturesScreen {
  /// Focuses the text of the selected feature, or of the branch that is open.
  mutating func openText(_ shared: Shared) -> Outcome {
    guard let config = editedConfig(shared) else { return [] }
    return openText(of: config, shared)
  }

  /// Goes to the config of a feature in a branch.
  static func openText(at place: BranchFeature) -> Outcome {
    // Without a value to go to, the table of values gets the focus until the text is open.
    let target = ValueTarget(feature: place.feature, panelWithoutValue: .values)
    return Outcome.goes(target).then { (screen: inout FeaturesScreen, shared, done) in
      if done.isRefused { return done }
      let config = EditedConfig(place)
      // While this is set, the editor has this text, and leaving it returns to Experiments.
      screen.editing.branchConfig = config
      return screen.openText(of: config, shared)
    }
  }

  /// Focuses a text of the selected feature; the first time, moves its cursor to the selected
  /// value.
  private mutating func openText(of config: EditedConfig, _ shared: Shared) -> Outcome {
    // Ends typing a value in its row: only one of the two is edited at a time.
    editing.typedValue = nil
    // In a text that has the focus already, what the person types stays.
    let hadFocus = editing.focusedText?.config == config
    editing.openOrUpdate(config, of: shared.session, keepsText: hadFocus)
    // Placing the cursor marks the text as entered, on which the warning depends: warn first.
    let warning = warningOfDraftOrConflict(config, shared)
    let isFirstTime = editing.editors[config]?.wasEntered == false
    if isFirstTime { placeCursor(inTextOf: config) }
    return .focuses(.editor, then: warning)
  }

  /// Warns if the text is the draft of another console, or if the session's edit was changed since
  /// the text was begun; when a person first enters the editor, also if the text is a draft.
  ///
  /// A conflict is reported as an error. `alreadyDone` makes it a note in a script, because an
  /// error would end the script.
  private func warningOfDraftOrConflict(_ config: EditedConfig, _ shared: Shared) -> Outcome {
    guard let editor = editing.editors[config] else { return [] }
    if editor.showsDraftOfOtherConsole {
      let applyKey = shared.keyName(of: "apply-edit", at: .editor)
      let undoKey = shared.keyName(of: "undo-typing", at: .editor)
      return .says(.otherDraftShown(apply: applyKey, undoTyping: undoKey))
    }
    let hasConflict = editing.hasConflict(in: config, shared.session)
    guard editor.wasEntered else {
      // A text that nobody has entered yet and that differs from the edit is a draft.
      return editor.isChanged
        ? Self.warning(ofDraftOf: config, hasConflict: hasConflict, shared) : []
    }
    guard hasConflict else { return [] }
    return shared.alreadyDone(.textKept(over: shared.lastChange(of: config), in: config.noun))
  }

  /// Says that a text which gets the focus for the first time is a draft: with the keys that apply
  /// and discard it or, if it has a conflict, with the operation that changed the config meanwhile.
  ///
  /// A conflict is reported as an error. `alreadyDone` makes it a note in a script, because an
  /// error would end the script.
  private static func warning(
    ofDraftOf config: EditedConfig, hasConflict: Bool, _ shared: Shared
  ) -> Outcome {
    if hasConflict {
      return shared.alreadyDone(.draftShown(over: shared.lastChange(of: config)))
    }
    let applyKey = shared.keyName(of: "apply-edit", at: .editor)
    let discardKey = shared.keyName(of: "discard-edit", at: .editor)
    return .says(.draftShown(apply: applyKey, discard: discardKey))
  }

  /// Moves the cursor of a text that is entered for the first time to the selected value, or to the
  /// innermost value around it that the text has, or else behind the first indentation.
  private mutating func placeCursor(inTextOf config: EditedConfig) {
    let showsValues = values.featureID.isSameName(as: config.feature)
    let path = showsValues ? values.selectedRow?.path : nil
    edit(config) { editor in
      editor.wasEntered = true
      // The first line of a text is `{`, and the second one begins with one level of indentation.
      editor.go(to: TextPosition(line: 1, offset: ConfigEditor.indent.utf8.count))
      // The cursor stays there if the text has neither the value nor one around it.
      if let path { editor.go(to: path) }
    }
  }

  /// Opens the text in the program that `$VISUAL` or `$EDITOR` names.
  mutating func openTextOutside(_ shared: Shared) -> Outcome {
    openText(shared).then { (screen: inout FeaturesScreen, shared, opened) in
      // Without a text, the message of `opened` says why.
      guard let config = screen.editedConfig(shared), let editor = screen.editing.editors[config]
      else { return opened }
      let effect = Effect.openEditor(editor.buffer.text, feature: config.feature)
      return .done(opened.effects + [effect], saying: opened.message)
    }
  }

  /// Goes to a feature and loads text from the person's own editor into its config editor, where it
  /// stays unapplied; says what to do next: fix the first error, wait for the check, or apply it.
  ///
  /// A blank text is not loaded. If the feature is gone, the text is copied to the clipboard.
  static func loadIntoEditor(_ text: String, feature id: String) -> Outcome {
    Outcome.goes(ValueTarget(feature: id)).then { (screen: inout FeaturesScreen, shared, _) in
      guard (screen.selectedFeature(shared)?.id).isSameName(as: id) else {
        // No editor or draft can hold the text; copying keeps it from being lost.
        return .done([.copy(text, what: "the text of \(id)")], saying: .featureGone(id))
      }
      return screen.openText(shared).then { (screen: inout FeaturesScreen, shared, _) in
        screen.loadIntoOpenEditor(text, shared)
      }
    }
  }

  /// Loads text from the person's own editor into the open config editor unless it is blank, checks
  /// it, and says what to do next.
  private mutating func loadIntoOpenEditor(_ text: String, _ shared: Shared) -> Outcome {
    // A blank text is taken for a mistake, not for an edit without values.
    let isBlank = text.utf8.allSatisfy(\.isBlank)
    if isBlank { return .says(.textCameEmpty) }
    let versionBefore = editor(shared)?.version
    replaceAndCheckText(with: text, shared)
    guard let editor = editor(shared) else { return [] }
    let isSame = editor.version == versionBefore
    // The message of the editor says that YAML was converted.
    let said = editor.message ?? (isSame ? .textCameUnchanged : .textLoaded)
    if let error = editor.firstError {
      edit(shared) { $0.go(to: error.position) }
      return .refused(said.then(error.refusal))
    }
    // A text that is the same as before needs nothing to be done.
    return .says(isSame ? said : said.then(Self.nextStep(forTextIn: editor, shared)))
  }

  /// Replaces the text of the open editor, and checks it at once; a text that is too long for that
  /// is checked in the next pause.
  private mutating func replaceAndCheckText(with text: String, _ shared: Shared) {
    edit(shared) { $0.replaceAllConvertingYAML(with: text) }
    // Sets `baseKey`, which tells what the text's config is laid over, such as recipes: while it is
    // nil, the check does nothing.
    syncEditorWithSession(shared)
    checkAndScrollText(shared)
  }

  /// What to do with a text without known errors that was loaded into an editor: wait until it is
  /// checked, or apply it.
  private static func nextStep(forTextIn editor: ConfigEditor, _ shared: Shared) -> StatusMessage {
    editor.isUnchecked
      ? .textWaitsForCheck : .appliesText(shared.keyName(of: "apply-edit", at: .editor))
  }

  /// Closes the completions, else ends the search, else drops the selection; without any of these,
  /// leaves the editor.
  static func leaveText(_ model: inout Model) -> Outcome {
    switch stepBeforeLeaving(model) {
    case .closeCompletions?: return model.edit { $0.completion = nil }
    case .endSearch?:
      model.search = TextSearch()
      return []
    case .dropSelection?: return model.edit { $0.go(to: $0.cursor) }
    case nil: return focusValuesOrBranches(of: model.features.editedConfig(model.shared))
    }
  }

  /// A title for what ``leaveText(_:)`` does now.
  ///
  /// The text is the edit of a feature or the config of a branch. A changed text is kept. If
  /// something is closed or ended instead, the title names that step, as in `end the search`.
  @Sendable static func leavingTitle(_ model: Model) -> String {
    if let step = stepBeforeLeaving(model) { return step.rawValue }
    guard model.editor?.isChanged == true else { return "leave" }
    let isEdit = model.features.editedConfig(model.shared)?.isEditOfFeature == true
    return isEdit ? "leave, keep as draft" : "leave, keep the text"
  }

  /// What ``leaveText(_:)`` does before it leaves.
  private enum StepBeforeLeaving: String {
    case closeCompletions = "close the list"
    case endSearch = "end the search"
    case dropSelection = "drop the selection"
  }

  /// What ``leaveText(_:)`` closes or ends instead of leaving, because each press of its key does
  /// one thing; nil if it leaves at once.
  private static func stepBeforeLeaving(_ model: Model) -> StepBeforeLeaving? {
    if model.editor?.completion != nil { return .closeCompletions }
    if model.search.isActive(in: model) { return .endSearch }
    guard let editor = model.editor, !editor.selection.isEmpty else { return nil }
    return .dropSelection
  }

  /// Syncs the shown editor with the session, without replacing what is being typed; its text is
  /// checked again if what its config is laid over changed: manifest, channel, recipes,
  /// preferences.
  mutating func syncEditorWithSession(_ shared: Shared) {
    guard hasEditorText(shared), let config = editedConfig(shared) else { return }
    // A typed text that was just left is kept too, because it is saved only after this.
    let keepsText = shared.focus == .editor || editing.isOnlyInEditor(config, shared.session)
    editing.openOrUpdate(config, of: shared.session, keepsText: keepsText)
    // With another key than at the last check, the text counts as unchecked.
    editing.editors[config]?.revision.baseKey = EditedFeature.Key(
      feature: config.feature, manifest: shared.workspace.identity,
      channel: shared.channel.map { Name($0) },
      enrolled: shared.enrolledFeature(patchedBy: config), preferences: shared.session.preferences)
  }

  /// Checks the visible text, and scrolls to its cursor; does nothing until
  /// `syncEditorWithSession` has set `baseKey`, which tells what the text's config is laid over:
  /// manifest, channel, recipes and preferences.
  ///
  /// The feature is merged only if the text was not checked yet, or if it has the focus, because
  /// completions need it.
  mutating func checkAndScrollText(_ shared: Shared) {
    guard let config = editedConfig(shared), let editor = editor(shared),
      let baseKey = editor.revision.baseKey, let feature = selectedFeature(shared),
      let manifest = shared.workspace.manifest
    else { return }
    let needsFeature = shared.focus == .editor || editor.isUnchecked
    if needsFeature { cacheMergedFeature(feature, for: baseKey, in: manifest) }
    // Nil if this text needs no feature and the cached one is that of another text: then
    // `reconcile` only scrolls this text, and does not check it again.
    let subject = editing.checkedFeature.flatMap { $0.key == baseKey ? $0 : nil }
    let emptyArea = Rectangle(column: 0, row: 0, columns: 0, rows: 0)
    // While the editor is hidden, its text is checked in an empty area.
    let area = shared.layout.panels[.editor] ?? emptyArea
    editing.editors[config]?.reconcile(in: subject, area: area)
  }

  /// Merges a feature with the recipes that its text patches, and keeps the result as
  /// `checkedFeature`, which checks and completions read, unless the one kept has the same key.
  ///
  /// - Parameter key: Tells apart whatever the text patches: feature, manifest, channel, recipes
  ///   and app settings.
  private mutating func cacheMergedFeature(
    _ feature: FeatureDefinition, for key: EditedFeature.Key, in manifest: Manifest
  ) {
    guard editing.checkedFeature?.key != key else { return }
    editing.checkedFeature = EditedFeature(key, feature, in: manifest)
  }

  /// The problem at the editor's cursor or else in its line, for an otherwise empty status line;
  /// nil without one, or if it is fully visible below the text.
  func problemAtCursor(_ shared: Shared) -> StatusMessage? {
    guard shared.focus == .editor, let editor = editor(shared),
      let finding = editor.findingNearCursor
    else { return nil }
    if showsProblemBelowText(shared) { return nil }
    return .problem(finding.problem, at: editor.sourcePosition(of: finding))
  }

  /// Whether the problem at the cursor is fully visible below the text.
  func showsProblemBelowText(_ shared: Shared) -> Bool {
    editorLayout(shared)?.problemLines.isProblemAtCursorWhole == true
  }
}

extension Shared {
  /// The author and the label of the last operation that changed a config; nil if none did.
  func lastChange(of config: EditedConfig) -> StatusMessage.EditChange? {
    guard let operation = session.lastOperation(changing: config.key) else { return nil }
    return (author: attribution(of: operation), label: operation.label)
  }

  /// What the enrolled recipes that a config patches set in a feature; nil if none sets anything,
  /// or if the session no longer has the recipe of the config's branch.
  ///
  /// An edit patches all recipes that the client is enrolled in. The config of a branch patches
  /// those that are merged before its recipe, such as rollouts before an experiment.
  fileprivate func enrolledFeature(patchedBy config: EditedConfig) -> EffectiveFeature? {
    let enrolled = layers.enrolled[config.feature]
    // Nil for an edit.
    guard let branchFeature = config.branchFeature else { return enrolled }
    return session.recipe(branchFeature.slug).flatMap { enrolled?.withContributions(below: $0) }
  }
}
