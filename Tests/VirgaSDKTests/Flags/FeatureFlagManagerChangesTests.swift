import Testing
import VirgaFeatureFlags
import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaTestSupport

private enum Ordering: String, FlaggableFeatureOptions { case settings, bookmarks }

@Suite("Changes of a flag", .timeLimit(.minutes(20)))
struct FeatureFlagManagerChangesTests {
  private let manifest = MenuManifest()
  private let choices = StoredPreferences()
  private let configured = FeatureFlags(options: .init(isDebugBuild: false))
  private let client = FeatureClient(.init(context: ["app_name": "cirrus", "channel": "nightly"]))
  private let flags: FeatureFlagManager

  init() {
    client.connect(manifest)
    configured.refreshWithData(Array(coffeeFlags.utf8))
    var menu = FlagDefinition(
      "menu", .bool, reading: .boolean(FeaturePath("app-menu", ["enabled"])))
    menu.preferenceKey = "MenuKey"
    menu.debugKey = "menuDebugKey"
    var mock = FlagDefinition("mock", .core)
    mock.channels = ["developer"]
    let roast = FlagDefinition(ConfiguredFlag(name: "Dark roast"))
    flags = FeatureFlagManager(
      catalogue: FlagCatalogue([menu, mock, roast]), channel: "developer", manifest: manifest,
      configured: configured, choices: choices)
  }

  private func apply(_ config: String) {
    client.setExperimentsLocally(Sample.recipeText("e1", config: config))
    client.applyPendingExperiments()
  }

  /// Makes a change of the flag `menu` and expects that a stream yields it.
  private func expect(
    _ check: FlagCheck, from old: Bool, to new: Bool, when change: () throws -> Void
  ) async rethrows {
    var changes = flags.changes(of: "menu", checking: check).makeAsyncIterator()
    try change()
    let yielded = await changes.next()
    #expect(yielded?.old == old)
    #expect(yielded?.new == new)
  }

  @Test("follow the features, the user, developers and tests")
  func sources() async throws {
    await expect(.buildOnly, from: true, to: false) { apply(#"{"enabled": false}"#) }
    try await expect(.userOnly, from: false, to: true) { try flags.set(feature: "menu", to: true) }
    try await expect(.buildOnly, from: false, to: true) {
      try flags.set(feature: "menu", to: true, isDebug: true)
    }
    await expect(.buildAndUser, from: true, to: false) {
      flags.setTestOverride(false, for: "menu")
    }
    await expect(.buildAndUser, from: false, to: true) { flags.setTestOverride(nil, for: "menu") }
    await expect(.userOnly, from: true, to: false) { choices.set("MenuKey", to: false) }
  }

  @Test("are none for a result that stays the same")
  func same() async {
    var changes = flags.changes(of: "menu", checking: .buildOnly).makeAsyncIterator()
    choices.set("MenuKey", to: false)
    apply(#"{"ordering": ["bookmarks"]}"#)
    apply(#"{"enabled": false}"#)
    let change = await changes.next()
    #expect(change?.old == true)
    #expect(change?.new == false)
  }

  @Test("follow the channels of a core flag")
  func coreFlag() async {
    var changes = flags.changes(of: "mock", checking: .buildOnly).makeAsyncIterator()
    flags.set(feature: "mock", toChannels: [])
    #expect(await changes.next()?.new == false)
  }

  @Test("follow a JSON configuration")
  func configuredFlag() async throws {
    var changes = flags.changes(of: "Dark roast", checking: .buildOnly).makeAsyncIterator()
    try configured.set("Dark roast", isEnabled: false)
    #expect(await changes.next()?.new == false)
  }

  @Test("follow choices that are set up later")
  func laterChoices() async {
    let late = FeatureFlagManager(
      catalogue: flags.catalogue, channel: "developer", manifest: manifest)
    var changes = late.changes(of: "menu", checking: .userOnly).makeAsyncIterator()
    let choices = StoredPreferences(["MenuKey": true])
    late.initializeDeveloperFeatures(with: choices)
    #expect(await changes.next()?.new == true)
    choices.set("MenuKey", to: false)
    #expect(await changes.next()?.new == false)
  }

  @Test("have options of the app's own type")
  func options() async throws {
    var row = FlagDefinition(
      "first", .options, reading: .option(FeaturePath("app-menu", ["first"])))
    row.preferenceKey = "FirstKey"
    let flags = FeatureFlagManager(
      catalogue: FlagCatalogue([row]), channel: "beta", choices: choices
    ) { _ in ["first": "settings"] }
    var changes = flags.changes(of: "first", as: Ordering.self).makeAsyncIterator()
    try flags.set(feature: "first", to: Ordering.bookmarks)
    let change = await changes.next()
    #expect(change?.old == .settings)
    #expect(change?.new == .bookmarks)
  }
}
