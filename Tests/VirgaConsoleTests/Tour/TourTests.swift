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

  /// A console at the beginning of the tour.
  private func console(_ size: Size) throws -> StoredConsole {
    var console = try FlagDriver.console(size, channel: "developer")
    console.tell(Tour.time(ofStop: 0))
    console.configure { options in
      options.manifestPath = ""
      options.sessionName = "in memory"
      options.handoffTargets = HandoffTarget.known + HandoffTarget.demoBuilds
    }
    return try StoredConsole(console)
  }

  @Test("every stop runs without a refusal and shows its whole caption at every size", arguments: FrameCase.sizes)
  func stops(size: Size) throws {
    var console = try console(size)
    for (place, stop) in Tour.demo.stops.enumerated() {
      try console.go(to: stop, at: place)
      let words = console.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      let caption = console.driver.state.naming(keysIn: stop.caption)
      #expect(
        words.contains(caption) && !caption.contains("{"), "\(stop.name): \(console.lines.joined(separator: "\n"))")
    }
    #expect(console.driver.state.screen == .features)
  }

  @Test("every stop looks like its picture") func pictures() throws {
    var console = try console(Self.size)
    for (place, stop) in Tour.demo.stops.enumerated() {
      try console.go(to: stop, at: place)
      FrameCase.expect(console.driver, equals: "tour-\(stop.name)", atEverySize: true)
    }
  }

  @Test("changes by the user during the tour are told apart from those of the tour")
  func theirs() throws {
    var console = try console(Self.size)
    var walk = TourProgress(Tour.demo.stops)
    for _ in 0..<4 { _ = try console.goOn(&walk) }
    #expect(console.driver.state.session.overrideCount == 1)
    let ofTour = console.driver.state.recording.tour?.session
    #expect(console.driver.state.sessionContents(besides: ofTour).isEmpty)
    console.driver.run("select zoom", "set levels [100]", "select homescreen")
    try console.answer()
    _ = try console.goOn(&walk)
    let state = console.driver.state
    let trace = try #require(state.recording.tour?.session)
    #expect(state.sessionContents(besides: trace).overrides == 1)
    #expect(trace[.edit, "zoom"] == nil && trace[.edit, "homescreen"] != nil)
  }

  @Test("keys and clicks on the last line control the tour, and other actions end it")
  func steps() throws {
    var console = try console(Self.size)
    #expect(console.driver.state.tourStep(of: .key("x")) == nil, "there is no tour yet")
    var walk = TourProgress(Tour.demo.stops)
    let lines = try console.goOn(&walk)
    let state = console.driver.state
    func step(_ event: TerminalEvent) -> TourStep? { state.tourStep(of: event) }
    func press(_ column: Int, _ row: Int, _ action: MouseEvent.Action = .press) -> TerminalEvent {
      .mouse(MouseEvent(action, button: .left, at: Point(column: column, row: row)))
    }
    #expect(step(.key("Space")) == .goOn && step(.key("Left")) == .goBack && step(.key("p")) == .pause)
    #expect(step(.key("Esc")) == .end && step(.key("j")) == .leave)
    #expect(step(.paste("text")) == .leave && step(press(3, 5)) == .leave)
    #expect(step(press(3, 5, .wheelDown)) == nil && step(.resize(Self.size)) == nil)
    let last = try #require(lines.last)
    for (words, wanted) in [("goes on", TourStep.goOn), ("pauses", .pause), ("ends the tour", .end)] {
      let place = try #require(last.firstRange(of: words))
      #expect(step(press(last.distance(from: last.startIndex, to: place.lowerBound), lines.count - 1)) == wanted)
    }
  }

  @Test("a caption names the keys as they are mapped") func mappedKeys() throws {
    var console = try console(Self.size)
    console.driver.use(ConsoleConfig(SourceText(name: "c", text: "keys: { toggle: [Ctrl-Y], undo: [] }")).keys)
    console.driver.send(.caption(TourCaption(text: "{toggle} and {undo}, {edit} but {nothing} {", number: 1, count: 2)))
    #expect(console.driver.state.messages.caption?.text == "Ctrl-Y and :undo, i but {nothing} {")
  }

  @Test("going back restores the previous stop, and going forward applies its changes only once", arguments: 1...17)
  func back(from number: Int) throws {
    var console = try console(Self.size)
    var walk = TourProgress(Tour.demo.stops)
    var frames: [[String]] = []
    for _ in 0...number { frames.append(try console.goOn(&walk)) }
    #expect(walk.number == number + 1)
    let again = try console.goBack(&walk)
    // Going back does not reset the event log.
    if console.driver.state.screen != .events { #expect(again == frames[number - 1]) }
    #expect(try console.goOn(&walk).last == frames[number].last)
    #expect(console.isKept())
  }

  @Test("a tour knows its position, its pause and both of its ends") func walk() {
    var walk = TourProgress(Tour.demo.stops)
    #expect(walk.caption == nil && !walk.back())
    _ = walk.next()
    #expect(!walk.back() && walk.number == 1 && walk.caption?.count == 18)
    walk.togglePause()
    #expect(walk.caption?.isPaused == true)
    while walk.next() != nil {}
    #expect(walk.number == 18 && !walk.goesOn)
  }

  @Test("quitting at any stop does not ask about changes of the tour", arguments: [false, true])
  func leaving(isPaused: Bool) throws {
    var console = try console(Self.size)
    var walk = TourProgress(Tour.demo.stops)
    while walk.goesOn {
      _ = try console.goOn(&walk)
      var ended = console.driver
      ended.configure { $0.isInMemory = true }
      ended.send(.caption(nil))
      if isPaused { ended.send(.quiet) }
      while ended.state.isTyping || ended.state.overlay != nil { ended.press("Esc") }
      ended.press("q")
      #expect(ended.effects == [.quit], "\(walk.number): \(ended.lines.joined(separator: "\n"))")
    }
  }

  @Test(
    "quitting after the tour asks only about the user's changes",
    arguments: [
      ("set initial-level 110", "1 override", ["edit zoom ▸ initial-level"]),
      ("set-context region DE", "1 change of the client", ["attribute region"]),
      ("expose homescreen", "1 exposure", []),
    ])
  func leavingWithWork(line: String, lost: String, listed: [String]) throws {
    var console = try console(Self.size)
    var walk = TourProgress(Tour.demo.stops)
    while walk.goesOn { _ = try console.goOn(&walk) }
    var ended = console.driver
    ended.configure { $0.isInMemory = true }
    ended.send(.caption(nil))
    ended.press("Esc")
    ended.run("select zoom", line)
    #expect(ended.state.refusal == nil)
    ended.press("q")
    #expect(ended.effects.isEmpty)
    #expect(ended.state.overlay?.title == "Leave and lose \(lost)?")
    #expect(ended.state.overlay?.lines.dropFirst(2).map { "\($0.keys) \($0.title)" } == listed)
  }

  @Test("quitting asks about a draft begun in a text of the tour") func leavingWithADraft() throws {
    var console = try console(Self.size)
    var walk = TourProgress(Tour.demo.stops)
    repeat { _ = try console.goOn(&walk) } while walk.caption?.number != 6
    console.driver.configure { $0.isInMemory = true }
    console.driver.send(.caption(nil))
    console.driver.type("x")
    console.driver.press("Esc", "q")
    #expect(console.driver.effects.isEmpty)
    #expect(console.driver.state.overlay?.title == "Leave and lose 1 draft?")
  }

  @Test("the tour visits every screen, and its stops have unique names") func whole() throws {
    var console = try console(Self.size)
    var screens: Set<Screen> = []
    for (place, stop) in Tour.demo.stops.enumerated() {
      try console.go(to: stop, at: place)
      screens.insert(console.driver.state.screen)
    }
    #expect(screens == Set(Screen.allCases))
    #expect(Set(Tour.demo.stops.map(\.name)).count == Tour.demo.stops.count)
  }
}

/// A console whose session is in a store in memory so that changes are recorded as events.
private struct StoredConsole {
  var driver: ConsoleDriver
  private let store: SessionStore

  init(_ driver: ConsoleDriver) throws {
    self.driver = driver
    store = try .memory(driver.state.session)
    try self.driver.openDemoRecipes()
    try answer()
  }

  var lines: [String] { driver.lines }

  /// Runs the commands of a stop and shows its caption.
  mutating func go(to stop: Tour.Stop, at place: Int) throws {
    driver.tell(Tour.time(ofStop: place))
    for line in stop.lines {
      driver.send(.tour(line))
      #expect(driver.state.refusal == nil, "\(stop.name): \(line): \(driver.status ?? "")")
      try answer()
    }
    driver.send(.caption(TourCaption(text: stop.caption, number: place + 1, count: Tour.demo.stops.count)))
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
    return kept.keys == driver.state.session.keys
      && kept.keys.allSatisfy { kept[$0] == driver.state.session[$0] }
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
