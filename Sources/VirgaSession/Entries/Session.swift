package import VirgaExperiments
package import VirgaJSON
import VirgaTargeting

/// Everything that one person tries out: overrides, the client's state and the history.
///
/// A ``SessionStore`` keeps it in a file.
package struct Session: Equatable, Sendable, CustomReflectable {
  private var entriesByKind: [EntryKind: [Name: JSONValue]] = [:]
  /// The operations, oldest first; undone operations are at the end.
  ///
  /// Empty if the history was not read, as in an app, which never undoes. A console starts with the
  /// outlines of earlier operations and reads them in full when needed.
  package private(set) var operations = OperationList()
  /// The id of the last operation in a history that was not read; 0 if it was read.
  private var lastUnreadID: Int64 = 0
  /// The number of operations before the undone ones, which are at the end.
  private var undoableCount = 0
  /// The readable recipes by slug, cached because every operation uses them all.
  package private(set) var readableRecipes: [Name: Recipe] = [:]

  /// A session with entries and the history that led to them: the operations are not performed.
  package init(entries: [EntryKey: JSONValue] = [:], operations: [SessionOperation] = []) {
    for (key, value) in entries { set(key, to: value) }
    self.operations = OperationList(operations)
    updateUndoableCount()
  }

  package subscript(kind: EntryKind, name: String = "") -> JSONValue? { entriesByKind[kind]?[name] }

  package subscript(key: EntryKey) -> JSONValue? { entriesByKind[key.kind]?[key.name] }

  /// The names of the entries of a kind, sorted.
  package func names(of kind: EntryKind) -> [String] {
    (entriesByKind[kind] ?? [:]).keys.sortedTexts()
  }

  /// The entries of a kind, by name.
  package func entries(of kind: EntryKind) -> [Name: JSONValue] { entriesByKind[kind] ?? [:] }

  package func count(of kind: EntryKind) -> Int { entriesByKind[kind]?.count ?? 0 }

  /// The number of texts that are not applied, of edits and of branches.
  package var draftCount: Int { count(of: .draft) + count(of: .branchDraft) }

  /// The keys of all entries, sorted.
  package var keys: [EntryKey] {
    EntryKind.allCases.flatMap { kind in names(of: kind).map { EntryKey(kind, $0) } }
  }

  /// The number of overrides that change what apps read.
  ///
  /// An edit of nulls that hide nothing is not counted: no app reads another value because of it.
  package var overrideCount: Int {
    let stored = EntryKind.allCases.filter(\.isOverride).reduce(0) { sum, kind in
      sum + count(of: kind)
    }
    let editsWithoutEffect = names(of: .edit).count { !editHasEffect($0) }
    return stored - editsWithoutEffect
  }

  /// Whether the edit of a feature changes anything over the config that enrolled recipes send;
  /// true without an edit.
  ///
  /// A session does not know which features co-enroll, so the configs of all enrolled recipes
  /// count: a feature that does not co-enroll has at most one experiment and one rollout.
  private func editHasEffect(_ id: String) -> Bool {
    /// The config that enrolled recipes send.
    func enrolledConfig() -> JSONObject {
      enrollments.effectiveFeatures(coenrolling: [Name(id)])[id]?.value ?? [:]
    }
    // Only an edit of nothing but nulls can have no effect: if they remove nothing. The argument is
    // only evaluated for such an edit.
    return self[.edit, id]?.hasEffect(over: enrolledConfig()) ?? true
  }

  /// The last operation that was not undone; nil if there is none.
  package var undoable: SessionOperation? {
    undoableCount > 0 ? operations[undoableCount - 1] : nil
  }

  /// The first of the undone operations, which was undone last; nil if there is none.
  package var redoable: SessionOperation? {
    undoableCount < operations.count ? operations[undoableCount] : nil
  }

  /// Performs an operation and clears the redo history; returns the operation, with an id if it can
  /// be undone.
  @discardableResult
  package mutating func perform(_ operation: SessionOperation) -> SessionOperation {
    guard operation.canBeUndone else {
      apply(operation.changes)
      return operation
    }
    // The undone operations, which are at the end, can no longer be redone.
    operations.removeLast(operations.count - undoableCount)
    var performed = operation
    performed.id = lastID + 1
    performed.isUndone = false
    apply(performed.changes)
    operations.append(performed)
    undoableCount += 1
    return performed
  }

  /// Undoes the last operation and returns it; nil if none can be undone, or if its changes were
  /// not read yet.
  package mutating func undo() -> SessionOperation? {
    guard let undoable, !undoable.isOutline else { return nil }
    let index = undoableCount - 1
    operations[index].isUndone = true
    // Not just one less: in an imported history, the operation before may be undone too.
    updateUndoableCount(before: index)
    // Reversed, so that two changes of one entry end at the value before both.
    let inverseChanges = operations[index].changes.reversed().map(\.inverse)
    // A draft that was stored since the operation stays.
    apply(keepingNewDrafts(inverseChanges))
    return operations[index]
  }

  /// Redoes the last undone operation and returns it; nil if none can be redone, or if its changes
  /// were not read yet.
  package mutating func redo() -> SessionOperation? {
    guard let redoable, !redoable.isOutline else { return nil }
    let index = undoableCount
    operations[index].isUndone = false
    undoableCount += 1
    // A draft that was stored since the undo stays.
    apply(keepingNewDrafts(operations[index].changes))
    return operations[index]
  }

  /// Stores a draft of a feature's config, or removes it if `text` is nil; not an undo step.
  ///
  /// The draft was started from `appliedEdit`, the feature's edit at that time; nil if it had none.
  /// That edit is stored too, to notice if it changes.
  package mutating func keepDraft(
    _ text: String?, of feature: String, over appliedEdit: JSONValue?
  ) {
    set(EntryKey(.draft, feature), to: text.map { .string($0) })
    // Without an edit, null is stored: nil would remove the entry.
    let base = appliedEdit ?? .null
    set(EntryKey(.draftBase, feature), to: text == nil ? nil : base)
  }

  /// The id of the last operation; zero if nothing was done.
  package var lastID: Int64 { operations.last?.id ?? lastUnreadID }

  /// Whether some operations are outlines; nothing before them can be undone.
  package var hasOutlines: Bool { operations.contains(where: \.isOutline) }

  /// Replaces outlines, which are operations whose changes were not read, by the complete
  /// `storedOperations`, which were read from the file.
  ///
  /// An operation that they lack is removed, and so are those that undo or redo would reach after
  /// it. Operations that only the file has are not added.
  package mutating func fillOutlines(from storedOperations: some Sequence<SessionOperation>) {
    let complete = storedOperations.filter { !$0.isOutline }
    let completeByID = Dictionary(
      complete.map { operation in (operation.id, operation) },
      uniquingKeysWith: { first, _ in first })
    operations = OperationList(filledOperations(from: completeByID))
    updateUndoableCount()
  }

  /// The operations that undo and redo can reach, with complete ones in place of outlines, which
  /// are operations whose changes were not read.
  ///
  /// `completeByID` are the operations in the file. Neither undo nor redo can pass an outline that
  /// has no complete operation there. Of the done operations, those up to it are left out; of the
  /// undone ones, which are at the end, those from it on.
  private func filledOperations(
    from completeByID: [Int64: SessionOperation]
  ) -> [SessionOperation] {
    var filled: [SessionOperation] = []
    for operation in operations {
      if !operation.isOutline {
        filled.append(operation)
      } else if var complete = completeByID[operation.id], complete.isSameAction(as: operation) {
        // Undo and redo in this session count, although the file may not have them yet.
        complete.isUndone = operation.isUndone
        filled.append(complete)
      } else if operation.isUndone {
        // Redo cannot pass it, and all later operations are undone too.
        return filled
      } else {
        // Undo cannot pass it, and so does not reach those before it.
        filled = []
      }
    }
    return filled
  }

  /// Whether a history that begins at the id `first` would lose the first change of a client entry,
  /// because an outline before `first` has it.
  ///
  /// The only changes that an outline has are such first changes.
  func mustReadOutlinesAgain(ifHistoryBeginsAt first: Int64) -> Bool {
    operations.prefix { $0.id < first }.contains { $0.isOutline && !$0.changes.isEmpty }
  }

  /// Sets entries that were read from the file, without an operation; nil removes one.
  mutating func update(entries changed: [(key: EntryKey, value: JSONValue?)]) {
    for (key, value) in changed { set(key, to: value) }
  }

  /// Unloads the whole history, for a session that never undoes; the file keeps it.
  ///
  /// - Parameter lastID: The id of the last operation that was not undone; the next one gets the id
  ///   after it.
  mutating func unloadHistory(lastID: Int64) {
    operations = OperationList()
    undoableCount = 0
    lastUnreadID = lastID
  }

  /// Replaces or adds the operations that were read from the file, and removes those outside
  /// `historyIDRange`, which the file no longer has.
  ///
  /// From now on the history counts as read.
  mutating func update(operations newer: [SessionOperation], historyIDRange: ClosedRange<Int64>) {
    // Only an unloaded history needs the id of its last operation.
    lastUnreadID = 0
    operations.removeAll(outside: historyIDRange)
    for operation in newer { operations.replaceOrInsert(operation) }
    updateUndoableCount()
  }

  /// Removes the operations up to the one with the id `id`; they can no longer be undone.
  package mutating func removeOperations(through id: Int64) {
    let remainingCount = operations.after(id: id).count
    operations.removeFirst(operations.count - remainingCount)
    updateUndoableCount()
  }

  /// Sets one entry without an operation; nil removes it.
  package mutating func set(_ key: EntryKey, to value: JSONValue?) {
    entriesByKind[key.kind, default: [:]][key.name] = value
    if key.kind == .recipe {
      readableRecipes[key.name] = value.flatMap { Recipe(entry: $0, slug: key.name) }
    }
  }

  /// Whether both have the same entries and operations; cached values follow from these.
  package static func == (left: Session, right: Session) -> Bool {
    left.entriesByKind == right.entriesByKind && left.operations == right.operations
  }

  /// The changes of an undo or redo without those that would lose a draft that was stored since;
  /// such a draft keeps its base too, the edit that its text started from.
  private func keepingNewDrafts(_ changes: [EntryChange]) -> [EntryChange] {
    let applied = changes.filter { !losesNewDraft($0) }
    // An operation may change a draft twice. If only one of these changes would lose the new draft,
    // the other is applied, and replaces it: then neither the new draft nor its base is kept.
    let keptDrafts = Set(changes.filter(losesNewDraft).map(\.key))
      .subtracting(applied.map(\.key))
    return applied.filter { change in
      let isBaseOfKeptDraft =
        change.key.kind == .draftBase && keptDrafts.contains(EntryKey(.draft, change.key.name))
      return !isBaseOfKeptDraft
    }
  }

  /// Whether applying a change, in an undo or redo, would lose a draft that was stored since: the
  /// entry no longer has the value that the change starts from.
  ///
  /// False for a change from one draft to another: the draft that it leads to takes the place of
  /// any other.
  private func losesNewDraft(_ change: EntryChange) -> Bool {
    guard change.key.kind.isDraft else { return false }
    let isFromDraftToDraft = change.old != nil && change.new != nil
    let hasChangedSince = self[change.key] != change.old
    return hasChangedSince && !isFromDraftToDraft
  }

  /// Sets ``undoableCount`` to the number of operations before the undone ones at the end.
  ///
  /// - Parameter index: The index from which all operations are known to be undone; nil if none is.
  private mutating func updateUndoableCount(before index: Int? = nil) {
    undoableCount = index ?? operations.count
    while undoableCount > 0, operations[undoableCount - 1].isUndone { undoableCount -= 1 }
  }

  /// Applies changes without an operation: they are not part of the history.
  package mutating func apply(_ changes: [EntryChange]) {
    for change in changes { set(change.key, to: change.new) }
  }

  /// Shows entries and operations in failed tests, without cached values.
  package var customMirror: Mirror {
    Mirror(
      self, children: ["entries": entriesByKind, "operations": operations], displayStyle: .struct)
  }
}
