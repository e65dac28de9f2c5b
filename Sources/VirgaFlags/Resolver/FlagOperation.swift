package import VirgaJSON

/// The layers of a flag that a person can change.
package enum FlagLayer: String, CaseIterable, Sendable {
  case preference, debug, lock, draw, weights

  /// The default layer to change: the preference of a flag that has one, else the debug override or
  /// the lock.
  package init(of row: FlagDefinition) {
    self =
      row.kind == .unlock
      ? .lock : row.preferenceKey != nil || row.kind == .options ? .preference : .debug
  }

  /// The operation that sets this layer from text, for example `on`, an option, `locked` or
  /// `50,50`.
  package func operation(
    setting row: FlagDefinition, to text: String
  ) throws(FlagError) -> FlagOperation {
    let value =
      switch self {
      case .preference: Self.value(text, isName: row.kind == .options)
      case .debug: Self.value(text, isName: row.kind == .ab || row.kind == .mvt)
      case .lock: JSONValue.boolean(try Self.isUnlocked(text))
      case .draw: JSONValue(try Self.number(text, "a draw is a number from 0 to 100"))
      case .weights: JSONValue.array(try Self.numbers(text))
      }
    return .set(self, value)
  }

  /// The value as ``operation(setting:to:)`` reads it.
  package func text(of value: JSONValue) -> String {
    switch self {
    case .lock: value == true ? "unlocked" : "locked"
    case .weights: (value.arrayValue ?? []).map(\.compact).joined(separator: ",")
    case .preference, .debug, .draw:
      value.booleanValue.map { $0 ? "on" : "off" } ?? value.stringValue ?? value.compact
    }
  }

  /// True for `on`, `true`, `yes`; false for `off`, `false`, `no`; nil for anything else.
  package static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "on", "true", "yes": true
    case "off", "false", "no": false
    default: nil
    }
  }

  private static func value(_ text: String, isName: Bool) -> JSONValue {
    guard !isName, let truth = truth(text) else { return .string(text) }
    return .boolean(truth)
  }

  private static func isUnlocked(_ text: String) throws(FlagError) -> Bool {
    let known = ["unlocked": true, "locked": false]
    if let isUnlocked = known[text.lowercased()] ?? truth(text) { return isUnlocked }
    throw FlagError(.wrongValue, "a lock is `locked` or `unlocked`, not \(text)")
  }

  private static func numbers(_ text: String) throws(FlagError) -> [JSONValue] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part throws(FlagError) in
      JSONValue(try number(String(part), "weights are numbers separated by commas, as in 50,30,20"))
    }
  }

  private static func number(_ text: String, _ message: String) throws(FlagError) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw FlagError(.wrongValue, "\(message); got \(text)")
    }
    return number
  }
}

/// An operation on a flag by a person.
///
/// A table defines which operations apply to which kinds of flags. Rule: VirgaFlags/Operations.
package enum FlagOperation: Hashable, Sendable {
  /// Store a Boolean, the name of an option or variation, a draw from 0 to 100, or weights in
  /// percent.
  case set(FlagLayer, JSONValue)
  /// Remove what is stored; a test then has its original draw and the weights of the file.
  case clear(FlagLayer)
  /// Draw again.
  case redraw
  /// Simulate many draws.
  case simulate
  /// Jump to the values of the feature.
  case jump
  /// Simulate a preference temporarily.
  case setTestOverride(Bool)

  /// The layer that it changes; nil if it stores nothing.
  package var layer: FlagLayer? {
    switch self {
    case .set(let layer, _), .clear(let layer): layer
    case .redraw: .draw
    case .simulate, .jump, .setTestOverride: nil
    }
  }

  /// The value to store; nil if it removes one, and for a new draw.
  package var value: JSONValue? { if case .set(_, let value) = self { value } else { nil } }
}

/// Why a flag cannot be changed, and what may help.
public struct FlagError: Error, Hashable, Sendable, CustomStringConvertible {
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

  /// The reason and what may help, as a sentence without a final period.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
