import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@Suite("Changes to the client")
struct ClientChangesTests {
  private static func setting(_ name: String, to value: JSONValue?, in session: Session) -> SessionOperation {
    let key = EntryKey(.context, name)
    return SessionOperation(
      "set \(name)", changes: [EntryChange(key, from: session[key], to: value)], time: .epoch, process: "tests 1")
  }

  @Test("are those that stand, from the value before the first of them, without given operations and the drawn id")
  func standing() {
    var session = Session(entries: [EntryKey(.context, "a"): 0])
    for (name, value) in [("given", 1), ("a", 1), ("a", 2), ("nimbus_id", "drawn"), ("undone", 1)]
      as [(String, JSONValue)]
    {
      session.perform(Self.setting(name, to: value, in: session))
    }
    _ = session.undo()
    #expect(ClientChanges(in: session, besides: [1]).all == [EntryChange(EntryKey(.context, "a"), from: 0, to: 2)])
  }

  @Test("drop an attribute that is changed back, and list it when it changes again")
  func changedBack() {
    var session = Session(entries: [EntryKey(.context, "a"): 0])
    for (value, expected) in [(1, [1]), (0, []), (2, [2])] as [(JSONValue, [JSONValue])] {
      session.perform(Self.setting("a", to: value, in: session))
      #expect(ClientChanges(in: session).all.compactMap(\.new) == expected)
    }
  }
}
