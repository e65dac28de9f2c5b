import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@Suite("Client operations")
struct OperationsClientTests {
  private static let german = Sample.entry(
    "german", ["on": ["app-menu": ["title": "Hallo"]]], targeting: "region == 'DE'")

  /// A client that a targeting attribute has enrolled.
  private func germanClient() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.add(Self.german)
    try driver.perform { o throws(Refusal) in try o.setContext("locale", to: "de-DE") }
    return driver
  }

  @Test("a targeting attribute is evaluated immediately") func context() throws {
    var driver = SessionDriver()
    try driver.add(Self.german)
    #expect(driver.statuses == ["german NotEnrolled"])
    let operation = try driver.perform { o throws(Refusal) in
      try o.setContext("locale", to: "de-DE")
    }
    #expect(operation.label == #"set locale = "de-DE""#)
    #expect(operation.told == ["enrollment german on"])
    #expect(driver.statuses == ["german Enrolled on"])
  }

  @Test("a dropped attribute is evaluated immediately") func droppedContext() throws {
    var driver = try germanClient()
    #expect(
      try driver.perform { o throws(Refusal) in try o.dropContext("locale") }.told == [
        "disqualification german on"
      ])
  }

  @Test("a targeting attribute is undone with its consequences") func undoneContext() throws {
    var driver = try germanClient()
    try driver.perform { o throws(Refusal) in try o.dropContext("locale") }
    _ = driver.session.undo()
    _ = driver.session.undo()
    #expect(driver.statuses == ["german NotEnrolled"])
    #expect(driver.session[.context, "locale"] == nil)
  }

  @Test("recording one of 1,000 behavioral events updates only that one", .timeLimit(.minutes(20)))
  func manyEvents() throws {
    var driver = SessionDriver()
    for number in 0..<1_000 {
      try driver.perform { o throws(Refusal) in try o.recordEvent("e\(number)") }
    }
    let known = driver.session[.behavior, "e1"]
    let operation = try driver.perform { o throws(Refusal) in try o.recordEvent("e0", count: 2) }
    #expect(operation.changes.map(\.key) == [EntryKey(.behavior, "e0")])
    let counts = driver.session.behavior.counter(
      of: "e0", by: .days, at: driver.operationContext.time)?.buckets
    #expect(counts?.first == 3)
    #expect(driver.session[.behavior, "e1"] == known)
  }

  @Test("a computed or nameless attribute is refused")
  func computed() {
    let refusal = SessionDriver().refusal { o throws(Refusal) in
      try o.setContext("current_date", to: 1)
    }
    #expect(
      refusal?.description == "`current_date` is computed from the session; move the clock instead")
    let nameless = SessionDriver().refusal { o throws(Refusal) in try o.setContext("", to: 1) }
    #expect(nameless?.description == "give the attribute a name, such as `locale`")
  }

  @Test("a channel that the manifest lacks is refused")
  func unknownChannel() {
    let driver = SessionDriver()
    #expect(
      driver.refusal { o throws(Refusal) in try o.setChannel("relase") }?.description
        == "there is no channel `relase`; did you mean `release`?")
  }

  @Test("recipes see the channel that was set")
  func channel() throws {
    var driver = SessionDriver()
    #expect(driver.session.channel(in: Sample.manifest) == "nightly")
    #expect(
      try driver.perform { o throws(Refusal) in try o.setChannel("release") }.label
        == "switch to channel release")
    #expect(driver.session.client(in: driver.operationContext).channel == "release")
  }

  @Test("the app is the one that all recipes name")
  func appName() throws {
    var driver = SessionDriver()
    #expect(driver.session.client(in: driver.operationContext).appName == nil)
    try driver.add(Self.german.merging(patch: ["appName": "app"]))
    #expect(driver.session.client(in: driver.operationContext).appName == "app")
  }

  /// A session whose clock stands still.
  private func frozen() throws -> SessionDriver {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setClock(Instant(seconds: 1_700_000_000)) }
    return driver
  }

  @Test("a running clock can be moved") func movedClock() throws {
    var driver = SessionDriver()
    let wall = driver.operationContext.time
    #expect(
      try driver.perform { o throws(Refusal) in try o.moveClock(by: 14 * 86_400) }.label
        == "move the clock by +14 d")
    #expect(driver.session.now(wall: wall) == wall.advanced(by: 14 * 86_400))
  }

  @Test("a clock that is set stands still") func frozenClock() throws {
    #expect(try frozen().session.isClockStopped)
  }

  @Test("a clock that stands still can be moved") func movedFrozenClock() throws {
    var driver = try frozen()
    try driver.perform { o throws(Refusal) in try o.moveClock(by: -90) }
    #expect(driver.session.now(wall: driver.operationContext.time).seconds == 1_699_999_910)
  }

  @Test("the clock can be started again") func startedClock() throws {
    var driver = try frozen()
    let wall = driver.operationContext.time
    try driver.perform { o throws(Refusal) in try o.moveClock(by: -90) }
    #expect(
      try driver.perform { o throws(Refusal) in try o.runClock() }.labelInPastTense
        == "started the clock")
    #expect(driver.session.now(wall: wall) == wall)
  }

  @Test("a behavioral event counts for targeting until the clock moves past it")
  func behavior() throws {
    var driver = SessionDriver()
    try driver.add(
      Sample.entry(
        "active", ["on": ["app-menu": [:]]], targeting: "'app'|eventSum('Days', 2, 0) >= 2"))
    #expect(
      try driver.perform { o throws(Refusal) in try o.recordEvent("app") }.label == "record app")
    #expect(driver.statuses == ["active NotEnrolled"])
    try driver.perform { o throws(Refusal) in try o.recordEvent("app", secondsAgo: 3600) }
    #expect(driver.statuses == ["active Enrolled on"])
    try driver.perform { o throws(Refusal) in try o.moveClock(by: 3 * 86_400) }
    #expect(driver.statuses == ["active Disqualified"])
    #expect(driver.refusal { o throws(Refusal) in try o.recordEvent("app", secondsAgo: -1) } != nil)
  }

  @Test("an app setting of another type than its variable is refused")
  func preferenceOfAnotherType() {
    let driver = SessionDriver()
    #expect(
      driver.refusal { o throws(Refusal) in try o.setPreference("menu-enabled", to: "no") }?
        .description
        == "`menu-enabled` sets app-menu.enabled, which is Boolean, not \"no\"")
  }

  @Test("clearing an app setting unsets it")
  func preference() throws {
    var driver = SessionDriver()
    let operation = try driver.perform { o throws(Refusal) in
      try o.setPreference("menu-enabled", to: false)
    }
    #expect(operation.feature == "app-menu")
    #expect(operation.label == "set app setting menu-enabled = false")
    #expect(
      try driver.perform { o throws(Refusal) in try o.setPreference("menu-enabled", to: nil) }.label
        == "clear app setting menu-enabled")
    #expect(driver.session.overrideCount == 0)
    #expect(
      driver.refusal { o throws(Refusal) in try o.setPreference("menu-enabled", to: nil) }?
        .description
        == "unchanged: app setting menu-enabled is unset")
  }

  @Test("a status is recorded only when it changes, after its cause")
  func statuses() throws {
    var driver = SessionDriver()
    #expect(try driver.add(Self.german).events.map(\.kind).first == SessionEvent.operationKind)
    let same = try driver.perform { o throws(Refusal) in try o.setContext("locale", to: "fr-FR") }
    #expect(same.events.map(\.kind) == ["set"])
    let other = try driver.perform { o throws(Refusal) in try o.setContext("locale", to: "de-DE") }
    #expect(other.events.map(\.kind) == ["set", "enrollment", "enrollment_status"])
  }

  @Test("a stopped clock stays stopped when it is moved")
  func standing() throws {
    var driver = SessionDriver()
    try driver.perform { o throws(Refusal) in try o.setClock(Instant(seconds: 1_700_000_000)) }
    try driver.perform { o throws(Refusal) in try o.moveClock(by: 60) }
    #expect(driver.session.isClockStopped)
    #expect(
      driver.session.now(wall: driver.operationContext.time.advanced(by: 500)).seconds
        == 1_700_000_060)
  }

  @Test("recipes are evaluated for the new channel")
  func evaluatedChannel() throws {
    var driver = SessionDriver()
    driver.operationContext.channel = "nightly"
    try driver.add(
      Sample.entry("released", ["on": ["app-menu": [:]]], targeting: "channel == 'release'"))
    #expect(driver.statuses == ["released NotEnrolled"])
    try driver.perform { o throws(Refusal) in try o.setChannel("release") }
    #expect(driver.statuses == ["released Enrolled on"])
  }

  @Test("an undeclared channel falls back to the manifest's")
  func undeclaredChannel() {
    #expect(
      Session(entries: [EntryKey(.channel): "beta"]).channel(in: Sample.manifest) == "nightly")
    #expect(Session(entries: [EntryKey(.channel): "beta"]).channel(in: nil) == "beta")
  }

  @Test("recipes of two apps name no app")
  func twoApps() {
    let recipes: [EntryKey: JSONValue] = [
      EntryKey(.recipe, "a"): ["slug": "a", "appName": "one"],
      EntryKey(.recipe, "b"): ["slug": "b", "appName": "two"],
    ]
    #expect(Session(entries: recipes).client(in: SessionDriver().operationContext).appName == nil)
  }

  @Test("the label counts several behavioral events")
  func severalEvents() throws {
    var driver = SessionDriver()
    #expect(
      try driver.perform { o throws(Refusal) in try o.recordEvent("app", count: 3) }.label
        == "record app ×3")
  }
}
