import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The editors of the features' configs, and the drafts in them.
struct EditorStates: Sendable {
  /// The editors by what they configure; they stay while the console runs, so that undo reaches
  /// back.
  var editors: [EditedConfig: ConfigEditor] = [:]
  /// The branch's config that is open in place of the edit of its feature; nil if none is.
  var branchConfig: EditedConfig?
  /// The value that is being typed in its row; nil if none is.
  var typedValue: InlineValueField?
  /// The text that has the focus, or that lost it and is not saved yet; nil without either.
  var focusedText: FocusedText?
  /// Whether the next pause in typing saves the text that has the focus.
  var awaitsIdle = false
  /// The feature whose text was checked last.
  var checkedFeature: EditedFeature?
  /// The number of texts that are not applied.
  private(set) var unappliedCount = 0
  /// The number of unapplied texts that have problems.
  private(set) var brokenCount = 0
  private var cachedBrokenCount = Derived<CheckedDrafts, Int>()

  private struct CheckedDrafts: Equatable, Sendable {
    /// The unapplied texts by feature.
    let texts: [Name: String]
    let channel: Name?
    let manifest: Int
  }

  /// The text that has the focus, with what tells whether it was typed.
  struct FocusedText: Sendable {
    let config: EditedConfig
    /// The version of the text when it got the focus, or was loaded, applied or left since.
    var versionBeforeTyping: Int
  }

  /// Makes the editor of a config if it has none, and loads what the session stores now, unless a
  /// person has changed the text.
  ///
  /// - Parameter keepsText: Whether the text has the focus, or was typed while another console
  ///   changed its draft. A changed text then stays even if it is saved, and a draft does not
  ///   replace an unchanged one.
  mutating func openOrUpdate(
    _ config: EditedConfig, of session: Session, keepsText: Bool = false
  ) {
    guard let editor = editors[config] else { return load(config, of: session) }
    let isSaved = editor.version == editor.textBase.storedVersion
    // Replacing a text that is not stored in the session would lose it.
    let canBeReplaced = isSaved && !keepsText
    // A text that does not differ from the applied one can be replaced too.
    guard canBeReplaced || !editor.isChanged else { return }
    let draft = session.draft(of: config)
    // What another console types must not appear in a text that a person is about to change.
    let ignoresDraft = keepsText && draft != nil
    guard !ignoresDraft, Self.isOutdated(editor, of: config, session) else { return }
    load(config, of: session)
    // Only a draft of another console differs from the one that was saved from this editor.
    editors[config]?.textBase.isDraftOfOtherConsole = draft != nil
  }

  /// Whether the session stores another draft of a config than the one that the editor loaded or
  /// saved, or, without a draft, another edit than the text started from.
  private static func isOutdated(
    _ editor: ConfigEditor, of config: EditedConfig, _ session: Session
  ) -> Bool {
    let draft = session.draft(of: config)
    let hasOtherDraft = draft != editor.textBase.draftLastLoadedOrSaved
    return hasOtherDraft
      || draft == nil && session.appliedJSON(of: config) != editor.textBase.startingEdit
  }

  /// Whether only the editor has a text: it was typed since it got the focus, and another console
  /// has changed the stored draft since.
  func isOnlyInEditor(_ config: EditedConfig, _ session: Session) -> Bool {
    guard isTypedSinceFocus(config), let editor = editors[config] else { return false }
    let isDraftChangedElsewhere =
      session.draft(of: config) != editor.textBase.draftLastLoadedOrSaved
    return editor.isChanged && isDraftChangedElsewhere
  }

  /// Whether the text of a config was typed since it got the focus; false for a text that neither
  /// has the focus nor waits to be saved after losing it.
  func isTypedSinceFocus(_ config: EditedConfig) -> Bool {
    guard let focusedText, focusedText.config == config, let editor = editors[config] else {
      return false
    }
    return focusedText.versionBeforeTyping != editor.version
  }

  /// Whether another console saved a draft that the text of a config keeps out of sight, because
  /// the text has the focus or is not saved yet.
  func hidesDraft(of config: EditedConfig, _ session: Session) -> Bool {
    // A text that lost the focus stays the focused one until it is saved.
    guard focusedText?.config == config, let editor = editors[config] else { return false }
    let draft = session.draft(of: config)
    // What this console saves itself is recorded, so another draft is that of another console.
    return draft != nil && draft != editor.textBase.draftLastLoadedOrSaved
  }

