import Foundation
import Testing
import VirgaBundle
import VirgaFeatureFlags
import VirgaSDK
import VirgaTestSupport

extension Feature.Name {
  fileprivate static let espresso = Feature.Name(rawValue: "Espresso machine")
  fileprivate static let cupTest = Feature.Name(rawValue: "Cup test")
  fileprivate static let milkTest = Feature.Name(rawValue: "Milk test")
  fileprivate static let sizeTest = Feature.Name(rawValue: "Size test")
  fileprivate static let colourTest = Feature.Name(rawValue: "Colour test")
  fileprivate static let art = Feature.Name(rawValue: "Latte art course")
  fileprivate static let robot = Feature.Name(rawValue: "Robot in development")
}

extension VirgaFeatureFlags.Test.Variation {
  fileprivate static let red = VirgaFeatureFlags.Test.Variation(rawValue: "Red")
  fileprivate static let green = VirgaFeatureFlags.Test.Variation(rawValue: "Green")
  fileprivate static let blue = VirgaFeatureFlags.Test.Variation(rawValue: "Blue")
}

extension FeatureFlagsSharedTests {
  @Suite("Code of an app that uses the FeatureFlags package")
  final class ConfiguredSamples {
    private let folder: TemporaryDirectory

    init() throws {
      folder = try TemporaryDirectory()
      FeatureFlags.forgetSetup()
      FeatureFlags.cacheFolder = URL(fileURLWithPath: folder.path("caches"))
      folder.write(
        """
        {"features": [
          {"name": "Espresso machine", "enabled": true},
          {"name": "Cup test", "enabled": true, "test-biases": [100, 0], "test-variations": ["Group A", "Group B"],
           "labels": ["cup-a", "cup-b"]},
          {"name": "Milk test", "enabled": true, "test-biases": [0, 100], "test-variations": ["Enabled", "Disabled"]},
          {"name": "Size test", "enabled": true, "test-biases": [0, 0, 100],
           "test-variations": ["Group A", "Group B", "Group C"]},
          {"name": "Colour test", "enabled": true, "test-biases": [0, 100, 0],
           "test-variations": ["Red", "Green", "Blue"]},
          {"name": "Latte art course", "enabled": true, "unlocked": false},
          {"name": "Robot in development", "development": true, "enabled": true}
        ]}
        """, to: "features.json")
      let bundle = Bundle(path: folder.path("."))
      guard let featuresURL = bundle?.url(forResource: "features", withExtension: "json") else {
        return
      }
      FeatureFlags.configurationURL = featuresURL
      guard let fallbackURL = bundle?.url(forResource: "features", withExtension: "json") else {
        return
      }
      FeatureFlags.localFallbackConfigurationURL = fallbackURL
    }

    deinit { FeatureFlags.forgetSetup() }

    @Test("reads flags by name on any queue")
    func flags() async {
      #expect(
        await FeatureFlagsSharedTests.everywhere { Feature.isEnabled(.espresso) } == [
          true, true, true, true,
        ])
      #expect(!Feature.isEnabled("espresso machine"))
      if let feature = Feature.named(.espresso) {
        #expect("\(feature.name)" == "Espresso machine")
        #expect(feature.isEnabled())
      } else {
        Issue.record("there is no such flag")
      }
    }

    @Test("reads groups, variations and labels of tests")
    func tests() throws {
      let test = try #require(ABTest(rawValue: .cupTest))
      #expect(test.isGroupA())
      #expect(!test.isGroupB())
      let cup = try #require(Feature.named(.cupTest))
      #expect(cup.isTestVariation(.groupA) && !cup.isTestVariation(.groupB))
      #expect("\(cup.testVariation())" == "Group A")
      #expect(cup.label(.groupA) == "cup-a")
      #expect(cup.label(.groupB) == "cup-b")
      let milk = try #require(Feature.named(.milkTest))
      #expect(!milk.isTestVariation(.enabled) && milk.isTestVariation(.disabled))
      #expect(!Feature.isEnabled(.milkTest))
      #expect(Feature.named(.sizeTest)?.isTestVariation(.groupC) == true)
      let colour = try #require(Feature.named(.colourTest))
      #expect(
        !colour.isTestVariation(.red) && colour.isTestVariation(.green)
          && !colour.isTestVariation(.blue))
    }

    @Test("hides flags under development")
    func development() {
      #expect((Feature.named(.espresso, isDevelopment: true) != nil) == DebugBuild.isThisOne)
      FeatureFlags.isDevelopment = true
      #expect(Feature.named(.espresso, isDevelopment: true)?.isEnabled() == true)
      #expect(Feature.isEnabled(.robot))
      FeatureFlags.isDevelopment = false
    }

    @Test("unlocks flags, also after a restart")
    func locks() throws {
      if let feature = Feature.named(.art) {
        #expect(!feature.isUnlocked())
        #expect(feature.unlock())
        #expect(feature.isUnlocked())
      }
      let url = try #require(FeatureFlags.configurationURL)
      FeatureFlags.forgetSetup()
      FeatureFlags.cacheFolder = URL(fileURLWithPath: folder.path("caches"))
      FeatureFlags.configurationURL = url
      #expect(Feature.named(.art)?.isUnlocked() == true)
      #expect(Feature.named(.art)?.lock() == true)
      #expect(Feature.named(.espresso)?.unlock() == false)
    }

    @Test("moves users when weights change, then enables the feature for all")
    func rollout() async {
      #expect(!Feature.isEnabled(.milkTest))
      let steps = [
        #"{"name": "Milk test", "test-biases": [100, 0], "test-variations": ["Enabled", "Disabled"]}"#,
        #"{"name": "Milk test", "enabled": true}"#,
      ]
      for step in steps {
        folder.write("{\"features\": [\(step)]}", to: "features.json")
        await withCheckedContinuation { continuation in
          FeatureFlags.refresh { continuation.resume() }
        }
        #expect(Feature.isEnabled(.milkTest))
      }
      FeatureFlags.refresh()
      await withCheckedContinuation { continuation in
        let data = Data(#"{"features": [{"name": "Milk test", "enabled": false}]}"#.utf8)
        FeatureFlags.refreshWithData(data, completion: { continuation.resume() })
      }
      #expect(!Feature.isEnabled(.milkTest))
    }
  }
}
