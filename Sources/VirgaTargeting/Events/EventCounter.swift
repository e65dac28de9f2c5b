/// The number of events in each interval of one length, newest first.
package struct EventCounter: Equatable, Sendable {
  package let interval: EventInterval
  /// The counts, starting with the current interval; never empty, and at most
  /// `interval.storedCount` elements.
  ///
  /// For days, `[0, 3]` is 3 yesterday and none today.
  package private(set) var buckets: [UInt64]
  /// When the current interval started.
  package private(set) var startingInstant: Instant

  /// Creates a counter with saved counts, the newest first: that of the current interval, which
  /// started at `startingInstant`.
  ///
  /// Counts of more intervals than are stored are dropped; without counts the current one has 0.
  package init(interval: EventInterval, buckets: [UInt64], startingInstant: Instant) {
    self.interval = interval
    self.buckets = buckets.isEmpty ? [0] : Array(buckets.prefix(interval.storedCount))
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

  /// Adds an empty bucket for each interval that started since the current one.
  mutating func advance(to now: Instant) {
    let passed = Self.wholeIntervals(interval, from: startingInstant, to: now)
    guard passed > 0 else { return }
    startingInstant = startingInstant.advanced(by: passed * interval.seconds)
    // More empty buckets than are stored would only be dropped again.
    let addedCount = Int(min(passed, Int64(interval.storedCount)))
    let addedBuckets: [UInt64] = Array(repeating: 0, count: addedCount)
    buckets = Array((addedBuckets + buckets).prefix(interval.storedCount))
  }

  /// Adds to the bucket of an instant; returns false if the instant is after the current interval.
  ///
  /// An instant exactly at the start of the current interval counts for the previous one, and one
  /// that is older than all buckets is ignored. Rule: VirgaTargeting/BehavioralEvents.
  mutating func add(_ count: UInt64, happenedAt moment: Instant) -> Bool {
    let intervalsAgo = Self.wholeIntervals(interval, from: moment, to: startingInstant)
    guard intervalsAgo >= 0 else { return false }
    let isCurrent = intervalsAgo == 0 && moment > startingInstant
    // Rounded toward zero, both sides of the start are 0 intervals away: bucket 0 is after it, and
    // bucket 1 has up to one interval before it.
    let bucket = isCurrent ? 0 : intervalsAgo + 1
    if bucket < Int64(interval.storedCount) { add(count, toBucket: Int(bucket)) }
    return true
  }

  /// Adds to the count of the interval that is `bucket` intervals before the current one; a count
  /// that would overflow becomes the greatest number.
  ///
  /// Missing buckets are added; `bucket` must be below `interval.storedCount`.
  mutating func add(_ count: UInt64, toBucket bucket: Int = 0) {
    let missingCount = bucket + 1 - buckets.count
    if missingCount > 0 { buckets += Array(repeating: 0, count: missingCount) }
    let (sum, isOverflow) = buckets[bucket].addingReportingOverflow(count)
    buckets[bucket] = isOverflow ? .max : sum
  }

  /// The number of whole intervals between two instants, rounded toward zero: for minutes, 1 if
  /// `end` is 119 seconds after `start`, and −1 if it is that much earlier.
  private static func wholeIntervals(
    _ interval: EventInterval, from start: Instant, to end: Instant
  ) -> Int64 {
    let (difference, isOverflow) = end.seconds.subtractingReportingOverflow(start.seconds)
    // A difference that is too large for an integer is treated as the largest one.
    if isOverflow { return (end > start ? Int64.max : .min) / interval.seconds }
    var wholeSeconds = difference
    // A started second is not a whole one: from 0.9 to 1.1 seconds none has passed.
    if difference > 0, end.nanoseconds < start.nanoseconds { wholeSeconds -= 1 }
    if difference < 0, end.nanoseconds > start.nanoseconds { wholeSeconds += 1 }
    return wholeSeconds / interval.seconds
  }
}
