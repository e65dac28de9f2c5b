import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource
import VirgaWorkbench

// The session and the manifest under it.
//
// The console changes its session only by operations; each is shown at once and then saved.
extension Model {
  /// Performs the operation of `make`, or reports why it is refused; any other error is shown as a
  /// refusal.
  ///
  /// In a script, it is not an error if what the operation does is done already.
  mutating func perform(_ make: (Operations) throws -> SessionOperation) -> Outcome {
    let operation: SessionOperation
    do {
      operation = try make(shared.operations)
    } catch {
      let refusal = error as? Refusal ?? Refusal("\(error)")
      // The value to set was set already, which is not an error even for a person.
      if refusal.isUnchanged { return .says(.info(refusal.description)) }
      // If something else is done already, such as dropping an override that does not exist, that
      // is an error only for a person.
      if refusal.isAlreadyDone { return shared.alreadyDone(.refusal(refusal)) }
      return .refused(.refusal(refusal))
    }
    return perform(operation)
  }

  /// Performs an operation and updates what depends on it; returns the effect that saves it.
  mutating func perform(_ operation: SessionOperation) -> Outcome {
    let performed = shared.session.perform(operation)
    updateDerivedState(after: performed)
    let message = addingConflictWarning(to: .info(operation.labelInPastTense), after: performed)
    // The report adds the recipes that the client entered or left as a side effect.
    return .done(
      [.commit(performed)],
      saying: EnrollmentReport.addingSideEffectsOnEnrollments(to: message, of: performed, shared)
    )
  }

  /// The message with a warning added, if the operation changed a config for which a person has
  /// typed a text and not applied it; else the message as it is.
  private func addingConflictWarning(
    to message: StatusMessage, after operation: SessionOperation
  ) -> StatusMessage {
    let hasConflict = features.editing.hasConflict(after: operation, session)
    return hasConflict ? message.addingTextIsKept() : message
  }

  /// Undoes the last operation, or redoes the last undone one.
  ///
  /// What `virga` was started with, such as recipes, is undone only at a person's second attempt.
  ///
  /// - Parameter key: The first entry that the operation changed, as ``EntryKey/argument`` writes
  ///   it; if the operation changed another one, nothing happens, so that a script undoes only what
  ///   it names: `alreadyDone` is only a note there, and a refusal for a person. Empty for any
  ///   operation.
  mutating func undo(_ key: String = "", redoing isRedo: Bool = false) -> Outcome {
    let last = isRedo ? session.redoable : session.undoable
    // Of an operation from before the start, only an outline was read: the command runs again once
    // the whole history is known.
    if last?.isOutline == true {
      return [.readHistory(then: Invocation(isRedo ? "redo" : "undo", key))]
    }
    let changedKey = last?.changes.first?.key.argument ?? ""
    // The operation that `redo` would repeat is an undone one, as the message says.
    guard key.isEmpty || key == changedKey else {
      return shared.alreadyDone(.lastChangeDiffers(from: key, isUndone: isRedo))
    }
    // True the first time for an operation that `virga` was started with. By then, everything done
    // since the start is undone, as the refusal says.
    if !isRedo, let last, recordFirstAttempt(toUndo: last) {
      return .refused(.undoneToStart(last.label, undo: keyName(of: "undo")))
    }
    // If there is nothing to undo or redo, the command was refused before.
    guard let operation = isRedo ? shared.session.redo() : shared.session.undo() else { return [] }
    return updateAfterReversal(operation, isRedo: isRedo)
  }

  /// Updates what depends on an operation that was just undone or redone in the session; returns
  /// the effect that saves it, with the message.
  private mutating func updateAfterReversal(
    _ operation: SessionOperation, isRedo: Bool
  ) -> Outcome {
    updateDerivedState(after: operation)
    let message = updateEditors(after: operation, isRedo: isRedo)
    // The report adds the recipes that the client entered or left as a side effect of this.
    return .done(
      [isRedo ? .redo(operation) : .undo(operation)],
      saying: EnrollmentReport.addingSideEffectsOnEnrollments(
        to: message, of: operation, isUndone: !isRedo, shared))
  }

