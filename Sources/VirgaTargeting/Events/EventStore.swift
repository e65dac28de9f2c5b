public import VirgaJSON

/// The behavioural events of one client: what happened how often in the last minutes, hours, … and years.
///
/// The store is a value and has no clock of its own: each call is told the time. Reading never changes it, so that
/// looking ahead leaves no trace.
public struct EventStore: Equatable, Sendable {
  /// What a person can ask wrongly of the store.
  public enum Failure: Error, Equatable, Sendable {
    /// A length of time is negative, or points into the future.
    case invalidDuration
  }

  /// The counters of each event.
  public private(set) var counters: NameTable<[EventInterval: EventCounter]>
  /// The moment at which the clock of the store stands still, once it has been moved.
  public private(set) var standsAt: Instant?

  /// A store with known counters, as a session keeps them.
  public init(counters: NameTable<[EventInterval: EventCounter]> = [:], standsAt: Instant? = nil) {
    self.counters = counters
    self.standsAt = standsAt
  }

  /// The time that the store goes by: that of the wall until its clock has been moved.
  public func now(wall: Instant) -> Instant { standsAt ?? wall }

  /// Counts an event that happens now.
  public mutating func record(_ event: String, count: UInt64 = 1, at wall: Instant) {
    change(event, at: wall) { $0.add(count) }
  }

  /// Counts an event that happened some seconds ago.
  ///
  /// Throws where `seconds` is negative.
  public mutating func recordPast(
    _ event: String, secondsAgo seconds: Int64, count: UInt64 = 1, at wall: Instant
  ) throws(Failure) {
    guard seconds >= 0 else { throw .invalidDuration }
    let moment = now(wall: wall).advanced(by: -seconds)
    var happened = true
    change(event, at: wall) { happened = $0.add(count, happenedAt: moment) && happened }
    if !happened { throw .invalidDuration }
  }

  /// Moves the store's clock forward; from then on it stands still.
  ///
  /// Throws where `seconds` is negative.
  public mutating func advanceTime(by seconds: Int64, at wall: Instant) throws(Failure) {
    guard seconds >= 0 else { throw .invalidDuration }
    standsAt = now(wall: wall).advanced(by: seconds)
  }

  /// Forgets all events, and lets the clock run again.
  public mutating func clear() { self = EventStore() }

  /// The counter of an event as it stands at a moment; nil for an event that never happened.
  public func counter(of event: String, by interval: EventInterval, at wall: Instant) -> EventCounter? {
    counters[event]?[interval]?.advanced(to: now(wall: wall))
  }

  private mutating func change(_ event: String, at wall: Instant, _ change: (inout EventCounter) -> Void) {
    var known = counters[event] ?? [:]
    for interval in EventInterval.allCases {
      var counter = known[interval] ?? EventCounter(interval: interval, inYearOf: wall)
      counter.advance(to: now(wall: wall))
      change(&counter)
      known[interval] = counter
    }
    counters[event] = known
  }
}
