import Testing
import VirgaCanvas
import VirgaHandoff
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Guided tour") struct TourTests {
  private static let size = Size(columns: 120, rows: 40)
  private var console: StoredConsole
  private var walk = TourProgress(Tour.stops)
  private var model: Model { console.driver.model }

  init() throws { console = try StoredConsole(Self.size) }

  @Test("every stop runs without a refusal and shows its whole caption at every size", arguments: FrameCase.sizes)
  func stops(size: Size) throws {
    var console = try StoredConsole(size)
    var screens: Set<Screen> = []
    for (place, stop) in Tour.stops.enumerated() {
      try console.go(to: stop, at: place)
      let words = console.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      let caption = console.driver.model.naming(keysIn: stop.caption)
      #expect(
        words.contains(caption) && !caption.contains("{"), "\(stop.name): \(console.lines.joined(separator: "\n"))")
      screens.insert(console.driver.model.screen)
    }
    #expect(screens == Set(Screen.allCases) && console.driver.model.screen == .features)
    #expect(Set(Tour.stops.map(\.name)).count == Tour.stops.count)
  }

  @Test("every stop looks like its picture") mutating func pictures() throws {
    for (place, stop) in Tour.stops.enumerated() {
      try console.go(to: stop, at: place)
      FrameCase.expect(console.driver, equals: "tour-\(stop.name)", atEverySize: true)
    }
  }

  @Test("changes by the user during the tour are told apart from those of the tour") mutating func theirs() throws {
    for _ in 0..<4 { _ = try console.goOn(&walk) }
    #expect(model.session.overrideCount == 1)
    let ofTour = model.recording.tour?.session
    #expect(model.sessionContents(besides: ofTour).isEmpty)
    console.driver.run("select zoom", "set levels [100]", "select homescreen")
    try console.answer()
    _ = try console.goOn(&walk)
    let trace = try #require(model.recording.tour?.session)
    #expect(model.sessionContents(besides: trace).overrides == 1)
    #expect(trace[.edit, "zoom"] == nil && trace[.edit, "homescreen"] != nil)
  }

  @Test("keys and clicks on the last line control the tour, and other actions end it") mutating func steps() throws {
    #expect(TourStep(.key("x"), in: model) == nil, "there is no tour yet")
    let lines = try console.goOn(&walk)
    func press(_ column: Int, _ row: Int, _ action: MouseEvent.Action = .press) -> TerminalEvent {
      .mouse(MouseEvent(action, button: .left, at: Point(column: column, row: row)))
    }
    var steps: [(TerminalEvent, TourStep?)] = [
      (.key("Space"), .goOn), (.key("Left"), .goBack), (.key("p"), .pause), (.key("Esc"), .end), (.key("j"), .leave),
      (.paste("text"), .leave), (press(3, 5), .leave), (press(3, 5, .wheelDown), nil), (.resize(Self.size), nil),
    ]
    let last = try #require(lines.last)
    for (words, step) in [("goes on", TourStep.goOn), ("pauses", .pause), ("ends the tour", .end)] {
      let place = try #require(last.firstRange(of: words))
      steps.append((press(last.distance(from: last.startIndex, to: place.lowerBound), lines.count - 1), step))
    }
    for (event, step) in steps { #expect(TourStep(event, in: model) == step, "\(event)") }
  }

  @Test("a caption names the keys as they are mapped") mutating func mappedKeys() {
    console.driver.use(ConsoleConfig(SourceText(name: "c", text: "keys: { toggle: [Ctrl-Y], undo: [] }")).keys)
    console.driver.send(.caption(TourCaption(text: "{toggle} and {undo}, {edit} but {nothing} {", number: 1, count: 2)))
    #expect(model.messages.caption?.text == "Ctrl-Y and :undo, i but {nothing} {")
  }

  @Test("going back restores the previous stop, and going forward applies its changes only once", arguments: 1...17)
  mutating func back(from number: Int) throws {
    var frames: [[String]] = []
    for _ in 0...number { frames.append(try console.goOn(&walk)) }
    #expect(walk.number == number + 1)
    let again = try console.goBack(&walk)
    // Going back does not reset the event log.
    if model.screen != .events { #expect(again == frames[number - 1]) }
    #expect(try console.goOn(&walk).last == frames[number].last)
    #expect(console.isKept())
  }

  @Test("a tour knows its position, its pause and both of its ends") mutating func position() {
    #expect(walk.caption == nil && !walk.back())
    _ = walk.next()
    #expect(!walk.back() && walk.number == 1 && walk.caption?.count == 18)
    walk.isPaused.toggle()
    #expect(walk.caption?.isPaused == true)
    while walk.next() != nil {}
    #expect(walk.number == 18 && !walk.goesOn)
  }

  @Test("quitting at any stop does not ask about changes of the tour", arguments: [false, true])
  mutating func leaving(isPaused: Bool) throws {
    while walk.goesOn {
      _ = try console.goOn(&walk)
      var ended = console.ended()
      if isPaused { ended.send(.quiet) }
      while ended.model.isTyping || ended.model.overlay != nil { ended.press("Esc") }
      ended.press("q")
      #expect(ended.effects == [.quit], "\(walk.number): \(ended.lines.joined(separator: "\n"))")
    }
  }

  @Test(
    "quitting after the tour asks only about the user's changes",
    arguments: [
      (18, ["Esc", ":select zoom", ":set initial-level 110"], "1 override", ["edit zoom ▸ initial-level"]),
      (18, ["Esc", ":set-context region DE"], "1 change of the client", ["attribute region"]),
      (18, ["Esc", ":expose homescreen"], "1 exposure", []), (6, ["'x", "Esc"], "1 draft", ["draft homescreen"]),
    ] as [(Int, [String], String, [String])])
  mutating func leavingWithWork(stops: Int, steps: [String], lost: String, listed: [String]) throws {
    while walk.number < stops { _ = try console.goOn(&walk) }
    var ended = console.ended()
    ended.act(steps)
    #expect(ended.model.refusal == nil)
    ended.act("q") { $0.effects.isEmpty && $0.model.overlay?.title == "Leave and lose \(lost)?" }
    #expect(ended.model.overlay?.lines.dropFirst(2).map { "\($0.keys) \($0.title)" } == listed)
  }
}

/// A console whose session is in a store in memory so that changes are recorded as events.
private struct StoredConsole {
  var driver: ConsoleDriver
  private let store: SessionStore

  /// A console at the beginning of the tour.
  init(_ size: Size) throws {
    driver = try FlagDriver.console(size, channel: "developer")
    driver.tell(Tour.time(ofStop: 0))
    driver.configure { options in
      options.manifestPath = ""
      options.sessionName = "in memory"
      options.handoffTargets = HandoffTarget.known + HandoffTarget.demoBuilds
    }
    store = try .memory(driver.model.session)
    try driver.openDemoRecipes()
    try answer()
  }

  /// The console after the tour, with its session only in memory.
  func ended() -> ConsoleDriver {
    var ended = driver
    ended.configure { $0.isInMemory = true }
    ended.send(.caption(nil))
    return ended
  }

  var lines: [String] { driver.lines }

  /// Runs the commands of a stop and shows its caption.
  mutating func go(to stop: Tour.Stop, at place: Int) throws {
    driver.tell(Tour.time(ofStop: place))
    for line in stop.lines {
      driver.send(.tour(line))
      #expect(driver.model.refusal == nil, "\(stop.name): \(line): \(driver.status ?? "")")
      try answer()
    }
    driver.send(.caption(TourCaption(text: stop.caption, number: place + 1, count: Tour.stops.count)))
  }

  /// Goes to the next stop and returns the frame there.
  mutating func goOn(_ walk: inout TourProgress) throws -> [String] {
    let next = walk.next()
    let stop = try #require(next)
    try go(to: stop, at: walk.number - 1)
    return lines
  }

  /// Goes to the previous stop by replaying, and returns the frame there.
  mutating func goBack(_ walk: inout TourProgress) throws -> [String] {
    let isBack = walk.back()
    #expect(isBack)
    driver.send(.tourRestarted)
    try answer()
    for (place, stop) in walk.reached.enumerated() { try go(to: stop, at: place) }
    return lines
  }

  /// Whether the store has the entries that the console shows.
  func isKept() -> Bool {
    let kept = store.session
    return kept.keys == driver.model.session.keys
      && kept.keys.allSatisfy { kept[$0] == driver.model.session[$0] }
  }

  mutating func answer() throws {
    for effect in driver.effects {
      switch effect {
      case .commit(let operation): _ = try store.perform(operation)
      case .undo(let operation): _ = try store.undo(operation, at: .epoch, by: "tests 1")
      case .keepDraft(let text, let feature, let edit): try store.keepDraft(text, of: feature, over: edit)
      default: break
      }
    }
    driver.send(.events(try store.events(), isWhole: true))
  }
}
