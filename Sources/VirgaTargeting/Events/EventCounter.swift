/// The number of events in each interval of one length, newest first.
public struct EventCounter: Equatable, Sendable {
  /// The length of the intervals.
  public let interval: EventInterval
  /// The counts, starting with the current interval.
  ///
  /// Never empty, and at most `interval.kept` elements.
  public private(set) var buckets: [UInt64]
  /// The start of the current interval.
  public private(set) var startingInstant: Instant

  /// Creates a counter with saved counts; excess counts are dropped.
  public init(interval: EventInterval, buckets: [UInt64], startingInstant: Instant) {
    self.interval = interval
    self.buckets = buckets.isEmpty ? [0] : Array(buckets.prefix(interval.kept))
    self.startingInstant = startingInstant
  }

  /// Creates an empty counter; its intervals start on 1 January of the year of `instant`.
  public init(interval: EventInterval, inYearOf instant: Instant) {
    self.init(interval: interval, buckets: [0], startingInstant: instant.startOfYear)
  }

  /// The counter advanced to an instant.
  ///
  /// If the clock was set back, nothing changes.
  public func advanced(to now: Instant) -> EventCounter {
    var counter = self
    counter.advance(to: now)
    return counter
  }

  /// Starts the intervals that began up to an instant.
  mutating func advance(to now: Instant) {
    let passed = Self.wholeIntervals(interval, from: startingInstant, to: now)
    guard passed > 0 else { return }
    startingInstant = startingInstant.advanced(by: passed * interval.seconds)
    let opened = Int(min(passed, Int64(interval.kept)))
    buckets = Array((Array(repeating: 0, count: opened) + buckets).prefix(interval.kept))
  }

  mutating func add(_ count: UInt64) { add(count, at: 0) }

  /// Returns false if the instant is after the current interval.
  ///
  /// An instant exactly at the start of the current interval counts for the previous one.
  /// Rule: VirgaTargeting/BehavioralEvents.
  mutating func add(_ count: UInt64, happenedAt moment: Instant) -> Bool {
    let ago = Self.wholeIntervals(interval, from: moment, to: startingInstant)
    guard ago >= 0 else { return false }
    let bucket = ago == 0 && moment > startingInstant ? 0 : 1 + ago
    if bucket < Int64(interval.kept) { add(count, at: Int(bucket)) }
    return true
  }

  private mutating func add(_ count: UInt64, at bucket: Int) {
    if bucket >= buckets.count { buckets += Array(repeating: 0, count: bucket + 1 - buckets.count) }
    let (sum, overflow) = buckets[bucket].addingReportingOverflow(count)
    buckets[bucket] = overflow ? .max : sum
  }

  /// Truncated toward zero.
  private static func wholeIntervals(_ interval: EventInterval, from start: Instant, to end: Instant) -> Int64 {
    let (seconds, overflow) = end.seconds.subtractingReportingOverflow(start.seconds)
    if overflow { return (end > start ? Int64.max : .min) / interval.seconds }
    let borrowed: Int64 = seconds > 0 && end.nanoseconds < start.nanoseconds ? 1 : 0
    let carried: Int64 = seconds < 0 && end.nanoseconds > start.nanoseconds ? 1 : 0
    return (seconds - borrowed + carried) / interval.seconds
  }
}

/// An interval by which events are counted; the raw value is its name in expressions.
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

  /// The number of intervals kept, including the current one.
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
