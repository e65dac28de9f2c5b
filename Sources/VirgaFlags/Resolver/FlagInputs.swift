package import VirgaJSON

/// Supplies what the resolver needs to know about flags, from a session or from an app's stored
/// choices.
///
/// Both share ``input(of:)``, so that the console and an app resolve flags identically.
package protocol FlagInputs {
  /// The value in the configs of the app's features, as the app reads them.
  func buildValue(of source: BuildValueSource) -> FlagBuildValue
  /// What the user chose, not validated.
  func preference(forKey key: String) -> JSONValue?
  /// What a developer chose, not validated.
  func debugOverride(forKey key: String) -> JSONValue?
  /// The flag in a JSON configuration; nil for other kinds of flags.
  func configuredFlag(_ flag: FlagDefinition) -> ConfiguredFlag?
  /// The stored state of a JSON-configured flag, and a developer's choice made in the configuration
  /// itself.
  func choices(of flag: ConfiguredFlag) -> ConfiguredFlagOverrides
  /// The preference that a test simulates; nil if it simulates none.
  func testOverride(of flag: FlagDefinition) -> Bool?
}

extension FlagInputs {
  /// Collects what the answer of a flag depends on.
  ///
  /// A test override is a preference that a test of the app simulates; it is stored nowhere.
  package func input(of flag: FlagDefinition) -> FlagResolverInput {
    var input = FlagResolverInput()
    // `flag.reading.map(buildValue)` would copy all inputs for each flag.
    if let reading = flag.reading { input.build = buildValue(of: reading) }
    if let key = flag.preferenceKey { input.preference = preference(forKey: key) }
    if let key = flag.debugKey { input.debugOverride = debugOverride(forKey: key) }
    input.testOverride = testOverride(of: flag)
    guard let configured = configuredFlag(flag) else { return input }
    let choices = choices(of: configured)
    input.configured = configured
    input.drawLockAndWeights = ConfiguredFlagOverrides(
      draw: choices.draw, lock: choices.lock, weights: choices.weights)
    // A developer's choice made in the configuration itself, a forced variation or on or off,
    // counts as a debug override if none is stored.
    input.debugOverride = input.debugOverride ?? choices.developerChoice
    return input
  }
}

extension ConfiguredFlagOverrides {
  /// The variation that a developer forced, or else the choice of on or off; nil if neither is set.
  fileprivate var developerChoice: JSONValue? {
    if let variation { return .string(variation.rawValue) }
    return isEnabled.map { .boolean($0) }
  }
}
