import VirgaCanvas
import VirgaFiles
import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource
package import VirgaWorkbench

// The session and the manifest under it.
//
// The console changes its session only by operations; each is shown at once and then saved.
extension Model {
  /// What operations on the session need.
  package var operationContext: OperationContext {
    var operationContext = OperationContext(
      manifest: workspace.manifest, channel: channel, time: input.now, process: options.process,
      newClientID: options.newClientID)
    if options.isReadOnly { operationContext.readOnlyReason = "\(options.restriction ?? .wanted)" }
    return operationContext
  }

  /// The operations that are possible now.
  package var operations: Operations { session.operations(in: operationContext) }

  /// Performs the operation of `make`, or reports why it is refused; any other error is shown as a
  /// refusal.
  mutating func perform(_ make: (Operations) throws -> SessionOperation) -> Outcome {
    do {
      return perform(try make(operations))
    } catch {
      let refusal = error as? Refusal ?? Refusal("\(error)")
      if refusal.isUnchanged { return .says(.info(refusal.description)) }
      return refusal.changesNothing ? alreadyDone(.refusal(refusal)) : .refused(.refusal(refusal))
    }
  }

  /// Performs an operation on each of several items as one step; a single item keeps its own label.
  mutating func perform<Item>(
    on items: [Item], as label: (_ done: Session) -> String,
    _ make: (Operations, Item) throws -> SessionOperation
  ) -> Outcome {
    perform { try items.count == 1 ? make($0, items[0]) : $0.each(of: items, as: label, make) }
  }

  /// Reports that everything is already as requested; in a script this is not an error.
  func alreadyDone(_ message: StatusMessage) -> Outcome {
    .says(input.isInScript ? message.asNote : message)
  }

  mutating func perform(_ operation: SessionOperation) -> Outcome {
    let performed = session.perform(operation)
    follow(performed)
    return .done(
      [.commit(performed)],
      saying: EnrollmentReport.message(.info(operation.done), of: performed, in: self))
  }

  /// Undoes the last operation, or redoes the last undone one.
  ///
  /// Operations from the command line are only undone if the person insists; a script does not have
  /// to.
  ///
  /// - Parameter key: The first entry that the operation changed, as ``EntryKey/argument`` writes
  ///   it; if the operation changed another one, nothing happens. Empty for any operation.
  mutating func undo(_ key: String = "", redoing isRedo: Bool = false) -> Outcome {
    let (command, last) = isRedo ? ("redo", session.redoable) : ("undo", session.undoable)
    if last?.isOutline == true { return [.readHistory(then: Invocation(command, key))] }
    let changed = last?.changes.first?.key.argument ?? ""
    guard key.isEmpty || key == changed else {
      return alreadyDone(.lastChangeDiffers(from: key, isUndone: isRedo))
    }
    if !isRedo, !input.isInScript, let last, startup.operations.contains(last.id),
      startup.asked.insert(last.id).inserted
    {
      return .refused(.undoneToStart(last.label, undo: keyName(of: "undo")))
    }
    guard let operation = isRedo ? session.redo() : session.undo() else { return [] }
    follow(operation)
    let other = operation.process == options.process ? nil : operation.process
    let said: StatusMessage =
      isRedo ? .redone(operation.label, by: other) : .undone(operation.label, by: other)
    let effect: Effect = isRedo ? .redo(operation) : .undo(operation)
    // The texts follow first: a text that the operation replaced is not typed over.
    let followed = Drafts.follow(operation, &self, saying: said)
    return .done(
      [effect],
      saying: EnrollmentReport.message(followed, of: operation, isUndone: !isRedo, in: self))
  }

  private mutating func follow(_ operation: SessionOperation) {
    let keys = operation.changes.map(\.key)
    let kinds = Set(keys.map(\.kind))
    if kinds.contains(.channel) { followChannel() }
    layers.update(keys, from: session)
    issues.clientChanges.follow(operation, in: session)
    if !kinds.isDisjoint(with: [.edit, .branch, .recipe, .channel, .preference]) {
      issues.findOrphans(in: session, workspace.manifest)
    }
    if !kinds.isDisjoint(with: [.enrollment, .recipe, .channel]) {
      issues.mismatches = ConfigMismatch.all(in: self)
    }
    if !kinds.isDisjoint(with: [.edit, .recipe]) { checkSession() }
  }

  private mutating func checkSession() {
    issues.findProblems(in: session, layers.recipes, of: workspace)
  }

  private mutating func followChannel() {
    let chosen = session[.channel] == nil ? startup.channel : nil
    if let chosen = chosen ?? session.channel(in: workspace.manifest) { channel = chosen }
  }

  mutating func readLayers() {
    layers = SessionLayers(session, manifest: workspace.manifest)
    issues.findOrphans(in: session, workspace.manifest)
    issues.mismatches = ConfigMismatch.all(in: self)
    checkSession()
    findClientChanges()
  }

  /// Finds the changes in the whole history; an operation updates them.
  private mutating func findClientChanges() {
    issues.clientChanges = ClientChanges(in: session, besides: startup.operations)
  }

  /// Replaces the outlines of earlier operations by whole ones.
  mutating func fillOutlines(from operations: [SessionOperation]) {
    session.fillOutlines(from: operations)
    findClientChanges()
  }

  /// Shows the session of the store, which another process may have changed.
  mutating func show(_ session: Session) {
    let before = self.session
    let isFirst = workspace.manifest == nil
    let news = isFirst ? nil : session.news(since: before, besides: options.process)
    self.session = session
    if before[.channel] != session[.channel] { followChannel() }
    readLayers()
    // What a read-only console added is in no file.
    if let opening = startup.shown { _ = load(opening) }
    if let news { say(news) }
    if !isFirst, let news = Drafts.news(since: before, in: self) { say(news) }
  }

