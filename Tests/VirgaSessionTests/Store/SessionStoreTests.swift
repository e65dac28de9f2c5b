import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@Suite("Session store")
struct SessionStoreTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("state/a.virga") }

  init() throws {
    directory = try TemporaryDirectory()
    directory.makeDirectory("state")
  }

  private static func operation(
    _ kind: EntryKind, _ name: String, from old: JSONValue? = nil, to new: JSONValue?,
    events: [SessionEvent] = []
  ) -> SessionOperation {
    SessionOperation(
      "set \(name)", feature: "menu",
      changes: [EntryChange(EntryKey(kind, name), from: old, to: new)],
      time: Instant(seconds: 7, nanoseconds: 8), process: "tests 1"
    ).causing(events)
  }

  private static let event = SessionEvent(
    time: Instant(seconds: 7), kind: "enrollment", process: "tests 1"
  ) {
    $0.feature = "menu"
  }

  @Test("keeps entries, history and order across restarts")
  func restart() throws {
    let before = try SessionStore(path)
    try before.perform(Self.operation(.preference, "a", to: true))
    try before.perform(Self.operation(.branch, "b", to: .null))
    try before.perform(Self.operation(.edit, "c", to: ["x": 1.50]))
    try before.undo(at: .epoch, by: "tests 1")
    let after = try SessionStore(path)
    #expect(after.session == before.session)
    #expect(after.session[.branch, "b"] == .null)
    #expect(after.session.operations.map(\.id) == [1, 2, 3])
    #expect(after.session.redoable?.label == "set c")
    try after.redo(at: .epoch, by: "tests 1")
    #expect(try #require(SessionStore(path).session[.edit, "c"]).compact == #"{"x":1.5}"#)
  }

  @Test("keeps what a console stores about itself") func consoleState() throws {
    let store = try SessionStore(path)
    #expect(try store.consoleState() == nil)
    try store.perform(Self.operation(.preference, "a", to: true))
    try store.storeConsoleState(["screen": "events"])
    try SessionStore(path).storeConsoleState(["screen": "flags"])
    let readOnly = try SessionStore(path, SessionStore.Options(isReadOnly: true))
    #expect(try readOnly.consoleState() == ["screen": "flags"])
  }

  @Test("does not change when a console stores something about itself")
  func consoleStateIsNoChange() throws {
    let store = try SessionStore(path)
    try store.perform(Self.operation(.preference, "a", to: true))
    let other = try SessionStore(path)
    let (session, changes) = (other.session, other.foreignChangeCount)
    try store.storeConsoleState(["screen": "events"])
    _ = try other.refresh()
    #expect(other.session == session && other.foreignChangeCount == changes)
    #expect(try other.events().isEmpty == store.events().isEmpty)
  }

  @Test("stores nothing about a console if it was opened read-only")
  func consoleStateReadOnly() throws {
    try SessionStore(path).perform(Self.operation(.preference, "a", to: true))
    let readOnly = try SessionStore(path, SessionStore.Options(isReadOnly: true))
    #expect(throws: StoreFailure.self) { try readOnly.storeConsoleState(.null) }
  }

  /// A store with initial contents and one operation.
  private func withInitialContents() throws -> SessionStore {
    let store = try SessionStore(path)
    var beginning = Self.operation(.context, "locale", to: "de", events: [Self.event])
    beginning.isUndoStep = false
    try store.perform(beginning)
    try store.perform(Self.operation(.preference, "a", to: true))
    return store
  }

  @Test("keeps its initial contents") func beginning() throws {
    let store = try withInitialContents()
    #expect(try SessionStore(path).session == store.session)
  }

  @Test("does not undo its initial contents") func undoToTheBeginning() throws {
    _ = try withInitialContents()
    let other = try SessionStore(path)
    #expect(try other.undo(at: .epoch, by: "tests 1")?.label == "set a")
    #expect(try other.undo(at: .epoch, by: "tests 1") == nil)
    #expect(other.session.keys == [EntryKey(.context, "locale")])
    #expect(try other.events().map(\.kind) == [Self.event.kind, SessionEvent.undoKind])
  }

  @Test("reports exactly once what other processes committed")
  func refresh() throws {
    let one = try SessionStore(path)
    let other = try SessionStore(path)
    #expect(try one.refresh() == false)
    try one.perform(Self.operation(.channel, "", to: "beta"))
    #expect(try one.refresh() == false)
    #expect(try other.refresh())
    #expect(try other.refresh() == false)
    #expect(other.session == one.session)
    try other.perform(Self.operation(.channel, "", to: nil))
    _ = try one.refresh()
    #expect(one.session[.channel] == nil)
    #expect(one.session.operations.last?.changes.first?.old == "beta")
  }

  @Test("merges edits of the same feature by two processes")
  func concurrentEdits() throws {
    let one = try SessionStore(path)
    let other = try SessionStore(path)
    let start: JSONValue = ["kept": 0, "gone": 0, "inner": ["a": 0]]
    try one.perform(Self.operation(.edit, "menu", to: start))
    _ = try other.refresh()
    try one.perform(
      Self.operation(.edit, "menu", from: start, to: ["kept": 0, "gone": 0, "inner": ["a": 1]]))
    let edit: JSONValue = ["kept": 0, "inner": ["a": 0, "b": 2]]
    let done = try other.perform(Self.operation(.edit, "menu", from: start, to: edit))
    #expect(done.changes[0].new == ["kept": 0, "inner": ["a": 1, "b": 2]])
    #expect(done.id == 3)
    try other.undo(at: .epoch, by: "tests 1")
    #expect(other.session[.edit, "menu"] == ["kept": 0, "gone": 0, "inner": ["a": 1]])
  }

  @Test("keeps the last write when two processes set the same value")
  func concurrentValues() throws {
    let one = try SessionStore(path)
    let other = try SessionStore(path)
    try one.perform(Self.operation(.recipe, "r", to: ["slug": "r", "old": 1]))
    let done = try other.perform(Self.operation(.recipe, "r", to: ["slug": "r"]))
    #expect(done.changes[0].old == ["slug": "r", "old": 1])
    #expect(other.session[.recipe, "r"] == ["slug": "r"])
  }

  @Test("builds an operation from the session as it is when written")
  func performFromCurrent() throws {
    let stores = try (0..<2).map { _ in try SessionStore(path) }
    for round in 0..<10 {
      try stores[round % 2].perform { session in
        let count = session[.weights, "n"]?.integerValue
        return Self.operation(
          .weights, "n", from: count.map { .integer($0) }, to: .integer((count ?? 0) + 1))
      }
    }
    #expect(stores[1].session[.weights, "n"] == 10)
    #expect(try stores[1].perform { _ in nil } == nil)
    #expect(stores[1].session.operations.count == 10)
  }

  @Test("changes nothing if building the operation fails")
  func failingOperation() throws {
    let store = try SessionStore(path)
    #expect(throws: StoreFailure.gone("x")) {
      try store.perform { _ in throw StoreFailure.gone("x") }
    }
    #expect(try store.perform(Self.operation(.preference, "a", to: true)).id == 1)
  }

  @Test("drops the oldest operations but keeps their effects")
  func boundedHistory() throws {
    var options = SessionStore.Options()
    options.operationLimit = 3
    let store = try SessionStore(path, options)
    let other = try SessionStore(path)
    for number in 1...5 { try store.perform(Self.operation(.preference, "a\(number)", to: true)) }
    #expect(store.session.operations.map(\.id) == [3, 4, 5])
    _ = try other.refresh()
    #expect(other.session == store.session)
    #expect(try SessionStore(path).session == store.session)
    #expect(store.session.count(of: .preference) == 5)
  }

  @Test("writes no file in memory")
  func memory() throws {
    let store = try SessionStore(SessionStore.inMemory)
    try store.perform(Self.operation(.preference, "a", to: true))
    #expect(store.isInMemory)
    let copy = try SessionStore.memory(store.session)
    #expect(copy.session == store.session)
    try copy.undo(at: .epoch, by: "tests 1")
    #expect(copy.session.keys.isEmpty)
    #expect(try copy.refresh() == false)
  }
}
