import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaSession

@Suite("History in a session file")
struct HistoryTableTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("a.virga") }

  init() throws { directory = try TemporaryDirectory() }

  private func open(
    bytes: Int64 = 64 << 20, history: SessionStore.History = .whole
  ) throws -> SessionStore {
    var options = SessionStore.Options()
    options.historyLimit = bytes
    options.history = history
    return try SessionStore(path, options)
  }

  /// Sets the preference `large` to a text of the given number of bytes.
  @discardableResult
  private func set(_ first: String, bytes: Int, in store: SessionStore) throws -> SessionOperation?
  {
    let key = EntryKey(.preference, "large")
    let value = JSONValue.string(first + String(repeating: "x", count: bytes))
    return try store.perform { session in
      SessionOperation(
        "set \(first)", changes: [EntryChange(key, from: session[key], to: value)], time: .epoch,
        process: "tests 1")
    }
  }

  private func values() throws -> [Int64] {
    try Database(path, .read, timeout: 1_000).rows("SELECT bytes FROM value ORDER BY id") {
      $0.integer(0)
    }
  }

  @Test("stores each long value once")
  func longValues() throws {
    let store = try open()
    for round in 0..<6 { try set(["a", "b", "c"][round % 3], bytes: 5000, in: store) }
    try set("d", bytes: 10, in: store)
    #expect(try values() == [5003, 5003, 5003])
    let after = try open()
    #expect(after.session == store.session)
    let length = { after.session[.preference, "large"]?.stringValue?.utf8.count }
    #expect(length() == 11)
    #expect(try after.undo(at: .epoch, by: "tests 1")?.label == "set d")
    #expect(length() == 5001)
    for _ in 0..<6 { try after.undo(at: .epoch, by: "tests 1") }
    #expect(after.session.keys.isEmpty)
    try set("e", bytes: 5000, in: after)
    #expect(try values() == [5003])
  }

  @Test("drops the oldest operations beyond its limit in bytes")
  func byteLimit() throws {
    let store = try open(bytes: 50_000)
    for number in 10..<40 { try set("\(number)", bytes: 9_996, in: store) }
    #expect(store.session.operations.map(\.id) == [28, 29, 30])
    // Including the initial value of the oldest operation.
    #expect(try values() == [10_000, 10_000, 10_000, 10_000])
    #expect(try open().session == store.session)
    for number in [38, 37, 36] {
      try store.undo(at: .epoch, by: "tests 1")
      #expect(store.session[.preference, "large"]?.stringValue?.hasPrefix("\(number)x") == true)
    }
    #expect(try store.undo(at: .epoch, by: "tests 1") == nil)
    try set("long", bytes: 100_000, in: store)
    #expect(store.session.operations.map(\.label) == ["set long"])
  }

  @Test("takes no more space than the values that were set")
  func size() throws {
    let store = try open()
    for number in 10..<40 { try set("\(number)", bytes: 200_000, in: store) }
    let pages = try Database(path, .read, timeout: 1_000).number("PRAGMA page_count") ?? 0
    #expect(pages * 4096 < 30 * 200_000 * 110 / 100)
  }

  /// A store with three operations, the last of them undone.
  private func undoneOnce() throws -> SessionStore {
    let store = try open()
    for name in ["a", "b", "c"] { try set(name, bytes: 10, in: store) }
    try store.undo(at: .epoch, by: "tests 1")
    return store
  }

  @Test("is not read for changes") func unread() throws {
    let first = try undoneOnce()
    let app = try open(history: .lastIDOnly)
    #expect(app.session.operations.isEmpty)
    #expect(try set("d", bytes: 10, in: app)?.id == 3)
    #expect(try set("e", bytes: 10, in: app)?.id == 4)
    #expect(app.session.operations.isEmpty)
    #expect(try first.refresh())
    #expect(first.session.operations.map(\.label) == ["set a", "set b", "set d", "set e"])
    try set("f", bytes: 10, in: first)
    #expect(try app.refresh())
    #expect(app.session.operations.isEmpty)
    #expect(app.session[.preference, "large"] == first.session[.preference, "large"])
  }

  @Test("is read for undo") func readForUndo() throws {
    let first = try undoneOnce()
    let app = try open(history: .lastIDOnly)
    try set("f", bytes: 10, in: first)
    #expect(try app.undo(at: .epoch, by: "tests 1")?.label == "set f")
    _ = try first.refresh()
    #expect(app.session == first.session)
  }

  @Test("is read for an export") func readForExport() throws {
    let first = try undoneOnce()
    #expect(try open(history: .lastIDOnly).export().session == first.session)
  }
}
