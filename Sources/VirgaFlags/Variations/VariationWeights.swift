/// How many percent of all installations each variation of a test gets, in the order of the variations.
///
/// Weights with a flaw are ignored as a whole, and all variations get equal shares. Rule: VirgaFlags/Weights.
public struct VariationWeights: Hashable, Sendable {
  /// Why written weights are ignored.
  public enum Flaw: String, Sendable {
    /// There are more or fewer than variations.
    case count
    /// One is below 0 or above 100.
    case range
    /// They do not amount to 100.
    case sum
  }

  /// The weights as they were written; nil where there are none.
  public let written: [Double]?
  /// The weights that count; they amount to 100.
  public let inEffect: [Double]
  /// Why the written weights are ignored; nil where they count.
  public let flaw: Flaw?

  /// The weights of `count` variations for which `written` was written.
  public init(_ written: [Double]?, count: Int) {
    self.written = written
    flaw = written.flatMap { Self.flaw(of: $0, count: count) }
    let equal = [Double](repeating: count > 0 ? 100 / Double(count) : 0, count: count)
    inEffect = flaw == nil ? written ?? equal : equal
  }

  /// How far a sum may be from 100, for 33.4 and twice 33.3 are meant to be 100.
  private static let tolerance = 0.000_001

  private static func flaw(of weights: [Double], count: Int) -> Flaw? {
    if weights.count != count { return .count }
    if !weights.allSatisfy({ (0...100).contains($0) }) { return .range }
    return abs(weights.reduce(0, +) - 100) <= tolerance ? nil : .sum
  }
}

extension VariationWeights {
  /// The index of the variation that a draw falls on; nil for a draw that is not a number from 0 to 100.
  ///
  /// Each variation has the draws from where the one before ends up to its own end, which belongs to the next. What
  /// rounding leaves at the top, and 100 itself, belongs to the last variation that has weight. Rule: VirgaFlags/Draws.
  public func place(of draw: Double) -> Int? {
    guard (0...100).contains(draw) else { return nil }
    var end = 0.0
    for (place, weight) in inEffect.enumerated() {
      end += weight
      if draw < end { return place }
    }
    return inEffect.lastIndex { $0 > 0 }
  }

  /// Where the draws of each variation begin and end.
  public var ranges: [Range<Double>] {
    var start = 0.0
    return inEffect.map { weight in
      defer { start += weight }
      return start..<start + weight
    }
  }
}

/// The number by which an installation is given to a variation of one test.
public enum Draw {
  /// A new draw: 0 ≤ draw < 100, all equally likely.
  public static func made(using random: inout some RandomNumberGenerator) -> Double {
    Double.random(in: 0..<100, using: &random)
  }
}

/// One of the things that a JSON-configured test tries, such as `Red cup`.
///
/// Names compare without letter case; the words `on` and `enabled` read as `Enabled`, `off` and `disabled` as `Disabled`.
/// Rule: VirgaFlags/ConfigurationFiles.
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

/// Draws and weights as people read them.
public enum FlagNumber {
  /// A number without a fraction where it has none, and with at most four digits of one: `25`, `33.3333`.
  public static func text(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return String(rounded) }
    return String(Int64(rounded))
  }
}
