// The code in the document "Feature Flags" of Firefox for iOS.

import Foundation
import VirgaBundle

extension NimbusFeatureFlagID {
  static let newBibimbapMenu = NimbusFeatureFlagID(rawValue: "newBibimbapMenu")
  static let bibimbapMenuVersion = NimbusFeatureFlagID(rawValue: "bibimbapMenuVersion")
}

func setUpFlags() {
  let catalogue = FlagCatalogue([
    FlagDefinition(
      "newBibimbapMenu", .bool,
      reading: .boolean(FeaturePath("bibimbap-feature", ["new-bibimbap-menu"]))),
    FlagDefinition(
      "bibimbapMenuVersion", .options,
      reading: .option(FeaturePath("bibimbap-feature", ["bibimbap-menu-version"]))
    ) {
      $0.options = BibimbapMenuVersion.allCases.map(\.rawValue)
    },
  ])
  FeatureFlagManager.shared = FeatureFlagManager(
    catalogue: catalogue, channel: FxNimbus.channel, manifest: FxNimbus.shared)
}

class BibimbapViewModel: FeatureFlaggable {
  var isNewMenuAvailable: Bool {
    return featureFlags.isFeatureEnabled(.newBibimbapMenu, checking: .buildOnly)
  }

  lazy var bibimbapMenuVersion: BibimbapMenuVersion? = featureFlags.getCustomState(
    for: .bibimbapMenuVersion)
}

enum BibimbapMenuVersion: String, FlaggableFeatureOptions, CaseIterable {
  case morning
  case afternoon
  case evening
}

class FeatureFlagLayer {
  func check(_ featureID: NimbusFeatureFlagID, from nimbus: FxNimbus) -> Bool {
    switch featureID {
    case .newBibimbapMenu:
      return checkBibimbapFeature(for: featureID, from: nimbus)
    default:
      return false
    }
  }

  private func checkBibimbapFeature(
    for featureID: NimbusFeatureFlagID,
    from nimbus: FxNimbus
  ) -> Bool {
    let config = nimbus.features.bibimbapFeature.value()

    switch featureID {
    case .newBibimbapMenu: return config.newBibimbapMenu
    default: return false
    }
  }

  func checkBibimbapFeature(from nimbus: FxNimbus) -> BibimbapMenuVersion {
    let config = nimbus.features.bibimbapFeature.value()
    let nimbusSetting = config.bibimbapMenuVersion

    switch nimbusSetting {
    case .morning: return .morning
    case .afternoon: return .afternoon
    case .evening: return .evening
    }
  }
}

final class FlagTests {
  func setUp() {
    LegacyFeatureFlagsManager.shared.initializeDeveloperFeatures(with: StoredPreferences())
    setupNimbusSentFromFirefoxTesting(isEnabled: true, isTreatmentA: false)
    UserDefaults.standard.set(
      false, forKey: PrefsKeys.NimbusUserEnabledFeatureTestsOverride)
  }

  func tearDown() {
    UserDefaults.standard.removeObject(forKey: PrefsKeys.NimbusUserEnabledFeatureTestsOverride)
  }

  private func setupNimbusSentFromFirefoxTesting(isEnabled: Bool, isTreatmentA: Bool) {
    FxNimbus.shared.features.sentFromFirefoxFeature.with { _, _ in
      return SentFromFirefoxFeature(
        enabled: isEnabled,
        isTreatmentA: isTreatmentA
      )
    }
  }
}
