import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@Suite("What was changed of the client since the beginning")
struct ClientChangesTests {
  private static func setting(_ name: String, to value: JSONValue?, in session: Session) -> SessionOperation {
    let key = EntryKey(.context, name)
    return SessionOperation(
      "set \(name)", changes: [EntryChange(key, from: session[key], to: value)], time: .epoch, process: "tests 1")
  }

  @Test("is the same whether each operation is followed or the whole history is read")
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

  @Test("takes time that grows with what is changed, not with what was changed before", .timeLimit(.minutes(2)))
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

  @Test("forgets an attribute with its original value, and remembers it when it changes again")
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
