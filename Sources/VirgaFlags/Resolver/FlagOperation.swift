package import VirgaJSON

/// The layers of a flag that a person can change.
package enum FlagLayer: String, CaseIterable, Sendable {
  case preference, debug, lock, draw, weights

  /// The layer that a change applies to unless another is named: the lock of an unlock flag, the
  /// preference of a flag that has a preference key, else the debug override.
  ///
  /// A flag with options cannot have a debug override, so its layer is always the preference.
  package init(of flag: FlagDefinition) {
    if flag.kind == .unlock {
      self = .lock
    } else if flag.preferenceKey != nil || flag.kind == .options {
      self = .preference
    } else {
      self = .debug
    }
  }

  /// The operation that sets this layer from text, for example `on`, an option, `locked` or
  /// `50,50`.
  package func operation(
    setting flag: FlagDefinition, to text: String
  ) throws(FlagError) -> FlagOperation {
    // An option or a variation may be called `on`, so it is not read as a Boolean. A `featureAB`
    // test has the variations `Enabled` and `Disabled`.
    let value =
      switch self {
      case .preference: Self.value(of: text, isName: flag.kind == .options)
      case .debug: Self.value(of: text, isName: flag.kind == .ab || flag.kind == .mvt)
      case .lock: JSONValue.boolean(try Self.isUnlocked(text))
      case .draw: JSONValue(try Self.number(text, elseThrowing: "a draw is a number from 0 to 100"))
      case .weights: JSONValue.array(try Self.numbers(text))
      }
    return .set(self, value)
  }

  /// A stored value of this layer as ``operation(setting:to:)`` reads it: `unlocked` for true as a
  /// lock, `50,50` for weights, `on` for true as a preference.
  package func text(of value: JSONValue) -> String {
    switch self {
    // A lock stores whether it is open.
    case .lock: value == true ? "unlocked" : "locked"
    case .weights: (value.arrayValue ?? []).map(\.compact).joined(separator: ",")
    case .preference, .debug, .draw:
      if let isOn = value.booleanValue {
        isOn ? "on" : "off"
      } else {
        value.stringValue ?? value.compact
      }
    }
  }

  /// True for `on`, `true`, `yes`; false for `off`, `false`, `no`; nil for anything else.
  package static func onOrOff(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "on", "true", "yes": true
    case "off", "false", "no": false
    default: nil
    }
  }

  /// The value to store for a text: a Boolean for `on`, `yes` and the like, else a string.
  ///
  /// With `isName` always a string, because an option may be called `on`.
  private static func value(of text: String, isName: Bool) -> JSONValue {
    guard !isName, let isOn = onOrOff(text) else { return .string(text) }
    return .boolean(isOn)
  }

  /// True for `unlocked` and `on`, false for `locked` and `off`; throws for anything else.
  private static func isUnlocked(_ text: String) throws(FlagError) -> Bool {
    switch text.lowercased() {
    case "unlocked": return true
    case "locked": return false
    default:
      guard let isUnlocked = onOrOff(text) else {
        throw FlagError(.wrongValue, "a lock is `locked` or `unlocked`, not \(text)")
      }
      return isUnlocked
    }
  }

  /// The numbers of a list such as `50,30,20`.
  private static func numbers(_ text: String) throws(FlagError) -> [JSONValue] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part throws(FlagError) in
      JSONValue(
        try number(
          String(part), elseThrowing: "weights are numbers separated by commas, as in 50,30,20"))
    }
  }

  /// The number of a text; throws an error with `message` if it is not a finite number.
  private static func number(
    _ text: String, elseThrowing message: String
  ) throws(FlagError) -> Double {
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
  case unset(FlagLayer)
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
    case .set(let layer, _), .unset(let layer): layer
    case .redraw: .draw
    // A simulation and a jump only show something, and a test override is never stored.
    case .simulate, .jump, .setTestOverride: nil
    }
  }

  /// The value to store; nil for every other operation.
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

  /// Creates an error; the message and the hint are for the person who tried the change.
  package init(_ reason: Reason, _ message: String, hint: String? = nil) {
    self.reason = reason
    self.message = message
    self.hint = hint
  }

  /// The reason and what may help, as a sentence without a final period.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
