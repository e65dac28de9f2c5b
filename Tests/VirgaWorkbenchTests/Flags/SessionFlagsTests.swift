import Testing
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTestSupport
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
      FlagCatalogue.joined(manifest: Sample.manifest, configured: configured),
      configured: configured,
      manifest: Sample.manifest, session: Session(), channel: "nightly")
  }

  @discardableResult
  private mutating func change(_ id: String, _ operation: FlagOperation) throws -> String {
    let (row, flags) = (try #require(flags.catalogue[id]), flags)
    let done = try driver.perform { operations throws(Refusal) in
      try operations.change([row], operation, in: flags)
    }
    self.flags.update(done.changes.map(\.key), from: driver.session)
    return done.label
  }

  /// The flags of a client in a branch whose value for one of them has the wrong type.
  private static var flagsOfWrongType: SessionFlags {
    let recipe = Sample.entry("test", ["on": ["app-menu": ["enabled": 0]]])
    let session = Session(entries: [
      EntryKey(.recipe, "test"): recipe,
      EntryKey(.enrollment, "test"): EnrollmentStatus.enrolled(.qualified, branch: "on").json,
    ])
    return SessionFlags(
      FlagCatalogue.joined(manifest: Sample.manifest, configured: []), manifest: Sample.manifest,
      session: session,
      channel: "nightly")
  }

  @Test("a recipe's value of the wrong type leaves a flag as the app has it")
  func wrongType() throws {
    let answer = try #require(Self.flagsOfWrongType["appMenuEnabled"])
    #expect(answer.buildOnly.value == .on)
  }

  @Test("a sentence says why a recipe's value is ignored") func reasonOfWrongType() throws {
    let flags = Self.flagsOfWrongType
    let answer = try #require(flags["appMenuEnabled"])
    let row = try #require(flags.catalogue["appMenuEnabled"])
    #expect(
      answer.sentence(for: .buildOnly, of: row, in: flags.environment)
        == "buildOnly is on: the build turns it on (variable default; experiment test/on is ignored: 0 is not a Boolean)."
    )
  }

  @Test("development flags are resolved as in a debug build, in every channel, if asked for")
  func debugBuild() {
    var unfinished = ConfiguredFlag(name: "New", isEnabled: true)
    unfinished.isDevelopment = true
    var flags = SessionFlags(
      FlagCatalogue.joined(manifest: Sample.manifest, configured: [unfinished]),
      configured: [unfinished], manifest: Sample.manifest, session: Session(), channel: "release")
    #expect(flags["New"]?.state == .hidden)
    flags.isDebugBuild = true
    #expect(flags["New"]?.state == .on)
    flags.setChannel("beta")
    #expect(flags["New"]?.state == .on)
    flags.isDebugBuild = false
    #expect(flags["New"]?.state == .hidden)
  }

  @Test("a change updates the flag immediately, with the same result as resolving all flags again")
  mutating func changes() throws {
    #expect(flags["appMenuEnabled"]?.buildAndUser.value == .on)
    #expect(
      try change("appMenuEnabled", .set(.preference, false))
        == "set appMenuEnabled preference = off")
    #expect(flags["appMenuEnabled"]?.buildAndUser.value == .off)
    #expect(try change("appMenuEnabled", .set(.debug, false)) == "set appMenuEnabled debug = off")
    #expect(flags["appMenuEnabled"]?.buildOnly.decider == .debug)
    #expect(try change("Colour", .set(.draw, JSONValue(70.0))) == "set Colour draw = 70")
    #expect(flags["Colour"]?.buildOnly.value == .option("Green"))
    try change("Colour", .set(.weights, [80, 20]))
    #expect(flags["Colour"]?.buildOnly.value == .option("Red"))
    #expect(try change("Themes", .set(.lock, true)) == "unlock Themes")
    #expect(flags["Themes"]?.state == .on)
    let anew = SessionFlags(
      flags.catalogue,
      configured: ["Colour", "Themes"].compactMap {
        flags.catalogue[$0].flatMap(flags.configuredFlag(of:))
      },
      manifest: Sample.manifest, session: driver.session, channel: "nightly")
    #expect(anew.answers == flags.answers)
  }

  @Test("an edit of a feature changes the build value of its flags")
  mutating func edits() throws {
    let done = try driver.perform { operations throws(Refusal) in
      try operations.setEdit("app-menu", at: ["sections", "settings"], to: false)
    }
    flags.update(done.changes.map(\.key), from: driver.session)
    #expect(flags["appMenuSectionsSettings"]?.build.value == .off)
    #expect(flags["appMenuSectionsSettings"]?.build.decider == .build(.edit))
  }

  @Test("an app setting of a variable is a layer of the build value")
  mutating func tiedPreference() throws {
    let done = try driver.perform { operations throws(Refusal) in
      try operations.setPreference("menu-enabled", to: false)
    }
    flags.update(done.changes.map(\.key), from: driver.session)
    #expect(flags["appMenuEnabled"]?.build.decider == .build(.appSetting(key: "menu-enabled")))
    #expect(flags["appMenuEnabled"]?.buildAndUser.value == .off)
    #expect(driver.session.flagOrphans(in: flags.catalogue, manifest: Sample.manifest) == [])
  }

  /// Sets the debug override of all flags.
  private mutating func changeAll() throws -> SessionOperation {
    let (rows, flags) = (flags.catalogue.flags, flags)
    let done = try driver.perform { operations throws(Refusal) in
      try operations.change(rows, .set(.debug, true), in: flags)
    }
    self.flags.update(done.changes.map(\.key), from: driver.session)
    return done
  }

  @Test("several flags change in one operation") mutating func many() throws {
    let done = try changeAll()
    #expect(done.label.hasPrefix("set 7 flags debug = on; "))
  }

  @Test("an operation names flags that it leaves as they are") mutating func refusing() throws {
    let done = try changeAll()
    let rows = flags.catalogue.flags
    #expect(done.label.contains("; 3 left as they are: "))
    #expect(rows.contains { done.label.contains($0.id) })
  }

  @Test("overrides of several flags are dropped in one operation")
  mutating func dropped() throws {
    _ = try changeAll()
    let rows = flags.catalogue.flags
    let dropped = try driver.perform { operations throws(Refusal) in try operations.drop(rows) }
    #expect(dropped.label == "drop 7 overrides of flags")
    #expect(driver.session.overrideCount == 0)
  }

  @Test("dropping flags that are not overridden is refused") func nothingToDrop() {
    let rows = flags.catalogue.flags
    #expect(
      driver.refusal { operations throws(Refusal) in try operations.drop(rows) }?.description
        == "no flag is overridden"
    )
  }

  /// Why an operation on `appMenuEnabled` is refused, whose preference is on.
  private mutating func refusal(_ operation: FlagOperation) throws -> String? {
    try change("appMenuEnabled", .set(.preference, true))
    let (row, flags) = (try #require(flags.catalogue["appMenuEnabled"]), flags)
    return driver.refusal { operations throws(Refusal) in
      try operations.change([row], operation, in: flags)
    }?.description
  }

  @Test("a choice that is stored already is refused") mutating func storedAlready() throws {
    let refusal = try refusal(.set(.preference, true))
    #expect(refusal == "unchanged: the preference of appMenuEnabledUserPrefsKey is true")
  }

  @Test("clearing an unset choice is refused") mutating func unsetAlready() throws {
    let refusal = try refusal(.unset(.debug))
    #expect(refusal == "unchanged: the debug override of appMenuEnabledDebugKey is unset")
  }

  @Test("a choice for another kind of flag is refused") mutating func otherKind() throws {
    let refusal = try refusal(.set(.lock, true))
    #expect(
      refusal == "appMenuEnabled is of kind Boolean; only flags of kind unlock can be unlocked")
  }

  @Test("the draw of a flag is the same for a client") func sameDraw() {
    #expect(Session().defaultDraw(of: "Colour") == Session().defaultDraw(of: "Colour"))
  }

  @Test("the draws of two flags differ") func otherDraw() {
    #expect(Session().defaultDraw(of: "Colour") != Session().defaultDraw(of: "Cup"))
  }

  @Test("a draw is below 100") func boundOfDraws() {
    #expect((0..<100).contains(Session().defaultDraw(of: "Colour")))
  }

  @Test("a draw changes whenever it is drawn again")
  mutating func redraws() throws {
    let first = Session().defaultDraw(of: "Colour")
    #expect(try change("Colour", .redraw) == "draw Colour again")
    let second = try #require(driver.session[.draw, "Colour"]?.doubleValue)
    #expect(second != first)
    try change("Colour", .redraw)
    #expect(driver.session[.draw, "Colour"]?.doubleValue != second)
    #expect(try change("Colour", .unset(.draw)) == "unset Colour draw")
    #expect(driver.session.overrideCount == 0)
  }

  @Test("draws are evenly distributed")
  func spread() {
    let draws = (0..<10_000).map { Session().defaultDraw(of: "flag \($0)") }
    let early = draws.count { $0 < 25 }
    #expect((2350...2650).contains(early))
  }

  @Test("a simulated preference changes answers but not the session")
  mutating func testOverrides() {
    flags.testOverrides.flags["appMenuEnabled"] = false
    #expect(flags["appMenuEnabled"]?.userOnly.decider == .testOverride)
    #expect(flags["appMenuSectionsSettings"]?.userOnly.value == .on)
    flags.testOverrides.all = false
    #expect(flags["appMenuSectionsSettings"]?.userOnly.value == .off)
    flags.testOverrides = FlagTestOverrides()
    #expect(flags["appMenuEnabled"]?.userOnly.value == .on)
  }

  @Test("changing the channel opens and closes gates")
  mutating func channels() throws {
    try change("appMenuSectionsBookmarks", .set(.debug, true))
    flags.setChannel("release")
    #expect(flags["appMenuSectionsBookmarks"]?.buildOnly.value == .off)
    #expect(flags["appMenuSectionsBookmarks"]?.notes.contains(.ignoredDebug) == true)
  }
}
