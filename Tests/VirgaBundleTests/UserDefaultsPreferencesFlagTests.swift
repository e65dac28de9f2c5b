import Foundation
import Testing
import VirgaBundle
import VirgaFlags
import VirgaJSON
import VirgaSDK

@Suite("Flag choices in user defaults")
final class UserDefaultsPreferencesFlagTests {
  private let suite = "virga-tests-\(UUID().uuidString)"
  private let defaults: UserDefaults

  init() throws { defaults = try #require(UserDefaults(suiteName: suite)) }

  deinit { defaults.removePersistentDomain(forName: suite) }

  private func manager() -> FeatureFlagManager {
    var row = FlagDefinition("newMenu", .bool, reading: .boolean(FeaturePath("menu", ["enabled"])))
    row.preferenceKey = "NewMenuUserPrefsKey"
    row.debugKey = "newMenuDebugKey"
    return FeatureFlagManager(catalogue: FlagCatalogue([row]), channel: "beta") { _ in
      ["enabled": true]
    }
  }

  @Test("persist across managers until they are cleared")
  func last() throws {
    let first = manager()
    first.initializeDeveloperFeatures(with: defaults)
    try first.set(feature: "newMenu", to: false)
    #expect(defaults.object(forKey: "NewMenuUserPrefsKey") as? Bool == false)
    let second = manager()
    second.initializeDeveloperFeatures(with: UserDefaultsPreferences(suite: suite))
    #expect(!second.isFeatureEnabled("newMenu", checking: .userOnly))
    try second.set(feature: "newMenu", to: false, isDebug: true)
    try second.clear(feature: "newMenu")
    #expect(!first.isFeatureEnabled("newMenu", checking: .buildOnly))
    #expect(defaults.object(forKey: "NewMenuUserPrefsKey") == nil)
  }

  @Test("can be kept in the standard user defaults")
  func standard() { manager().initializeDeveloperFeatures(with: UserDefaults.standard) }

  @Test("keep every kind of value")
  func kinds() throws {
    let preferences = UserDefaultsPreferences(defaults)
    let values: [JSONValue] = [true, false, 1, 0, -3, 1.5, "text"]
    for value in values {
      try preferences.setPreference(value, forKey: "key")
      #expect(preferences.preference(forKey: "key")?.isIdentical(to: value) == true)
    }
    try preferences.setPreference(nil, forKey: "key")
    #expect(!preferences.isSet("key"))
  }

  @Test("refuse null, lists and objects")
  func refusedKinds() {
    let preferences = UserDefaultsPreferences(defaults)
    let refused: [JSONValue] = [.null, [1], ["a": 1]]
    for value in refused {
      #expect(throws: UnstorablePreference(key: "key")) {
        try preferences.setPreference(value, forKey: "key")
      }
    }
  }
}
