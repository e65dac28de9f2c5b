package import VirgaExperiments
public import VirgaJSON
import VirgaTargeting

/// All that one person tries out: what is overridden, what is known of the client, and what was done so far.
///
/// A value without a file: a store keeps it, the console and the subcommands change it through operations.
public struct Session: Equatable, Sendable {
  private var entries: [EntryKind: [Name: JSONValue]] = [:]
  /// What was done, oldest first; operations that were taken back stand at the end.
  ///
  /// Empty if the history was not read, as in an app, which undoes nothing. A console has the outlines of those that were
  /// done before it began, until it needs them whole.
  public private(set) var operations: [SessionOperation] = []
  /// The id of the last operation of a history that was not read.
  private var unreadID: Int64 = 0
  /// How many operations stand before those that were taken back.
  private var doneCount = 0
  /// The recipes among the entries that can be read, by slug: each is read once, as every operation looks at all of them.
  package private(set) var readRecipes: [Name: Recipe] = [:]

  /// A session in which nothing was done, or one that was kept.
  public init(entries: [EntryKey: JSONValue] = [:], operations: [SessionOperation] = []) {
    for (key, value) in entries { set(key, to: value) }
    self.operations = operations
    countDone()
  }

  /// The entry of `kind` called `name`; nil where there is none.
  public subscript(kind: EntryKind, name: String = "") -> JSONValue? { entries[kind]?[name] }

  /// The entry at `key`; nil where there is none.
  public subscript(key: EntryKey) -> JSONValue? { entries[key.kind]?[key.name] }

  /// The names of the entries of `kind`, sorted.
  public func names(of kind: EntryKind) -> [String] { (entries[kind] ?? [:]).keys.listed() }

  /// The entries of `kind`, by name.
  public func all(_ kind: EntryKind) -> [Name: JSONValue] { entries[kind] ?? [:] }

  /// How many entries of `kind` there are.
  public func count(of kind: EntryKind) -> Int { entries[kind]?.count ?? 0 }

  /// All places that have an entry, sorted.
  public var keys: [EntryKey] {
    EntryKind.allCases.flatMap { kind in names(of: kind).map { EntryKey(kind, $0) } }
  }

  /// How many overrides there are.
  public var overrideCount: Int { EntryKind.allCases.filter(\.isOverride).reduce(0) { $0 + count(of: $1) } }

  /// The operation that undo would take back.
  public var undoable: SessionOperation? { doneCount > 0 ? operations[doneCount - 1] : nil }

  /// The operation that redo would do again.
  public var redoable: SessionOperation? { doneCount < operations.count ? operations[doneCount] : nil }

  /// Does an operation; what was undone before it can't be done again.
  ///
  /// Gives the operation with its id. One that can't be undone is no part of the history, and has none.
  @discardableResult
  public mutating func perform(_ operation: SessionOperation) -> SessionOperation {
    guard operation.canBeUndone else {
      apply(operation.changes)
      return operation
    }
    operations.removeSubrange(doneCount...)
    var performed = operation
    performed.id = lastID + 1
    performed.isUndone = false
    apply(performed.changes)
    operations.append(performed)
    doneCount += 1
    return performed
  }

  /// Takes the last operation back, and gives it; nil if there is none, or only its outline.
  public mutating func undo() -> SessionOperation? {
    guard let undoable, !undoable.isOutline else { return nil }
    let place = doneCount - 1
    operations[place].isUndone = true
    countDone(before: place)
    apply(standing(operations[place].changes.reversed().map(\.inverse)))
    return operations[place]
  }

  /// Does the operation that was undone last again, and gives it; nil if there is none, or only its outline.
  public mutating func redo() -> SessionOperation? {
    guard let redoable, !redoable.isOutline else { return nil }
    doneCount += 1
    operations[doneCount - 1].isUndone = false
    apply(standing(operations[doneCount - 1].changes))
    return operations[doneCount - 1]
  }

  /// Keeps the text of the config editor of a feature while it is typed, or none: nothing that undo takes back.
  ///
  /// - Parameter edit: The edit over which the text was begun, to tell later whether that is another one; nil for none.
  public mutating func keepDraft(_ text: String?, of feature: String, over edit: JSONValue?) {
    set(EntryKey(.draft, feature), to: text.map { .string($0) })
    set(EntryKey(.draftBase, feature), to: text == nil ? nil : edit ?? .null)
  }

