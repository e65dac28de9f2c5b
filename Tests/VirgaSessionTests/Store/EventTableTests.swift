import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@Suite("Session events")
struct EventTableTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("a.virga") }

  init() throws { directory = try TemporaryDirectory() }

  private static func event(
    _ kind: String, _ feature: String, suppressed: String? = nil
  ) -> SessionEvent {
    SessionEvent(
      time: Instant(seconds: 7, nanoseconds: 8), kind: kind, process: "app 1", extra: ["key": "ä"]
    ) {
      $0.suppressed = suppressed
      $0.feature = feature
      $0.slug = "s"
      $0.branch = "b"
      $0.reason = "r"
    }
  }

  /// Records five events, and returns another store of the same file.
  private func recordFive() throws -> SessionStore {
    try SessionStore(path).record((1...5).map { Self.event("exposure", "f\($0)") })
    return try SessionStore(path)
  }

  @Test("are read as they were recorded") func reading() throws {
    let store = try SessionStore(path)
    let recorded = try store.record((1...5).map { Self.event("exposure", "f\($0)") })
    #expect(recorded.map(\.id) == [1, 2, 3, 4, 5])
    #expect(try SessionStore(path).events() == recorded)
  }

  @Test("are read one page at a time") func paging() throws {
    let other = try recordFive()
    #expect(try other.events(limit: 2).map(\.id) == [4, 5])
    #expect(try other.events(before: 4, limit: 2).map(\.id) == [2, 3])
    #expect(try other.events(after: 3).map(\.id) == [4, 5])
  }

  /// A store with events of two kinds, one of them suppressed.
  private func mixed() throws -> SessionStore {
    let store = try SessionStore(path)
    try store.record([
      Self.event("exposure", "app-menu"), Self.event("enrollment", "home"),
      Self.event("exposure", "100%", suppressed: "not enrolled"),
    ])
    return store
  }

  private func ids(_ store: SessionStore, _ filter: EventFilter) throws -> [Int64] {
    try store.events(filter).map(\.id)
  }

  @Test("are found by kind") func kinds() throws {
    let store = try mixed()
    #expect(try ids(store, EventFilter(kinds: ["exposure"])) == [1, 3])
    try store.record([Self.event("exposure", "1\u{301}")])
    #expect(try store.eventCount(EventFilter(kinds: ["exposure"])) == 3)
  }

  @Test("are found by text") func texts() throws {
    let store = try mixed()
    #expect(try ids(store, EventFilter(text: "APP-M")) == [1])
    #expect(try ids(store, EventFilter(text: "%")) == [3])
    #expect(try ids(store, EventFilter(text: "_")) == [])
    #expect(try ids(store, EventFilter(text: "menus")) == [])
    try store.record([Self.event("exposure", "1\u{301}")])
    #expect(try ids(store, EventFilter(text: "%\u{301}")) == [])
  }

  @Test("are found by whether they were suppressed") func suppression() throws {
    let store = try mixed()
    try store.record([Self.event("exposure", "1\u{301}")])
    #expect(try ids(store, EventFilter(isSuppressed: true)) == [3])
    #expect(try ids(store, EventFilter(kinds: ["exposure"], isSuppressed: false)) == [1, 4])
  }

  @Test("drop the oldest beyond the limit")
  func bounded() throws {
    var options = SessionStore.Options()
    options.eventLimit = 3
    let store = try SessionStore(path, options)
    for number in 1...5 { try store.record([Self.event("exposure", "f\(number)")]) }
    #expect(try store.events().map(\.id) == [3, 4, 5])
    #expect(try store.eventCount() == 3)
  }

  @Test("are limited by the session for every program that records them")
  func boundedBySession() throws {
    let store = try SessionStore(path)
    try store.record((1...5).map { Self.event("exposure", "f\($0)") })
    try store.limitEvents(to: 2)
    #expect(try store.events().map(\.id) == [4, 5])
    let other = try SessionStore(path)
    try other.record([Self.event("exposure", "f6")])
    #expect(try other.events().map(\.id) == [5, 6])
  }

  /// An operation of one process that forces a branch at the epoch.
  private static let forcing = SessionOperation(
    "force", feature: "f", changes: [EntryChange(EntryKey(.branch, "s"), from: nil, to: "b")],
    time: .epoch,
    process: "tests 1"
  ).causing([event("enrollment", "f")])

  /// A store with an event of its own, and an operation that was undone after seven seconds.
  private func undone() throws -> SessionStore {
    let store = try SessionStore(path)
    try store.record([Self.event("exposure", "kept")])
    try store.perform(Self.forcing)
    try store.undo(at: Instant(seconds: 7), by: "tests 2")
    return store
  }

  @Test("stay when their operation is undone") func staying() throws {
    let events = try undone().events()
    #expect(events.map(\.kind) == ["exposure", "enrollment", "undo"])
    #expect(events.map(\.suppressed) == [nil, "undone", nil])
    #expect(events[1].extra == ["key": "ä"])
  }

  @Test("include each undo") func undoEvent() throws {
    let undo = try #require(try undone().events().last)
    #expect(undo.kind == "undo")
    #expect(
      (undo.time, undo.feature, undo.reason, undo.process) == (
        Instant(seconds: 7), "f", "force", "tests 2"
      ))
  }

  @Test("include each redo") func redoEvent() throws {
    let store = try undone()
    try store.redo(at: Instant(seconds: 8), by: "tests 2")
    #expect(try store.events().map(\.kind) == ["exposure", "enrollment", "undo", "redo"])
  }

  @Test("count again after a redo") func countingAgain() throws {
    let store = try undone()
    try store.redo(at: Instant(seconds: 8), by: "tests 2")
    #expect(try store.events().map(\.suppressed) == [nil, nil, nil, nil])
  }

  @Test("stay undone if their operation can no longer be redone")
  func overtaken() throws {
    let store = try SessionStore(path)
    try store.perform(Self.forcing)
    try store.undo(at: .epoch, by: "tests 1")
    var next = Self.forcing
    next.events = [Self.event("enrollment", "g")]
    try store.perform(next)
    try store.undo(at: .epoch, by: "tests 1")
    try store.redo(at: .epoch, by: "tests 1")
    #expect(
      try store.events(EventFilter(kinds: ["enrollment"])).map(\.suppressed) == ["undone", nil])
  }

  @Test("return with the redo after export and restore")
  func restored() throws {
    let store = try SessionStore(path)
    try store.perform(Self.forcing)
    try store.undo(at: .epoch, by: "tests 1")
    let copy = try SessionStore.memory()
    try copy.restore(try store.export())
    #expect(try copy.events().map(\.suppressed) == ["undone", nil])
    try copy.redo(at: .epoch, by: "tests 1")
    #expect(try copy.events().map(\.suppressed) == [nil, nil, nil])
  }

  @Test("are reported to other programs like operations")
  func live() throws {
    let store = try SessionStore(path)
    let other = try SessionStore(path)
    try store.record([Self.event("exposure", "f")])
    #expect(try other.refresh())
    #expect(other.session == Session())
  }
}
