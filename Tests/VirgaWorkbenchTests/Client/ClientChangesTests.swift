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

  @Test("are the same when followed step by step as when read from the history")
  func followed() {
    var session = Session(entries: [EntryKey(.context, "a"): 0])
    var changes = ClientChanges(in: session, besides: [2, 5])
    var random = SeededRandom(seed: 7)
    for step in 0..<2_000 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: if let undone = session.undo() { changes.follow(undone, in: session) }
      case 1: if let redone = session.redo() { changes.follow(redone, in: session) }
      default:
        let name = ["a", "b", "c", "nimbus_id"].randomElement(using: &random) ?? ""
        let value = ([nil, 0, 1, 2] as [JSONValue?]).randomElement(using: &random) ?? nil
        let performed = session.perform(Self.setting(name, to: value, in: session))
        changes.follow(performed, in: session)
      }
      #expect(changes == ClientChanges(in: session, besides: [2, 5]), "step \(step)")
    }
  }

  @Test("take time proportional to each change, not to the earlier ones", .timeLimit(.minutes(2)))
  func manyChanges() {
    var session = Session()
    var changes = ClientChanges()
    for number in 0..<20_000 {
      let performed = session.perform(
        Self.setting("attribute-\(number % 8_000)", to: .integer(Int64(number)), in: session))
      changes.follow(performed, in: session)
    }
    #expect(changes.all.count == 8_000)
    #expect(changes.all.allSatisfy { $0.old == nil && $0.new == session[$0.key] })
  }

  @Test("drop an attribute that is changed back, and list it when it changes again")
  func changedBack() {
    var session = Session(entries: [EntryKey(.context, "a"): 0])
    var changes = ClientChanges(in: session)
    for (value, expected) in [(1, [1]), (0, []), (2, [2])] as [(JSONValue, [JSONValue])] {
      let performed = session.perform(Self.setting("a", to: value, in: session))
      changes.follow(performed, in: session)
      #expect(changes.all.compactMap(\.new) == expected)
    }
  }
}
