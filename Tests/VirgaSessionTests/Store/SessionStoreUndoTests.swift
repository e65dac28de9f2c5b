import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@Suite("Undo in a session store") struct SessionStoreUndoTests {
  private let directory: TemporaryDirectory
  private let one: SessionStore
  private let other: SessionStore

  init() throws {
    directory = try TemporaryDirectory()
    one = try SessionStore(directory.path("a.virga"))
    other = try SessionStore(directory.path("a.virga"))
  }

  private static func setting(_ name: String, by process: String = "tests 1") -> SessionOperation {
    SessionOperation(
      "set \(name)", feature: "menu",
      changes: [EntryChange(EntryKey(.preference, name), from: nil, to: true)],
      time: Instant(seconds: 7, nanoseconds: 8), process: process)
  }

  private static let mine = setting("a")
  private static let foreign = setting("b", by: "tests 2")
  private static let third = setting("c", by: "tests 3")

  /// Performs one operation in each store.
  private func performBoth() throws {
    try one.perform(Self.mine)
    try other.perform(Self.foreign)
  }

  /// Performs one operation in each store, and undoes both in the first.
  private func undoBoth() throws {
    try performBoth()
    try one.undo(Self.foreign, at: .epoch, by: "tests 1")
    try one.undo(Self.mine, at: .epoch, by: "tests 1")
  }

  @Test("undoes the given operation") func givenOperation() throws {
    try performBoth()
    #expect(try one.undo(Self.foreign, at: .epoch, by: "tests 1")?.label == "set b")
    #expect(try one.undo(Self.mine, at: .epoch, by: "tests 1")?.label == "set a")
  }

  @Test("is refused if another process has changed something since") func changedSince() throws {
    try performBoth()
    #expect(throws: Refusal("not undone: set a; tests has since done: set b")) {
      try one.undo(Self.mine, at: .epoch, by: "tests 1")
    }
  }

  @Test("leaves a change that stops it to the next refresh") func refreshAfterRefusal() throws {
    try performBoth()
    #expect(throws: Refusal.self) { try one.undo(Self.mine, at: .epoch, by: "tests 1") }
    #expect(try one.refresh())
    #expect(one.session.names(of: .preference) == ["a", "b"])
  }

  @Test("is refused if another process has undone the operation") func undoneSince() throws {
    try undoBoth()
    try one.redo(Self.mine, at: .epoch, by: "tests 1")
    try other.perform(Self.third)
    try other.undo(Self.third, at: .epoch, by: "tests 1")
    #expect(throws: Refusal("not undone: set c; another process has undone it")) {
      try one.undo(Self.third, at: .epoch, by: "tests 1")
    }
    #expect(try one.refresh())
    #expect(one.session.names(of: .preference) == ["a"])
  }

  @Test("is reversed by a redo of the given operation") func redo() throws {
    try undoBoth()
    #expect(try one.redo(Self.mine, at: .epoch, by: "tests 1")?.id == 1)
  }

  @Test("is not reversed before that of an earlier operation") func redoOutOfOrder() throws {
    try undoBoth()
    #expect(throws: Refusal("not redone: set b; first comes set a")) {
      try one.redo(Self.foreign, at: .epoch, by: "tests 1")
    }
  }

  @Test("is not reversed if another process has done so") func redoneSince() throws {
    try undoBoth()
    try one.redo(Self.mine, at: .epoch, by: "tests 1")
    #expect(throws: Refusal("not redone: set a; another process has redone it")) {
      try other.redo(Self.mine, at: .epoch, by: "tests 1")
    }
  }

  @Test("is not reversed if another process has changed something since")
  func changedBeforeRedo() throws {
    try undoBoth()
    try one.redo(Self.mine, at: .epoch, by: "tests 1")
    try other.perform(Self.third)
    #expect(throws: Refusal("not redone: set b; tests has since done: set c")) {
      try one.redo(Self.foreign, at: .epoch, by: "tests 1")
    }
  }

  @Test("reverses everything from another process") func everything() throws {
    for number in 1...3 { try one.perform(Self.setting("a\(number)")) }
    for _ in 1...3 { try other.undo(at: .epoch, by: "tests 1") }
    #expect(try other.undo(at: .epoch, by: "tests 1") == nil)
    #expect(try one.refresh())
    #expect(one.session.keys.isEmpty)
    try one.redo(at: .epoch, by: "tests 1")
    #expect(try other.perform(Self.setting("b")).id == 2)
    #expect(try one.refresh())
    #expect(one.session == other.session)
    #expect(one.session.names(of: .preference) == ["a1", "b"])
  }
}
