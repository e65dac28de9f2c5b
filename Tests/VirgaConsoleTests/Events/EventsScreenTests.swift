import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTargeting

@testable import VirgaConsole

@Suite("Event list") struct EventsScreenTests {
  private var console = ConsoleDriver.onEvents()

  @Test("events are requested when the screen is first shown") func asking() throws {
    var console = ConsoleDriver()
    console.act("5") { $0.effects == [.followEvents] }
    console.act("1 5") { $0.effects == [] }
  }

  @Test("a command that needs events waits for them") func waiting() throws {
    var console = ConsoleDriver()
    console.act(":export-events a.ndjson") { $0.effects == [.followEvents] }
    console.send(.events(EventSamples.few, replacesAll: true))
    #expect(try console.written().path == "a.ndjson")
  }

  @Test("the cursor follows new events until it leaves the end") mutating func following() {
    console.press("G")
    console.add(7) { $0.events.selected?.id == 7 }
    console.press("k")
    console.add(8) { $0.events.selected?.id == 6 && $0.eventIDs.last == 8 }
  }

  @Test("a paused list counts the new events since the last reload")
  mutating func pausing() {
    console.press("p")
    console.add(7) { $0.eventIDs.last == 6 && $0.lines[1].contains("paused · 1 new") }
    console.show(EventSamples.few + [EventSamples.event(7)])
    console.send(.events([EventSamples.event(-1, "undo")], replacesAll: false, first: -1)) {
      $0.events.waitingCount == 0 && $0.eventIDs == [-1, 1, 2, 3, 4, 5, 6, 7]
    }
    console.add(8, from: 3) { $0.events.waitingCount == 1 && $0.eventIDs == [3, 4, 5, 6, 7] }
    console.act("p") { $0.eventIDs.last == 8 && $0.events.isFollowing }
  }

  @Test("a hidden kind can be shown again, even while events are filtered") mutating func kinds() {
    console.act(":kinds exposure") { $0.eventIDs == [2, 3, 4] }
    console.act("f", "'all", "Enter") { $0.eventIDs == [1, 2, 3, 4, 5, 6] }
    console.act(":kinds exposre", says: .unknown("kind", "exposre", among: ["exposure"]))
    console.act(":filter homescreen", ":kinds set") { $0.eventIDs == [1, 5] }
    console.act(":kinds set") { $0.eventIDs == [1, 4, 5] }
  }

  @Test("events from before the start are of an earlier console") func earlierConsole() {
    var events = EventsScreen()
    events.lastEarlierEventID = 1
    let recorded = [EventSamples.event(1), EventSamples.event(2)].map { event in
      var ofConsole = event
      ofConsole.process = "virga 4177"
      return ofConsole
    }
    events.add(recorded, replacesAll: true)
    #expect(events.list.items.map(\.author) == ["an earlier console", "another console"])
  }

  @Test("the row of kinds has a label and keeps its order") mutating func kindsInOrder() {
    let order = ["exposure", "suppressed", "enrollment", "set"]
    #expect(console.events.kinds == order)
    #expect(console.sees("kinds: exposure suppressed enrollment set"))
    console.add(EventSamples.event(7, "undo"), EventSamples.event(8, "unenrollment"))
    #expect(console.events.kinds.suffix(4) == ["enrollment", "unenrollment", "set", "undo"])
  }

  @Test("evaluations are hidden until they are asked for") mutating func evaluations() {
    console.add(EventSamples.event(7, "enrollment_status"))
    #expect(console.eventIDs.last == 6 && console.sees(" –enrollment_status"))
    console.act(":kinds enrollment_status") { $0.eventIDs.last == 7 }
  }

  @Test("what the console did at its start is hidden until it is asked for, as one closed line")
  func setup() {
    var console = ConsoleDriver()
    console.openDemoRecipes()
    var events: [SessionEvent] = []
    for case .commit(let operation) in console.effects {
      for var event in operation.events {
        event.id = Int64(events.count) + 1
        events.append(event)
      }
    }
    console.press("5")
    console.show(events)
    #expect(events.count > 8 && console.eventIDs.isEmpty && console.sees("no events yet; "))
    let next = Int64(events.count) + 1
    console.add(EventSamples.event(next))
    #expect(console.eventIDs == [next])
    console.act(":kinds setup") { $0.eventIDs == [1, next] }
    #expect(console.sees("you loaded 8 recipes"))
  }

