/// The number of events in each interval of one length, newest first.
package struct EventCounter: Equatable, Sendable {
  package let interval: EventInterval
  /// The counts, starting with the current interval; never empty, and at most `interval.kept`
  /// elements.
  package private(set) var buckets: [UInt64]
  package private(set) var startingInstant: Instant

  /// Creates a counter with saved counts; excess counts are dropped.
  package init(interval: EventInterval, buckets: [UInt64], startingInstant: Instant) {
    self.interval = interval
    self.buckets = buckets.isEmpty ? [0] : Array(buckets.prefix(interval.kept))
    self.startingInstant = startingInstant
  }

  /// Creates an empty counter; its intervals start on 1 January of the year of `instant`.
  package init(interval: EventInterval, inYearOf instant: Instant) {
    self.init(interval: interval, buckets: [0], startingInstant: instant.startOfYear)
  }

  /// The counter advanced to an instant; if the clock was set back, nothing changes.
  package func advanced(to now: Instant) -> EventCounter {
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

  mutating func add(_ count: UInt64, at bucket: Int = 0) {
    if bucket >= buckets.count { buckets += Array(repeating: 0, count: bucket + 1 - buckets.count) }
    let (sum, overflow) = buckets[bucket].addingReportingOverflow(count)
    buckets[bucket] = overflow ? .max : sum
  }

  /// Truncated toward zero.
  private static func wholeIntervals(
    _ interval: EventInterval, from start: Instant, to end: Instant
  ) -> Int64 {
    let (seconds, overflow) = end.seconds.subtractingReportingOverflow(start.seconds)
    if overflow { return (end > start ? Int64.max : .min) / interval.seconds }
    let borrowed: Int64 = seconds > 0 && end.nanoseconds < start.nanoseconds ? 1 : 0
    let carried: Int64 = seconds < 0 && end.nanoseconds > start.nanoseconds ? 1 : 0
    return (seconds - borrowed + carried) / interval.seconds
  }
}

/// An interval by which events are counted; the raw value is its name in expressions.
package enum EventInterval: String, Sendable, CaseIterable {
  case minutes = "Minutes"
  case hours = "Hours"
  case days = "Days"
  case weeks = "Weeks"
  case months = "Months"
  case years = "Years"

  /// The length in seconds; a month has 28 days and a year 365.
  package var seconds: Int64 { table.seconds }

  /// The number of intervals kept, including the current one.
  package var kept: Int { table.kept }

  private var table: (seconds: Int64, kept: Int) {
    switch self {
    case .minutes: (60, 60)
    case .hours: (3_600, 72)
    case .days: (86_400, 56)
    case .weeks: (7 * 86_400, 52)
    case .months: (28 * 86_400, 12)
    case .years: (365 * 86_400, 4)
    }
  }
}