  /// Adds recipes and attributes to the session; a read-only console shows them without saving.
  mutating func load(_ opening: SessionOpening) -> Outcome {
    if options.isReadOnly { startup.shown = opening }
    var operationContext = operationContext
    operationContext.readOnlyReason = nil
    var (effects, done): ([Effect], StatusMessage?) = ([], nil)
    for operation in opening.operations(on: session, in: operationContext) {
      let outcome = perform(operation)
      if opening.isAskedFor, let id = session.undoable?.id { startup.operations.insert(id) }
      (effects, done) = (effects + outcome.effects, outcome.message)
    }
    findClientChanges()
    ExchangeCommands.record(&self, opening.problems, opening.unread, of: [])
    let said = opening.isAskedFor ? status ?? done : status
    let unread = ExchangeCommands.unread(opening.unread, opening.problems, after: said, in: self)
    return .done(options.isReadOnly ? [] : effects, saying: unread ?? said)
  }

  /// The session's contents, apart from those in `kept`; counts only exposures since the start.
  package func sessionSummary(besides kept: Session? = nil) -> SessionSummary {
    let known = startup.operations.union(
      (kept?.operations ?? OperationList()).filter { !$0.isUndone }.map(\.id))
    let events = session.operations.filter { !$0.isUndone && !known.contains($0.id) }.flatMap(
      \.events)
    return SessionSummary(
      overrides: session.overrides.filter { kept?[$0] != session[$0] },
      drafts: features.editing.unapplied(in: session).filter {
        kept == nil
          || kept?[.draft, $0]?.stringValue != features.editing.unappliedText(of: $0, in: session)
      },
      clientChanges: issues.clientChanges.all.filter { kept == nil || kept?[$0.key] != $0.new },
      exposures: events.count(where: \.isCountedExposure))
  }

  /// The file that contains the current session with all typed text; nil if there is none.
  package var writtenFile: String? {
    guard let written = files.written, written.session == session,
      !features.editing.editors.values.contains(where: \.hasUnsaved)
    else { return nil }
    return written.file
  }

  /// Records that a file was written; overwriting the session's file means there is none.
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

  /// Shows a manifest that was read; keeps the last one if that is unusable.
  mutating func show(_ manifest: Manifest?, problems: [Problem]) -> Outcome {
    let isFirst = workspace.manifest == nil
    let hasGoodState = workspace.manifest?.isComplete == true
    guard let manifest, manifest.isComplete || !hasGoodState else {
      workspace.keep(because: problems)
      return .says(isFirst ? .cannotRead : .broken)
    }
    let wasBroken = workspace.isStale || (!isFirst && !hasGoodState)
    let isSame = workspace.manifest.map(manifest.hasSameFiles) ?? false
    workspace.show(manifest, problems: problems)
    features.problems.forgetVisits()
    endMessage()
    // Said with the problems, once they are found.
    files.reload =
      isFirst
      ? nil : wasBroken ? .goodAgain : .reloaded(isFlagsOnly: options.isFlagsOnly, isSame: isSame)
    if let wanted = channel, !manifest.channels.containsName(wanted) {
      if isFirst { say(.unknown("channel", wanted, among: manifest.channels)) }
      (startup.channel, channel) = (nil, nil)
    }
    channel = channel ?? session.channel(in: manifest)
    compareApps()
    readLayers()
    FeaturesScreen.listFeatures(in: &self)
    if !manifest.isComplete {
      // The files that are not YAML have the names that problems use.
      let broken = problems.filter { $0.code == "malformed-yaml" || $0.code == "not-a-manifest" }
      let unread = manifest.files.filter { $0.source == nil }.map(\.shownName)
      files.reload = nil
      say(.unreadFiles(unread + broken.compactMap(\.location?.file)))
    }
    guard let wanted = startup.feature else { return [] }
    startup.feature = nil
    let asked = screen
    defer { show(asked) }
    return FeatureCommands.select(&self, wanted)
  }

  /// Shows the problems of the defaults; the log of messages begins with what was read.
  mutating func record(_ problems: [Name?: [Problem]]) {
    let isFirst = workspace.isFirst && !workspace.isChecked
    workspace.record(problems)
    findProblems()
    let counts = self.problems.counts.map(\.words)
    if let reload = files.reload.take() {
      let said = reload.with(self.problems.counts.filter { $0.severity != .hint }.map(\.words))
      // What was said meanwhile, such as about a text that lost its feature, stays.
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
  /// What other processes did or undid since another version of the session; nil if there is
  /// nothing to name.
  fileprivate func news(since old: Session, besides process: String) -> StatusMessage? {
    // The histories agree up to their last common operation; without one, all operations are
    // compared.
    let common = operations.last { new in
      !new.isUndone && old.operations[id: new.id].map { !$0.isUndone && $0.isSame(as: new) } == true
    }
    let (before, after) = (old.doneOperations(after: common), doneOperations(after: common))
    let added = after.filter { new in
      new.process != process && !before.contains { $0.isSame(as: new) }
    }
    if let last = added.last { return .doneElsewhere(last.done, by: last.process, of: added.count) }
    let first = operations.first?.id ?? 0
    let dropped = before.filter { old in old.id >= first && !after.contains { $0.isSame(as: old) } }
    return dropped.first.map { .undoneElsewhere($0.label, of: dropped.count) }
  }

  private func doneOperations(after operation: SessionOperation?) -> [SessionOperation] {
    operations.after(operation?.id ?? .min).filter { !$0.isUndone }
  }
}
