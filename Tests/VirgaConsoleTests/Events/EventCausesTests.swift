import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Events by cause") struct EventCausesTests {
  private var console = ConsoleDriver().after("5")

  init() {
    console.show(Self.caused)
    console.press("g")
  }

  /// Two operations of another console at one time each, and an exposure of an app.
  private static let caused: [SessionEvent] = {
    var load = event(1, "set", at: 1)
    load.reason = "load 2 recipes"
    var set = event(5, "set", at: 2)
    (set.feature, set.reason) = ("homescreen", "set pinned-limit = 3")
    return [
      load, event(2, "enrollment", at: 1), event(3, "enrollment_status", at: 1),
      event(4, "enrollment_status", at: 1), set, EventSamples.event(6),
    ]
  }()

  private static func event(_ id: Int64, _ kind: String, at second: Int64) -> SessionEvent {
    var event = EventSamples.event(second, kind, feature: nil)
    (event.id, event.process) = (id, "virga 4177")
    return event
  }

  @Test("what an operation caused is one line with its counts") func folded() {
    #expect(console.eventIDs == [1, 5, 6])
    #expect(
      console.sees(" ▸ ", "another console loaded 2 recipes: 1 enrollment, 2 evaluated"))
    #expect(console.sees("another console set homescreen ▸ pinned-limit = 3"))
    #expect(console.sees(" exposure ", " homescreen ", " example-app "))
  }

  @Test("a long operation is cut before its counts") mutating func longOperation() {
    var load = Self.event(1, "set", at: 1)
    load.reason = "load \(String(repeating: "very ", count: 30))many recipes"
    console.show([load] + Self.caused.dropFirst())
    #expect(console.sees("another console loaded very very", "…: 1 enrollment, 2 evaluated"))
  }

  @Test(
    "Space or Enter toggles the single events below it",
    arguments: ["Space", "Enter"])
  mutating func unfolding(key: String) {
    console.act(key) { $0.eventIDs == [1, 2, 5, 6] && $0.events.selected?.id == 1 }
    #expect(console.sees(" ▾ ", "another console loaded 2 recipes"))
    #expect(console.sees("               enrollment "), "indented, without a time")
    console.act(key) { $0.eventIDs == [1, 5, 6] && $0.screen == .events }
  }

  @Test("evaluations that are asked for are among the single events") mutating func evaluations() {
    console.act(":kinds enrollment_status") { $0.eventIDs == [1, 5, 6] }
    console.act("Space") { $0.eventIDs == [1, 2, 3, 4, 5, 6] }
  }

  @Test("an event is listed by itself if its operation is hidden") mutating func hiddenCause() {
    console.act(":kinds set") { $0.eventIDs == [2, 6] }
    #expect(console.sees(" 12:04:59.120   enrollment "))
  }

  @Test("a filter also finds events in folds") mutating func filtering() {
    console.act(":filter enrollment") { $0.eventIDs == [2] }
    #expect(console.sees(" 12:04:59.120   enrollment "))
  }

  @Test("events in folds are counted, copied and exported") mutating func complete() throws {
    console.act(":export-events all.ndjson")
    #expect(try console.written().what == "6 events")
    console.act("y j")
    #expect(try console.copied().what == "4 events")
    console.act("v", ":export-events marked.ndjson")
    #expect(try console.written().what == "4 events")
  }

  @Test("plain mode lists every single event") func plain() {
    var events = EventsScreen()
    events.listAll()
    events.add(Self.caused, replacesAll: true)
    #expect(events.shown.map(\.id) == [1, 2, 3, 4, 5, 6])
  }

  @Test("an operation that changed several values says how many") func changes() throws {
    var console = ConsoleDriver.withRecipes().after("5")
    let changes = ["region", "locale"].map { name in
      EntryChange(EntryKey(.context, name), from: nil, to: "x")
    }
    var record = Self.event(0, "set", at: 1)
    (record.slug, record.branch, record.reason) = (nil, nil, "enroll in a with two attributes")
    let operation = SessionOperation(
      "enroll in a with two attributes", changes: changes, time: record.time,
      process: record.process
    ).causing([record])
    try console.elsewhere { _ in operation }
    record.id = 1
    console.show([record])
    #expect(console.sees("another console enrolled in a with two attributes: 2 changes"))
  }

  @Test("only an operation with events below it can be unfolded") mutating func refusal() {
    console.act("G Space", says: .nothingToUnfold.about("unfold what it caused"))
  }

  @Test("list and panel of an event say who recorded it and when") mutating func title() {
    console.press("G")
    console.tell(EventSamples.start.advanced(by: 6 + 120))
    #expect(console.sees(" exposure · example-app, 2 min ago "))
    console.resize(200, 60)
    #expect(console.sees(" exposure ", " homescreen ", " example-app, 2 min ago "))
  }
}
