import VirgaJSON
import VirgaSession

/// How many events of the list are about a feature, and how many of them were suppressed.
struct FeatureCount: ListItem {
  let feature: String
  fileprivate(set) var count = 0
  fileprivate(set) var suppressed = 0

  var id: Name { Name(feature) }

  /// Counts the events of each feature, most frequent feature first, and how many of them do not
  /// count as telemetry (`suppressed`): they were not recorded or were undone.
  static func counts(of events: [SessionEvent]) -> [FeatureCount] {
    var counts: [Name: FeatureCount] = [:]
    for event in events {
      guard let feature = event.feature else { continue }
      counts[feature, default: FeatureCount(feature: feature)].count += 1
      if event.isSuppressed { counts[feature]?.suppressed += 1 }
    }
    // The counts are swapped for a descending order; equally frequent features are sorted by name.
    return counts.values.sorted { ($1.count, $0.feature) < ($0.count, $1.feature) }
  }
}
