import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaSession

@Suite("Operation outlines")
struct HistoryTableOutlineTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func open(
    _ history: SessionStore.History, operations limit: Int64 = 10_000
  ) throws -> SessionStore {
    var options = SessionStore.Options()
    (options.history, options.operationLimit) = (history, limit)
    return try SessionStore(directory.path("a.virga"), options)
  }

  private func set(
    _ key: EntryKey, to value: JSONValue, events: [String] = [], in store: SessionStore
  ) throws {
    try store.perform { session in
      SessionOperation(
        "set \(key.name) = \(value.label.prefix(4))",
        changes: [EntryChange(key, from: session[key], to: value)],
        time: .epoch,
        process: "tests 1"
      ).causing(
        events.map { SessionEvent(time: .epoch, kind: $0, process: "tests 1") { $0.slug = "s" } })
    }
  }

  private static let region = EntryKey(.context, "region")
  private static let locale = EntryKey(.context, "locale")
  private static let large = EntryKey(.preference, "large")
  private static let long = JSONValue.string(String(repeating: "x", count: 5_000))

  /// A session with six operations, the last of them undone.
  private func filled() throws -> SessionStore {
    let store = try open(.whole)
    try set(Self.region, to: "DE", in: store)
    try set(Self.large, to: Self.long, events: ["set", "exposure"], in: store)
    try set(Self.region, to: Self.long, in: store)
    try set(Self.locale, to: "de", in: store)
    try set(Self.large, to: 1, in: store)
    try set(Self.region, to: "IT", events: ["exposure"], in: store)
    try store.undo(at: .epoch, by: "tests 1")
    return store
  }

  @Test("name every operation") func labels() throws {
    let whole = try filled().session
    let session = try open(.outlined).session
    #expect(session.operations.allSatisfy(\.isOutline) && session.hasOutlines)
    #expect(session.operations.map(\.label) == whole.operations.map(\.label))
  }

  @Test("hold the first change of each client attribute") func clientChanges() throws {
    let whole = try filled().session
    let session = try open(.outlined).session
    #expect(
      session.operations.map { $0.changes.map(\.key) } == [
        [Self.region], [], [], [Self.locale], [], [],
      ])
    let changes = ClientChanges(in: session).all
    #expect(changes == ClientChanges(in: whole).all)
    #expect(changes.map(\.key) == [Self.locale, Self.region] && changes.map(\.old) == [nil, nil])
  }

  @Test("hold the exposures that count") func exposures() throws {
    _ = try filled()
    let session = try open(.outlined).session
    #expect(session.operations.map { $0.events.map(\.kind) } == [[], ["exposure"], [], [], [], []])
  }

  @Test("leave the entries of the session as they are") func entries() throws {
    let whole = try filled().session
    #expect(try open(.outlined).session.keys == whole.keys)
  }

  @Test("name the next steps to undo and redo") func steps() throws {
    _ = try filled()
    let session = try open(.outlined).session
    #expect(session.undoable?.label == "set large = 1" && session.redoable?.id == 6)
  }

  @Test("are not undone or redone") func notUndone() throws {
    _ = try filled()
    let outlined = try open(.outlined).session
    var session = outlined
    #expect(session.undo() == nil && session.redo() == nil && session == outlined)
  }

  @Test("are replaced by whole operations when the store undoes one") func undo() throws {
    let whole = try filled()
    let store = try open(.outlined)
    #expect(try store.undo(at: .epoch, by: "tests 1")?.label == "set large = 1")
    #expect(!store.session.hasOutlines && store.session[Self.large] == Self.long)
    _ = try whole.refresh()
    #expect(store.session == whole.session)
  }

  @Test("stay while whole operations are added here and elsewhere")
  func following() throws {
    let whole = try filled()
    let store = try open(.outlined)
    try set(Self.large, to: 2, in: store)
    _ = try whole.refresh()
    try set(Self.locale, to: "fr", in: whole)
    #expect(try store.refresh())
    let outlines = store.session.operations.map(\.isOutline)
    #expect(outlines == [true, true, true, true, true, false, false])
    #expect(store.session.operations.map(\.id) == whole.session.operations.map(\.id))
    #expect(ClientChanges(in: store.session).all == ClientChanges(in: whole.session).all)
    for _ in 0..<3 { try whole.undo(at: .epoch, by: "tests 1") }
    #expect(try store.refresh())
    #expect(store.session.operations.filter(\.isUndone).map(\.isOutline) == [false, false, false])
    #expect(ClientChanges(in: store.session).all == ClientChanges(in: whole.session).all)
  }

  @Test(
    "know the client's changes since the oldest operation that is kept", arguments: [true, false])
  func trimmed(isForeign: Bool) throws {
    let writer = try open(.whole, operations: 3)
    try set(Self.region, to: "DE", in: writer)
    try set(Self.region, to: "FR", in: writer)
    try set(Self.large, to: 1, in: writer)
    let store = try open(.outlined, operations: 3)
    try set(Self.large, to: 2, in: isForeign ? writer : store)
    _ = try (isForeign ? store : writer).refresh()
    #expect(store.session.operations.map(\.id) == [2, 3, 4])
    #expect(
      ClientChanges(in: store.session).all == [EntryChange(Self.region, from: "DE", to: "FR")])
    #expect(ClientChanges(in: writer.session).all == ClientChanges(in: store.session).all)
  }

  @Test("are filled from the whole operations") func filling() throws {
    let whole = try filled().session
    var session = try open(.outlined).session
    session.fillOutlines(from: whole.operations)
    #expect(session == whole)
  }

  @Test("are dropped up to a missing operation") func missingOperation() throws {
    let whole = try filled().session
    var session = try open(.outlined).session
    session.fillOutlines(from: whole.operations.filter { $0.id != 3 })
    #expect(Array(session.operations) == Array(whole.operations.suffix(3)))
    #expect(session.undoable?.id == 5 && session.redoable?.id == 6)
  }

  @Test("are all dropped without whole operations") func noOperations() throws {
    let whole = try filled().session
    var session = try open(.outlined).session
    session.fillOutlines(from: [])
    #expect(session.operations.isEmpty && session.undoable == nil && session.redoable == nil)
    #expect(session.keys == whole.keys)
  }
}