  /// Loads what the session stores of a config into its editor: its draft, or else what is applied;
  /// remembers which edit that text started from.
  private mutating func load(_ config: EditedConfig, of session: Session) {
    let edit = session.appliedJSON(of: config)
    let draft = session.draft(of: config)
    let applied = Self.text(of: edit)
    // Loading is an undo step, so undo restores the text that was here. Only drafts of other
    // consoles that follow one another are one step, so that undo skips all of them.
    if editors[config]?.showsDraftOfOtherConsole != true { editors[config]?.history.endStep() }
    editors[config, default: ConfigEditor(applied)].replaceAll(
      with: draft ?? applied, as: .loading)
    // Nil if the draft started without an edit: an edit that was applied since conflicts with it.
    let editBeforeDraft = session.draftBase(of: config)
    editors[config]?.recordStored(
      appliedText: applied, edit: draft == nil ? edit : editBeforeDraft, draft: draft)
    // So that leaving the text does not report the loaded one as typed.
    recordNothingTypedSinceFocus(in: config)
  }

  /// Shows what is applied in place of the text, which undo in the text restores.
  mutating func showApplied(_ config: EditedConfig, in session: Session) {
    let edit = session.appliedJSON(of: config)
    editors[config]?.replaceAll(with: Self.text(of: edit))
    recordApplied(edit, of: config)
  }

  /// Records that the text of a config is what is applied.
  ///
  /// - Parameter edit: The applied config; nil if there is none, as after applying an empty text or
  ///   `{}`, which drops an edit.
  mutating func recordApplied(_ edit: JSONValue?, of config: EditedConfig) {
    guard let editor = editors[config] else { return }
    // From now on, only a text that differs from this one counts as changed.
    editors[config]?.recordStored(appliedText: editor.buffer.text, edit: edit)
    // Leaving the text must not report it as typed and not applied.
    recordNothingTypedSinceFocus(in: config)
  }

  /// Records that nobody typed the text of a config since it got the focus, so that leaving it does
  /// not report it as typed and not applied.
  mutating func recordNothingTypedSinceFocus(in config: EditedConfig) {
    guard focusedText?.config == config, let editor = editors[config] else { return }
    focusedText?.versionBeforeTyping = editor.version
  }

  /// The text with which an edit is edited, one value per line; for nil (no edit) or an empty one,
  /// braces with an indented line between them, to type the first key into.
  static func text(of edit: JSONValue?) -> String {
    guard let edit, edit.objectValue?.isEmpty != true else { return "{\n  \n}\n" }
    return edit.pretty() + "\n"
  }

  /// Whether the text of a config is not applied, started from other JSON than is applied for that
  /// config now, and sets other values than this JSON.
  func hasConflict(in config: EditedConfig, _ session: Session) -> Bool {
    let applied = session.appliedJSON(of: config)
    guard let editor = editors[config], editor.isChanged else { return false }
    let startedFromOtherJSON = editor.textBase.startingEdit != applied
    guard startedFromOtherJSON else { return false }
    // If nothing is applied, the session sets the same values as an empty object: none. A text that
    // is not JSON differs from both.
    return editor.json != (applied ?? [:])
  }

  /// Whether an operation changed a config for which a person has typed another text without
  /// applying it, so that the message of the operation warns that the text is kept.
  func hasConflict(after operation: SessionOperation, _ session: Session) -> Bool {
    let changedKeys = Set(operation.changes.map(\.key))
    return editors.keys.contains { config in
      changedKeys.contains(config.key) && hasConflict(in: config, session)
    }
  }

  /// The ids of the features with an unapplied edit, whether it is saved as a draft or not, sorted.
  func unappliedIDs(in session: Session) -> [String] {
    let saved = Set(naming: session.names(of: .draft))
    let unsaved = editors.filter { config, editor in
      config.isEditOfFeature && editor.hasUnsavedChange
    }
    .keys.map(\.feature)
    return saved.union(Set(naming: unsaved)).map(\.text).sorted()
  }

  /// The configs of branches with an unapplied text, whether it is saved as a draft or not, sorted.
  func unappliedBranches(in session: Session) -> [EditedConfig] {
    let saved = session.branchDrafts.map { EditedConfig($0.place) }
    let unsaved = editors.filter { config, editor in
      !config.isEditOfFeature && editor.hasUnsavedChange
    }
    .keys
    return Set(saved).union(unsaved).sorted { $0.words < $1.words }
  }

