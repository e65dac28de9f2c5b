/// A length of time by which events are counted; its raw value is its name in expressions.
public enum EventInterval: String, Sendable, CaseIterable {
  case minutes = "Minutes"
  case hours = "Hours"
  case days = "Days"
  case weeks = "Weeks"
  case months = "Months"
  case years = "Years"

  /// The length in seconds.
  ///
  /// A month has 28 days and a year 365.
  public var seconds: Int64 {
    switch self {
    case .minutes: 60
    case .hours: 3_600
    case .days: 86_400
    case .weeks: 7 * 86_400
    case .months: 28 * 86_400
    case .years: 365 * 86_400
    }
  }

  /// How many intervals are kept, the current one included.
  public var kept: Int {
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
