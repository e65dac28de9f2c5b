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

  @Test("undoes operations in reverse and redoes them in order")
  func undoAndRedo() {
    var session = Session()
    session.perform(Self.setting("a", to: true))
    session.perform(Self.setting("a", from: true, to: false))
    #expect(session[.preference, "a"] == false)
    #expect(session.undo()?.id == 2)
    #expect(session[.preference, "a"] == true)
    #expect(session.undo()?.id == 1)
    #expect(session[.preference, "a"] == nil)
    #expect(session.undo() == nil)
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
