import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Event store vectors") struct EventStoreVectorTests {
  static let cases = VectorCase.all(in: "sdk/event-store.json")

  @Test("counts match the vector", arguments: cases)
  func counts(_ vector: VectorCase) throws {
    var store = EventStore()
    for (index, step) in (vector["steps"]?.arrayValue ?? []).enumerated() {
      try check(step, on: &store, "step \(index)")
    }
  }

  private func check(_ step: JSONValue, on store: inout EventStore, _ comment: Comment) throws {
    let wall = try #require(Instant(iso8601: step["at"]?.stringValue ?? ""))
    switch step["op"]?.stringValue {
    case "query": try checkQuery(step, on: store, at: wall, comment)
    case "buckets": try checkBuckets(step, on: store, at: wall, comment)
    default:
      let failed = (try? change(step, &store, at: wall)) == nil
      #expect(failed == (step["expect"]?["error"] != nil), comment)
    }
  }

  private func change(_ step: JSONValue, _ store: inout EventStore, at wall: Instant) throws {
    let event = step["event"]?.stringValue ?? ""
    let count = try #require(UInt64(exactly: step["count"]?.integerValue ?? 1))
    switch step["op"]?.stringValue {
    case "record": store.record(event, count: count, at: wall)
    case "recordPast":
      try store.recordPast(
        event, secondsAgo: step["secondsAgo"]?.integerValue ?? 0, count: count, at: wall)
    case "advance": try store.advanceTime(by: step["seconds"]?.integerValue ?? 0, at: wall)
    default: Issue.record("unknown operation in \(step)")
    }
  }

  private func checkQuery(
    _ step: JSONValue, on store: EventStore, at wall: Instant, _ comment: Comment
  ) throws {
    let expected = try #require(step["expect"])
    let context = TargetingContext(events: store, now: wall)
    let outcome = Expression.outcome(of: step["expression"]?.stringValue ?? "", in: context)
    if expected["error"] != nil {
      #expect(outcome.error?.category == "transform-error", comment)
    } else if expected["never"] != nil {
      #expect(outcome == .value(.real(.greatestFiniteMagnitude)), comment)
    } else {
      #expect(outcome.value?.number == expected["value"]?.doubleValue, comment)
    }
  }

  private func checkBuckets(
    _ step: JSONValue, on store: EventStore, at wall: Instant, _ comment: Comment
  ) throws {
    let interval = try #require(EventInterval(rawValue: step["interval"]?.stringValue ?? ""))
    let counter = store.counter(of: step["event"]?.stringValue ?? "", by: interval, at: wall)
    #expect(
      counter.map { $0.buckets.map(Int64.init) }
        == step["expect"]?["buckets"]?.arrayValue?.compactMap(\.integerValue),
      comment)
    #expect(
      counter?.startingInstant.description == step["expect"]?["startingInstant"]?.stringValue,
      comment)
  }
}
