import Testing
import VirgaFeatureFlags
import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaTestSupport

extension FeatureFlagID {
  fileprivate static let sent = FeatureFlagID(rawValue: "sentFromFirefox")
  fileprivate static let start = FeatureFlagID(rawValue: "startAtHome")
  fileprivate static let mock: FeatureFlagID = "useMockData"
  fileprivate static let roast: FeatureFlagID = "Dark roast"
  fileprivate static let jump: FeatureFlagID = "jumpBackIn"
}

private enum StartAtHome: String, FlaggableFeatureOptions { case afterFourHours, always, disabled }
private enum Menu: String, FlaggableFeatureOptions { case morning }

@Suite("Feature flag manager")
struct FeatureFlagManagerTests {
  private static let catalogue: FlagCatalogue = {
    var sent = FlagDefinition(
      "sentFromFirefox", .bool, reading: .boolean(FeaturePath("sent-feature", ["enabled"])))
    sent.preferenceKey = "SentUserPrefsKey"
    sent.debugKey = "sentDebugKey"
    var start = FlagDefinition(
      "startAtHome", .options, reading: .option(FeaturePath("start-feature", ["setting"])))
    start.preferenceKey = "StartAtHomeUserPrefsKey"
    start.options = ["afterFourHours", "always", "disabled"]
    start.offOption = "disabled"
    var mock = FlagDefinition("useMockData", .core)
    mock.channels = ["developer"]
    let jump = FlagDefinition(
      "jumpBackIn", .bool,
      reading: .boolean(FeaturePath("home-feature", ["sections-enabled", "jump-back-in"]))
    ) { $0.debugKey = nil }
    let robot = FlagDefinition(ConfiguredFlag(name: "Robot barista"))
    var roast = FlagDefinition(ConfiguredFlag(name: "Dark roast"))
    roast.preferenceKey = "RoastKey"
    return FlagCatalogue([sent, start, mock, jump, roast, robot])
  }()

  private let preferences = StoredPreferences()
  private let configured: FeatureFlags = {
    let flags = FeatureFlags(options: .init(isDebugBuild: false))
    flags.refreshWithData(Array(coffeeFlags.utf8))
    return flags
  }()

  private func manager(
    _ channel: String = "developer", build: Bool = true, setting: String = "always"
  )
    -> FeatureFlagManager
  {

    let configs: JSONValue = [
      "sent-feature": ["enabled": .boolean(build)], "start-feature": ["setting": .string(setting)],
      "home-feature": ["sections-enabled": ["top-sites": true]],
    ]
    let manager = FeatureFlagManager(
      catalogue: Self.catalogue, channel: channel, configured: configured
    ) {
      configs[$0]
    }
    manager.initializeDeveloperFeatures(with: preferences)
    return manager
  }

  @Test("applies build, preference and debug override in the three checks")
  func checks() throws {
    let flags = manager()
    func all() -> [Bool] { FlagCheck.allCases.map { flags.isFeatureEnabled(.sent, checking: $0) } }
    #expect(all() == [true, true, true])
    try flags.set(feature: .sent, to: false)
    #expect(all() == [true, false, false])
    try flags.set(feature: .sent, to: false, isDebug: true)
    try flags.set(feature: .sent, to: true)
    #expect(all() == [false, true, false])
    try flags.clear(feature: .sent)
    #expect(all() == [false, false, false])
    try flags.clear(feature: .sent, isDebug: true)
    #expect(all() == [true, true, true])
    let sentence = flags.answer(.sent)?.sentence(
      for: .buildOnly, of: Self.catalogue.flags[0], in: Self.catalogue.environment(channel: "x"))
    #expect(sentence == "buildOnly is on: the build turns it on.")
  }

  @Test("returns options as the app's own type")
  func options() throws {
    let flags = manager()
    #expect(flags.getCustomState(for: .start) == StartAtHome.always)
    try flags.set(feature: .start, to: StartAtHome.disabled)
    #expect(flags.getCustomState(for: .start) == StartAtHome.disabled)
    #expect(flags.getCustomState(for: .start, checking: .buildOnly) == StartAtHome.always)
    #expect(!flags.isFeatureEnabled(.start, checking: .buildAndUser))
    let other: Menu? = flags.getCustomState(for: .start)
    #expect(other == nil)
    preferences.set("StartAtHomeUserPrefsKey", to: "sometimes")
    #expect(flags.getCustomState(for: .start) == StartAtHome.always)
    let none: StartAtHome? = manager(setting: "never").getCustomState(for: .start)
    #expect(none == nil)
  }

  /// A flag with options that the catalogue does not list.
  private func unlisted(setting: JSONValue = "always") -> FeatureFlagManager {
    var start = FlagDefinition(
      "startAtHome", .options, reading: .option(FeaturePath("start-feature", ["setting"])))
    start.preferenceKey = "StartAtHomeUserPrefsKey"
    start.offOption = "disabled"
    return FeatureFlagManager(
      catalogue: FlagCatalogue([start]), channel: "beta", choices: preferences
    ) { _ in
      ["setting": setting]
    }
  }

  @Test("uses the options of the app's own type if the catalogue lists none")
  func unlistedOptions() throws {
    let flags = unlisted()
    #expect(flags.getCustomState(for: .start) == StartAtHome.always)
    #expect(flags.isFeatureEnabled(.start, checking: .buildAndUser))
    try flags.set(feature: .start, to: StartAtHome.disabled)
    #expect(flags.getCustomState(for: .start) == StartAtHome.disabled)
    #expect(!flags.isFeatureEnabled(.start, checking: .userOnly))
    preferences.set("StartAtHomeUserPrefsKey", to: "sometimes")
    #expect(flags.getCustomState(for: .start) == StartAtHome.always)
    let other: Menu? = flags.getCustomState(for: .start)
    #expect(other == nil)
    #expect(unlisted(setting: "never").getCustomState(for: .start) == StartAtHome?.none)
  }

