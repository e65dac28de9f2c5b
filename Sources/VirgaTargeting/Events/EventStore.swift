package import VirgaJSON

/// The behavioral events of one client, counted by minutes, hours, … and years.
///
/// The store is a value without a clock: each call gets the time. Reads never change it, so that
/// previews have no side effects.
public struct EventStore: Equatable, Sendable {
  /// Invalid requests to the store.
  public enum Failure: Error, Equatable, Sendable {
    /// A duration is negative, or points into the future.
    case invalidDuration
  }

  /// The counters of each event, by the event's name and by interval.
  package private(set) var counters: [Name: [EventInterval: EventCounter]]
  /// The fixed time of the store's clock; nil unless the clock was moved.
  package private(set) var frozenAt: Instant?

  /// Creates an empty store.
  public init() { self.init(counters: [:]) }

  /// A store with these counters, whose clock stands still at `frozenAt`.
  package init(counters: [Name: [EventInterval: EventCounter]], frozenAt: Instant? = nil) {
    self.counters = counters
    self.frozenAt = frozenAt
  }

  /// The store's time: the device's time, `wall`, unless the store's clock was moved.
  public func now(wall: Instant) -> Instant { frozenAt ?? wall }

  /// Counts an event that happens now.
  public mutating func record(_ event: String, count: UInt64 = 1, at wall: Instant) {
    changeCounters(of: event, at: wall) { $0.add(count) }
  }

  /// Counts an event that happened some seconds ago.
  ///
  /// - Throws: ``Failure/invalidDuration`` if `seconds` is negative; nothing is counted then. Also
  ///   if the event happened after the current interval of a counter, which is possible after the
  ///   clock was set back; only the other counters count it then.
  public mutating func recordPast(
    _ event: String, secondsAgo seconds: Int64, count: UInt64 = 1, at wall: Instant
  ) throws(Failure) {
    guard seconds >= 0 else { throw .invalidDuration }
    // The store's own time if its clock was moved from `wall`, the device's time.
    let moment = now(wall: wall).advanced(by: -seconds)
    var isInFuture = false
    changeCounters(of: event, at: wall) { counter in
      // A counter refuses a moment after its current interval.
      if !counter.add(count, happenedAt: moment) { isInFuture = true }
    }
    if isInFuture { throw .invalidDuration }
  }

  /// Moves the store's clock forward, after which it stays fixed.
  ///
  /// Until its first move it shows the device's time, `wall`.
  ///
  /// - Throws: ``Failure/invalidDuration`` if `seconds` is negative; the clock stays as it is.
  public mutating func advanceTime(by seconds: Int64, at wall: Instant) throws(Failure) {
    guard seconds >= 0 else { throw .invalidDuration }
    frozenAt = now(wall: wall).advanced(by: seconds)
  }

  /// Clears all events and resets the clock to the wall clock.
  public mutating func clear() { self = EventStore() }

  /// The counter of an event, advanced to the store's time; nil if the event never happened.
  ///
  /// The store's time is the device's, `wall`, unless its clock was moved.
  package func counter(
    of event: String, by interval: EventInterval, at wall: Instant
  ) -> EventCounter? {
    counters[event]?[interval]?.advanced(to: now(wall: wall))
  }

  /// Advances the counters of an event, one for each interval, to the store's time and updates
  /// them.
  ///
  /// The intervals of a new event are counted from 1 January of the year of `wall`, the device's
  /// time.
  private mutating func changeCounters(
    of event: String, at wall: Instant, _ update: (inout EventCounter) -> Void
  ) {
    var countersOfEvent = counters[event] ?? [:]
    for interval in EventInterval.allCases {
      var counter = countersOfEvent[interval] ?? EventCounter(interval: interval, inYearOf: wall)
      counter.advance(to: now(wall: wall))
      update(&counter)
      countersOfEvent[interval] = counter
    }
    counters[event] = countersOfEvent
  }

  /// The counts by event, as in the SDK's database.
  package var json: JSONObject {
    JSONObject(
      named: counters.sorted { $0.key < $1.key }.map { event, countersOfEvent in
        let intervals = EventInterval.allCases.compactMap { interval in
          countersOfEvent[interval].map { counter in (interval.rawValue, counter.json) }
        }
        return (event, ["intervals": .object(JSONObject(intervals))])
      })
  }

  /// Reads counts saved as `json`; unreadable parts are ignored.
  package init(json: JSONObject) {
    var counters: [Name: [EventInterval: EventCounter]] = [:]
    for (event, body) in json {
      for (name, counter) in body["intervals"]?.objectValue ?? [:] {
        guard let interval = EventInterval(rawValue: name) else { continue }
        counters[event, default: [:]][interval] = EventCounter(interval, json: counter)
      }
    }
    self.init(counters: counters)
  }
}

extension EventCounter {
  /// The counter as in the SDK's database.
  fileprivate var json: JSONValue {
    let count = JSONValue.integer(Int64(interval.storedCount))
    return [
      "data": [
        "buckets": .array(buckets.map { .integer(Int64(clamping: $0)) }), "bucket_count": count,
        "starting_instant": .string(startingInstant.description),
      ],
      "config": ["bucket_count": count, "interval": .string(interval.rawValue)],
    ]
  }

  /// Reads a counter as in the SDK's database; nil if the JSON has no list of counts or no valid
  /// start.
  ///
  /// `bucket_count` is not needed: counts beyond the number that an interval stores are dropped,
  /// and missing ones are added as time passes.
  fileprivate init?(_ interval: EventInterval, json: JSONValue) {
    guard let data = json["data"], let buckets = data["buckets"]?.arrayValue,
      let start = data["starting_instant"]?.stringValue.flatMap(Instant.init(iso8601:))
    else { return nil }
    let counts = buckets.compactMap { $0.integerValue.flatMap(UInt64.init(exactly:)) }
    let areAllCounts = counts.count == buckets.count
    guard areAllCounts else { return nil }
    self.init(interval: interval, buckets: counts, startingInstant: start)
  }
}