  /// Updates the editors after an undo or redo; returns the message about it, which also says what
  /// became of a text that is typed and not applied.
  private mutating func updateEditors(
    after operation: SessionOperation, isRedo: Bool
  ) -> StatusMessage {
    // Nil for an operation of this console: its author is left out.
    let isOwn = operation.process == options.process
    let otherAuthor = isOwn ? nil : shared.attribution(of: operation)
    let message: StatusMessage =
      isRedo ? .redone(operation.label, by: otherAuthor) : .undone(operation.label, by: otherAuthor)
    // Updated first, because the warning is about the texts that the editors have after that.
    let messageWithDrafts = features.updateEditors(after: operation, shared, saying: message)
    return addingConflictWarning(to: messageWithDrafts, after: operation)
  }

  /// Records the attempt to undo an operation that `virga` was started with, such as adding
  /// recipes; returns whether it is the first one, which is refused, because a person does not
  /// expect to undo that.
  ///
  /// False for any other operation, and in a script, in which no attempt is refused.
  private mutating func recordFirstAttempt(toUndo operation: SessionOperation) -> Bool {
    guard !input.isInScript, startup.operationIDs.contains(operation.id) else { return false }
    return shared.startup.askedOperationIDs.insert(operation.id).inserted
  }

  /// Updates what depends on the session's entries that an operation changed.
  private mutating func updateDerivedState(after operation: SessionOperation) {
    let keys = operation.changes.map(\.key)
    let changedKinds = Set(keys.map(\.kind))
    if changedKinds.contains(.channel) { showSessionChannel() }
    shared.layers.update(keys, from: session)
    // The attributes, clock, participation and behavioral events that the session changes.
    shared.clientChanges.update(after: operation, in: session)
    // After the layers, because these have the branch configs that do not match their features.
    updateIssues(afterChangesOf: changedKinds)
  }

  /// Finds again what in the session does not match the manifest, if entries of the changed kinds
  /// matter for that.
  private mutating func updateIssues(afterChangesOf changedKinds: Set<EntryKind>) {
    func hasChanged(oneOf kinds: Set<EntryKind>) -> Bool { !changedKinds.isDisjoint(with: kinds) }
    // An override does not match if the manifest or the recipes lack what it names, or if its value
    // has another type there. Edits are checked against the defaults of the channel, preferences
    // against the variables that read them.
    if hasChanged(oneOf: [.edit, .branch, .recipe, .channel, .preference]) {
      shared.issues.findMismatchedOverrides(in: session, workspace.manifest)
    }
    // Unlike the overrides, these are the configs of the branches in which the client is enrolled.
    if hasChanged(oneOf: [.enrollment, .recipe, .channel]) {
      shared.issues.mismatchedConfigs = ConfigMismatch.all(shared)
    }
    // Unlike mismatches, the problems of edits and recipes are found in every channel, so they do
    // not depend on the current one.
    if hasChanged(oneOf: [.edit, .recipe]) { findProblemsOfEditsAndRecipes() }
  }

  /// Finds the problems of the session's edits and recipes again.
  private mutating func findProblemsOfEditsAndRecipes() {
    shared.issues.findProblems(
      in: session, layers.recipes, of: workspace, expressions: options.expressions)
  }

  /// Shows the channel that the session stores, or else the one that `virga` was started with, or
  /// else the manifest's first.
  private mutating func showSessionChannel() {
    let named = session[.channel] == nil ? startup.channel : nil
    // Without a stored channel, the session's channel is the first one of the manifest.
    if let new = named ?? session.channel(in: workspace.manifest) { shared.channel = new }
  }

  /// Computes again what depends on the whole session, after a session or a manifest was loaded.
  private mutating func recomputeDerivedState() {
    shared.layers = SessionLayers(session, manifest: workspace.manifest)
    shared.issues.findMismatchedOverrides(in: session, workspace.manifest)
    shared.issues.mismatchedConfigs = ConfigMismatch.all(shared)
    findProblemsOfEditsAndRecipes()
    recomputeClientChanges()
  }

