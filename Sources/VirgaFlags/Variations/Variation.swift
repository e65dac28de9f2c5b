/// One of the things that a JSON-configured test tries, such as `Red cup`.
///
/// Names compare without letter case; the words `on` and `enabled` read as `Enabled`, `off` and `disabled` as `Disabled`
/// (Flags: Configuration).
public struct Variation: RawRepresentable, Sendable {
  /// The name as it was written, or one of the two words above.
  public let rawValue: String

  /// The variation called `rawValue`.
  public init(rawValue: String) {
    switch rawValue.lowercased() {
    case "on", "enabled": self.rawValue = "Enabled"
    case "off", "disabled": self.rawValue = "Disabled"
    default: self.rawValue = rawValue
    }
  }

  /// The group that has the feature.
  public static let enabled = Variation(rawValue: "Enabled")
  /// The group without the feature, and everybody for whom a test is off.
  public static let disabled = Variation(rawValue: "Disabled")
  /// Nobody's group: a draw that is no number from 0 to 100 leads here.
  public static let unassigned = Variation(rawValue: "Unassigned")
}

extension Variation: Hashable {
  /// Whether both have the same name, whatever the case.
  public static func == (left: Variation, right: Variation) -> Bool {
    left.rawValue == right.rawValue || left.rawValue.lowercased() == right.rawValue.lowercased()
  }

  /// Feeds the name without its case.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
}

extension Variation: ExpressibleByStringLiteral, CustomStringConvertible {
  /// The variation called `name`.
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  /// The name.
  public var description: String { rawValue }
}
