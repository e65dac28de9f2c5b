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
    let notTooEarly = max(seconds, Self.writableSeconds.lowerBound)
    let maxNanoseconds: Int64 = 999_999_999
    let notNegative = max(nanoseconds, 0)
    self.init(
      seconds: min(notTooEarly, Self.writableSeconds.upperBound),
      nanoseconds: Int32(min(notNegative, maxNanoseconds)))
  }

  /// The seconds of the years 0 to 9999.
  package static let writableSeconds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// The start of 1970.
  public static let epoch = Instant(seconds: 0)

  /// The instant some seconds later; saturates instead of overflowing.
  public func advanced(by seconds: Int64) -> Instant {
    let (sum, isOverflow) = self.seconds.addingReportingOverflow(seconds)
    if isOverflow {
      return Instant(seconds: seconds > 0 ? .max : .min, nanoseconds: nanoseconds)
    }
    return Instant(seconds: sum, nanoseconds: nanoseconds)
  }

  /// 1 January, 00:00 UTC, of the instant's year.
  package var startOfYear: Instant {
    let date = CivilDate(daysSince1970: seconds.flooredQuotient(by: Self.secondsOfDay))
    // Wraps around instead of failing for instants before the first representable year.
    return Instant(seconds: date.startOfYear &* Self.secondsOfDay)
  }

  fileprivate static let secondsOfDay: Int64 = 86_400

  /// Whether one instant is before another.
  public static func < (left: Instant, right: Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// Parses an RFC 3339 date-time with a zone, such as 2025-03-10T12:30:00Z; nil for any other
  /// text.
  public init?(iso8601 text: String) {
    var reader = DigitReader(rest: Substring(text).utf8)
    guard let date = reader.date(), date.exists,
      reader.accept("T") || reader.accept("t") || reader.accept(" "),
      let secondOfDay = reader.secondOfDay(), let nanoseconds = reader.fraction(),
      let distanceFromUTC = reader.zone(), reader.rest.isEmpty
    else { return nil }
    self.init(
      seconds: date.daysSince1970 * Self.secondsOfDay + secondOfDay - distanceFromUTC,
      nanoseconds: nanoseconds)
  }
}

extension Int64 {
  /// The quotient rounded down, also for a negative number: −1 for −1 / 7.
  func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension Instant: CustomStringConvertible {
  /// The instant as RFC 3339 in UTC, with a fraction if needed.
  public var description: String {
    let date = CivilDate(daysSince1970: seconds.flooredQuotient(by: Self.secondsOfDay))
    // Not computed from the day's start, which overflows for extreme instants. The remainder of a
    // negative number is negative.
    let remainder = seconds % Self.secondsOfDay
    let secondOfDay = remainder < 0 ? remainder + Self.secondsOfDay : remainder
    let year = Self.padded(date.year, 4)
    let month = Self.padded(date.month, 2)
    let day = Self.padded(date.day, 2)
    let hour = Self.padded(secondOfDay / 3_600, 2)
    let minute = Self.padded(secondOfDay / 60 % 60, 2)
    let second = Self.padded(secondOfDay % 60, 2)
    return "\(year)-\(month)-\(day)T\(hour):\(minute):\(second)\(fraction)Z"
  }

  /// The nanoseconds without trailing zeros, as in `.25`; empty if there are none.
  private var fraction: String {
    guard nanoseconds > 0 else { return "" }
    let nanosecondDigits = 9
    var digits = Self.padded(Int64(nanoseconds), nanosecondDigits)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }

  /// A number with zeros in front, as in `0042` or `-0042` for a width of 4.
  private static func padded(_ number: Int64, _ width: Int) -> String {
    let sign = number < 0 ? "-" : ""
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return sign + zeros + digits
  }
}

/// Reads the parts of a date-time from the start of a text.
private struct DigitReader {
  /// What is not read yet.
  var rest: Substring.UTF8View

