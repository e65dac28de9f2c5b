import VirgaFlags
import VirgaJSON

extension FeatureFlagManager {
  private static let sharedManager = Locked(FeatureFlagManager(catalogue: FlagCatalogue(), channel: nil) { _ in nil })

  /// The flags of the app, which answer on every thread and queue.
  ///
  /// An app sets it once, at start:
  ///
  /// ```swift
  /// FeatureFlagManager.shared = FeatureFlagManager(catalogue: catalogue, channel: "beta", manifest: CirrusNimbus.shared)
  /// FeatureFlagManager.shared.initializeDeveloperFeatures(with: UserDefaults.standard)
  /// ```
  ///
  /// Before that every flag is off, which a debug build says once on standard error. A test that gives its own flags sets
  /// ``current``.
  public static var shared: FeatureFlagManager {
    get { sharedManager.withLock { $0 } }
    set { sharedManager.withLock { $0 = newValue } }
  }
}

/// The name of the flag manager in Firefox for iOS.
public typealias LegacyFeatureFlagsManager = FeatureFlagManager
/// The name of a flag's id in Firefox for iOS.
public typealias NimbusFeatureFlagID = FeatureFlagID

/// Keys of preferences that are the same for all apps, by their names in Firefox for iOS.
public enum PrefsKeys {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The key of a value that every unset flag preference takes while an app is tested.
  ///
  /// It is read in debug builds only. A value for the length of a test, and for one flag, is
  /// ``FeatureFlagManager/withTestOverride(_:for:_:)``.
  public static let NimbusUserEnabledFeatureTestsOverride = "NimbusUserEnabledFeatureTestsOverride"

  /// The simulated preference that is stored; nil if there is none.
  static func testOverride(in choices: any WritablePreferences, or elsewhere: () -> Bool?) -> Bool? {
    guard DebugBuild.isThisOne else { return nil }
    return choices.preference(forKey: NimbusUserEnabledFeatureTestsOverride)?.booleanValue ?? elsewhere()
  }
}