  @Test("refuses invalid options with a full sentence")
  func refusedOptions() {
    func sentence(_ body: () throws -> Void) -> String? {
      do {
        try body()
        return nil
      } catch { return "\(error)" }
    }
    let flags = unlisted()
    #expect(
      sentence { try flags.set(feature: .start, to: Menu.morning) }
        == "`Menu` is not the option type of startAtHome: it lacks `always`, the build's option")
    #expect(
      sentence { try flags.set(feature: .start, to: true) }
        == "startAtHome has options; give the name of one")
    #expect(
      sentence { try manager().set(feature: .start, to: true) }
        == "startAtHome has options; give one of afterFourHours, always, disabled")
    #expect(preferences.preference(forKey: "StartAtHomeUserPrefsKey") == nil)
  }

  @Test("resolves core flags by channel")
  func coreFlags() {
    #expect(manager().isCoreFeatureEnabled(.mock))
    #expect(!manager("release").isCoreFeatureEnabled(.mock))
    #expect(!manager().isCoreFeatureEnabled(.sent))
    let release = manager("release")
    release.set(feature: .mock, toChannels: ["release"])
    #expect(release.isCoreFeatureEnabled(.mock))
  }

  @Test("treats a missing map entry and an unknown flag as off")
  func missing() {
    let flags = manager()
    #expect(flags.answer(.jump)?.build.value == .off)
    #expect(!flags.isFeatureEnabled(.jump, checking: .buildOnly))
    #expect(!flags.isFeatureEnabled("nothing", checking: .buildOnly))
  }

  @Test("gives a reason when it cannot store a value")
  func refusals() throws {
    let flags = manager()
    let reasons = [
      { try flags.set(feature: .jump, to: true) }, { try flags.set(feature: .start, to: true) },
      { try flags.set(feature: .start, to: Menu.morning) },
      { try flags.set(feature: .jump, to: true, isDebug: true) },
      { try manager("release").set(feature: .sent, to: true, isDebug: true) },
    ].map { attempt in
      do { try attempt() } catch { return (error as? FlagError)?.reason }
      return nil
    }
    #expect(reasons == [.noPreferenceKey, .wrongValue, .unknownOption, .noDebugKey, .wrongChannel])
    let unknown = #expect(throws: FlagError.self) { try flags.set(feature: "x", to: true) }
    #expect(unknown?.reason == .unknownFlag)
  }

  @Test("has every flag off before it is initialized")
  func beforeChoices() {
    let flags = FeatureFlagManager(catalogue: Self.catalogue, channel: "developer") { _ in
      ["enabled": true]
    }
    #expect(!flags.isFeatureEnabled(.sent, checking: .buildOnly))
    #expect(!flags.isCoreFeatureEnabled(.mock))
    let early = #expect(throws: FlagError.self) { try flags.set(feature: .sent, to: true) }
    #expect(early?.reason == .notInitialized)
    flags.initializeDeveloperFeatures(with: preferences)
    #expect(flags.isFeatureEnabled(.sent, checking: .buildOnly))
  }

  @Test("simulates preferences in tests, for one flag or all, only within the closure")
  func testOverrides() async throws {
    let flags = manager()
    flags.withTestOverride(false) {
      #expect(!flags.isFeatureEnabled(.sent, checking: .buildAndUser))
      #expect(flags.isFeatureEnabled(.sent, checking: .buildOnly))
      flags.withTestOverride(true, for: .sent) {
        #expect(flags.isFeatureEnabled(.sent, checking: .buildAndUser))
        #expect(!flags.isFeatureEnabled(.roast, checking: .userOnly))
      }
      #expect(!flags.isFeatureEnabled(.sent, checking: .userOnly))
    }
    #expect(flags.isFeatureEnabled(.sent, checking: .userOnly))
    await flags.withTestOverride(false, for: .sent) {
      await Task.yield()
      #expect(!flags.isFeatureEnabled(.sent, checking: .userOnly))
    }
    try flags.set(feature: .sent, to: true)
    flags.withTestOverride(false) { #expect(!flags.isFeatureEnabled(.sent, checking: .userOnly)) }
    #expect(flags.isFeatureEnabled(.sent, checking: .userOnly))
  }

  @Test("answers JSON-configured flags that are in the catalogue")
  func configuredFlags() throws {
    let flags = manager()
    #expect(flags.isFeatureEnabled(.roast, checking: .buildAndUser))
    try flags.set(feature: .roast, to: false)
    #expect(flags.isFeatureEnabled(.roast, checking: .buildOnly))
    #expect(!flags.isFeatureEnabled(.roast, checking: .buildAndUser))
    try configured.set("Dark roast", isEnabled: false)
    #expect(!flags.isFeatureEnabled(.roast, checking: .buildOnly))
  }

  @Test("shows flags under development by the app's build, not by the channel")
  func development() {
    let flags = manager("developer")
    #expect(!flags.isFeatureEnabled("Robot barista", checking: .buildOnly))
    configured.isDevelopment = true
    #expect(flags.isFeatureEnabled("Robot barista", checking: .buildOnly))
  }

  private struct Model: FeatureFlaggable {
    var isSent: Bool { featureFlags.isFeatureEnabled(.sent, checking: .buildAndUser) }
  }

  @Test("is available to every FeatureFlaggable type")
  func flaggable() {
    #expect(!Model().isSent)
    FeatureFlagManager.$current.withValue(manager()) { #expect(Model().isSent) }
  }
}