  /// Reads a number of exactly this many digits; nil if they are not there.
  mutating func number(digits: Int) -> Int64? {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy(\.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return Int64(Substring(text))
  }

  /// Reads a character such as `-` if it is next; returns whether it is.
  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads a date such as `2025-03-10`, which need not exist; nil for another form.
  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), accept("-"),
      let month = number(digits: 2), accept("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads a time of day such as `12:30:00` as the seconds since midnight; nil if it is not one.
  mutating func secondOfDay() -> Int64? {
    guard let hour = number(digits: 2), hour < 24, accept(":"),
      let minute = number(digits: 2), minute < 60, accept(":"),
      // 60 is a leap second.
      let second = number(digits: 2), second <= 60
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  /// Reads a fraction of a second in nanoseconds: 250,000,000 for `.25`, and 0 if there is none.
  ///
  /// Further digits than nine are dropped; nil if no digit follows the point.
  mutating func fraction() -> Int32? {
    guard accept(".") else { return 0 }
    let digits = rest.prefix(while: \.isDigit)
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    let nanosecondDigits = 9
    let used = String(Substring(digits.prefix(nanosecondDigits)))
    let missingZeros = String(repeating: "0", count: nanosecondDigits - used.count)
    return Int32(used + missingZeros)
  }

  /// Reads a time zone as its distance from UTC in seconds: 0 for `Z`, 7,200 for `+02:00`; nil if
  /// it is not one.
  mutating func zone() -> Int64? {
    if accept("Z") || accept("z") { return 0 }
    let isWest = accept("-")
    guard isWest || accept("+") else { return nil }
    guard let hours = number(digits: 2), hours < 24, accept(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    let distance = hours * 3_600 + minutes * 60
    return isWest ? -distance : distance
  }
}

/// A date of the Gregorian calendar, converted to and from a number of days.
///
/// Both conversions are those of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
/// Years start in March there, so that the leap day is the last day of a year, and are counted in
/// eras of 400 years, which all have the same number of days.
private struct CivilDate {
  var year: Int64
  /// 1 to 12.
  var month: Int64
  /// 1 to 31.
  var day: Int64

  private static let yearsOfEra: Int64 = 400
  /// The days of a year without its leap day.
  private static let daysOfYear: Int64 = 365
  private static let daysOfEra: Int64 = 146_097
  /// The days from 1 March of the year 0, where eras start, to 1 January 1970.
  private static let daysFromFirstEraTo1970: Int64 = 719_468
  /// The days of March to July, and of August to December: 31, 30, 31, 30 and 31.
  ///
  /// They give the lengths of all months in a formula.
  private static let daysOfFiveMonths: Int64 = 153

  /// The days from 1 January 1970; negative before it.
  ///
  /// Years start in March here, so that a leap day is the last day of its year. An era is 400
  /// years, after which the calendar repeats; the first one starts on 1 March of the year 0.
  var daysSince1970: Int64 {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch.flooredQuotient(by: Self.yearsOfEra)
    let yearOfEra = yearFromMarch - era * Self.yearsOfEra
    // 0 is March, 11 is February.
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = Self.dayOfYear(startingMonth: monthFromMarch) + day - 1
    // The leap days of the earlier years of the era; the one of its 400th year is its last day.
    let leapDays = yearOfEra / 4 - yearOfEra / 100
    let dayOfEra = yearOfEra * Self.daysOfYear + leapDays + dayOfYear
    return era * Self.daysOfEra + dayOfEra - Self.daysFromFirstEraTo1970
  }

  /// The days before a month in a year that starts in March: 0, 31, 61, 92 and so on.
  ///
  /// March is the month 0, February the month 11.
  private static func dayOfYear(startingMonth month: Int64) -> Int64 {
    (daysOfFiveMonths * month + 2) / 5
  }

  /// The first day of the date's year, in days since 1970.
  var startOfYear: Int64 { CivilDate(year: year, month: 1, day: 1).daysSince1970 }

  /// Whether the month has the day; false for 30 February.
  var exists: Bool {
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    // 30 February is counted on into March, so that its days give back another date.
    let normalized = CivilDate(daysSince1970: daysSince1970)
    return normalized.month == month && normalized.day == day
  }
}

extension CivilDate {
  /// The date some days after 1 January 1970; before it if `days` is negative.
  init(daysSince1970 days: Int64) {
    // As in `daysSince1970`: years start in March, and the calendar repeats after an era, which is
    // 400 years. The first one starts on 1 March of the year 0.
    let daysFromFirstEra = days + Self.daysFromFirstEraTo1970
    let era = daysFromFirstEra.flooredQuotient(by: Self.daysOfEra)
    let dayOfEra = daysFromFirstEra - era * Self.daysOfEra
    // Without leap days, all years have the same length.
    let yearOfEra = (dayOfEra - Self.leapDays(upTo: dayOfEra)) / Self.daysOfYear
    // The days of the earlier years of the era, with their leap days.
    let daysOfYearsBefore = Self.daysOfYear * yearOfEra + yearOfEra / 4 - yearOfEra / 100
    let dayOfYear = dayOfEra - daysOfYearsBefore
    // The inverse of `dayOfYear(startingMonth:)`, in which the first five months have 153 days.
    // 0 is March, 11 is February.
    let monthFromMarch = (5 * dayOfYear + 2) / Self.daysOfFiveMonths
    day = dayOfYear - Self.dayOfYear(startingMonth: monthFromMarch) + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    // January and February belong to the next year, which starts in January.
    year = yearOfEra + era * Self.yearsOfEra + (month <= 2 ? 1 : 0)
  }

  /// The number of leap days in an era up to one of its days, which counts from 0.
  ///
  /// An era is 400 years, each of which starts in March. The last day of every fourth year is a
  /// leap day, except in every 100th year but the 400th. The first one is the day 1,460, the one of
  /// the 400th year the last day of the era. Others may be counted some days too early, such as the
  /// second, the day 2,921, on the day 2,920. That is in the same year, and the caller only wants
  /// the year.
  private static func leapDays(upTo dayOfEra: Int64) -> Int64 {
    let firstLeapDay: Int64 = 1_460
    let daysOf100Years: Int64 = 36_524
    let lastDayOfEra = daysOfEra - 1
    return dayOfEra / firstLeapDay - dayOfEra / daysOf100Years + dayOfEra / lastDayOfEra
  }
}
