import Testing
import VirgaCanvas
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Guided tour") struct TourTests {
  private var stored: StoredConsole
  private var walk = TourProgress(Tour.stops)
  private var console: ConsoleDriver { stored.console }

  init() throws { stored = try StoredConsole.atTourStart() }

  @Test("every stop shows its whole caption and looks like its picture")
  mutating func pictures() throws {
    for stop in Tour.stops {
      try stored.goOn(&walk)
      let words = stored.console.lines.joined(separator: " ").split(separator: " ").joined(
        separator: " ")
      let caption = console.naming(keysIn: stop.caption)
      #expect(words.contains(caption) && !caption.contains("{"), "\(stop.name): \(words)")
      FrameCase.expect(stored.console, equals: "tour-\(stop.name)", atEverySize: true)
    }
  }

  @Test("what a caption speaks of is on the screen", arguments: FrameCase.sizes[1...2])
  mutating func shown(size: Size) throws {
    stored = try StoredConsole.atTourStart(size)
    let named = [
      "value": ["● 10"], "experiments": ["FALSE  region in ['US', 'CA']", "← decides"],
      "enrolled": ["Enrolled in `treatment-a`"], "branches": ["●◆ treatment-b"],
      "forced": ["◆ false", "▸     pocket          ● false"],
    ]
    for stop in Tour.stops {
      try stored.goOn(&walk)
      for text in named[stop.name] ?? [] {
        #expect(
          console.sees(text), "\(stop.name): \(text)\n\(console.lines.joined(separator: "\n"))")
      }
    }
  }

  @Test("changes by the user during the tour are told apart from those of the tour")
  mutating func theirs() throws {
    for _ in 0..<4 { try stored.goOn(&walk) }
    #expect(console.session.overrideCount == 1)
    let ofTour = console.toured
    #expect(console.summary(besides: ofTour).isEmpty)
    stored.console.run("select zoom", "set levels [100]", "select homescreen")
    try stored.answer()
    try stored.goOn(&walk)
    let trace = try #require(console.toured)
    #expect(console.summary(besides: trace).overrides.count == 1)
    #expect(trace[.edit, "zoom"] == nil && trace[.edit, "homescreen"] != nil)
  }

  @Test("keys and clicks on the last line control the tour")
  mutating func steps() throws {
    #expect(console.step(.key("x")) == nil, "there is no tour yet")
    try stored.goOn(&walk)
    let lines = stored.console.lines
    func press(_ column: Int, _ row: Int, _ action: MouseEvent.Action = .press) -> TerminalEvent {
      .mouse(MouseEvent(action, button: .left, at: Point(column: column, row: row)))
    }
    var steps: [(TerminalEvent, TourStep?)] = [
      (.key("Space"), .goOn), (.key("Left"), .leave), (.key("p"), .pause), (.key("Esc"), .end),
      (.key("j"), .leave),
      (.paste("text"), .leave), (press(3, 5), .leave), (press(3, 5, .wheelDown), nil),
      (.resize(console.size), nil),
    ]
    let last = try #require(lines.last)
    for (words, step) in [("goes on", TourStep.goOn), ("pauses", .pause), ("ends the tour", .end)] {
      let place = try #require(last.firstRange(of: words))
      steps.append(
        (press(last.distance(from: last.startIndex, to: place.lowerBound), lines.count - 1), step))
    }
    for (event, step) in steps { #expect(console.step(event) == step, "\(event)") }
  }

  @Test("a caption names the keys as they are mapped") mutating func mappedKeys() {
    stored.console.use(
      ConsoleConfig(SourceText(name: "c", text: "keys: { toggle: [Ctrl-Y], undo: [] }")).keys)
    stored.console.send(
      .caption(
        TourCaption(text: "{toggle} and {undo}, {edit} but {nothing} {", number: 1, count: 2)))
    #expect(console.caption?.text == "Ctrl-Y and :undo, i but {nothing} {")
  }

  @Test("a tour knows its position and its time") mutating func position() {
    #expect(walk.caption == nil && walk.hasNextStop && walk.time(.epoch) == Tour.time(ofStop: 0))
    for number in 1...18 {
      let stop = walk.next(at: .epoch)
      #expect(stop != nil && walk.stopNumber == number && walk.caption?.count == 18)
      // The clock stands still at each stop but the last.
      let passed: Int64 = number == 18 ? 5 : 0
      let time = Tour.time(ofStop: number - 1)
      #expect(walk.time(Instant(seconds: 5)) == Instant(seconds: time.seconds + passed))
    }
    walk.isPaused.toggle()
    #expect(walk.caption?.isPaused == true && !walk.hasNextStop)
    var ended = TourProgress(Tour.stops)
    ended.isEnded = true
    #expect(!ended.hasNextStop && TourProgress().time(.epoch) == .epoch)
  }

  @Test("quitting at any stop does not ask about changes of the tour", arguments: [false, true])
  mutating func leaving(isPaused: Bool) throws {
    while walk.hasNextStop {
      try stored.goOn(&walk)
      var ended = stored.ended()
      if isPaused { ended.send(.quiet) }
      while ended.isTyping || ended.picker != nil { ended.press("Esc") }
      ended.press("q")
      #expect(
        ended.effects == [.quit], "\(walk.stopNumber): \(ended.lines.joined(separator: "\n"))")
    }
  }

  @Test(
    "quitting after the tour asks only about the user's changes",
    arguments: [
      .init(
        "an edit is lost",
        (
          18, ["Esc", ":select zoom", ":set initial-level 110"], "1 override",
          ["edit zoom ▸ initial-level"]
        )),
      .init(
        "a changed attribute is lost",
        (18, ["Esc", ":set-context region DE"], "1 change of the client", ["attribute region"])),
      .init("an exposure is lost", (18, ["Esc", ":expose homescreen"], "1 exposure", [])),
      .init("a draft is lost", (6, ["'x", "Esc"], "1 draft", ["draft homescreen"])),
    ] as [Behavior<(stops: Int, steps: [String], lost: String, listed: [String])>])
  mutating func leavingWithWork(
    _ behavior: Behavior<(stops: Int, steps: [String], lost: String, listed: [String])>
  ) throws {
    let (stops, steps, lost, listed) = behavior.example
    while walk.stopNumber < stops { try stored.goOn(&walk) }
    var ended = stored.ended()
    ended.act(steps)
    #expect(ended.message?.refusal == nil)
    ended.act("q") { $0.effects.isEmpty && $0.picker?.title == "Leave and lose \(lost)?" }
    #expect(ended.picker?.lines.dropFirst(2).map { "\($0.leading) \($0.title)" } == listed)
  }
}