  /// Finds the changes of the client in the whole history; later operations only update them.
  private mutating func recomputeClientChanges() {
    shared.clientChanges = ClientChanges(in: session, besides: startup.operationIDs)
  }

  /// Replaces the outlines of earlier operations by the whole operations, which were read from the
  /// store.
  mutating func fillOutlines(from operations: [SessionOperation]) {
    shared.session.fillOutlines(from: operations)
    recomputeClientChanges()
  }

  /// Shows the session of the store, which another process may have changed, and says what that
  /// process did.
  mutating func load(_ session: Session) {
    let old = self.session
    // Before a manifest is loaded, this is the session of the start, which is not news.
    let isStart = workspace.manifest == nil
    let newsOfOthers = isStart ? nil : session.news(since: old, besides: options.process)
    shared.session = session
    if old[.channel] != session[.channel] { showSessionChannel() }
    recomputeDerivedState()
    // A read-only console adds the recipes and attributes that `virga` was started with only to the
    // shown session, not to its file, so the session from the file lacks them. Their message was
    // shown at the start, and nothing is saved.
    if let opening = startup.readOnlyOpening { _ = add(opening) }
    if let newsOfOthers { say(newsOfOthers) }
    // News about the text that the person is typing replaces the news of others.
    if !isStart, let newsOfText = features.newsOfText(since: old, shared) { say(newsOfText) }
  }

  /// Adds the recipes and attributes that `virga` was started with, or those of the demo, for which
  /// nobody asked; a read-only console shows them without saving, and adds them again to a session
  /// that it loads later.
  mutating func add(_ opening: SessionOpening) -> Outcome {
    if options.isReadOnly { shared.startup.readOnlyOpening = opening }
    let outcome = performOperations(of: opening)
    // Without the operations of the opening: what `virga` was started with is not shown as a change
    // that the person made to the client.
    recomputeClientChanges()
    // No files are read again, so earlier problems of other files stay.
    ExchangeCommands.recordProblems(&self, opening.problems, opening.unread, of: [])
    // A message that is shown already stays; operations that nobody asked for are silent.
    let message = opening.isAskedFor ? status ?? outcome.message : status
    // The message about unread recipes begins with `message`.
    let unread = ExchangeCommands.messageOfUnread(
      opening.unread, opening.problems, after: message, in: self)
    // The recipes of the opening may make another feature the one with most to tell.
    chooseStartupFeatureAgain()
    let savingEffects = options.isReadOnly ? [] : outcome.effects
    return .done(savingEffects, saying: unread ?? message)
  }

  /// Performs the operations of an opening; returns the effects of all with the message of the last
  /// one.
  private mutating func performOperations(of opening: SessionOpening) -> Outcome {
    var context = operationContext
    // Even a read-only console makes these operations: it only does not save them.
    context.readOnlyReason = nil
    var effects: [Effect] = []
    var lastMessage: StatusMessage?
    for operation in opening.operations(on: session, in: context) {
      let outcome = perform(operation)
      // The events screen tells these events from those of the person's own actions.
      events.addSetup(operation.events)
      // Undo asks before it reverts what `virga` was started with; nobody asked for the data of the
      // demo. The operation that was just performed is the one that undo reverts next.
      if opening.isAskedFor, let id = session.undoable?.id {
        shared.startup.operationIDs.insert(id)
      }
      effects += outcome.effects
      lastMessage = outcome.message
    }
    return .done(effects, saying: lastMessage)
  }

  /// Chooses the startup feature again once the recipes that `virga` was started with, or those of
  /// the demo, are added, because with them another feature may have most to tell.
  ///
  /// Keeps a feature that `virga` was started with, for which `chosenFeature` is nil, or that the
  /// person or a stored place has selected.
  private mutating func chooseStartupFeatureAgain() {
    guard let chosen = startup.chosenFeature, !input.hasPersonActed else { return }
    guard (selectedFeature?.id).isSameName(as: chosen) else { return }
    _ = selectStartupFeature(mayChoose: true)
  }