  @Test(
    "a filter searches the words that the columns show",
    arguments: [
      .init("a part of a reason matches", ("poc", [4])),
      .init("two words match two columns", ("order-2026 tabs", [6])),
      .init("the word for a suppressed event matches", ("suppressed", [2])),
      .init("a kind matches the events that show it", ("exposure", [1, 5, 6, 7])),
      .init("you matches events of this console", ("you", [7])),
      .init("the text of a failure matches", ("undefined", [8])),
    ] as [Behavior<(words: String, found: [Int64])>])
  mutating func filtering(_ behavior: Behavior<(words: String, found: [Int64])>) {
    let (words, found) = behavior.example
    var (own, failed) = (EventSamples.event(7), EventSamples.event(8, "enroll_failed"))
    own.process = console.process
    failed.extra = ["error_string": "Identifier is undefined"]
    console.run("filter \(words)")
    console.add(own, failed)
    #expect(console.eventIDs == found)
    console.act("Esc") { $0.eventIDs.count == 8 }
  }

  @Test("the cursor stays on its event when earlier events are put in front")
  mutating func earlier() {
    console.act("g j", ":filter homescreen")
    let here = console.events.selected?.id
    console.send(
      .events(
        [EventSamples.event(-1), EventSamples.event(0, feature: "search")], replacesAll: false,
        first: -1))
    #expect(console.eventIDs == [-1, 1, 4, 5] && console.events.selected?.id == here)
  }

  @Test("the cursor stays on its event when the oldest events are dropped")
  mutating func passing() {
    console.press("g", "j", "j")
    console.add(7, from: 2) {
      $0.eventIDs == [2, 3, 4, 5, 6, 7] && $0.events.selected?.id == 3
        && $0.counts.map(\.count).reduce(0, +) == 5
    }
    console.send(.events([], replacesAll: false, first: 7)) {
      $0.eventIDs == [7] && $0.events.kinds == ["exposure"]
    }
  }

  @Test("a list that was scrolled up does not move when old events are dropped")
  func lookingUp() throws {
    var console = ConsoleDriver().after("5")
    console.show((1...200).map { EventSamples.event($0) })
    console.press("Tab")
    let area = try #require(console.area(of: .log))
    for _ in 1...9 { console.click(area.column + 5, area.row + 5, .wheelUp) }
    #expect(!console.events.isFollowing)
    func firstSeen() -> Int64 {
      console.events.list.item(inRow: console.events.list.scroll.top)?.id ?? 0
    }
    let seen = firstSeen()
    console.add(201, from: 41) { $0.events.selected?.id == 200 }
    #expect(firstSeen() == seen)
  }

  @Test("a wide terminal shows the event and the counts beside the list, which has all rows")
  func wideTerminal() throws {
    let console = ConsoleDriver.onEvents(Size(columns: 200, rows: 60))
    let log = try #require(console.area(of: .log))
    #expect(log.rows == console.layout.body.rows)
    for panel in [Panel.event, .counts] {
      #expect(console.area(of: panel)?.column == log.endColumn)
    }
  }

  @Test("export writes the shown events as one JSON object per line") mutating func export() throws
  {
    console.run("kinds set", "kinds exposure", "kinds enrollment", "export-events out.ndjson")
    let text =
      #"{"time":"2026-11-21T12:05:00.12Z","kind":"exposure","id":2,"suppressed":"a rollout is not recorded","#
      + #""feature":"search","slug":"order-2026","branch":"treatment-a","process":"example-app 4121"}"#
      + "\n"
    let draft = try console.written()
    #expect(draft.text == text && draft.path == "out.ndjson" && draft.what == "1 event")
  }

  @Test("shown events are counted per feature, most frequent first") mutating func counting() {
    #expect(console.counts.map(\.feature) == ["homescreen", "search", "tabs-tray"])
    #expect(
      console.counts.map(\.count) == [3, 1, 1] && console.counts.map(\.suppressed) == [0, 1, 0])
    console.act(":filter search") { $0.counts.map(\.feature) == ["search"] }
    console.run("filter")
    let names = ["f", "b", "e", "a", "d", "c"]
    console.show(names.enumerated().map { EventSamples.event(Int64($0) + 1, feature: $1) })
    #expect(console.counts.map(\.feature) == names.sorted())
  }

  @Test("Enter on a counted feature lists only its events") mutating func oneFeature() {
    console.act(":focus counts", "/", "'tabs", says: .match(1, of: 1))
    console.act("Enter x") { $0.status?.contains("tabs-tray") == true }
    console.act("Enter") {
      $0.focus == .log && $0.events.shown.map(\.feature) == ["tabs-tray"]
    }
    console.act("Esc") { $0.events.list.count == $0.events.count }
  }
}
