import Testing
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Event counts per feature") struct FeatureCountTests {
  private func event(_ id: Int64, at seconds: Int64, _ feature: String?, suppressed: Bool = false) -> SessionEvent {
    var event = SessionEvent(
      time: Instant(seconds: seconds), kind: "exposure",
      process: "p"
    ) {
      $0.suppressed = suppressed ? "why" : nil
      $0.feature = feature
    }
    event.id = id
    return event
  }

  private func log(_ events: [SessionEvent]) -> EventLog {
    var log = EventLog()
    log.add(events, isWhole: true)
    return log
  }

  @Test("history spans are equal powers of two in seconds, as short as fits")
  func stretches() {
    #expect(log([event(1, at: 7, "a"), event(2, at: 14, "a")]).counts.first?.history == [1, 0, 0, 0, 0, 0, 0, 1])
    #expect(log([event(1, at: 7, "a"), event(2, at: 15, "a")]).counts.first?.history == [1, 0, 0, 0, 1, 0, 0, 0])
    #expect(log([event(1, at: -9, "a"), event(2, at: 1000, "a")]).counts.first?.history.reduce(0, +) == 2)
    #expect(log([event(1, at: 5, nil), event(2, at: 100_000, "a")]).counts.first?.history.first == 1)
  }

  @Test("events added one by one are counted as if added at once")
  func growing() {
    var random = SeededRandom(seed: 7)
    var events: [SessionEvent] = []
    let names: [String?] = ["b", "c", nil, "a", "a"]
    for id in Int64(1)...300 {
      let time = id * 3 + Int64.random(in: -20...20, using: &random)
      let name: String? = names.randomElement(using: &random) ?? nil
      events.append(event(id, at: time, name, suppressed: id % 5 == 0))
    }
    var grown = log(Array(events[100..<200]))
    for event in events[200...] { grown.add([event], isWhole: false) }
    grown.add(earlier: Array(events[..<100]))
    let whole = log(events)
    #expect(grown.counts == whole.counts)
    #expect(grown.kinds == whole.kinds)
    var filtered = whole
    filtered.filter(by: "a exposure")
    #expect(filtered.counts == log(events.filter { $0.feature == "a" && $0.suppressed == nil }).counts)
  }

  @Test("dropped events are no longer counted")
  func passing() {
    var events: [SessionEvent] = []
    for id in Int64(1)...40 {
      events.append(event(id, at: id, id < 10 ? "old" : "new", suppressed: id.isMultiple(of: 2)))
    }
    var log = log(events)
    log.add([event(41, at: 41, "new")], isWhole: false, from: 10)
    #expect(log.counts.map(\.feature) == ["new"])
    #expect(log.counts.map(\.count) == [32])
    #expect(log.counts.map(\.suppressed) == [16])
    #expect(log.counts.first?.history.reduce(0, +) == 32)
    #expect(log.counts.first?.history == [6, 8, 8, 8, 2, 0, 0, 0])
  }
}
