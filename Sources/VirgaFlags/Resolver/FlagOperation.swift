public import VirgaJSON

/// An operation on a flag by a person.
///
/// A table defines which operations apply to which kinds of flags. Rule: VirgaFlags/Operations.
public enum FlagOperation: Hashable, Sendable {
  /// Store the user's preference: a Boolean, or the name of an option.
  case setPreference(JSONValue)
  /// Unset the preference.
  case clearPreference
  /// Store a developer's choice: a Boolean, or the name of a variation.
  case setDebug(JSONValue)
  /// Unset the debug override.
  case clearDebug
  /// Lock an unlock flag.
  case lock
  /// Unlock an unlock flag.
  case unlock
  /// Remove the stored lock state.
  case clearLock
  /// Set the draw, 0 to 100.
  case setDraw(Double)
  /// Draw again.
  case redraw
  /// Restore the flag's original draw.
  case clearDraw
  /// Override the weights of the file, in percent.
  case setWeights([Double])
  /// Restore the weights of the file.
  case clearWeights
  /// Simulate many draws.
  case simulate
  /// Jump to the values of the feature.
  case jump
  /// Simulate a preference temporarily.
  case setTestOverride(Bool)
}
