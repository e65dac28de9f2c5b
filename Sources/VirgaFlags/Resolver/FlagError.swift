/// Why a flag is not changed, and what may help.
public struct FlagError: Error, Hashable, Sendable {
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
    /// There is no such flag.
    case unknownFlag = "unknown-flag"
    /// It is not known yet where choices are kept.
    case notInitialized = "not-initialized"
  }

  /// The kind of reason.
  public var reason: Reason
  /// The reason in a sentence without a final full stop.
  public var message: String
  /// What may help; nil if there is nothing to suggest.
  public var hint: String?

  package init(_ reason: Reason, _ message: String, hint: String? = nil) {
    self.reason = reason
    self.message = message
    self.hint = hint
  }
}

extension FlagError: CustomStringConvertible {
  /// The reason and what may help, in a sentence without a final full stop.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
