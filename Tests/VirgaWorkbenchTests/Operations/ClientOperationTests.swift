import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

@Suite("Changing the client")
struct ClientOperationTests {
  private static let german = Sample.recipe(
    "german", ["on": ["home": ["title": "Hallo"]]], targeting: "region == 'DE'")

  @Test("a targeting attribute is evaluated at once, and undone with what followed from it")
  func context() throws {
    var desk = Desk()
    try desk.add(Self.german)
    #expect(desk.statuses == ["german NotEnrolled"])
    let operation = try desk.perform { o throws(Refusal) in try o.setContext("locale", to: "de-DE") }
    #expect(operation.label == #"set locale = "de-DE""#)
    #expect(operation.told == ["enrollment german on"])
    #expect(desk.statuses == ["german Enrolled on"])
    #expect(
      try desk.perform { o throws(Refusal) in try o.dropContext("locale") }.told == ["disqualification german on"])
    _ = desk.session.undo()
    _ = desk.session.undo()
    #expect(desk.statuses == ["german NotEnrolled"])
    #expect(desk.session[.context, "locale"] == nil)
  }

  @Test("of very many behavioral events only the one that happens is counted again", .timeLimit(.minutes(2)))
  func manyEvents() throws {
    var desk = Desk()
    for number in 0..<1_000 {
      try desk.perform { o throws(Refusal) in try o.recordEvent("e\(number)") }
    }
    let known = desk.session[.behavior, "e1"]
    let operation = try desk.perform { o throws(Refusal) in try o.recordEvent("e0", count: 2) }
    #expect(operation.changes.map(\.key) == [EntryKey(.behavior, "e0")])
    let counts = desk.session.behavior.counter(of: "e0", by: .days, at: desk.surroundings.time)?.buckets
    #expect(counts?.first == 3)
    #expect(desk.session[.behavior, "e1"] == known)
  }

  @Test("computed attributes are refused")
  func computed() {
    let refusal = Desk().refusal { o throws(Refusal) in try o.setContext("current_date", to: 1) }
    #expect(refusal?.description == "`current_date` is computed from the session; move the clock instead")
    let nameless = Desk().refusal { o throws(Refusal) in try o.setContext("", to: 1) }
    #expect(nameless?.description == "give the attribute a name, such as `locale`")
  }

  @Test("the channel must be one of the manifest, and recipes see it")
  func channel() throws {
    var desk = Desk()
    #expect(desk.session.channel(in: Sample.manifest) == "nightly")
    #expect(
      desk.refusal { o throws(Refusal) in try o.setChannel("relase") }?.description
        == "there is no channel `relase`; did you mean `release`?")
    #expect(try desk.perform { o throws(Refusal) in try o.setChannel("release") }.label == "channel release")
    #expect(desk.session.client(in: desk.surroundings).channel == "release")
  }

  @Test("the application is the one that all recipes name")
  func appName() throws {
    var desk = Desk()
    #expect(desk.session.client(in: desk.surroundings).appName == nil)
    try desk.add(Self.german)
    #expect(desk.session.client(in: desk.surroundings).appName == "app")
  }

  @Test("the clock stands, moves and runs again")
  func clock() throws {
    var desk = Desk()
    let wall = desk.surroundings.time
    #expect(
      try desk.perform { o throws(Refusal) in try o.moveClock(by: 14 * 86_400) }.label == "move the clock by +14 d")
    #expect(desk.session.now(wall: wall) == wall.advanced(by: 14 * 86_400))
    try desk.perform { o throws(Refusal) in try o.setClock(Instant(seconds: 1_700_000_000)) }
    #expect(desk.session.clockStands)
    try desk.perform { o throws(Refusal) in try o.moveClock(by: -90) }
    #expect(desk.session.now(wall: wall).seconds == 1_699_999_910)
    try desk.perform { o throws(Refusal) in try o.runClock() }
    #expect(desk.session.now(wall: wall) == wall)
  }

  @Test("a behavioural event counts for targeting, also when the clock moves on")
  func behavior() throws {
    var desk = Desk()
    try desk.add(
      Sample.recipe("active", ["on": ["home": [:]]], targeting: "'app'|eventSum('Days', 2, 0) >= 2"))
    #expect(try desk.perform { o throws(Refusal) in try o.recordEvent("app") }.label == "record app")
    #expect(desk.statuses == ["active NotEnrolled"])
    try desk.perform { o throws(Refusal) in try o.recordEvent("app", secondsAgo: 3600) }
    #expect(desk.statuses == ["active Enrolled on"])
    try desk.perform { o throws(Refusal) in try o.moveClock(by: 3 * 86_400) }
    #expect(desk.statuses == ["active Disqualified"])
    #expect(desk.refusal { o throws(Refusal) in try o.recordEvent("app", secondsAgo: -1) } != nil)
  }

  @Test("a preference has the kind of its variable, and clearing it brings the state of unset back")
  func preference() throws {
    var desk = Desk()
    #expect(
      desk.refusal { o throws(Refusal) in try o.setPreference("home.shown", to: "no") }?.description
        == "`home.shown` sets home.shown, which is Boolean, not \"no\"")
    let operation = try desk.perform { o throws(Refusal) in try o.setPreference("home.shown", to: false) }
    #expect(operation.feature == "home")
    #expect(operation.label == "set app setting home.shown = false")
    #expect(
      try desk.perform { o throws(Refusal) in try o.setPreference("home.shown", to: nil) }.label
        == "clear app setting home.shown")
    #expect(desk.session.overrideCount == 0)
    #expect(
      desk.refusal { o throws(Refusal) in try o.setPreference("home.shown", to: nil) }?.description
        == "app setting home.shown is unset already")
  }

  @Test("a status is told where it changed, behind what changed it") func statuses() throws {
    var desk = Desk()
    #expect(try desk.add(Self.german).events.map(\.kind).first == SessionEvent.operationKind)
    let same = try desk.perform { o throws(Refusal) in try o.setContext("locale", to: "fr-FR") }
    #expect(same.events.map(\.kind) == ["set"])
    let other = try desk.perform { o throws(Refusal) in try o.setContext("locale", to: "de-DE") }
    #expect(other.events.map(\.kind) == ["set", "enrollment", "enrollment_status"])
  }

  @Test("a clock that stands goes on standing where it is moved to") func standing() throws {
    var desk = Desk()
    try desk.perform { o throws(Refusal) in try o.setClock(Instant(seconds: 1_700_000_000)) }
    try desk.perform { o throws(Refusal) in try o.moveClock(by: 60) }
    #expect(desk.session.clockStands)
    #expect(desk.session.now(wall: desk.surroundings.time.advanced(by: 500)).seconds == 1_700_000_060)
  }

  @Test("recipes are evaluated for the channel that is chosen, not for the one before") func evaluatedChannel() throws {
    var desk = Desk()
    desk.surroundings.channel = "nightly"
    try desk.add(Sample.recipe("released", ["on": ["home": [:]]], targeting: "channel == 'release'"))
    #expect(desk.statuses == ["released NotEnrolled"])
    try desk.perform { o throws(Refusal) in try o.setChannel("release") }
    #expect(desk.statuses == ["released Enrolled on"])
  }

  @Test("a channel that the manifest does not have is that of the manifest, and recipes of two apps name none")
  func unknown() {
    #expect(Session(entries: [EntryKey(.channel): "beta"]).channel(in: Sample.manifest) == "nightly")
    #expect(Session(entries: [EntryKey(.channel): "beta"]).channel(in: nil) == "beta")
    let recipes: [EntryKey: JSONValue] = [
      EntryKey(.recipe, "a"): ["slug": "a", "appName": "one"], EntryKey(.recipe, "b"): ["slug": "b", "appName": "two"],
    ]
    #expect(Session(entries: recipes).client(in: Desk().surroundings).appName == nil)
  }

  @Test("several behavioural events at once are counted in the label") func severalEvents() throws {
    var desk = Desk()
    #expect(
      try desk.perform { o throws(Refusal) in try o.recordEvent("app", count: 3) }.label == "record app ×3")
  }
}

@Suite("Exposing a feature")
struct ExposureOperationTests {
  @Test("records the experiment that owns it, and says why it records none")
  func exposing() throws {
    var desk = Desk()
    func told(_ desk: inout Desk, _ id: String, in slug: String? = nil) throws -> [String] {
      try desk.perform { o throws(Refusal) in try o.expose(id, in: slug) }.told
    }
    #expect(try told(&desk, "home") == ["exposure suppressed: no enrolled recipe configures `home`"])
    try desk.add(Sample.recipe("rows", ["on": ["home": [:]]]))
    #expect(try told(&desk, "home") == ["exposure rows on"])
    #expect(desk.session.operations.last?.label == "expose home")
    #expect(try told(&desk, "messages", in: "rows") == ["exposure rows on"])
    try desk.perform { o throws(Refusal) in try o.setPreference("home.shown", to: true) }
    #expect(
      try told(&desk, "home") == [
        "exposure rows on suppressed: the app setting `home.shown` is set, so the feature is modified"
      ])
    #expect(
      desk.refusal { o throws(Refusal) in try o.expose("hom") }?.description
        == "there is no feature `hom`; did you mean `home`?")
  }
}
