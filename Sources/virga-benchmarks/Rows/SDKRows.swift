import Cirrus
import VirgaSDK

/// What apps call often.
enum SDKRows {
  /// How often a call is repeated, because the clock is too coarse for one.
  private static let calls = 1_000

  static func rows(_ sampling: Sampling) -> [Row] {
    [
      Row("ask a flag", on: "the demo's flags", .nanoseconds, .below(.figure(480))) {
        askFlag(sampling)
      }
    ]
  }

  /// The nanoseconds of asking a flag whose feature and choices have not changed.
  private static func askFlag(_ sampling: Sampling) -> Double {
    let nanosecondsPerMillisecond = 1e6
    let flags = FeatureFlagManager(
      catalogue: .app, channel: CirrusNimbus.channel, manifest: CirrusNimbus.shared,
      choices: StoredPreferences())
    let milliseconds = sampling.time {
      for _ in 0..<calls { keep(flags.isFeatureEnabled(.stories, checking: .buildAndUser)) }
    }
    return milliseconds * nanosecondsPerMillisecond / Double(calls)
  }
}