  /// The contents of the session that differ from those of `other`; all of them if it is nil.
  ///
  /// Exposures count if they were recorded since the start and are not in `other`.
  package func sessionSummary(besides other: Session? = nil) -> SessionSummary {
    // Changes of the client's attributes, clock, participation and behavioral events, which are not
    // overrides.
    let changesOfClient = clientChanges.all.filter { change in
      guard let other else { return true }
      return other[change.key] != change.new
    }
    // Without another session, every override differs from nil.
    let overrides = session.overrides.filter { key in session[key] != other?[key] }
    return SessionSummary(
      overrides: overrides, drafts: drafts(besides: other), clientChanges: changesOfClient,
      exposures: exposureCount(besides: other))
  }

  /// The features and branch configs with unapplied text, unsaved or a draft, that `other` does not
  /// have as a draft; all of them if `other` is nil.
  private func drafts(besides other: Session?) -> [String] {
    let editing = features.editing
    let draftsOfFeatures = editing.unappliedIDs(in: session).filter { id in
      guard let other else { return true }
      let text = editing.unappliedText(of: id, in: session)
      return other[.draft, id]?.stringValue != text
    }
    let draftsOfBranches = editing.unappliedBranches(in: session).filter { config in
      let text = editing.unappliedText(of: config, in: session)
      return other?.draft(of: config) != text
    }
    return draftsOfFeatures + draftsOfBranches.map(\.words)
  }

  /// The number of exposures that were recorded since the start and that `other` does not contain.
  private func exposureCount(besides other: Session?) -> Int {
    let operationsOfOther = (other?.operations ?? OperationList()).filter { !$0.isUndone }
    // What `virga` was started with was done at the start, not since.
    let known = startup.operationIDs.union(operationsOfOther.map(\.id))
    let newOperations = session.operations.filter { !$0.isUndone && !known.contains($0.id) }
    return newOperations.flatMap(\.events).count(where: \.isCountedExposure)
  }

  /// The file to which the session was exported, if it contains the session as it is now, with all
  /// typed text; else nil.
  ///
  /// With such a file, a session in memory is not lost at the end.
  package var writtenFile: String? {
    guard let export = files.lastExport, export.session == session else { return nil }
    let hasUnsavedText = features.editing.editors.values.contains(where: \.hasUnsavedChange)
    return hasUnsavedText ? nil : export.file
  }

  /// Records that a file was written.
  ///
  /// A session export is remembered until another file overwrites it: it tells at the end whether
  /// a session in memory would be lost.
  mutating func record(written output: OutputFile) -> Outcome {
    // The old listing lacks the new file, so the command line would propose its name again.
    files.folderListing = nil
    let exportedFile = files.lastExport.map { FilePath.normalized($0.file) }
    let overwritesExport = exportedFile == FilePath.normalized(output.path)
    if let session = output.session {
      files.lastExport = (session, output.path)
    } else if overwritesExport {
      files.lastExport = nil
    }
    return .says(.wrote(output.what, to: output.path))
  }

  /// Shows a manifest that was read; an incomplete one only if no complete one was shown before.
  ///
  /// A manifest is incomplete if a file that its values depend on could not be read; it is nil if
  /// problems make it unreadable.
  mutating func load(_ manifest: Manifest?, problems: [Problem]) -> Outcome {
    let old = workspace.manifest
    let isFirst = old == nil
    let wasComplete = old?.isComplete == true
    guard let manifest, manifest.isComplete || !wasComplete else {
      // The manifest on screen, if any, stays.
      shared.workspace.storeFailure(problems)
      return .says(isFirst ? .cannotRead : .broken)
    }
    // The message waits until the problems are found, which it counts.
    files.reloadMessage = old.map { messageOfReload(of: manifest, after: $0) }
    shared.workspace.load(manifest, problems: problems)
    replaceDerivedState(for: manifest, isFirst: isFirst)
    if !manifest.isComplete { sayUnreadFiles(of: manifest, problems) }
    return selectStartupFeature(mayChoose: isFirst)
  }

