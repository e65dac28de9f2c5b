import Testing
import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTestSupport

/// A feature that counts its encodings.
private final class Menu: FMLFeatureInterface {
  static let encodings = Locked<[String: Int]>([:])

  let id: String
  let isNew: Bool
  let preferences: (any Preferences)?
  var isEnabled: Bool { preferences?.getBool("menu-enabled") ?? false }

  init(_ id: String, _ variables: any Variables, _ preferences: (any Preferences)?) {
    self.id = id
    isNew = variables.getBool("new") ?? false
    self.preferences = preferences
  }

  func isModified() -> Bool { preferences?.isSet("menu-enabled") ?? false }

  enum CodingKeys: String, CodingKey { case new, enabled }

  func encode(to encoder: any Encoder) throws {
    Self.encodings.withLock { $0[id, default: 0] += 1 }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isNew, forKey: .new)
    try container.encode(isEnabled, forKey: .enabled)
  }
}

private final class MenuApp: FeatureManifestInterface {
  let features: FeatureHolder<Menu>

  init(_ id: String) { features = FeatureHolder({ nil }, featureId: "menu") { Menu(id, $0, $1) } }

  func initialize(with getSdk: @escaping GetSdk) { features.with(sdk: getSdk) }

  func invalidateCachedValues() { features.with(cachedValue: nil) }

  func getFeature(featureId: String) -> FeatureHolderAny? {
    featureId == "menu" ? FeatureHolderAny(wrapping: features) : nil
  }

  func getCoenrollingFeatureIds() -> [String] { [] }
}

@Suite("A flag that is read repeatedly")
struct CachedAnswerTests {
  private static let catalogue: FlagCatalogue = {
    var new = FlagDefinition("newMenu", .bool, reading: .boolean(FeaturePath("menu", ["new"])))
    new.preferenceKey = "NewMenuUserPrefsKey"
    new.debugKey = "newMenuDebugKey"
    let enabled = FlagDefinition("menu", .bool, reading: .boolean(FeaturePath("menu", ["enabled"])))
    let both = FlagDefinition(
      "newEnabledMenu", .bool,
      reading: .all([FeaturePath("menu", ["new"]), FeaturePath("menu", ["enabled"])]))
    return FlagCatalogue([new, enabled, both])
  }()

  private let app: MenuApp
  private let flags: FeatureFlagManager
  private let choices = StoredPreferences()
  private let id: String

  init(_ function: String = #function) {
    id = "\(function) \(UInt64.random(in: 0...UInt64.max))"
    app = MenuApp(id)
    flags = FeatureFlagManager(
      catalogue: Self.catalogue, channel: "beta", manifest: app, choices: choices)
  }

  private var encodings: Int { Menu.encodings.withLock { $0[id] ?? 0 } }

  private func isOn(_ flag: FeatureFlagID, _ check: FlagCheck = .buildAndUser) -> Bool {
    flags.isFeatureEnabled(flag, checking: check)
  }

  @Test("encodes its feature only once")
  func once() {
    for _ in 0..<10 {
      #expect(!isOn("newMenu"))
      #expect(!isOn("menu"))
      #expect(!isOn("newEnabledMenu"))
    }
    #expect(encodings == 1)
  }

  @Test("follows a new config")
  func newConfig() {
    #expect(!isOn("newMenu"))
    HardcodedNimbusFeatures(with: ["menu": ["new": true]]).connect(with: app)
    #expect(isOn("newMenu"))
    app.features.with { id, _ in Menu(self.id, NilVariables(), nil) }
    #expect(!isOn("newMenu"))
    app.features.with(cachedValue: Menu(id, JSONVariables(["new": true]), nil))
    #expect(isOn("newMenu"))
  }

  @Test("follows a client that the manifest was only initialized with")
  func initializedClient() {
    let client = FeatureClient()
    app.initialize { client }
    #expect(!isOn("newMenu"))
    client.setExperimentsLocally(
      Sample.recipeText("e1", feature: "menu", config: #"{"new": true}"#))
    client.applyPendingExperiments()
    #expect(isOn("newMenu"))
    client.optOut("e1")
    #expect(!isOn("newMenu"))
  }

  @Test("follows the user's choice, debug overrides and test overrides")
  func chosen() throws {
    HardcodedNimbusFeatures(with: ["menu": ["new": true]]).connect(with: app)
    #expect(isOn("newMenu"))
    try flags.set(feature: "newMenu", to: false)
    #expect(isOn("newMenu", .buildOnly) && !isOn("newMenu"))
    try flags.clear(feature: "newMenu")
    flags.withTestOverride(false) { #expect(!isOn("newMenu", .userOnly)) }
    try flags.set(feature: "newMenu", to: false, isDebug: true)
    #expect(!isOn("newMenu", .buildOnly))
    flags.initializeDeveloperFeatures(with: StoredPreferences())
    #expect(isOn("newMenu"))
    #expect(encodings == 1)
  }

  @Test("follows the app settings that its feature reads, from any source")
  func appSettings() {
    let settings = StoredPreferences()
    let features = HardcodedNimbusFeatures(with: ["menu": ["new": true]], preferences: settings)
    features.connect(with: app)
    #expect(!isOn("menu") && !isOn("newEnabledMenu"))
    settings.set("menu-enabled", to: true)
    #expect(isOn("menu") && isOn("newEnabledMenu"))
    #expect(encodings == 2)
    settings.set("menu-enabled", to: false)
    #expect(!isOn("menu"))
    app.features.with(cachedValue: Menu(id, NilVariables(), settings))
    for value: JSONValue? in [true, false, true, nil] {
      settings.set("menu-enabled", to: value)
      #expect(isOn("menu") == (value == true))
    }
  }

  @Test("answers many threads while its feature changes")
  func threads() async {
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          for turn in 0..<200 {
            _ = isOn("newMenu")
            if index == 0 {
              app.features.with(cachedValue: turn % 2 == 0 ? nil : Menu(id, NilVariables(), nil))
            }
          }
        }
      }
    }
    app.features.with(cachedValue: Menu(id, JSONVariables(["new": true]), nil))
    #expect(isOn("newMenu"))
  }
}
