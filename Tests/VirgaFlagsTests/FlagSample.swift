import VirgaFlags

/// Flags of a JSON configuration for tests.
enum FlagSample {
  /// An enabled flag of a JSON configuration.
  static func flag(
    _ kind: FlagKind, _ variations: [Variation] = [], isEnabled: Bool = true, isDevelopment: Bool = false
  ) -> ConfiguredFlag {
    var flag = ConfiguredFlag(name: "f", kind: kind, isEnabled: isEnabled)
    flag.isDevelopment = isDevelopment
    flag.variations = variations
    flag.weights = VariationWeights(nil, count: variations.count)
    return flag
  }
}
