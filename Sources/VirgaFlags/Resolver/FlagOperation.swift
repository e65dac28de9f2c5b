public import VirgaJSON

/// Something that a person does to a flag.
///
/// Which operation applies to which kind of flag is a table. Rule: VirgaFlags/Operations.
public enum FlagOperation: Hashable, Sendable {
  /// Store what the app's user chose: a Boolean, or the name of an option.
  case setPreference(JSONValue)
  /// Make the preference unset.
  case clearPreference
  /// Store a developer's choice: a Boolean, or the name of a variation.
  case setDebug(JSONValue)
  /// Make the debug override unset.
  case clearDebug
  /// Lock an unlock flag.
  case lock
  /// Unlock an unlock flag.
  case unlock
  /// Forget the stored lock state.
  case clearLock
  /// Set the draw, 0 to 100.
  case setDraw(Double)
  /// Draw again.
  case redraw
  /// Go back to the draw that the flag had at first.
  case clearDraw
  /// Override the weights of the file, in percent.
  case setWeights([Double])
  /// Go back to the weights of the file.
  case clearWeights
  /// Try many draws.
  case simulate
  /// Go to the values of the feature.
  case jump
  /// Simulate a preference for a while.
  case setTestOverride(Bool)
}
