import VirgaSource

/// A point in time in UTC, with nanosecond precision.
public struct Instant: Hashable, Sendable, Comparable {
  /// Whole seconds since 1970, rounded down.
  public var seconds: Int64
  /// Nanoseconds in addition to `seconds`, 0 to 999,999,999.
  public var nanoseconds: Int32

  /// Creates an instant `seconds` and `nanoseconds` after the start of 1970.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Creates an instant, clamped to the years 0 to 9999, which RFC 3339 can represent.
  package init(clamping seconds: Int64, nanoseconds: Int64 = 0) {
    self.init(
      seconds: min(max(seconds, Self.writable.lowerBound), Self.writable.upperBound),
      nanoseconds: Int32(min(max(nanoseconds, 0), 999_999_999)))
  }

  /// The seconds of the years 0 to 9999.
  package static let writable: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// The start of 1970.
  public static let epoch = Instant(seconds: 0)

  /// The instant some seconds later; saturates instead of overflowing.
  public func advanced(by seconds: Int64) -> Instant {
    let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
    return Instant(seconds: overflow ? (seconds > 0 ? .max : .min) : sum, nanoseconds: nanoseconds)
  }

  package var startOfYear: Instant {
    Instant(
      seconds: CivilDate(daysSince1970: seconds.flooredQuotient(by: 86_400)).startOfYear &* 86_400)
  }

  /// Whether one instant is before another.
  public static func < (left: Instant, right: Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// Parses an RFC 3339 date-time with a zone, such as 2025-03-10T12:30:00Z; nil for any other
  /// text.
  public init?(iso8601 text: String) {
    var reader = DigitReader(rest: Substring(text).utf8)
    guard
      let year = reader.number(digits: 4), reader.accept("-"),
      let month = reader.number(digits: 2), reader.accept("-"),
      let day = reader.number(digits: 2),
      reader.accept("T") || reader.accept("t") || reader.accept(" "),
      let hour = reader.number(digits: 2), hour < 24, reader.accept(":"),
      let minute = reader.number(digits: 2), minute < 60, reader.accept(":"),
      let second = reader.number(digits: 2), second <= 60,
      let nanoseconds = reader.fraction(), let offset = reader.zone(), reader.rest.isEmpty
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard date.exists else { return nil }
    self.init(
      seconds: date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset,
      nanoseconds: nanoseconds)
  }
}

extension Int64 {
  func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension Instant: CustomStringConvertible {
  /// The instant as RFC 3339 in UTC, with a fraction if needed.
  public var description: String {
    let days = seconds.flooredQuotient(by: 86_400)
    let date = CivilDate(daysSince1970: days)
    // Not computed from the day's start, which overflows for extreme instants.
    let second = (seconds % 86_400 + 86_400) % 86_400
    let day =
      "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))"
    let minutes = "\(Self.padded(second / 3_600, 2)):\(Self.padded(second / 60 % 60, 2))"
    return "\(day)T\(minutes):\(Self.padded(second % 60, 2))\(fraction)Z"
  }

  private var fraction: String {
    guard nanoseconds > 0 else { return "" }
    var digits = Self.padded(Int64(nanoseconds), 9)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count))
      + digits
  }
}

private struct DigitReader {
  var rest: Substring.UTF8View

  mutating func number(digits: Int) -> Int64? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy(\.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return Int64(Substring(text))
  }

  mutating func accept(_ mark: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == mark.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func fraction() -> Int32? {
    guard accept(".") else { return 0 }
    let digits = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(digits.count)
    let kept = String(Substring(digits.prefix(9)))
    return Int32(kept + String(repeating: "0", count: 9 - kept.count)).flatMap {
      digits.isEmpty ? nil : $0
    }
  }

  mutating func zone() -> Int64? {
    if accept("Z") || accept("z") { return 0 }
    let sign: Int64 = accept("-") ? -1 : 1
    guard sign < 0 || accept("+"), let hours = number(digits: 2), hours < 24, accept(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }
}

/// Internally years start in March, so that the leap day is the last of its year; 400 years have
/// 146,097 days.
private struct CivilDate {
  var year: Int64
  var month: Int64
  var day: Int64

  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredQuotient(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  var startOfYear: Int64 { CivilDate(year: year, month: 1, day: 1).daysSince1970 }

  var exists: Bool {
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    let again = CivilDate(daysSince1970: daysSince1970)
    return again.month == month && again.day == day
  }
}

extension CivilDate {
  init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}