  /// Drops what was derived from the old manifest, like a message that may be about it, and derives
  /// it from the new one, which is in the workspace already.
  ///
  /// - Parameter isFirst: Whether no manifest was shown before.
  private mutating func replaceDerivedState(for manifest: Manifest, isFirst: Bool) {
    shared.flags.forgetResults()
    // The next step through the problems does not continue from the one that was visited last.
    features.problems.forgetVisits()
    endMessage()
    chooseChannel(of: manifest, isFirst: isFirst)
    compareConnectedAppsWithManifest()
    recomputeDerivedState()
    // Depends on the channel and the layers, so it comes after them.
    features.listFeatures(shared)
  }

  /// The message that a manifest was read again: that the files are good again, if the last reading
  /// failed or was incomplete, or else that they were reloaded.
  private func messageOfReload(of manifest: Manifest, after old: Manifest) -> StatusMessage {
    let failedBefore = workspace.isStale || !old.isComplete
    if failedBefore { return .goodAgain }
    return .reloaded(
      isFlagsOnly: options.isFlagsOnly, isSame: manifest.hasSameFiles(as: old))
  }

  /// Leaves a channel that the manifest does not have, and chooses the session's channel if none is
  /// shown.
  ///
  /// - Parameter isFirst: Whether no manifest was shown before, so that the shown channel is one
  ///   that the person named, and not one that an older manifest had.
  private mutating func chooseChannel(of manifest: Manifest, isFirst: Bool) {
    if let shown = shared.channel, !manifest.channels.containsName(shown) {
      if isFirst { say(.unknown("channel", shown, among: manifest.channels)) }
      // If undo removes the session's channel, it must not return to the one that `virga` was
      // started with.
      shared.startup.channel = nil
      shared.channel = nil
    }
    shared.channel = shared.channel ?? session.channel(in: manifest)
  }

  /// Names the files that could not be read, instead of saying that the manifest was read again.
  private mutating func sayUnreadFiles(of manifest: Manifest, _ problems: [Problem]) {
    let problemsOfWholeFiles = problems.filter {
      $0.code == "malformed-yaml" || $0.code == "not-a-manifest"
    }
    let malformed = problemsOfWholeFiles.compactMap(\.location?.file)
    let unread = manifest.files.filter { $0.source == nil }.map(\.shownName)
    // Otherwise a message that the manifest was read again would follow.
    files.reloadMessage = nil
    say(.unreadFiles(unread + malformed))
  }

  /// Selects the feature that `virga` was started with or, if `mayChoose`, the one with most to
  /// tell: one in an experiment, for example, rather than one with only its defaults.
  ///
  /// The shown screen stays.
  ///
  /// - Parameter mayChoose: Whether no manifest was shown before, or the recipes that `virga` was
  ///   started with were just added; after any other reading, only a named feature is selected.
  private mutating func selectStartupFeature(mayChoose: Bool) -> Outcome {
    let choosesFeature = mayChoose && options.startsWithMostToTell && startup.feature == nil
    // If no feature has anything to tell, the one under the cursor, such as the list's first, is
    // chosen until recipes are known.
    let chosen = choosesFeature ? shared.featureWithMostToTell ?? selectedFeature?.id : nil
    guard let wanted = startup.feature ?? chosen else { return [] }
    // Recipes that are read later may lead to another choice, but not if the feature was named.
    shared.startup.chosenFeature = chosen
    // It is selected only once, not after each reading of the manifest.
    shared.startup.feature = nil
    let shown = screen
    // `carryOut` goes there now, and returns the message of that.
    let outcome = carryOut(.goes(ValueTarget(feature: wanted)))
    // Going to a feature shows screen 1; the person may have opened another one in the meantime.
    show(shown)
    return outcome
  }

  /// Shows the problems of the defaults in each channel, and reports that the manifest was read
  /// again; the first reading, which leaves no message to report, is only logged.
  ///
  /// The key of the problems is nil if the manifest declares no channels.
  mutating func recordProblemsOfDefaults(_ problems: [Name?: [Problem]]) {
    let isFirstCheck = workspace.isFirstManifest && !workspace.isChecked
    shared.workspace.storeProblemsOfDefaults(problems)
    findProblems()
    reportReload()
    if isFirstCheck { logFirstReading() }
  }