extension ConsoleDriver {
  fileprivate var caption: TourCaption? { model.messages.caption }
  /// The session with only the tour's changes; nil before a tour.
  fileprivate var toured: Session? { model.tour?.session }
  /// What the session has that another one lacks.
  fileprivate func summary(besides other: Session?) -> SessionSummary {
    model.sessionSummary(besides: other)
  }
  /// What an event does to the tour.
  fileprivate func step(_ event: TerminalEvent) -> TourStep? { TourStep(event, in: model) }
}

extension StoredConsole {
  /// A console at the beginning of the tour.
  fileprivate static func atTourStart(
    _ size: Size = ConsoleDriver.defaultSize
  ) throws -> StoredConsole {
    var stored = try StoredConsole(size, channel: "developer")
    stored.console.configure { options in
      options.manifestPath = ""
      options.isDemo = true
      options.sessionName = "in memory"
    }
    return stored
  }

  /// The console after the tour, with its session only in memory.
  fileprivate func ended() -> ConsoleDriver {
    var ended = console
    ended.configure { $0.isInMemory = true }
    ended.send(.caption(nil))
    return ended
  }

  /// Goes to the next stop and runs its commands.
  fileprivate mutating func goOn(_ walk: inout TourProgress) throws {
    let next = walk.next(at: .epoch)
    let stop = try #require(next)
    console.tell(walk.time(.epoch))
    for line in stop.lines {
      console.send(.tour(line))
      #expect(
        console.message?.refusal == nil, "\(stop.name): \(line): \(console.status ?? "")")
      try answer()
    }
    console.send(.caption(walk.caption))
  }
}
