/// A moment of the Gregorian calendar in UTC, to the nanosecond.
public struct Instant: Hashable, Sendable {
  /// Whole seconds since 1970, rounded down.
  public var seconds: Int64
  /// Nanoseconds beyond `seconds`, 0 to 999,999,999.
  public var nanoseconds: Int32

  /// The moment `seconds` and `nanoseconds` after the start of 1970.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The moment, or where it lies outside the years 0 to 9999, which are all that RFC 3339 can write, their nearest end.
  public init(clamping seconds: Int64, nanoseconds: Int64 = 0) {
    self.init(
      seconds: min(max(seconds, Self.writable.lowerBound), Self.writable.upperBound),
      nanoseconds: Int32(min(max(nanoseconds, 0), 999_999_999)))
  }

  /// The seconds of the years 0 to 9999.
  public static let writable: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// The start of 1970.
  public static let epoch = Instant(seconds: 0)

  /// The moment a number of seconds later; the ends of time are never passed.
  public func advanced(by seconds: Int64) -> Instant {
    let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
    return Instant(seconds: overflow ? (seconds > 0 ? .max : .min) : sum, nanoseconds: nanoseconds)
  }

  /// The first moment of the year in which this one lies.
  public var startOfYear: Instant {
    Instant(seconds: CivilDate(daysSince1970: seconds.flooredQuotient(by: 86_400)).startOfYear &* 86_400)
  }
}

extension Instant: Comparable {
  /// Whether one moment comes before another.
  public static func < (left: Instant, right: Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension Int64 {
  /// The quotient rounded down, also for negative numbers.
  func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
