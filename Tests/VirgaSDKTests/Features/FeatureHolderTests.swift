import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaSDK

@Suite("Feature holder") struct FeatureHolderTests {
  static let config: JSONObject = ["enabled": false, "ordering": ["view-history", "unknown"]]

  let manifest = MenuManifest()
  let features = HardcodedNimbusFeatures(with: ["app-menu": config])

  @Test("returns the defaults without an SDK")
  func defaults() {
    let menu = manifest.features.appMenu.value()
    #expect(menu.isEnabled)
    #expect(menu.ordering == [.settings])
    #expect(menu.items[.settings]?.title == "AppMenu/SettingsTitle")
    #expect(!manifest.features.appMenu.isUnderTest())
  }

  @Test("merges the config over the defaults")
  func configOverDefaults() {
    features.connect(with: manifest)
    let menu = manifest.features.appMenu.value()
    #expect(!menu.isEnabled)
    #expect(menu.ordering == [.viewHistory])
    #expect(manifest.features.appMenu.isUnderTest())
  }

  @Test("caches its value until it is invalidated")
  func caching() {
    let holder = manifest.features.appMenu
    let first = holder.value()
    #expect(holder.value() === first)
    manifest.invalidateCachedValues()
    #expect(holder.value() !== first)
  }

  @Test("drops its value when the value, the initializer or the SDK is replaced")
  func replacing() {
    let holder = manifest.features.appMenu
    let other = AppMenu(JSONVariables(["enabled": false]))
    holder.with(cachedValue: other)
    #expect(holder.value() === other)
    holder.with(initializer: { _, _ in AppMenu(JSONVariables(["ordering": []])) })
    #expect(holder.value().ordering == [])
    holder.with(initializer: { AppMenu($0, $1) })
    holder.with(sdk: { [features] in features })
    #expect(!holder.value().isEnabled)
  }

  @Test("counts exposures but not reads")
  func exposures() {
    features.connect(with: manifest)
    _ = manifest.features.appMenu.value()
    #expect(!features.isExposed(featureId: "app-menu"))
    manifest.features.appMenu.recordExposure()
    manifest.features.appMenu.recordExperimentExposure(slug: "e1")
    #expect(features.getExposureCount(featureId: "app-menu") == 2)
  }

  @Test("records no exposure if the user modified the feature")
  func modifiedFeature() {
    let preferences = StoredPreferences(["menu-enabled": true])
    let features = HardcodedNimbusFeatures(
      with: ["app-menu": Self.config], preferences: preferences)
    features.connect(with: manifest)
    #expect(manifest.features.appMenu.value().isEnabled)
    manifest.features.appMenu.recordExposure()
    manifest.features.appMenu.recordExperimentExposure(slug: "e1")
    #expect(!features.isExposed(featureId: "app-menu"))
    preferences.set("menu-enabled", to: nil)
    manifest.features.appMenu.recordExposure()
    #expect(features.isExposed(featureId: "app-menu"))
    #expect(!manifest.features.appMenu.value().isEnabled)
  }

  @Test("ignores a preference of the wrong type")
  func wrongType() {
    let preferences = StoredPreferences(["menu-enabled": "yes"])
    HardcodedNimbusFeatures(with: ["app-menu": Self.config], preferences: preferences).connect(
      with: manifest)
    #expect(!manifest.features.appMenu.value().isEnabled)
  }

  @Test("reports a malformed part to the SDK")
  func malformedPart() {
    features.connect(with: manifest)
    manifest.features.appMenu.recordMalformedConfiguration()
    #expect(features.getMalformed(featureId: "app-menu") == "")
    manifest.features.appMenu.recordMalformedConfiguration(with: "items")
    #expect(features.getMalformed(featureId: "app-menu") == "items")
  }

  @Test("does not cache a value that was invalidated while it was created")
  func invalidatedEarly() {
    let holder = manifest.features.appMenu
    let preferences = StoredPreferences(["forgets": true])
    holder.with(initializer: { [holder] variables, _ in
      if preferences.getBool("forgets") == true { holder.with(cachedValue: nil) }
      return AppMenu(variables)
    })
    let stale = holder.value()
    preferences.set("forgets", to: nil)
    let fresh = holder.value()
    #expect(fresh !== stale)
    #expect(holder.value() === fresh)
  }

  @Test("can be read by its own initializer")
  func reentrancy() {
    let holder = manifest.features.appMenu
    holder.with(initializer: { [holder] _, _ in
      holder.with(initializer: { AppMenu($0, $1) })
      return holder.value()
    })
    #expect(holder.value().isEnabled)
  }

  @Test("follows the SDK that it is given, without being told of its changes")
  func changingSDK() {
    let sdk = Locked<(any FeaturesInterface)?>(nil)
    manifest.initialize { sdk.withLock { $0 } }
    let holder = manifest.features.appMenu
    #expect(holder.value().isEnabled)
    #expect(holder.encoded().json?["enabled"] == true)
    sdk.withLock { [features] in $0 = features }
    #expect(!holder.value().isEnabled)
    #expect(holder.encoded().json?["enabled"] == false)
    #expect(holder.value() === holder.value())
    #expect(holder.encoded() === holder.encoded())
    sdk.withLock { $0 = nil }
    #expect(holder.value().isEnabled)
  }

  @Test("keeps a value that a test sets until the SDK's configs change")
  func replacedValue() {
    let client = FeatureClient()
    let holder = manifest.features.appMenu
    manifest.initialize { client }
    let other = AppMenu(JSONVariables(["enabled": false]))
    holder.with(cachedValue: other)
    #expect(holder.value() === other)
    client.applyPendingExperiments()
    #expect(holder.value().isEnabled)
  }

  @Test("writes equal features as equal texts")
  func stableText() {
    let members = (0..<20).map { "k\($0)" }
    let maps = (0..<2).map { _ in
      TextMap(texts: Dictionary(uniqueKeysWithValues: members.shuffled().map { ($0, $0) }))
    }
    let sorted = members.sorted().map { #""\#($0)":"\#($0)""# }.joined(separator: ",")
    #expect(maps.allSatisfy { $0.toJSONString() == #"{"texts":{\#(sorted)}}"# })
  }

  private struct TextMap: FMLObjectInterface {
    var texts: [String: String]
  }

  @Test("is found by the feature's ID alone")
  func featureID() throws {
    features.connect(with: manifest)
    #expect(manifest.getFeature(featureId: "unknown") == nil)
    let feature = try #require(manifest.getFeature(featureId: "app-menu"))
    let items = #"{"settings":{"rows":1,"title":"AppMenu/SettingsTitle"}}"#
    #expect(
      feature.toJSONString() == #"{"enabled":false,"items":\#(items),"ordering":["view-history"]}"#)
    feature.recordExposure()
    feature.recordExperimentExposure(slug: "e1")
    feature.recordMalformedConfiguration(with: "x")
    #expect(features.getExposureCount(featureId: "app-menu") == 2)
    #expect(features.isMalformed(featureId: "app-menu"))
    #expect(feature.isUnderTest())
  }
}
