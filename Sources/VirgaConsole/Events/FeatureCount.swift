import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTargeting

struct FeatureCount: ListItem {
  package let feature: String
  package private(set) var count = 0
  package private(set) var suppressed = 0
  /// In each interval, earliest first; all intervals have the same length.
  package private(set) var history = [Int](repeating: 0, count: Self.stretches)

  var id: Name { Name(feature) }

  /// The number of intervals of a history.
  static let stretches = 8

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? { filter.containsWhole(feature) ? 0 : nil }

  /// Counts the events of each feature, most frequent feature first.
  ///
  /// The interval in seconds is the smallest power of two at which one history covers all events.
  static func counts(of events: [SessionEvent]) -> [FeatureCount] {
    let events = events.filter { $0.feature != nil }
    guard let first = events.map(\.time.seconds).min(), let last = events.map(\.time.seconds).max() else { return [] }
    var exponent: Int64 = 0
    while (last >> exponent) - (first >> exponent) >= stretches { exponent += 1 }
    var counts: [Name: FeatureCount] = [:]
    for event in events {
      guard let feature = event.feature else { continue }
      counts[feature, default: FeatureCount(feature: feature)]
        .add(event, inStretch: Int((event.time.seconds >> exponent) - (first >> exponent)))
    }
    return counts.values.sorted { ($1.count, $0.feature) < ($0.count, $1.feature) }
  }

  private init(feature: String) { self.feature = feature }

  private mutating func add(_ event: SessionEvent, inStretch stretch: Int) {
    count += 1
    if event.isSuppressed { suppressed += 1 }
    history[stretch] += 1
  }

  /// Relative to the highest count of all features.
  func bars(highest: Int) -> DisplayText {
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return DisplayText(
      String(history.map { $0 == 0 ? " " : bars[min(($0 * bars.count - 1) / max(highest, 1), bars.count - 1)] }))
  }
}
