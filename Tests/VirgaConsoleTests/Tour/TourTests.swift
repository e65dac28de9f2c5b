import Testing
import VirgaCanvas
import VirgaConsole
import VirgaSession
import VirgaTestSupport

@Suite("The guided tour") struct TourTests {
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

  @Test("every stop does what it says and says it whole, at every size", arguments: FrameCase.sizes)
  func stops(size: Size) throws {
    var console = try console(size)
    for (place, stop) in Tour.demo.stops.enumerated() {
      try console.go(to: stop, at: place)
      let words = console.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(words.contains(stop.caption), "\(stop.name): \(console.lines.joined(separator: "\n"))")
    }
    #expect(console.driver.state.screen == .features)
  }

  @Test("the pictures are frames of the tour") func pictures() throws {
    var console = try console(Self.size)
    for (place, stop) in Tour.demo.stops.enumerated() {
      try console.go(to: stop, at: place)
      GoldenText.expect(
        console.lines.joined(separator: "\n") + "\n", equals: "tour-\(stop.name)@\(Self.size).txt",
        in: "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden")
    }
  }

  @Test("the tour shows every screen and has no name twice") func whole() throws {
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

/// A console whose session is kept in memory, so that what happens in it is told as events.
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
      driver.run(line)
      #expect(driver.state.refusal == nil, "\(stop.name): \(line): \(driver.status ?? "")")
      try answer()
    }
    driver.send(.caption(stop.caption))
  }

  private mutating func answer() throws {
    for effect in driver.effects {
      switch effect {
      case .commit(let operation): _ = try store.perform(operation)
      case .undo: _ = try store.undo()
      default: break
      }
    }
    driver.send(.events(try store.events(), isWhole: true))
  }
}
