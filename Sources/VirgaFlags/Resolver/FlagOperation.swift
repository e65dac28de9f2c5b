public import VirgaJSON

/// Something that a person does to a flag.
///
/// Source of the table of what applies to which kind: Flags: Operations.
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
  /// Weigh the variations otherwise than the file, in percent.
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

/// Why an operation is not done, and what may help.
public struct FlagRefusal: Error, Hashable, Sendable {
  /// What kind of reason it is.
  public enum Reason: String, Hashable, Sendable {
    /// The kind of flag has no such operation.
    case notApplicable = "not-applicable"
    /// The flag has no preference key.
    case noPreferenceKey = "no-preference-key"
    /// The flag has no debug key.
    case noDebugKey = "no-debug-key"
    /// The channel ignores debug overrides.
    case wrongChannel = "wrong-channel"
    /// There is no such option or variation.
    case unknownOption = "unknown-option"
    /// The value has the wrong type or is out of range.
    case wrongValue = "wrong-value"
    /// The flag is not enabled.
    case notEnabled = "not-enabled"
  }

  /// The kind of reason.
  public var reason: Reason
  /// The reason in a sentence without a final full stop.
  public var message: String
  /// What may help; nil where nothing is near.
  public var hint: String?

  init(_ reason: Reason, _ message: String, hint: String? = nil) {
    self.reason = reason
    self.message = message
    self.hint = hint
  }
}
