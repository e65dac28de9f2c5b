import VirgaSession
import VirgaTargeting

/// How often each feature has an event, and when: kept up with events that come and go, never counted anew for them.
///
/// Time is cut into stretches whose length is a power of two in seconds, as short as a history has room for; where it
/// gets too long, two stretches become one.
struct EventTally: Sendable {
  private struct Feature: Sendable {
    var count = 0
    var suppressed = 0
    /// How many events fall into each stretch.
    var stretches: [Int64: Int] = [:]
  }

  private var features: [String: Feature] = [:]
  /// The first and the last stretch with an event.
  private var span: ClosedRange<Int64>?
  /// The length of a stretch: the exponent of a power of two.
  private var exponent: Int64 = 0

  /// Counts an event.
  mutating func add(_ event: SessionEvent) {
    guard let name = event.feature else { return }
    widen(event.time.seconds)
    let stretch = event.time.seconds >> exponent
    let suppressed = event.isSuppressed ? 1 : 0
    withFeature(name) { feature in
      feature.count += 1
      feature.suppressed += suppressed
      feature.stretches[stretch, default: 0] += 1
    }
  }

  /// Counts the events at some places of a list, where they lie: a copy of each would take longer than counting.
  mutating func add(_ events: [SessionEvent], at places: some Sequence<Int>) {
    events.withUnsafeBufferPointer { events in
      for place in places { add(events[place]) }
    }
  }

  /// Counts an event no more.
  mutating func remove(_ event: SessionEvent) {
    guard let name = event.feature, features[name] != nil else { return }
    let stretch = event.time.seconds >> exponent
    let suppressed = event.isSuppressed ? 1 : 0
    withFeature(name) { feature in
      feature.count -= 1
      feature.suppressed -= suppressed
      feature.stretches[stretch, default: 1] -= 1
      if feature.stretches[stretch] == 0 { feature.stretches[stretch] = nil }
    }
    if features[name]?.count == 0 { features[name] = nil }
  }

  /// Begins the history no earlier than its first event that is still there.
  mutating func trim() {
    let stretches = features.values.flatMap(\.stretches.keys)
    span = stretches.min().flatMap { first in stretches.max().map { first...$0 } }
  }

  /// Counts what another tally counts as well.
  mutating func add(_ other: EventTally) {
    var other = other
    guard let otherSpan = other.span else { return }
    widen(otherSpan.lowerBound << other.exponent)
    widen(((otherSpan.upperBound + 1) << other.exponent) - 1)
    while other.exponent < exponent { other.coarsen() }
    while exponent < other.exponent { coarsen() }
    for (name, more) in other.features {
      withFeature(name) { feature in
        feature.count += more.count
        feature.suppressed += more.suppressed
        feature.stretches.merge(more.stretches, uniquingKeysWith: +)
      }
    }
  }

  /// The features, the most frequent first.
  var counts: [EventLog.FeatureCount] {
    let first = span?.lowerBound ?? 0
    return features.map { name, feature in
      EventLog.FeatureCount(
        feature: name, count: feature.count, suppressed: feature.suppressed,
        history: (0..<Int64(EventLog.stretches)).map { feature.stretches[first + $0] ?? 0 })
    }.sorted { ($1.count, $0.feature) < ($0.count, $1.feature) }
  }

  private mutating func withFeature(_ name: String, _ change: (inout Feature) -> Void) {
    change(&features[name, default: Feature()])
  }

  /// Makes room for a time.
  private mutating func widen(_ seconds: Int64) {
    while true {
      let stretch = seconds >> exponent
      let wider = span.map { min($0.lowerBound, stretch)...max($0.upperBound, stretch) } ?? stretch...stretch
      guard wider.upperBound - wider.lowerBound >= EventLog.stretches else { return span = wider }
      coarsen()
    }
  }

  /// Makes one stretch of two.
  private mutating func coarsen() {
    exponent += 1
    span = span.map { ($0.lowerBound >> 1)...($0.upperBound >> 1) }
    for name in features.keys {
      withFeature(name) { feature in
        feature.stretches = feature.stretches.reduce(into: [:]) { $0[$1.key >> 1, default: 0] += $1.value }
      }
    }
  }
}
