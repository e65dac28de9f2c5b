import Testing
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Followed events")
struct FollowedEventsTests {
  private let directory: TemporaryDirectory
  private let store: SessionStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try SessionStore(directory.path("a.virga"))
    try store.record(
      (1...5).map { SessionEvent(time: .epoch, kind: "event\($0)", process: "tests") })
  }

  @Test("are the latest ones at first") func latest() throws {
    var followed = FollowedEvents(latest: 2)
    guard case .events(let latest, replacesAll: true, _)? = try followed.update(from: store) else {
      Issue.record("no events")
      return
    }
    #expect(latest.map(\.kind) == ["event4", "event5"])
  }

  @Test("are read once if they are earlier ones") func earlier() throws {
    var followed = FollowedEvents(latest: 2)
    _ = try followed.update(from: store)
    let reading = followed.makeReaderOfEarlierEvents(of: store.path)
    let read = try #require(reading)
    let isLast = followed.makeReaderOfEarlierEvents(of: store.path) == nil
    #expect(isLast)
    guard case .events(let events, replacesAll: false, _)? = followed.add(read()) else {
      Issue.record("no earlier events")
      return
    }
    #expect(events.map(\.kind) == ["event1", "event2", "event3"])
    let repeated = followed.add(read())
    if let repeated { Issue.record("\(repeated)") }
  }

  @Test("are followed by new ones only") func new() throws {
    var followed = FollowedEvents(latest: 2)
    _ = try followed.update(from: store)
    if let event = try followed.update(from: store) { Issue.record("\(event)") }
    try store.record([SessionEvent(time: .epoch, kind: "event6", process: "tests")])
    guard case .events(let new, replacesAll: false, _)? = try followed.update(from: store) else {
      Issue.record("no new events")
      return
    }
    #expect(new.map(\.kind) == ["event6"])
  }
}
