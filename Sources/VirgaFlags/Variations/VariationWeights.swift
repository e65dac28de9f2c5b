/// The percentage of installations that each variation of a test gets, in order.
///
/// If the weights are invalid, all are ignored and all variations get equal shares.
/// Rule: VirgaFlags/Weights.
package struct VariationWeights: Hashable, Sendable {
  /// Why weights are invalid.
  package enum Flaw: String, Sendable {
    /// Their number differs from the number of variations.
    case count
    /// One is below 0 or above 100.
    case range
    /// They do not add up to 100.
    case sum
  }

  /// The weights as given, even if they are ignored; nil if none were given.
  package let written: [Double]?
  /// The weights in effect; they add up to 100.
  package let inEffect: [Double]
  /// Why the given weights are ignored; nil if they are valid.
  package let flaw: Flaw?

  /// The weights of `count` variations; nil, like invalid ones, gives them equal shares.
  package init(_ written: [Double]?, count: Int) {
    self.written = written
    flaw = written.flatMap { Self.flaw(of: $0, count: count) }
    let valid = flaw == nil ? written : nil
    // Without variations `count` is 0, and must not be a divisor.
    let equalShare = 100 / Double(max(count, 1))
    inEffect = valid ?? [Double](repeating: equalShare, count: count)
  }

  /// The accepted deviation of the sum from 100, for example with 33.4, 33.3, 33.3.
  private static let tolerance = 0.000_001

  /// The first flaw of given weights, which are percentages; nil if they are valid.
  private static func flaw(of weights: [Double], count: Int) -> Flaw? {
    if weights.count != count { return .count }
    if !weights.allSatisfy({ (0...100).contains($0) }) { return .range }
    let sum = weights.reduce(0, +)
    return abs(sum - 100) <= tolerance ? nil : .sum
  }

  /// The index of the variation selected by a draw; nil if the draw is not in 0...100.
  ///
  /// The weights in effect are the written ones, or equal ones if those have a flaw. Each variation
  /// has the draws from the end of the previous one up to its own end, exclusively:
  /// with the weights 34, 33 and 33, the draw 33.9 selects the first and 34 the second. The last
  /// variation with a weight also gets what rounding leaves at the top, and 100 itself.
  /// Rule: VirgaFlags/Draws.
  package func index(of draw: Double) -> Int? {
    guard (0...100).contains(draw) else { return nil }
    var end = 0.0
    for (index, weight) in inEffect.enumerated() {
      end += weight
      if draw < end { return index }
    }
    return inEffect.lastIndex { $0 > 0 }
  }

  /// The draws that select each variation: 0..<34, 34..<67 and 67..<100 for 34, 33 and 33.
  ///
  /// The draw 100 is in none of them; see ``index(of:)``.
  package var ranges: [Range<Double>] {
    var start = 0.0
    return inEffect.map { weight in
      defer { start += weight }
      return start..<start + weight
    }
  }
}

/// One of the alternatives that a JSON-configured test compares, such as `Red cup`.
///
/// Names are compared case-insensitively; `on` and `enabled` mean `Enabled`, `off` and `disabled`
/// mean `Disabled`. Rule: VirgaFlags/ConfigurationFiles.
public struct Variation: RawRepresentable, Sendable, Hashable {
  /// The name as written, or `Enabled` or `Disabled`.
  public let rawValue: String
  /// The name as the file writes it, such as `On`, for a person to recognize.
  package let written: String

  /// Creates the variation called `rawValue`, with the standard name if it has one: `on` gives
  /// `Enabled`.
  public init(rawValue: String) {
    written = rawValue
    switch rawValue.lowercased() {
    case "on", "enabled": self.rawValue = "Enabled"
    case "off", "disabled": self.rawValue = "Disabled"
    default: self.rawValue = rawValue
    }
  }

  /// The group with the feature.
  public static let enabled = Variation(rawValue: "Enabled")
  /// The group without the feature, and everyone while a test is off.
  public static let disabled = Variation(rawValue: "Disabled")
  /// The result of a draw outside 0...100.
  public static let unassigned = Variation(rawValue: "Unassigned")

  /// Whether both have the same name, ignoring case.
  public static func == (left: Variation, right: Variation) -> Bool {
    left.rawValue == right.rawValue || left.rawValue.lowercased() == right.rawValue.lowercased()
  }

  /// Hashes the name ignoring case.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
}

extension Variation: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates the variation called `name`.
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  /// The name.
  public var description: String { rawValue }
}

/// How weights and draws are written.
package enum FlagNumber {
  /// A number with at most four decimals, and none if it is whole: `25`, `33.3333`.
  package static func text(_ number: Double) -> String {
    // For four decimals.
    let stepsPerUnit = 10_000.0
    let rounded = (number * stepsPerUnit).rounded() / stepsPerUnit
    let isWhole = rounded == rounded.rounded()
    // A number from `maxWhole` on is spelled as `String` does, with `.0` or an exponent.
    guard isWhole, abs(rounded) < maxWhole else { return String(rounded) }
    return String(Int64(rounded))
  }

  /// Whole numbers up to here are exact as doubles, and short enough to be written with all digits.
  private static let maxWhole = 1e15
}
