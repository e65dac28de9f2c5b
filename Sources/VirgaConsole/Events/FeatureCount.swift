import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTargeting

struct FeatureCount: ListItem {
  let feature: String
  fileprivate(set) var suppressed = 0
  /// The number of events in each interval, earliest first; all intervals have the same length.
  fileprivate(set) var history = [Int](repeating: 0, count: Self.stretches)

  var id: Name { Name(feature) }
  var count: Int { history.reduce(0, +) }

  /// The number of intervals of a history.
  static let stretches = 8

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
      let feature = event.feature ?? ""
      let stretch = Int((event.time.seconds >> exponent) - (first >> exponent))
      counts[feature, default: FeatureCount(feature: feature)].history[stretch] += 1
      if event.isSuppressed { counts[feature]?.suppressed += 1 }
    }
    return counts.values.sorted { ($1.count, $0.feature) < ($0.count, $1.feature) }
  }

  /// Relative to the highest count of all features.
  func bars(highest: Int) -> DisplayText {
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return DisplayText(
      String(history.map { $0 == 0 ? " " : bars[min(($0 * bars.count - 1) / max(highest, 1), bars.count - 1)] }))
  }
}
