import Testing
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@Suite("Flags of a session") struct SessionFlagsTests {
  private var driver = SessionDriver()
  private var flags: SessionFlags

  init() {
    var colour = ConfiguredFlag(name: "Colour", kind: .ab, isEnabled: true)
    colour.variations = ["Red", "Green"]
    colour.weights = VariationWeights(nil, count: 2)
    var themes = ConfiguredFlag(name: "Themes", kind: .unlock, isEnabled: true)
    themes.unlocked = false
    let configured = [colour, themes]
    flags = SessionFlags(
      FlagCatalogue.joined(manifest: Sample.manifest, configured: configured), configured: configured,
      manifest: Sample.manifest, session: Session(), channel: "nightly")
  }

  @discardableResult
  private mutating func change(_ id: String, _ operation: FlagOperation) throws -> String {
    let (row, flags) = (try #require(flags.catalogue[id]), flags)
    let done = try driver.perform { operations throws(Refusal) in try operations.change([row], operation, in: flags) }
    self.flags.update(done.changes.map(\.key), from: driver.session)
    return done.label
  }

  @Test("a change updates the flag immediately, with the same result as resolving all flags again")
  mutating func changes() throws {
    #expect(flags["homeShown"]?.buildAndUser.value == .on)
    #expect(try change("homeShown", .setPreference(false)) == "set homeShown preference = off")
    #expect(flags["homeShown"]?.buildAndUser.value == .off)
    #expect(try change("homeShown", .setDebug(false)) == "set homeShown debug = off")
    #expect(flags["homeShown"]?.buildOnly.decider == .debug)
    #expect(try change("Colour", .setDraw(70)) == "set Colour draw = 70.0")
    #expect(flags["Colour"]?.buildOnly.value == .option("Green"))
    try change("Colour", .setWeights([80, 20]))
    #expect(flags["Colour"]?.buildOnly.value == .option("Red"))
    #expect(try change("Themes", .unlock) == "unlock Themes")
    #expect(flags["Themes"]?.state == .on)
    let anew = SessionFlags(
      flags.catalogue, configured: ["Colour", "Themes"].compactMap { flags.catalogue[$0].flatMap(flags.configured) },
      manifest: Sample.manifest, session: driver.session, channel: "nightly")
    #expect(anew.answers == flags.answers)
  }

  @Test("an edit of a feature changes the build value of its flags")
  mutating func edits() throws {
    let done = try driver.perform { operations throws(Refusal) in
      try operations.setEdit("home", at: ["sections", "top"], to: false)
    }
    flags.update(done.changes.map(\.key), from: driver.session)
    #expect(flags["homeSectionsTop"]?.build.value == .off)
    #expect(flags["homeSectionsTop"]?.build.decider == .build(.edit))
  }

  @Test("an app setting of a variable is a layer of the build value")
  mutating func tiedPreference() throws {
    let done = try driver.perform { operations throws(Refusal) in try operations.setPreference("home.shown", to: false)
    }
    flags.update(done.changes.map(\.key), from: driver.session)
    #expect(flags["homeShown"]?.build.decider == .build(.appSetting(key: "home.shown")))
    #expect(flags["homeShown"]?.buildAndUser.value == .off)
    #expect(driver.session.flagOrphans(in: flags.catalogue, manifest: Sample.manifest) == [])
  }

  @Test("several flags change in one operation, and those that refuse are counted")
  mutating func many() throws {
    let (rows, flags) = (flags.catalogue.rows, flags)
    let done = try driver.perform { operations throws(Refusal) in
      try operations.change(rows, .setDebug(true), in: flags)
    }
    #expect(done.label.hasPrefix("set 3 flags debug = on; 2 left as they are: "))
    #expect(rows.contains { done.label.contains($0.id) })
    self.flags.update(done.changes.map(\.key), from: driver.session)
    let dropped = try driver.perform { operations throws(Refusal) in try operations.drop(rows) }
    #expect(dropped.label == "drop 3 overrides of flags")
    #expect(driver.session.overrideCount == 0)
    #expect(
      driver.refusal { operations throws(Refusal) in try operations.drop(rows) }?.description == "no flag is overridden"
    )
  }

  @Test("a refusal says what applies and what is already stored")
  mutating func refusals() throws {
    try change("homeShown", .setPreference(true))
    let (row, flags) = (try #require(flags.catalogue["homeShown"]), flags)
    func refusal(_ operation: FlagOperation) -> String? {
      driver.refusal { operations throws(Refusal) in try operations.change([row], operation, in: flags) }?.description
    }
    #expect(refusal(.setPreference(true)) == "the preference of homeShownUserPrefsKey is true already")
    #expect(refusal(.clearDebug) == "the debug override of homeShownDebugKey is already unset")
    #expect(refusal(.unlock) == "homeShown is a `bool` flag; only `unlock` can be unlocked")
  }

  @Test("a draw is stable for a client, differs between flags, and changes when redrawn")
  mutating func draws() throws {
    let first = Session().ownDraw(of: "Colour")
    #expect(first == Session().ownDraw(of: "Colour"))
    #expect(first != Session().ownDraw(of: "Cup"))
    #expect((0..<100).contains(first))
    #expect(try change("Colour", .redraw) == "draw Colour again")
    let second = try #require(driver.session[.draw, "Colour"]?.doubleValue)
    #expect(second != first)
    try change("Colour", .redraw)
    #expect(driver.session[.draw, "Colour"]?.doubleValue != second)
    #expect(try change("Colour", .clearDraw) == "unset Colour draw")
    #expect(driver.session.overrideCount == 0)
  }

  @Test("draws are evenly distributed")
  func spread() {
    let draws = (0..<10_000).map { Session().ownDraw(of: "flag \($0)") }
    let early = draws.count { $0 < 25 }
    #expect((2350...2650).contains(early))
  }

  @Test("a simulated preference changes answers but not the session")
  mutating func testOverrides() {
    flags.testOverrides.flags["homeShown"] = false
    #expect(flags["homeShown"]?.userOnly.decider == .testOverride)
    #expect(flags["homeSectionsTop"]?.userOnly.value == .on)
    flags.testOverrides.all = false
    #expect(flags["homeSectionsTop"]?.userOnly.value == .off)
    flags.testOverrides = FlagTestOverrides()
    #expect(flags["homeShown"]?.userOnly.value == .on)
  }

  @Test("changing the channel opens and closes gates")
  mutating func channels() throws {
    try change("homeSectionsNews", .setDebug(true))
    flags.show(channel: "release")
    #expect(flags["homeSectionsNews"]?.buildOnly.value == .off)
    #expect(flags["homeSectionsNews"]?.notes.contains(.ignoredDebug) == true)
  }
}
