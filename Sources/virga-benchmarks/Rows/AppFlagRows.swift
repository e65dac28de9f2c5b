import Cirrus
import VirgaFlags
import VirgaJSON
import VirgaSDK

/// The cost of a flag in an app, compared with a value of generated code.
enum AppFlagRows {
  static func rows(_ sampling: Sampling) -> [Row] {
    FlagCheck.allCases.map { check in
      let flags = manager()
      let home = CirrusNimbus.shared.features.homescreen
      return Row(
        "isFeatureEnabled: \(check.rawValue)", on: "an entry of a map", .nanoseconds, .below(.ratio(2)),
        .comparedWith(
          Baseline(name: "typed value") {
            time(sampling) { keep(home.value().sectionsEnabled[.pocket] ?? false) }
          })
      ) {
        time(sampling) { keep(flags.isFeatureEnabled("homescreenPocket", checking: check)) }
      }
    }
  }

  private static func manager() -> FeatureFlagManager {
    let path = FeaturePath("homescreen", ["sections-enabled", "pocket"])
    var row = FlagDefinition("homescreenPocket", .bool, reading: .boolean(path))
    row.preferenceKey = "homescreenPocketUserPrefsKey"
    row.debugKey = "homescreenPocketDebugKey"
    return FeatureFlagManager(
      catalogue: FlagCatalogue([row]), channel: "beta", manifest: CirrusNimbus.shared,
      choices: StoredPreferences(["homescreenPocketUserPrefsKey": true]))
  }

  /// The nanoseconds of one call, measured over many: one is too short for the clock.
  private static func time(_ sampling: Sampling, _ body: () -> Void) -> Double {
    let count = 10_000
    return sampling.time { for _ in 0..<count { body() } } * 1e6 / Double(count)
  }
}
