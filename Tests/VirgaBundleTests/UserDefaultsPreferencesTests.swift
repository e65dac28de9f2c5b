import Foundation
import Testing
import VirgaBundle
import VirgaJSON
import VirgaSDK
import VirgaSource

@Suite("Preferences in user defaults") struct UserDefaultsPreferencesTests {
  @Test("Booleans and numbers are told apart")
  func booleansAndNumbers() throws {
    let suite = "virga-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(true, forKey: "bool")
    defaults.set(1, forKey: "int")
    defaults.set(1.5, forKey: "real")
    defaults.set("text", forKey: "text")
    defaults.set([1], forKey: "list")
    let preferences = UserDefaultsPreferences(suite: suite)
    #expect(preferences.preference(forKey: "bool") == true)
    #expect(preferences.preference(forKey: "int") == 1)
    #expect(preferences.getBool("int") == nil)
    #expect(preferences.getDouble("real") == 1.5)
    #expect(preferences.getString("text") == "text")
    #expect(preferences.preference(forKey: "list") == nil)
    #expect(!preferences.isSet("unset"))
  }

  @Test("a stored value is reported until the observer is removed")
  func observers() throws {
    let suite = "virga-tests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let preferences = UserDefaultsPreferences(defaults)
    let seen = Locked<JSONValue?>(nil)
    let token = preferences.observeChanges {
      let value = preferences.preference(forKey: "key")
      seen.withLock { $0 = value }
    }
    try preferences.setPreference(1, forKey: "key")
    #expect(seen.withLock { $0 } == 1)
    token?.cancel()
    try preferences.setPreference(2, forKey: "key")
    #expect(seen.withLock { $0 } == 1)
  }
}
