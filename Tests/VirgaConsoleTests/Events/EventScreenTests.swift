import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Events") struct EventScreenTests {
  private func console(_ size: Size = Size(columns: 120, rows: 40)) throws -> ConsoleDriver {
    var console = try ConsoleDriver(size)
    console.send(.events(EventSamples.few, isWhole: true))
    console.press("5")
    return console
  }

  private func ids(_ console: ConsoleDriver) -> [Int64] { console.state.events.shown.map(\.id) }

  @Test("events are asked for when the screen is shown for the first time") func asking() throws {
    var console = try ConsoleDriver()
    console.press("5")
    #expect(console.effects == [.followEvents])
    console.press("1", "5")
    #expect(console.effects == [])
  }

  @Test("the cursor follows what comes until it is moved away from the end") func following() throws {
    var console = try console()
    console.press("G")
    console.send(.events([EventSamples.event(7)], isWhole: false))
    #expect(console.state.events.selected?.id == 7)
    console.press("k")
    console.send(.events([EventSamples.event(8)], isWhole: false))
    #expect(console.state.events.selected?.id == 6)
    #expect(ids(console).last == 8)
  }

  @Test("from what was set for a flag one goes to the flag, or to the variable that no flag reads")
  func choices() throws {
    var console = try ConsoleDriver(
      yaml: """
        channels: [nightly]
        features:
          menu:
            description: A menu.
            variables:
              compact: { description: d, type: Boolean, default: true }
              title: { description: d, type: String, default: a, pref-key: title-key }
        """, channel: "nightly")
    func goToLast() throws {
      let event = try #require(console.state.session.operations.last?.events.first)
      console.send(.events([event], isWhole: true))
      console.run("events")
      console.press("Enter")
    }
    func word() -> String? { CommandTable.command(named: "go-to-event")?.shownTitle?(console.state) }
    console.run("select-flag menuCompact", "choose-value off")
    #expect(console.stored == ["preference menuCompactUserPrefsKey = false"])
    let stored = try #require(console.state.session.operations.last?.events.first)
    try goToLast()
    #expect(console.state.screen == .flags && console.state.flags.selectedRow?.id == "menuCompact")
    var session = console.state.session
    session.perform(try session.operations(in: console.state.surroundings).setPreference("title-key", to: "b"))
    console.send(.session(session))
    try goToLast()
    #expect(console.state.screen == .features && console.path == "title")
    console.press("5")
    #expect(word() == "go to the variable")

    var undone = stored
    (undone.kind, undone.time, undone.process) = (SessionEvent.undoKind, EventSamples.start, "another 1")
    console.send(.events([undone], isWhole: true))
    #expect(word() == "go to the flag")
    console.press("Enter")
    #expect(console.state.screen == .flags, "also from what was taken back")
    console.run("clock +1d", "choose-value on", "flag-layer", "choose-value on", "drop-flag")
    #expect(console.stored == ["preference title-key = \"b\""])
    console.run("features")
    try goToLast()
    #expect(console.state.screen == .flags, "with a clock of its own, and of both layers at once")
    session = console.state.session
    let event = SessionEvent(time: EventSamples.start, kind: SessionEvent.operationKind, process: "another 1") {
      $0.reason = "set nobodys"
    }
    session.perform(
      SessionOperation(
        "set nobodys", changes: [EntryChange(EntryKey(.preference, "nobodys"), from: nil, to: true)],
        time: EventSamples.start, process: "another 1"
      ).causing([event]))
    console.send(.session(session))
    try goToLast()
    #expect(console.status == "go to what it is about: the event is about no flag, no feature and no recipe")
  }

  @Test("every name of an event is whole, at 80 columns without milliseconds", arguments: TelemetryEvent.Name.allCases)
  func names(name: TelemetryEvent.Name) throws {
    for (columns, time) in [(80, "12:04:59"), (120, "12:04:59.120")] {
      var console = try console(Size(columns: columns, rows: 24))
      console.send(.events([EventSamples.event(1, name.rawValue)], isWhole: true))
      #expect(console.lines.contains { $0.contains(" \(time) \(name.rawValue) ") })
    }
  }

  @Test("where recipe and branch have no room the recipe is cut, so that branches are told apart") func branches()
    throws
  {
    var console = try console(Size(columns: 80, rows: 24))
    var events = [EventSamples.event(1, "enrollment", feature: nil), EventSamples.event(2, "enrollment", feature: nil)]
    for place in 0...1 {
      events[place].slug = "homepage-order-2026"
      events[place].branch = ["treatment-a", "treatment-b"][place]
      events[place].process = "writer \(place)"
    }
    console.send(.events(events, isWhole: true))
    #expect(console.lines.contains { $0.contains("… · treatment-a") || $0.contains("6 · treatment-a") })
    #expect(console.lines.contains { $0.contains(" · treatment-b ") && !$0.contains("homepage-order-2026") })
  }

  @Test("an event says its recipe, branch and reason before time, kind and id") func details() throws {
    var console = try console(Size(columns: 80, rows: 24))
    var event = EventSamples.event(1, "enrollment")
    event.reason = "qualified"
    console.send(.events([event], isWhole: true))
    let keys = console.lines.compactMap { line in
      line.firstRange(of: #/│   "(\w+)": /#).map { line[$0].filter { $0.isLetter } }
    }
    #expect(keys == ["slug", "branch", "reason", "feature"])
    console.press("Tab", "End")
    #expect(console.lines.contains { $0.contains("\"process\"") })
  }

  @Test("a narrow list keeps both ends of an event's name, for several begin alike") func narrowNames() throws {
    var console = try console(Size(columns: 60, rows: 15))
    let kinds = ["enrollment", "enrollment_status"]
    console.send(.events(kinds.enumerated().map { EventSamples.event(Int64($0) + 1, $1) }, isWhole: true))
    #expect(console.lines.contains { $0.contains(" enrollment  ") })
    #expect(console.lines.contains { $0.contains(" enrollm…tus ") })
  }

  @Test("Enter on an event that is about a recipe alone goes to the recipe, also as the first who asks for it")
  func recipeOfEvent() throws {
    var console = try ConsoleDriver()
    try console.openDemoRecipes()
    var event = EventSamples.event(1, "enrollment", feature: nil)
    event.slug = "homepage-order-2026"
    console.run("events")
    console.send(.events([event], isWhole: true))
    #expect(console.lines.last?.contains("Enter go there") == true)
    console.press("Enter")
    #expect(console.state.screen == .experiments)
    #expect(console.state.experiments.selected?.slug == "homepage-order-2026")
    event.slug = "gone"
    console.run("events")
    console.send(.events([event], isWhole: true))
    console.press("Enter")
    #expect(console.state.screen == .events)
    #expect(console.status == "go to what it is about: the session has no recipe gone any more")
  }

  @Test("what was done in this console is from `you`, the rest from the process that did it") func processes() throws {
    var console = try console()
    var own = EventSamples.event(7)
    own.process = console.state.options.process
    console.send(.events([own], isWhole: false))
    #expect(console.lines.contains { $0.contains(" example-app 4121 ") })
    #expect(console.lines.contains { $0.contains(" you ") })
  }

  @Test("the row of a recipe that failed says the error, and that of a broken text why no app got it") func errors()
    throws
  {
    var console = try console()
    var status = EventSamples.event(7, "enrollment_status", feature: nil)
    status.extra = ["status": "Error", "error_string": "no such transform"]
    var malformed = EventSamples.event(8, "malformed_feature")
    malformed.reason = "edit: unknown key"
    malformed.suppressed = "no app got the text"
    console.send(.events([status, malformed], isWhole: false))
    let rows = console.lines.filter { $0.contains("enrollment_status") || $0.contains("malformed_feature") }
    #expect(rows.contains { $0.contains(" enrollment_status –") && $0.contains("no such transform") }, "\(rows)")
    #expect(rows.contains { $0.contains(" malformed_feature homescreen") && $0.contains("edit: unknown key  no app") })
  }

  @Test("kinds for which the line has no room are counted") func kindsLeftOut() throws {
    var console = try console(Size(columns: 60, rows: 15))
    let kinds = ["exposure", "enrollment", "enrollment_status", "unenrollment", "set", "malformed_feature"]
    console.send(.events(kinds.enumerated().map { EventSamples.event(Int64($0) + 1, $1) }, isWhole: true))
    #expect(console.lines[2].contains(" +3 "))
  }

  @Test("a paused list stands still and counts what waits") func pausing() throws {
    var console = try console()
    console.press("p")
    console.send(.events([EventSamples.event(7)], isWhole: false))
    #expect(ids(console).last == 6)
    #expect(console.lines[1].contains("paused · 1 new"))
    console.press("p")
    #expect(ids(console).last == 7)
    #expect(console.state.events.isFollowing)
  }

  @Test("a kind that is left out comes back") func kinds() throws {
    var console = try console()
    console.run("kinds exposure")
    #expect(ids(console) == [2, 3, 4])
    console.press("f")
    console.type("all")
    console.press("Enter")
    #expect(ids(console) == [1, 2, 3, 4, 5, 6])
    console.run("kinds exposre")
    #expect(console.status == "there is no kind called exposre; did you mean `exposure`?")
  }

  @Test("a filter looks into every column, and growing it narrows what is left") func filtering() throws {
    var console = try console()
    console.press("/")
    console.type("poc")
    #expect(ids(console) == [4])
    console.press("Esc")
    #expect(ids(console).count == 6)
    console.run("filter order-2026 tabs")
    #expect(ids(console) == [6])
    console.send(.events([EventSamples.event(7, feature: "tabs-tray"), EventSamples.event(8)], isWhole: false))
    #expect(ids(console) == [6, 7])
  }

  @Test("a filter finds the words that the list shows, such as `suppressed` and `you`") func shownWords() throws {
    var console = try console()
    var (own, failed) = (EventSamples.event(7), EventSamples.event(8, "enroll_failed"))
    own.process = console.state.options.process
    failed.extra = ["error_string": "Identifier is undefined"]
    console.send(.events([own, failed], isWhole: false))
    console.run("filter suppressed")
    #expect(ids(console) == [2])
    console.run("filter exposure")
    #expect(ids(console) == [1, 5, 6, 7])
    console.run("filter you")
    #expect(ids(console) == [7])
    console.run("filter undefined")
    #expect(ids(console) == [8])
  }

  @Test("what was undone since says so first, and what the undo was") func undone() throws {
    var console = try console()
    var set = EventSamples.event(7, "set")
    set.reason = "set pinned-limit = 3"
    var undo = set
    (set.suppressed, undo.id, undo.kind) = (SessionEvent.undone, 8, SessionEvent.undoKind)
    console.send(.events([set, undo], isWhole: true))
    #expect(console.state.events.shown.map(\.summary) == ["undone: set pinned-limit = 3", "set pinned-limit = 3"])
  }

  @Test("events that are read anew take the place of all that were there") func readAnew() throws {
    var console = try console()
    console.send(.events([EventSamples.event(1)], isWhole: true))
    #expect(ids(console) == [1])
    #expect(console.state.events.selected?.id == 1)
  }

  @Test("events that happened before come in front, and the cursor stays on its event") func earlier() throws {
    var console = try console()
    console.press("g", "j")
    console.run("filter homescreen")
    console.send(.earlierEvents([EventSamples.event(-1), EventSamples.event(0, feature: "search")]))
    #expect(ids(console) == [-1, 1, 4, 5])
    console.run("filter")
    #expect(ids(console) == [-1, 0, 1, 2, 3, 4, 5, 6])
  }

  @Test("the oldest events go as new ones come, and the cursor stays on its event") func passing() throws {
    var console = try console()
    console.press("g", "j", "j")
    console.send(.events([EventSamples.event(7)], isWhole: false, first: 2))
    #expect(ids(console) == [2, 3, 4, 5, 6, 7])
    #expect(console.state.events.selected?.id == 3)
    #expect(console.state.events.counts.map(\.count).reduce(0, +) == 5)
    console.send(.events([], isWhole: false, first: 7))
    #expect(ids(console) == [7])
    #expect(console.state.events.kinds == ["exposure"])
  }

  @Test("Enter goes to the feature") func going() throws {
    var console = try console()
    console.press("g", "Enter")
    #expect(console.selected == "homescreen")
    #expect(console.state.screen == .features)
    console.press("5", "j", "j", "Enter")
    #expect(console.status == "go to what it is about: the session has no recipe order-2026 any more")
  }

  @Test("what is shown is written as a JSON object a line") func export() throws {
    var console = try console()
    console.run("kinds set", "kinds exposure", "kinds enrollment", "export-events out.ndjson")
    let text =
      #"{"time":"2026-11-21T12:05:00.12Z","kind":"exposure","id":2,"suppressed":"a rollout is not recorded","#
      + #""feature":"search","slug":"order-2026","branch":"treatment-a","process":"example-app 4121"}"# + "\n"
    guard case .write(let draft)? = console.effects.first else {
      Issue.record("nothing was written")
      return
    }
    #expect(draft.text == text)
    #expect(draft.path == "out.ndjson")
    #expect(draft.what == "1 event")
  }

  @Test("features are counted with the time of their events") func counting() throws {
    let console = try console()
    #expect(console.state.events.counts.map(\.feature) == ["homescreen", "search", "tabs-tray"])
    #expect(console.state.events.counts.map(\.count) == [3, 1, 1])
    #expect(console.state.events.counts.map(\.suppressed) == [0, 1, 0])
    #expect(console.state.events.counts[0].history == [1, 0, 0, 1, 1, 0, 0, 0])
  }

  @Test("Enter on a feature that is counted lists its events alone, and they can be searched") func oneFeature() throws
  {
    var console = try console()
    console.run("focus counts")
    console.press("/")
    console.type("tabs")
    #expect(console.status == "match 1 of 1" && console.state.events.selectedCount?.feature == "tabs-tray")
    console.press("Enter", "x")
    #expect(console.status?.contains("tabs-tray") == true)
    console.press("Enter")
    #expect(console.state.focus == .log && console.state.events.list.filter.text == "tabs-tray")
    #expect(console.state.events.shown.map(\.feature) == ["tabs-tray"])
    console.press("Esc")
    #expect(console.state.events.list.count == console.state.events.count)
  }

  @Test("x exposes what is under the cursor from any screen") func exposing() throws {
    func exposed(_ console: ConsoleDriver) -> String? {
      guard case .commit(let operation)? = console.effects.first else { return nil }
      return operation.label
    }
    var console = try console()
    console.press("g", "x")
    #expect(exposed(console) == "expose homescreen")
    console.press("3", "g", "x")
    #expect(exposed(console) == "expose app-menu")
    console.press("1", "g", "x")
    let first = console.ids[0]
    #expect(exposed(console) == "expose \(first)")
  }

  @Test("a pause counts what came since, whatever was read again, came before or went") func pauseCounts() throws {
    var console = try console()
    console.press("p")
    console.send(.events(EventSamples.few + [EventSamples.event(7)], isWhole: true))
    #expect(console.state.events.waitingCount == 0 && ids(console).last == 7)
    console.send(.earlierEvents([EventSamples.event(-2, "undo"), EventSamples.event(-1, "undo")]))
    #expect(console.state.events.waitingCount == 0 && ids(console) == [-2, -1, 1, 2, 3, 4, 5, 6, 7])
    #expect(console.state.events.kinds.contains("undo"))
    console.send(.events([EventSamples.event(8)], isWhole: false, first: 3))
    #expect(console.state.events.waitingCount == 1 && ids(console) == [3, 4, 5, 6, 7])
    #expect(!console.state.events.kinds.contains("undo"))
  }

  @Test("a kind that is shown again is found among all events, also while they are filtered") func kindAgain() throws {
    var console = try console()
    console.run("filter homescreen")
    let all = ids(console)
    console.run("kinds set")
    #expect(ids(console) != all)
    console.run("kinds set")
    #expect(ids(console) == all)
  }

  @Test("who looks further up from another panel follows no more, and sees the same events when the oldest go")
  func lookingUp() throws {
    var console = try ConsoleDriver()
    console.press("5")
    console.send(.events((1...200).map { EventSamples.event($0) }, isWhole: true))
    #expect(console.state.events.isFollowing)
    console.press("Tab")
    let area = try #require(console.state.layout.panels[.log])
    let point = Point(column: area.column + 5, row: area.row + 5)
    for _ in 1...9 { console.send(.terminal(.mouse(MouseEvent(.wheelUp, at: point)))) }
    #expect(!console.state.events.isFollowing)
    func firstSeen() -> Int64 { console.state.events.list.item(inRow: console.state.events.list.scroll.top)?.id ?? 0 }
    let seen = firstSeen()
    console.send(.events([EventSamples.event(201)], isWhole: false, first: 41))
    #expect(firstSeen() == seen && console.state.events.selected?.id == 200)
  }

  @Test("features with as many events stand in the order of their names") func ties() throws {
    var console = try ConsoleDriver()
    console.press("5")
    let names = ["f", "b", "e", "a", "d", "c"]
    console.send(
      .events(names.enumerated().map { EventSamples.event(Int64($0) + 1, feature: $1) }, isWhole: true))
    #expect(console.state.events.counts.map(\.feature) == names.sorted())
  }

  @Test("another event is read from its beginning") func detailsOfAnother() throws {
    var console = try console(Size(columns: 80, rows: 24))
    console.press("Tab", "j")
    #expect(console.state.events.details.top == 1)
    console.press("Shift-Tab", "k")
    #expect(console.state.events.details.top == 0)
  }
}
