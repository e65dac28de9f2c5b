#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tests for a sample-ratio mismatch: clients spread over branches more unevenly than chance explains.
public enum ChiSquare {
  /// The probability of counts at least this far from their shares.
  ///
  /// Nil if there is nothing to compare.
  ///
  /// Values below 0.001 mean that the ratios probably do not hold.
  public static func probability(of counts: [Int], shares: [Double]) -> Double? {
    let pairs = zip(counts, shares).filter { $0.1 > 0 }
    let total = Double(pairs.reduce(0) { $0 + $1.0 })
    guard pairs.count > 1, total > 0 else { return nil }
    let statistic = pairs.reduce(0.0) { sum, pair in
      let expected = total * pair.1
      let difference = Double(pair.0) - expected
      return sum + difference * difference / expected
    }
    return upperGamma(Double(pairs.count - 1) / 2, statistic / 2)
  }

  /// The regularized upper incomplete gamma function: a series for small arguments, else a continued fraction.
  private static func upperGamma(_ shape: Double, _ value: Double) -> Double {
    guard value > 0 else { return 1 }
    let scale = exp(shape * log(value) - value - lgamma(shape))
    return value < shape + 1 ? 1 - scale * series(shape, value) : scale * continuedFraction(shape, value)
  }

  private static func series(_ shape: Double, _ value: Double) -> Double {
    var term = 1 / shape
    var sum = term
    for step in 1...1_000 {
      term *= value / (shape + Double(step))
      sum += term
      if term < sum * 1e-15 { break }
    }
    return sum
  }

  private static func continuedFraction(_ shape: Double, _ value: Double) -> Double {
    let tiny = 1e-300
    var denominator = value + 1 - shape
    var ratio = 1 / tiny
    var inverse = 1 / denominator
    var result = inverse
    for step in 1...1_000 {
      let factor = -Double(step) * (Double(step) - shape)
      denominator += 2
      inverse = 1 / nonZero(factor * inverse + denominator, tiny)
      ratio = nonZero(denominator + factor / ratio, tiny)
      let change = inverse * ratio
      result *= change
      if abs(change - 1) < 1e-15 { break }
    }
    return result
  }

  private static func nonZero(_ value: Double, _ tiny: Double) -> Double { abs(value) < tiny ? tiny : value }
}
