import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting

@Suite("Session")
struct SessionTests {
  private static func setting(
    _ name: String, from old: JSONValue? = nil, to new: JSONValue?
  ) -> SessionOperation {
    let change = EntryChange(EntryKey(.preference, name), from: old, to: new)
    return SessionOperation("set \(name)", changes: [change], time: .epoch, process: "tests 1")
  }

  /// A session that set `a`, and then set it again.
  private func changedTwice() -> Session {
    var session = Session()
    session.perform(Self.setting("a", to: true))
    session.perform(Self.setting("a", from: true, to: false))
    return session
  }

  @Test("undoes operations in reverse") func undo() {
    var session = changedTwice()
    #expect(session[.preference, "a"] == false)
    #expect(session.undo()?.id == 2)
    #expect(session[.preference, "a"] == true)
    #expect(session.undo()?.id == 1)
    #expect(session[.preference, "a"] == nil)
    #expect(session.undo() == nil)
  }

  @Test("redoes operations in order") func redo() {
    var session = changedTwice()
    for _ in 1...2 { _ = session.undo() }
    #expect(session.redo()?.id == 1)
    #expect(session[.preference, "a"] == true)
    #expect(session.redoable?.id == 2)
  }

  @Test("drops undone operations when a new one is performed")
  func newOperationAfterUndo() {
    var session = Session()
    session.perform(Self.setting("a", to: true))
    _ = session.undo()
    session.perform(Self.setting("b", to: true))
    #expect(session.redo() == nil)
    #expect(session.names(of: .preference) == ["b"])
    #expect(session.overrideCount == 1)
  }

  @Test("skips undone operations anywhere in a restored history")
  func undoneAmongTheOthers() {
    let operations = ["a", "b", "c", "d"].enumerated().map { place, name in
      var operation = Self.setting(name, to: true)
      operation.id = Int64(place + 1)
      operation.isUndone = name == "b" || name == "d"
      return operation
    }
    var session = Session(
      entries: [EntryKey(.preference, "a"): true, EntryKey(.preference, "c"): true],
      operations: operations)
    #expect(session.undoable?.id == 3)
    #expect(session.redoable?.id == 4)
    #expect(session.undo()?.id == 3)
    #expect(session.undo()?.id == 1)
    #expect(session.undo() == nil)
    #expect(session.names(of: .preference).isEmpty)
  }
}