  /// Says that the manifest was read again, with the numbers of errors and warnings; says nothing
  /// if no manifest was shown before, or if this reading was reported already.
  private mutating func reportReload() {
    guard let reload = files.reloadMessage.take() else { return }
    let errorsAndWarnings = problems.counts.filter { $0.severity != .hint }
    let message = reload.with(counts: errorsAndWarnings.map(\.words))
    // A message that is shown already stays.
    if status == nil { say(message) } else { messages.append(message, at: input.now) }
  }

  /// Begins the log of messages with what was read, and, unless the console is read-only, with
  /// where changes are kept.
  private mutating func logFirstReading() {
    guard let manifest = workspace.manifest else { return }
    let read = StatusMessage.read(
      manifest.files.first?.shownName ?? manifest.name, files: manifest.files.count,
      features: manifest.features.count, problems: problems.counts.map(\.words))
    messages.append(
      options.isReadOnly ? read : read.then(.whereChangesStay(inMemory: options.isInMemory)),
      at: input.now)
  }

  /// Why a panel is empty while no manifest is loaded: reading failed, was canceled, or is not
  /// finished.
  var noManifestText: DisplayText {
    if !currentProblems.isEmpty { return "nothing could be read" }
    return files.isFirstReadingCanceled
      ? StatusMessage.nothingRead(read: reloadKey).text : "reading …"
  }

  /// The text of an empty list of features or values, while the manifest has no features.
  var wordsWithoutFeatures: DisplayText {
    guard options.isFlagsOnly else { return "the manifest has no features" }
    // The command that goes to a screen has the name of the screen.
    let flagsKey = keyName(of: Screen.flags.rawValue)
    return DisplayText("\(options.manifestName) has flags only; \(flagsKey) shows them")
  }
}

extension Session {
  /// A message about the last operation that other processes added, or else about the oldest one
  /// that they undid; nil if they did neither.
  ///
  /// - Parameters:
  ///   - old: The session that this console has shown until now, with everything that the console
  ///     itself did and undid.
  ///   - process: This console, whose own operations are never news.
  fileprivate func news(since old: Session, besides process: String) -> StatusMessage? {
    // The histories agree up to this operation; without one, all operations are compared.
    let common = lastOperation(alsoDoneIn: old)
    let before = old.doneOperations(after: common)
    let now = doneOperations(after: common)
    let added = Self.operations(of: now.filter { $0.process != process }, notIn: before)
    if let last = added.last {
      return .doneElsewhere(
        last.labelInPastTense, by: Author.name(of: last.process), of: added.count)
    }
    // What was done in `old` and is not done now, others have undone: what this console undid is
    // undone in `old` too. A long history forgets its oldest operations: those were not undone.
    let oldestID = operations.first?.id ?? 0
    let undone = Self.operations(of: before.filter { $0.id >= oldestID }, notIn: now)
    return undone.first.map { oldest in .undoneElsewhere(oldest.label, of: undone.count) }
  }

  /// The last operation that is done in both sessions, under the same id; nil if there is none.
  ///
  /// If two processes save at the same time, both may have used one id for different operations.
  private func lastOperation(alsoDoneIn other: Session) -> SessionOperation? {
    operations.last { operation in
      guard !operation.isUndone, let same = other.operations[id: operation.id] else { return false }
      return !same.isUndone && same.isSameAction(as: operation)
    }
  }

  /// The operations of a list that another list lacks.
  ///
  /// They are compared by label, time and process, not by id: an operation of this console got a
  /// new id if another process saved one of its own first.
  private static func operations(
    of list: [SessionOperation], notIn other: [SessionOperation]
  ) -> [SessionOperation] {
    list.filter { operation in !other.contains { $0.isSameAction(as: operation) } }
  }

  /// The operations after `operation` that were not undone; from the start if it is nil.
  private func doneOperations(after operation: SessionOperation?) -> [SessionOperation] {
    operations.after(id: operation?.id ?? .min).filter { !$0.isUndone }
  }
}
