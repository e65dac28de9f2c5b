public import Cirrus
import Foundation
import Testing
import VirgaBundle
public import VirgaSDK
import VirgaSource
import VirgaTestSupport

/// An app whose code resembles one with Firefox's flag manager.
private class SharingModel: FeatureFlaggable {
  var isLineOffered: Bool {
    return featureFlags.isFeatureEnabled(.sentFromCirrus, checking: .buildAndUser)
  }

  lazy var startAtHome: FlagOptions.StartAtHome? = featureFlags.getCustomState(for: .startAtHome)
}

/// The preferences of an app's user, in memory.
private final class MockProfile: WritablePreferences {
  private let values = Locked<[String: JSONValue]>([:])

  func preference(forKey key: String) -> JSONValue? { values.withLock { $0[key] } }

  func setPreference(_ value: JSONValue?, forKey key: String) throws {
    values.withLock { $0[key] = value }
  }
}

/// The layer in which such an app reads its own flags.
private struct FlagLayer {
  func checkSharing(for featureID: NimbusFeatureFlagID, from nimbus: CirrusNimbus) -> Bool {
    let config = nimbus.features.sentFromCirrus.value()

    switch featureID {
    case .sentFromCirrus: return config.enabled
    default: return false
    }
  }
}

extension StartPolicy: FlaggableFeatureOptions {}

extension FeatureFlagsSharedTests {
  @Suite("Code of an app that uses Firefox's flag manager")
  final class ManagerSamples {
    init() {
      FeatureFlagManager.shared = FeatureFlagManager(
        catalogue: .app, channel: "beta", manifest: CirrusNimbus.shared)
      LegacyFeatureFlagsManager.shared.initializeDeveloperFeatures(with: MockProfile())
    }

    deinit {
      CirrusNimbus.shared.invalidateCachedValues()
      CirrusNimbus.shared.features.sentFromCirrus.with(initializer: { SentFromCirrus($0, $1) })
      FeatureFlagManager.shared = FeatureFlagManager(catalogue: FlagCatalogue(), channel: nil) {
        _ in nil
      }
    }

    private func setUpSharing(isEnabled: Bool) {
      CirrusNimbus.shared.features.sentFromCirrus.with { _, _ in
        return SentFromCirrus(
          enabled: isEnabled,
          line: "a line"
        )
      }
    }

    @Test("reads flags in a view model on any queue")
    func viewModel() async {
      for isEnabled in [true, false] {
        setUpSharing(isEnabled: isEnabled)
        let answers = await FeatureFlagsSharedTests.everywhere { SharingModel().isLineOffered }
        #expect(answers == [Bool](repeating: isEnabled, count: 4))
        #expect(
          FlagLayer().checkSharing(for: .sentFromCirrus, from: CirrusNimbus.shared) == isEnabled)
      }
      #expect(!FlagLayer().checkSharing(for: .stories, from: CirrusNimbus.shared))
    }

    @Test("reads and sets a flag with options")
    func options() throws {
      #expect(SharingModel().startAtHome == .afterFourHours)
      try FeatureFlagManager.shared.set(feature: .startAtHome, to: FlagOptions.StartAtHome.always)
      #expect(SharingModel().startAtHome == .always)
      #expect(FeatureFlagManager.shared.getCustomState(for: .startAtHome) == StartPolicy.always)
    }

    @Test("reads core flags")
    func core() {
      #expect(FeatureFlagManager.shared.isCoreFeatureEnabled(.sendUsageData))
      #expect(!FeatureFlagManager.shared.isCoreFeatureEnabled(.useMockAccounts))
    }

    @Test("stores the user's choice", arguments: [true, false])
    func choice(isOn: Bool) throws {
      setUpSharing(isEnabled: true)
      try FeatureFlagManager.shared.set(feature: .sentFromCirrus, to: isOn)
      #expect(
        FeatureFlagManager.shared.isFeatureEnabled(.sentFromCirrus, checking: .userOnly) == isOn)
      #expect(FeatureFlagManager.shared.isFeatureEnabled(.sentFromCirrus, checking: .buildOnly))
      #expect(SharingModel().isLineOffered == isOn)
    }

    @Test(
      "simulates every preference with one key of the standard user defaults, in debug builds only")
    func standardOverride() {
      setUpSharing(isEnabled: true)
      UserDefaults.standard.set(false, forKey: PrefsKeys.NimbusUserEnabledFeatureTestsOverride)
      #expect(SharingModel().isLineOffered != DebugBuild.isThisOne)
      #expect(FeatureFlagManager.shared.isFeatureEnabled(.sentFromCirrus, checking: .buildOnly))
      UserDefaults.standard.removeObject(forKey: PrefsKeys.NimbusUserEnabledFeatureTestsOverride)
      #expect(SharingModel().isLineOffered)
    }

    @Test(
      "simulates every preference with one key of the app's user defaults, in debug builds only")
    func testsOverride() throws {
      let suite = "virga-tests-\(UUID().uuidString)"
      let defaults = try #require(UserDefaults(suiteName: suite))
      defer { defaults.removePersistentDomain(forName: suite) }
      LegacyFeatureFlagsManager.shared.initializeDeveloperFeatures(with: defaults)
      setUpSharing(isEnabled: true)
      #expect(SharingModel().isLineOffered)
      defaults.set(false, forKey: PrefsKeys.NimbusUserEnabledFeatureTestsOverride)
      #expect(SharingModel().isLineOffered != DebugBuild.isThisOne)
      #expect(FeatureFlagManager.shared.isFeatureEnabled(.sentFromCirrus, checking: .buildOnly))
      try FeatureFlagManager.shared.set(feature: .sentFromCirrus, to: true)
      #expect(SharingModel().isLineOffered != DebugBuild.isThisOne)
      defaults.removeObject(forKey: PrefsKeys.NimbusUserEnabledFeatureTestsOverride)
      #expect(SharingModel().isLineOffered)
    }
  }
}
