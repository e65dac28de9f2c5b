import VirgaCanvas
import VirgaSession
package import VirgaWorkbench

// The console changes its session only by operations; each is shown at once and then saved.
extension State {
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

  /// Performs the operation of `make`, or reports why it is refused.
  mutating func perform(_ make: (Operations) throws(Refusal) -> SessionOperation) -> Outcome {
    do {
      return perform(try make(operations))
    } catch {
      return refuse(error)
    }
  }

  /// Reports why nothing was done; in a script this is not an error if everything is already as requested.
  mutating func refuse(_ refusal: Refusal) -> Outcome {
    refusal.changesNothing ? alreadyDone(.refusal(refusal)) : .refused(.refusal(refusal))
  }

  /// Reports that everything is already as requested; in a script this is not an error.
  func alreadyDone(_ message: StatusMessage) -> Outcome {
    .says(recording.isInScript ? message.asNote : message)
  }

  mutating func perform(_ operation: SessionOperation) -> Outcome {
    let performed = session.perform(operation)
    follow(performed)
    return .done([.commit(performed)], saying: EnrollmentReport.message(.info(operation.done), of: performed, in: self))
  }

  /// Undoes the last operation.
  ///
  /// Operations from the command line are only undone if the person insists.
  ///
  /// - Parameter key: The first entry that the operation changed, as ``EntryKey/argument`` writes it; if the last
  ///   operation changed another one, nothing is undone. Empty for any operation.
  mutating func undo(_ key: String = "") -> Outcome {
    if let outcome = recordStep("undo", of: session.undoable, if: key) { return outcome }
    if let last = session.undoable, start.operations.contains(last.id), start.asked.insert(last.id).inserted {
      return .refused(.undoneToStart(last.label, undo: keyName(of: "undo")))
    }
    guard let operation = session.undo() else { return [] }
    follow(operation)
    let message = EnrollmentReport.message(
      .undone(operation.label, by: other(operation)), of: operation, isUndone: true, in: self)
    return .done([.undo(operation)], saying: Drafts.follow(operation, &self, saying: message))
  }

  /// Redoes the last undone operation, if `key` is empty or its first changed entry.
  mutating func redo(_ key: String = "") -> Outcome {
    if let outcome = recordStep("redo", of: session.redoable, if: key) { return outcome }
    guard let operation = session.redo() else { return [] }
    follow(operation)
    let message = EnrollmentReport.message(.redone(operation.label, by: other(operation)), of: operation, in: self)
    return .done([.redo(operation)], saying: Drafts.follow(operation, &self, saying: message))
  }

  /// Records undo or redo with the entry that it changes; the outcome if that is not `key`, or not known yet.
  private mutating func recordStep(_ command: String, of last: SessionOperation?, if key: String) -> Outcome? {
    if last?.isOutline == true {
      // The command is recorded when it runs again with the whole history.
      recording.instead = []
      return [.readHistory(then: Invocation(command, key))]
    }
    let changed = last?.changes.first?.key.argument ?? ""
    guard key.isEmpty || key == changed else {
      return alreadyDone(.lastChangeDiffers(from: key, isUndone: command == "redo"))
    }
    recording.instead = [Invocation(command, changed)]
    return nil
  }

  mutating func load(_ operations: [SessionOperation], then invocation: Invocation?) -> Outcome {
    session.fillOutlines(from: operations)
    return invocation.map { run($0) } ?? []
  }

  mutating func show(_ session: Session) {
    let before = self.session
    let channelChanged = before[.channel] != session[.channel]
    let isFirst = workspace.manifest == nil
    let news = isFirst ? nil : foreignChangeMessage(in: session)
    self.session = session
    if channelChanged { followChannel() }
    readLayers()
    reloadOpening()
    if let news { say(news) }
    if !isFirst, let news = Drafts.news(since: before, in: self) { say(news) }
  }

  /// The process that did an operation, if that was another one.
  private func other(_ operation: SessionOperation) -> String? {
    operation.process == options.process ? nil : operation.process
  }

  /// Changes and undos of other processes; nil if there is nothing to name.
  private func foreignChangeMessage(in session: Session) -> StatusMessage? {
    var (known, now) = (self.session.operations[...], session.operations[...])
    // Both are the same up to the last operation in common.
    while let mine = known.last, let theirs = now.last {
      if mine.id == theirs.id, !mine.isUndone, !theirs.isUndone, mine.isSame(as: theirs) { break }
      if mine.id >= theirs.id { known.removeLast() }
      if theirs.id >= mine.id { now.removeLast() }
    }
    // If there is none in common, nothing was left out.
    if known.isEmpty || now.isEmpty { (known, now) = ([], []) }
    let before = self.session.operations[known.endIndex...].filter { !$0.isUndone }
    let after = session.operations[now.endIndex...].filter { !$0.isUndone }
    let added = after.filter { operation in
      operation.process != options.process && !before.contains { $0.isSame(as: operation) }
    }
    if let last = added.last { return .doneElsewhere(last.done, by: last.process, of: added.count) }
    let first = session.operations.first?.id ?? 0
    let dropped = before.filter { operation in operation.id >= first && !after.contains { $0.isSame(as: operation) } }
    return dropped.first.map { .undoneElsewhere($0.label, of: dropped.count) }
  }

  mutating func readLayers() {
    layers = SessionLayers(session, manifest: workspace.manifest)
    findings.findOrphans(in: session, workspace.manifest)
    findings.mismatches = ConfigMismatch.all(in: self)
    findClientChanges()
  }

  mutating func findClientChanges() { findings.clientChanges = ClientChanges(in: session, besides: start.operations) }

  private mutating func follow(_ operation: SessionOperation) {
    let keys = operation.changes.map(\.key)
    if keys.contains(EntryKey(.channel)) { followChannel() }
    layers.update(keys, from: session)
    findings.clientChanges.follow(operation, in: session)
    if keys.contains(where: { [.edit, .branch, .recipe, .channel].contains($0.kind) }) {
      findings.findOrphans(in: session, workspace.manifest)
    }
    if keys.contains(where: { [.enrollment, .recipe, .channel].contains($0.kind) }) {
      findings.mismatches = ConfigMismatch.all(in: self)
    }
  }

  private mutating func followChannel() {
    let chosen = session[.channel] == nil ? start.channel : nil
    if let chosen = chosen ?? session.channel(in: workspace.manifest) { channel = chosen }
  }

  /// Adds recipes and attributes to the session; a read-only console shows them without saving.
  mutating func load(_ opening: SessionOpening) -> Outcome {
    let isReadOnly = options.isReadOnly
    if isReadOnly { start.shown = opening }
    options.isReadOnly = false
    defer { options.isReadOnly = isReadOnly }
    let operations = opening.operations(on: session, in: operationContext)
    var (effects, done): ([Effect], StatusMessage?) = ([], nil)
    for operation in operations {
      let outcome = perform(operation)
      if opening.isAskedFor, let id = session.undoable?.id { start.operations.insert(id) }
      (effects, done) = (effects + outcome.effects, outcome.message)
    }
    findClientChanges()
    ExchangeCommands.record(&self, opening.problems, opening.unread, of: [])
    let said = opening.isAskedFor ? status ?? done : status
    let unread = ExchangeCommands.unread(opening.unread, opening.problems, after: said, in: self)
    return .done(isReadOnly ? [] : effects, saying: unread ?? said)
  }

  /// Applies what a read-only console added, and nobody saves, to a session from outside.
  mutating func reloadOpening() {
    guard let opening = start.shown else { return }
    _ = load(opening)
  }
}
