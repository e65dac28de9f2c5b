import Testing
import VirgaJSON
import VirgaTargeting

@Suite("Event store") struct EventStoreTests {
  private let noon = Instant(iso8601: "2025-03-10T12:30:00Z") ?? .epoch

  private func buckets(
    _ store: EventStore, _ interval: EventInterval, at wall: Instant
  ) -> [UInt64]? {
    store.counter(of: "e", by: interval, at: wall)?.buckets
  }

  @Test("20,000 events are each counted", .timeLimit(.minutes(20)), arguments: [1, 20_000])
  func manyEvents(names: Int) throws {
    var store = EventStore()
    for number in 0..<20_000 {
      try store.recordPast("e\(number % names)", secondsAgo: Int64(number), at: noon)
    }
    let counts = store.counters.values.compactMap { $0[.years]?.buckets.reduce(0, +) }
    #expect(counts.count == names && counts.reduce(0, +) == 20_000)
  }

  @Test("looking ahead changes nothing")
  func lookingAhead() {
    var store = EventStore()
    store.record("e", at: noon)
    let before = store
    #expect(buckets(store, .days, at: noon.advanced(by: 2 * 86_400))?.prefix(3) == [0, 0, 1])
    #expect(store == before)
    #expect(buckets(store, .days, at: noon)?.prefix(2) == [1, 0])
  }

  @Test("an advanced clock stands still")
  func advancedClock() throws {
    var store = EventStore()
    store.record("e", at: noon)
    try store.advanceTime(by: 86_400, at: noon)
    try store.advanceTime(by: 86_400, at: noon.advanced(by: 999_999))
    #expect(store.frozenAt == noon.advanced(by: 2 * 86_400))
    #expect(buckets(store, .days, at: noon.advanced(by: 40 * 86_400))?.prefix(3) == [0, 0, 1])
  }

  @Test("an event exactly at the start of an interval counts for the previous one")
  func intervalStart() throws {
    var store = EventStore()
    try store.recordPast("e", secondsAgo: 30 * 60, at: noon)
    #expect(buckets(store, .hours, at: noon)?.prefix(2) == [0, 1])
    try store.recordPast("e", secondsAgo: 30 * 60 - 1, at: noon)
    #expect(buckets(store, .hours, at: noon)?.prefix(2) == [1, 1])
  }

  @Test("a negative duration is refused")
  func negativeDuration() {
    var store = EventStore()
    #expect(throws: EventStore.Failure.invalidDuration) {
      try store.recordPast("e", secondsAgo: -1, at: noon)
    }
    #expect(throws: EventStore.Failure.invalidDuration) { try store.advanceTime(by: -1, at: noon) }
    #expect(store == EventStore())
  }

  @Test("clearing resets events and clock")
  func clearing() throws {
    var store = EventStore()
    store.record("e", at: noon)
    try store.advanceTime(by: 5, at: noon)
    store.clear()
    #expect(store == EventStore())
  }

  @Test("a store survives a round trip through JSON")
  func roundTrip() throws {
    var store = EventStore()
    store.record("e", count: 3, at: noon)
    store.record("f", at: noon.advanced(by: 90_000))
    #expect(EventStore(json: store.json) == store)
    let days = try #require(store.json["e"]?["intervals"]?["Days"])
    #expect(days["data"]?["starting_instant"] == "2025-03-10T00:00:00Z")
    #expect(days["config"] == ["bucket_count": 56, "interval": "Days"])
  }

  @Test(
    "unreadable events are left out",
    arguments: [
      "{}", #"{"e": 1}"#, #"{"e": {"intervals": {"Days": {"data": {"buckets": [-1]}}}}}"#,
    ])
  func unreadableEvents(_ text: String) throws {
    let json = try #require(JSONValue.parse(text).objectValue)
    #expect(EventStore(json: json).counter(of: "e", by: .days, at: noon) == nil)
  }

  @Test("extreme times do not crash", arguments: [Int64.max, Int64.min, -62_135_596_800, 0])
  func extremeTimes(_ seconds: Int64) throws {
    var store = EventStore()
    store.record("e", count: .max, at: noon)
    store.record("e", count: 1, at: Instant(seconds: seconds))
    try? store.recordPast("e", secondsAgo: .max, at: Instant(seconds: seconds))
    try? store.advanceTime(by: .max, at: Instant(seconds: seconds))
    #expect(buckets(store, .years, at: noon)?.count ?? 0 <= EventInterval.years.storedCount)
  }
}
