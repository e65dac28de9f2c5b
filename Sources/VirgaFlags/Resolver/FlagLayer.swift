import VirgaJSON

/// The layers of a flag that a person can change.
public enum FlagLayer: String, CaseIterable, Sendable {
  /// The user's choice.
  case preference
  /// A developer's choice.
  case debug
  /// The lock state.
  case lock
  /// The draw.
  case draw
  /// The weights.
  case weights

  /// The default layer to change.
  ///
  /// The preference of a flag that has one, else the debug override or the lock.
  public init(of row: FlagDefinition) {
    self = row.kind == .unlock ? .lock : row.preferenceKey != nil || row.kind == .options ? .preference : .debug
  }

  /// The operation that sets this layer from text.
  ///
  /// For example `on`, an option, `locked` or `50,50`.
  public func operation(setting row: FlagDefinition, to text: String) throws(FlagError) -> FlagOperation {
    switch self {
    case .preference: .setPreference(Self.value(text, isName: row.kind == .options))
    case .debug: .setDebug(Self.value(text, isName: row.kind == .ab || row.kind == .mvt))
    case .lock: try Self.isUnlocked(text) ? .unlock : .lock
    case .draw: .setDraw(try Self.number(text, "a draw is a number from 0 to 100"))
    case .weights: .setWeights(try Self.numbers(text))
    }
  }

  /// The operation that unsets this layer.
  public var clearing: FlagOperation {
    switch self {
    case .preference: .clearPreference
    case .debug: .clearDebug
    case .lock: .clearLock
    case .draw: .clearDraw
    case .weights: .clearWeights
    }
  }

  /// True for `on`, `true`, `yes`; false for `off`, `false`, `no`; nil for anything else.
  public static func truth(_ text: String) -> Bool? {
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
    if text.lowercased() == "unlocked" { return true }
    if text.lowercased() == "locked" { return false }
    guard let truth = truth(text) else {
      throw FlagError(.wrongValue, "a lock is `locked` or `unlocked`, not \(text)")
    }
    return truth
  }

  private static func numbers(_ text: String) throws(FlagError) -> [Double] {
    var numbers: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      numbers.append(try number(String(part), "weights are numbers separated by commas, as in 50,30,20"))
    }
    return numbers
  }

  private static func number(_ text: String, _ message: String) throws(FlagError) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw FlagError(.wrongValue, "\(message); got \(text)")
    }
    return number
  }
}

extension FlagOperation {
  /// The layer that it changes and the new value as text.
  ///
  /// The text is nil if it unsets the layer.
  ///
  /// Nil if it stores nothing, and for a new draw, whose value is not known in advance.
  public var layerAndText: (layer: FlagLayer, text: String?)? {
    switch self {
    case .setPreference(let value): (.preference, Self.text(value))
    case .clearPreference: (.preference, nil)
    case .setDebug(let value): (.debug, Self.text(value))
    case .clearDebug: (.debug, nil)
    case .lock: (.lock, "locked")
    case .unlock: (.lock, "unlocked")
    case .clearLock: (.lock, nil)
    case .setDraw(let draw): (.draw, JSONValue(draw).compact)
    case .clearDraw: (.draw, nil)
    case .setWeights(let weights): (.weights, weights.map { JSONValue($0).compact }.joined(separator: ","))
    case .clearWeights: (.weights, nil)
    case .redraw, .simulate, .jump, .setTestOverride: nil
    }
  }

  private static func text(_ value: JSONValue) -> String {
    value.booleanValue.map { $0 ? "on" : "off" } ?? value.stringValue ?? value.compact
  }
}
