/// An interval by which events are counted; the raw value is its name in expressions.
package enum EventInterval: String, Sendable, CaseIterable {
  case minutes = "Minutes"
  case hours = "Hours"
  case days = "Days"
  case weeks = "Weeks"
  case months = "Months"
  case years = "Years"

  /// The length in seconds: not of the calendar, so a month has 28 days and a year 365.
  ///
  /// Rule: VirgaTargeting/BehavioralEvents.
  package var seconds: Int64 {
    switch self {
    case .minutes: 60
    case .hours: 3_600
    case .days: Self.secondsOfDay
    case .weeks: 7 * Self.secondsOfDay
    case .months: 28 * Self.secondsOfDay
    case .years: 365 * Self.secondsOfDay
    }
  }

  private static let secondsOfDay: Int64 = 86_400

  /// The number of intervals whose counts are stored, including the current one; the same as in the
  /// SDK.
  package var storedCount: Int {
    switch self {
    case .minutes: 60
    case .hours: 72
    case .days: 56
    case .weeks: 52
    case .months: 12
    case .years: 4
    }
  }
}
