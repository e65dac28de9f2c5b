/// Why a flag cannot be changed, and what may help.
public struct FlagError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  public enum Reason: String, Hashable, Sendable {
    /// This kind of flag does not support the operation.
    case notApplicable = "not-applicable"
    /// The flag has no preference key.
    case noPreferenceKey = "no-preference-key"
    /// The flag has no debug key.
    case noDebugKey = "no-debug-key"
    /// The channel ignores debug overrides.
    case wrongChannel = "wrong-channel"
    /// The option or variation does not exist.
    case unknownOption = "unknown-option"
    /// The value has the wrong type or is out of range.
    case wrongValue = "wrong-value"
    /// The flag is not enabled.
    case notEnabled = "not-enabled"
    /// The flag does not exist.
    case unknownFlag = "unknown-flag"
    /// The store of choices is not set yet.
    case notInitialized = "not-initialized"
  }

  /// The kind of reason.
  public var reason: Reason
  /// The reason, as a sentence without a final period.
  public var message: String
  /// What may help; nil without a suggestion.
  public var hint: String?

  package init(_ reason: Reason, _ message: String, hint: String? = nil) {
    self.reason = reason
    self.message = message
    self.hint = hint
  }
}

extension FlagError: CustomStringConvertible {
  /// The reason and what may help, as a sentence without a final period.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
