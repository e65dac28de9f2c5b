import VirgaFlags
import VirgaJSON

/// Flags of a JSON configuration for tests.
enum FlagSample {
  /// An enabled flag of a JSON configuration.
  static func flag(
    _ kind: FlagKind, _ variations: [Variation] = [], isEnabled: Bool = true,
    isDevelopment: Bool = false
  ) -> ConfiguredFlag {
    var flag = ConfiguredFlag(name: "f", kind: kind, isEnabled: isEnabled)
    flag.isDevelopment = isDevelopment
    flag.variations = variations
    flag.weights = VariationWeights(nil, count: variations.count)
    return flag
  }
}

extension FlagResolverInput {
  init(
    build: FlagBuildValue = .missing, configured: ConfiguredFlag? = nil,
    preference: JSONValue? = nil,
    debug: JSONValue? = nil, testOverride: Bool? = nil
  ) {
    self.init()
    (self.build, self.configured, self.preference) = (build, configured, preference)
    (debugOverride, self.testOverride) = (debug, testOverride)
  }

  func keeping(_ choices: ConfiguredFlagOverrides) -> FlagResolverInput {
    var inputs = self
    inputs.drawLockAndWeights = choices
    return inputs
  }
}