  /// The id of the last operation; zero if nothing was done.
  package var lastID: Int64 { operations.last?.id ?? unreadID }

  /// Whether operations are outlines: nothing before them can be undone.
  public var hasOutlines: Bool { operations.contains(where: \.isOutline) }

  /// Puts whole operations in the places of their outlines.
  ///
  /// An operation that is missing cannot be undone or redone any longer, so that what lies beyond it is left out too.
  public mutating func fillOutlines(from whole: [SessionOperation]) {
    let known = Dictionary(whole.lazy.filter { !$0.isOutline }.map { ($0.id, $0) }) { first, _ in first }
    var filled: [SessionOperation] = []
    for operation in operations {
      if !operation.isOutline {
        filled.append(operation)
      } else if var found = known[operation.id], found.isSame(as: operation) {
        found.isUndone = operation.isUndone
        filled.append(found)
      } else if operation.isUndone {
        break
      } else {
        filled = []
      }
    }
    operations = filled
    countDone()
  }

  /// Whether outlines lack the first change of an entry of the client, once the history begins with the id `first`.
  func needsOutlinesAgain(from first: Int64) -> Bool {
    operations.prefix { $0.id < first }.contains { $0.isOutline && !$0.changes.isEmpty }
  }

  /// Sets entries that another process has changed to what they are now.
  mutating func update(entries changed: [(EntryKey, JSONValue?)]) {
    for (key, value) in changed { set(key, to: value) }
  }

  /// Leaves out the history up to the operation with an id: it stays in the file.
  mutating func leaveHistory(at id: Int64) {
    operations = []
    doneCount = 0
    unreadID = id
  }

  /// Adds operations as they are in the file now, and drops those outside of the ids that the history spans.
  mutating func update(operations newer: [SessionOperation], history: ClosedRange<Int64>) {
    unreadID = 0
    let renewed = Set(newer.map(\.id))
    operations.removeAll { renewed.contains($0.id) || !history.contains($0.id) }
    operations += newer
    operations.sort { $0.id < $1.id }
    countDone()
  }

  /// Forgets the operations up to the one with an id: they can't be taken back any more.
  package mutating func forget(through id: Int64) {
    operations.removeAll { $0.id <= id }
    countDone()
  }

  /// Sets one entry without an operation; nil removes it.
  package mutating func set(_ key: EntryKey, to value: JSONValue?) {
    entries[key.kind, default: [:]][key.name] = value
    if key.kind == .recipe { readRecipes[key.name] = value.flatMap { Recipe(entry: $0, slug: key.name) } }
  }

  /// The same entries, and the same operations.
  public static func == (left: Session, right: Session) -> Bool {
    left.entries == right.entries && left.operations == right.operations
  }

  /// What still holds of some changes: a draft that was kept since is no step of its own, so none may take it away, but
  /// where one draft took the place of another.
  private func standing(_ changes: [EntryChange]) -> [EntryChange] {
    let standing = changes.filter { change in
      change.key.kind != .draft || self[change.key] == change.old || (change.old != nil && change.new != nil)
    }
    // What a draft lies over comes and goes with it.
    let stays = Set(changes.lazy.map(\.key).filter { $0.kind == .draft }).subtracting(standing.lazy.map(\.key))
    return standing.filter { $0.key.kind != .draftBase || !stays.contains(EntryKey(.draft, $0.key.name)) }
  }

  /// Counts the operations before those that were taken back, which stand from a place on at least.
  private mutating func countDone(before place: Int? = nil) {
    doneCount = place ?? operations.count
    while doneCount > 0, operations[doneCount - 1].isUndone { doneCount -= 1 }
  }

  /// Applies changes without an operation: they are not part of the history.
  package mutating func apply(_ changes: [EntryChange]) {
    for change in changes { set(change.key, to: change.new) }
  }
}

extension Session: CustomReflectable {
  /// The session without what follows from its entries.
  public var customMirror: Mirror {
    Mirror(self, children: ["entries": entries, "operations": operations], displayStyle: .struct)
  }
}
