import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@Suite("Changes to the client")
struct ClientChangesTests {
  private static func setting(
    _ name: String, to value: JSONValue?, in session: Session
  ) -> SessionOperation {
    let key = EntryKey(.context, name)
    return SessionOperation(
      "set \(name)", changes: [EntryChange(key, from: session[key], to: value)], time: .epoch,
      process: "tests 1")
  }

  /// The session with attributes that were set one after the other.
  private static func session(
    _ session: Session = Session(), setting values: [(String, JSONValue)]
  ) -> Session {
    var session = session
    for (name, value) in values { session.perform(setting(name, to: value, in: session)) }
    return session
  }

  @Test("begin with the value before the first of them") func beginning() {
    let before = Session(entries: [EntryKey(.context, "a"): 0])
    let session = Self.session(before, setting: [("a", 1), ("a", 2)])
    #expect(
      ClientChanges(in: session).all == [EntryChange(EntryKey(.context, "a"), from: 0, to: 2)])
  }

  @Test("are without given operations") func givenOperations() {
    let session = Self.session(setting: [("given", 1), ("a", 2)])
    #expect(
      ClientChanges(in: session, besides: [1]).all == [
        EntryChange(EntryKey(.context, "a"), from: nil, to: 2)
      ])
  }

  @Test("are without the drawn ID") func drawnID() {
    let session = Self.session(setting: [("a", 2), ("nimbus_id", "drawn")])
    #expect(
      ClientChanges(in: session).all == [EntryChange(EntryKey(.context, "a"), from: nil, to: 2)])
  }

  @Test("are without undone operations") func undone() {
    var session = Self.session(setting: [("a", 2), ("undone", 1)])
    _ = session.undo()
    #expect(
      ClientChanges(in: session).all == [EntryChange(EntryKey(.context, "a"), from: nil, to: 2)])
  }

  @Test("list an attribute only while it differs")
  func changedBack() {
    var session = Session(entries: [EntryKey(.context, "a"): 0])
    for (value, expected) in [(1, [1]), (0, []), (2, [2])] as [(JSONValue, [JSONValue])] {
      session.perform(Self.setting("a", to: value, in: session))
      #expect(ClientChanges(in: session).all.compactMap(\.new) == expected)
    }
  }

  @Test(
    "follow operations, undo and redo as if they were found in the whole history",
    arguments: 0..<20 as Range<UInt64>)
  func following(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var session = Session(entries: [EntryKey(.context, "a"): 0])
    let given: Set<Int64> = [2, 5]
    var changes = ClientChanges(in: session, besides: given)
    for _ in 0..<60 {
      let done: SessionOperation?
      switch Int.random(in: 0..<4, using: &random) {
      case 0: done = session.undo()
      case 1: done = session.redo()
      default:
        let name = ["a", "b", "nimbus_id"].randomElement(using: &random) ?? "a"
        let values: [JSONValue?] = [nil, 0, 1]
        let value = values.randomElement(using: &random) ?? nil
        done = session.perform(Self.setting(name, to: value, in: session))
      }
      if let done { changes.update(after: done, in: session) }
      #expect(changes.all == ClientChanges(in: session, besides: given).all)
    }
  }
}
