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
  /// An operation that would change nothing is not an error in a script.
  mutating func perform(_ make: (Operations) throws -> SessionOperation) -> Outcome {
    let operation: SessionOperation
    do {
      operation = try make(shared.operations)
    } catch {
      let refusal = error as? Refusal ?? Refusal("\(error)")
      if refusal.isUnchanged { return .says(.info(refusal.description)) }
      if refusal.changesNothing { return shared.alreadyDone(.refusal(refusal)) }
      return .refused(.refusal(refusal))
    }
    return perform(operation)
  }

  /// Performs an operation on each of several items as one step; a single item keeps its own label.
  mutating func perform<Item>(
    on items: [Item], as label: (_ done: Session) -> String,
    _ make: (Operations, Item) throws -> SessionOperation
  ) -> Outcome {
    perform { try items.count == 1 ? make($0, items[0]) : $0.each(of: items, as: label, make) }
  }

  /// Performs an operation, updates what depends on it, and saves it.
  mutating func perform(_ operation: SessionOperation) -> Outcome {
    let performed = shared.session.perform(operation)
    follow(performed)
    let message = warning(.info(operation.done), of: performed)
    return .done(
      [.commit(performed)], saying: EnrollmentReport.message(message, of: performed, shared))
  }

  /// A message, with a warning if text that is not applied conflicts with an edit that the operation
  /// changed.
  private func warning(_ message: StatusMessage, of operation: SessionOperation) -> StatusMessage {
    let hasConflict = operation.changes.contains {
      $0.key.kind == .edit && features.editing.hasConflict(in: $0.key.name, session)
    }
    return hasConflict ? message.typedOver() : message
  }

  /// Undoes the last operation, or redoes the last undone one.
  ///
  /// Operations from the command line are only undone if the person insists; a script does not have
  /// to.
  ///
  /// - Parameter key: The first entry that the operation changed, as ``EntryKey/argument`` writes
  ///   it; if the operation changed another one, nothing happens. Empty for any operation.
  mutating func undo(_ key: String = "", redoing isRedo: Bool = false) -> Outcome {
    let last = isRedo ? session.redoable : session.undoable
    // Of an operation from before the start, only an outline was read.
    if last?.isOutline == true {
      return [.readHistory(then: Invocation(isRedo ? "redo" : "undo", key))]
    }
    let changed = last?.changes.first?.key.argument ?? ""
    guard key.isEmpty || key == changed else {
      return shared.alreadyDone(.lastChangeDiffers(from: key, isUndone: isRedo))
    }
    if !isRedo, let last, mustInsist(onUndoing: last) {
      return .refused(.undoneToStart(last.label, undo: keyName(of: "undo")))
    }
    guard let operation = isRedo ? shared.session.redo() : shared.session.undo() else { return [] }
    follow(operation)
    let author = operation.process == options.process ? nil : operation.process
    let said: StatusMessage =
      isRedo ? .redone(operation.label, by: author) : .undone(operation.label, by: author)
    // The editors first: they keep a text that the operation replaced as a draft, and say so.
    let saidWithDrafts = features.followDrafts(of: operation, shared, saying: said)
    return .done(
      [isRedo ? .redo(operation) : .undo(operation)],
      saying: EnrollmentReport.message(
        isRedo ? warning(saidWithDrafts, of: operation) : saidWithDrafts, of: operation,
        isUndone: !isRedo, shared))
  }

  /// Whether an operation of the command line is to be undone for the first time, outside of
  /// scripts; the second time it is undone.
  private mutating func mustInsist(onUndoing operation: SessionOperation) -> Bool {
    guard !input.isInScript, startup.operations.contains(operation.id) else { return false }
    return shared.startup.asked.insert(operation.id).inserted
  }

  /// Updates what depends on the entries that an operation changed.
  private mutating func follow(_ operation: SessionOperation) {
    let keys = operation.changes.map(\.key)
    let kinds = Set(keys.map(\.kind))
    if kinds.contains(.channel) { followChannel() }
    shared.layers.update(keys, from: session)
    shared.issues.clientChanges.follow(operation, in: session)
    if !kinds.isDisjoint(with: [.edit, .branch, .recipe, .channel, .preference]) {
      shared.issues.findOrphans(in: session, workspace.manifest)
    }
    if !kinds.isDisjoint(with: [.enrollment, .recipe, .channel]) {
      shared.issues.mismatches = ConfigMismatch.all(shared)
    }
    if !kinds.isDisjoint(with: [.edit, .recipe]) { checkSession() }
  }

  private mutating func checkSession() {
    shared.issues.findProblems(in: session, layers.recipes, of: workspace)
  }

  /// Shows the session's channel, or else the one that the command line named.
  private mutating func followChannel() {
    let named = session[.channel] == nil ? startup.channel : nil
    if let new = named ?? session.channel(in: workspace.manifest) { shared.channel = new }
  }

  /// Computes the layers and the issues of the whole session again.
  private mutating func readLayers() {
    shared.layers = SessionLayers(session, manifest: workspace.manifest)
    shared.issues.findOrphans(in: session, workspace.manifest)
    shared.issues.mismatches = ConfigMismatch.all(shared)
    checkSession()
    findClientChanges()
  }

  /// Finds the changes in the whole history; an operation updates them.
  private mutating func findClientChanges() {
    shared.issues.clientChanges = ClientChanges(in: session, besides: startup.operations)
  }

  /// Replaces the outlines of earlier operations by whole ones.
  mutating func fillOutlines(from operations: [SessionOperation]) {
    shared.session.fillOutlines(from: operations)
    findClientChanges()
  }

  /// Shows the session of the store, which another process may have changed, and says what that
  /// process did.
  mutating func load(_ session: Session) {
    let old = self.session
    let isFirst = workspace.manifest == nil
    let newsOfOthers = isFirst ? nil : session.news(since: old, besides: options.process)
    shared.session = session
    if old[.channel] != session[.channel] { followChannel() }
    readLayers()
    // A read-only console adds recipes and attributes only to the shown session, not to its file.
    if let opening = startup.shown { _ = add(opening) }
    if let newsOfOthers { say(newsOfOthers) }
    if !isFirst, let news = features.newsOfText(since: old, shared) { say(news) }
  }

  /// Adds recipes and attributes to the session; a read-only console shows them without saving.
  mutating func add(_ opening: SessionOpening) -> Outcome {
    if options.isReadOnly { shared.startup.shown = opening }
    var context = operationContext
    context.readOnlyReason = nil
    var effects: [Effect] = []
    var done: StatusMessage?
    for operation in opening.operations(on: session, in: context) {
      let outcome = perform(operation)
      if opening.isAskedFor, let id = session.undoable?.id { shared.startup.operations.insert(id) }
      effects += outcome.effects
      done = outcome.message
    }
    findClientChanges()
    ExchangeCommands.record(&self, opening.problems, opening.unread, of: [])
    let said = opening.isAskedFor ? status ?? done : status
    let unread = ExchangeCommands.unread(opening.unread, opening.problems, after: said, in: self)
    return .done(options.isReadOnly ? [] : effects, saying: unread ?? said)
  }

  /// The session's contents that differ from those of `other`; all of them if it is nil.
  ///
  /// Exposures count if they were recorded since the start and are not in `other`.
  package func sessionSummary(besides other: Session? = nil) -> SessionSummary {
    let otherOperations = (other?.operations ?? OperationList()).filter { !$0.isUndone }
    let known = startup.operations.union(otherOperations.map(\.id))
    let newOperations = session.operations.filter { !$0.isUndone && !known.contains($0.id) }
    let drafts = features.editing.unapplied(in: session).filter { id in
      guard let other else { return true }
      let text = features.editing.unappliedText(of: id, in: session)
      return other[.draft, id]?.stringValue != text
    }
    return SessionSummary(
      overrides: session.overrides.filter { other?[$0] != session[$0] },
      drafts: drafts,
      clientChanges: issues.clientChanges.all.filter {
        other == nil || other?[$0.key] != $0.new
      },
      exposures: newOperations.flatMap(\.events).count(where: \.isCountedExposure))
  }

  /// The file that contains the current session with all typed text; nil if there is none.
  package var writtenFile: String? {
    guard let written = files.written, written.session == session,
      !features.editing.editors.values.contains(where: \.hasUnsaved)
    else { return nil }
    return written.file
  }

  /// Records that a file was written: it holds the session now, or no longer if it did.
  mutating func record(written output: OutputFile) -> Outcome {
    // The listing from before would propose the file name again.
    files.listed = nil
    if let session = output.session {
      files.written = (session, output.path)
    } else if let file = files.written?.file,
      FilePath.normalized(file) == FilePath.normalized(output.path)
    {
      files.written = nil
    }
    return .says(.wrote(output.what, to: output.path))
  }

  /// Shows a manifest that was read; an incomplete one only if no complete one was shown before.
  mutating func load(_ manifest: Manifest?, problems: [Problem]) -> Outcome {
    let isFirst = workspace.manifest == nil
    let wasComplete = workspace.manifest?.isComplete == true
    guard let manifest, manifest.isComplete || !wasComplete else {
      shared.workspace.storeFailure(problems)
      return .says(isFirst ? .cannotRead : .broken)
    }
    // The message waits until the problems are found, which it counts.
    let isGoodAgain = workspace.isStale || !wasComplete
    let isSame = workspace.manifest.map(manifest.hasSameFiles) ?? false
    let reloaded = StatusMessage.reloaded(isFlagsOnly: options.isFlagsOnly, isSame: isSame)
    let message = isGoodAgain ? .goodAgain : reloaded
    files.reload = isFirst ? nil : message
    shared.workspace.load(manifest, problems: problems)
    shared.flags.forget()
    features.problems.forgetVisits()
    endMessage()
    chooseChannel(of: manifest, isFirst: isFirst)
    compareApps()
    readLayers()
    features.listFeatures(shared)
    if !manifest.isComplete { sayUnreadFiles(of: manifest, problems) }
    return selectStartupFeature()
  }

  /// Leaves a channel that the manifest does not have for one that it has.
  private mutating func chooseChannel(of manifest: Manifest, isFirst: Bool) {
    if let wanted = channel, !manifest.channels.containsName(wanted) {
      if isFirst { say(.unknown("channel", wanted, among: manifest.channels)) }
      shared.startup.channel = nil
      shared.channel = nil
    }
    shared.channel = channel ?? session.channel(in: manifest)
  }

  /// Names the files that could not be read, in place of the message about reading again.
  private mutating func sayUnreadFiles(of manifest: Manifest, _ problems: [Problem]) {
    // The files that are not YAML have the names that problems use.
    let broken = problems.filter { $0.code == "malformed-yaml" || $0.code == "not-a-manifest" }
    let unread = manifest.files.filter { $0.source == nil }.map(\.shownName)
    files.reload = nil
    say(.unreadFiles(unread + broken.compactMap(\.location?.file)))
  }

  /// Selects the feature that the command line named, without leaving the screen.
  private mutating func selectStartupFeature() -> Outcome {
    guard let wanted = startup.feature else { return [] }
    shared.startup.feature = nil
    let shown = screen
    let outcome = settle(.goes(ValueTarget(feature: wanted)))
    show(shown)
    return outcome
  }

  /// Shows the problems of the defaults; the log of messages begins with what was read.
  mutating func record(_ problems: [Name?: [Problem]]) {
    let isFirst = workspace.isFirst && !workspace.isChecked
    shared.workspace.record(problems)
    findProblems()
    let counts = self.problems.counts.map(\.words)
    if let reload = files.reload.take() {
      let said = reload.with(self.problems.counts.filter { $0.severity != .hint }.map(\.words))
      // A message from the meantime, such as about a text that lost its feature, stays.
      if status == nil { say(said) } else { messages.append(said, at: input.now) }
    }
    guard isFirst, let manifest = workspace.manifest else { return }
    let read = StatusMessage.read(
      manifest.files.first?.shownName ?? manifest.name, files: manifest.files.count,
      features: manifest.features.count, problems: counts)
    messages.append(
      options.isReadOnly ? read : read.then(.safe(inMemory: options.isInMemory)), at: input.now)
  }

  /// The text of an empty panel while there is no manifest.
  var noManifestText: DisplayText {
    if workspace.manifest == nil, !currentProblems.isEmpty { return "nothing could be read" }
    return files.isUnread ? StatusMessage.nothingRead(read: reloadKey).text : "reading …"
  }

  /// The text of an empty list of features or values.
  var wordsWithoutFeatures: DisplayText {
    guard options.isFlagsOnly else { return "the manifest has no features" }
    return DisplayText(
      "\(options.manifestName) has flags only; \(keyName(of: Screen.flags.rawValue)) shows them")
  }
}

extension Session {
  /// The last operation that other processes did since the session was as in `old`, or else the
  /// first one that they undid; nil if there is neither.
  fileprivate func news(since old: Session, besides process: String) -> StatusMessage? {
    // The histories agree up to their last common operation; without one, all operations are
    // compared.
    let common = operations.last { new in
      guard !new.isUndone, let known = old.operations[id: new.id] else { return false }
      return !known.isUndone && known.isSame(as: new)
    }
    let before = old.doneOperations(after: common)
    let after = doneOperations(after: common)
    let added = after.filter { new in
      new.process != process && !before.contains { $0.isSame(as: new) }
    }
    if let last = added.last { return .doneElsewhere(last.done, by: last.process, of: added.count) }
    // Operations before the first one were forgotten, not undone.
    let first = operations.first?.id ?? 0
    let undone = before.filter { known in
      known.id >= first && !after.contains { $0.isSame(as: known) }
    }
    return undone.first.map { .undoneElsewhere($0.label, of: undone.count) }
  }

  /// The operations after another one, or all, that were not undone.
  private func doneOperations(after operation: SessionOperation?) -> [SessionOperation] {
    operations.after(operation?.id ?? .min).filter { !$0.isUndone }
  }
}
