/// What sort of switch a flag is; it decides which operations apply (see the README's table).
public enum FlagKind: String, CaseIterable, Sendable {
  /// Decided by the build channel alone.
  case core
  /// On or off, from a merged config.
  case bool
  /// One of several options, from a merged config.
  case options
  /// On or off, from a JSON configuration.
  case flag
  /// A flag that the app's user may unlock.
  case unlock
  /// On for one group of an A/B test and off for the other.
  case featureAB = "feature-ab"
  /// An A/B test.
  case ab
  /// A test with more than two variations.
  case mvt
}