  /// The text of a feature's edit that is not applied; nil if it is.
  func unappliedText(of id: String, in session: Session) -> String? {
    unappliedText(of: EditedConfig(editOf: id), in: session)
  }

  /// The text of a config that is not applied: the unsaved one, or else the draft; nil if it has
  /// neither.
  func unappliedText(of config: EditedConfig, in session: Session) -> String? {
    if let editor = editors[config], editor.hasUnsavedChange { return editor.buffer.text }
    return session.draft(of: config)
  }

  /// Counts the texts that are not applied and those of them with problems, for the first line of
  /// the terminal.
  ///
  /// - Parameter shown: What the visible editor configures, whose problems are known already; nil
  ///   if none is visible.
  mutating func countDrafts(
    _ session: Session, _ workspace: Workspace, channel: String?, shown: EditedConfig?
  ) {
    let ids = unappliedIDs(in: session)
    let branches = unappliedBranches(in: session)
    unappliedCount = ids.count + branches.count
    let textsToCheck = textsCheckedOutsideEditors(of: ids, in: session, shown: shown)
    let otherIDs = ids.filter { textsToCheck[Name($0)] == nil }
    // Texts of branches, the text in the visible editor and large texts (`otherIDs`) are checked
    // only in their editors.
    let configsCheckedInEditors = branches + otherIDs.map { EditedConfig(editOf: $0) }
    // An editor that is not visible may not have checked its text: then it does not count.
    let brokenInEditors = configsCheckedInEditors.count {
      editors[$0]?.findings.isEmpty == false
    }
    let brokenElsewhere = countTextsWithProblems(textsToCheck, workspace, channel: channel)
    brokenCount = brokenInEditors + brokenElsewhere
  }

  /// The unapplied texts of the features `ids`, which all have one, by id; without the text that
  /// the visible editor checks, and without large texts, which take too long to check here.
  ///
  /// - Parameter shown: What the visible editor configures; nil if none is visible.
  private func textsCheckedOutsideEditors(
    of ids: [String], in session: Session, shown: EditedConfig?
  ) -> [Name: String] {
    var texts: [Name: String] = [:]
    for id in ids where shown != EditedConfig(editOf: id) {
      let text = unappliedText(of: id, in: session) ?? ""
      let isLarge = text.utf8.count > ConfigEditor.maxBytesCheckedAtOnce
      if !isLarge { texts[Name(id)] = text }
    }
    return texts
  }

  /// The number of texts that have problems; they are checked only if one of them, the channel or
  /// the manifest changed since the last call.
  ///
  /// - Parameter texts: Unapplied texts by the ids of their features.
  private mutating func countTextsWithProblems(
    _ texts: [Name: String], _ workspace: Workspace, channel: String?
  ) -> Int {
    guard let manifest = workspace.manifest, !texts.isEmpty else { return 0 }
    let drafts = CheckedDrafts(
      texts: texts, channel: channel.map { Name($0) }, manifest: workspace.identity)
    return cachedBrokenCount.value(for: drafts) {
      texts.count { id, text in
        let source = SourceText(name: EditedFeature.textName, text: text)
        // The session may have drafts of features that the manifest does not have: no check.
        guard let feature = manifest.feature(id.text) else { return false }
        return !manifest.check(config: source, feature: feature, channel: channel).problems.isEmpty
      }
    }
  }
}

/// A value that is being typed in its row of the table of values.
struct InlineValueField: Equatable, Sendable {
  var feature: String
  var path: JSONPath
  var type: VariableType?
  var field: TextField
  /// Why the value cannot be set as it is; nil if it can.
  var refusal: StatusMessage?

  /// Nil if the text is not a value of the type.
  var value: JSONValue? { Self.value(field.text, as: type) }

  /// A text read as a value of a type: `12` is a string for a String, and a number for an Int; nil
  /// if it is not JSON, or not an integer for an Int.
  ///
  /// Whether other JSON fits its type is checked when the value is set, which says what is wrong.
  static func value(_ text: String, as type: VariableType?) -> JSONValue? {
    switch type {
    // The person types these without quotes.
    case .string, .text, .image, .alias, .enumeration: .string(text)
    // Apps read an Int only from an integer.
    case .int: (try? JSONValue.parse(text)).flatMap { $0.integerValue == nil ? nil : $0 }
    case .option(let inner): text == "null" ? .null : value(text, as: inner)
    case .double, .boolean, .object, .list, .map, nil: try? JSONValue.parse(text)
    }
  }
}
