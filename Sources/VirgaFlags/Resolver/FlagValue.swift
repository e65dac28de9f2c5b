public import VirgaJSON

/// The value of a flag: on or off, or one of several options or variations.
public enum FlagValue: Hashable, Sendable {
  /// On.
  case on
  /// Off.
  case off
  /// The option of an `options` flag, or the variation of a test.
  case option(String)

  /// On for true, off for false.
  public init(_ isOn: Bool) { self = isOn ? .on : .off }

  /// Whether it is on; nil for an option.
  public var isOn: Bool? {
    switch self {
    case .on: true
    case .off: false
    case .option: nil
    }
  }

  /// The name of the option or variation; nil for on and off.
  public var option: String? {
    if case .option(let name) = self { name } else { nil }
  }

  /// `on`, `off` or the name.
  public var word: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .option(let name): name
    }
  }

  /// The value as stored in a session: a Boolean or a string.
  public var json: JSONValue {
    switch self {
    case .on: true
    case .off: false
    case .option(let name): .string(name)
    }
  }
}

extension FlagValue {
  /// Reads a stored on or off.
  ///
  /// A Boolean, or a number that is on if not zero; nil for anything else.
  ///
  /// Rule: VirgaFlags/StoredChoices.
  public static func stored(_ value: JSONValue?) -> FlagValue? {
    guard let value else { return nil }
    if let truth = value.booleanValue { return FlagValue(truth) }
    return value.doubleValue.map { FlagValue($0 != 0) }
  }
}
