import VirgaCanvas
import VirgaJSON
package import VirgaSession
import VirgaTargeting

/// Screen 5: the events of the session, oldest first.
package struct EventLog: Sendable {
  /// Of the shown kinds, up to where the list is paused.
  var list = ListModel<LoggedEvent>()
  var perFeature = ListModel<FeatureCount>()
  var details = TextScroll()
  private(set) var hiddenKinds: Set<String> = []
  /// All kinds, most frequent first.
  private(set) var kinds: [String] = []
  /// The number of processes that recorded events.
  private(set) var processCount = 0
  var isRequested = false
  /// The name of this console's process.
  var own = ""

  private var all: [LoggedEvent] = []
  /// The last shown event; nil if new events are shown as they come.
  private var pausedAfter: Int64?

  package init() {}

  /// The number of events, shown or not.
  var count: Int { all.count }
  /// The events in the list, from top to bottom.
  package var shown: [SessionEvent] { list.shown.map(\.event) }
  var selected: SessionEvent? { list.selected?.event }
  var isPaused: Bool { pausedAfter != nil }
  var isFollowing: Bool { !isPaused && list.scroll.cursor >= list.count - 1 && !list.scroll.isAway }
  var waitingCount: Int { pausedAfter.map { last in all.reversed().prefix { $0.id > last }.count } ?? 0 }

  /// The marked events, or else all that are shown.
  var subjects: [SessionEvent] {
    list.marked.isEmpty ? shown : all.filter { list.marked.contains($0.id) }.map(\.event)
  }

  /// Adds events at the end.
  ///
  /// - Parameters:
  ///   - isWhole: Whether they replace all events.
  ///   - first: Events with a smaller id are removed.
  package mutating func add(_ new: [SessionEvent], isWhole: Bool, from first: Int64 = .min) {
    let follows = isFollowing
    if isWhole {
      all = []
      pausedAfter = pausedAfter.map { new.last?.id ?? $0 }
    }
    all.removeFirst(all.prefix { $0.id < first }.count)
    all += new.map(logged)
    refresh(follows: follows)
  }

  /// Adds events that happened before all known ones.
  package mutating func add(earlier events: [SessionEvent]) {
    let follows = isFollowing
    all = events.map(logged) + all
    refresh(follows: follows)
  }

  /// Shows the events that a text matches.
  package mutating func filter(by text: String) {
    list.filter.field = TextField(text)
    list.refilter()
  }

  /// Pauses the list, or shows new events again.
  mutating func togglePause() {
    pausedAfter = isPaused ? nil : all.last?.id ?? 0
    refresh(follows: !isPaused)
  }

  /// Nil shows all kinds.
  mutating func toggleKind(_ kind: String?) {
    hiddenKinds = kind.map { hiddenKinds.symmetricDifference([$0]) } ?? []
    refresh(follows: false)
  }

  private func logged(_ event: SessionEvent) -> LoggedEvent {
    LoggedEvent(event: event, isOwn: event.process == own)
  }

  private mutating func refresh(follows: Bool) {
    let last = pausedAfter ?? .max
    list.show(all.filter { $0.id <= last && !hiddenKinds.contains($0.event.shownKind) })
    if follows { list.scroll.cursor = max(list.count - 1, 0) }
    let frequency = Dictionary(all.map { ($0.event.shownKind, 1) }, uniquingKeysWith: +)
    kinds = frequency.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    processCount = Set(all.lazy.map(\.process)).count
  }
}

struct LoggedEvent: ListItem {
  let event: SessionEvent
  /// Whether this console's process recorded it; the list calls that process `you`.
  let isOwn: Bool

  var id: Int64 { event.id }
  /// The recipe that the summary begins with.
  var recipe: String { event.suppressed == nil ? event.slug ?? "" : "" }
  var process: String { isOwn ? SessionEvent.you : event.process }

  func rank(_ filter: Filter, fuzzy: Bool) -> Int? {
    guard !fuzzy else { return nil }
    let texts = [event.shownKind, event.feature, event.slug, event.branch, event.reason, event.suppressed, event.error]
    let isMatch = filter.allWords { word in
      texts.contains { $0.map(word.occurs) == true } || word.occurs(in: event.process) || word.occurs(in: process)
    }
    return isMatch ? 0 : nil
  }

  /// The time of day in UTC, to the millisecond if there is room.
  func clock(columns: Int) -> DisplayText {
    let text = event.time.description
    guard let mark = text.firstIndex(of: "T") else { return DisplayText(text) }
    let time = text[text.index(after: mark)...].dropLast()
    let parts = (time.contains(".") ? String(time) : time + ".") + "000"
    return DisplayText(String(parts.prefix(columns)))
  }

  /// The distinguishing members come first in case there is little room.
  func lines(columns: Int) -> [StyledLine] {
    var json = JSONObject()
    let all = event.json
    for key in ["slug", "branch", "reason", "suppressed", "feature", "time", "kind", "id"] + all.map(\.key) {
      json[key] = all[key]
    }
    let indent: DisplayText = .blanks(4)
    return DisplayText.lines(JSONValue.object(json).pretty()).flatMap { line in
      guard line.columns > columns, columns > 2 * indent.columns else { return [StyledLine(line)] }
      let blanks = line.prefix(line.plain.utf8.prefix { $0 == 0x20 }.count)
      let words = line.dropping(blanks.columns).wrapped(to: columns - blanks.columns - indent.columns)
      return words.enumerated().map { StyledLine(blanks + ($0 == 0 ? .empty : indent) + $1) }
    }
  }
}

extension SessionEvent {
  /// `suppressed` for an exposure that was not recorded.
  var shownKind: String { isSuppressed && kind == "exposure" ? "suppressed" : kind }

  /// False for one that was recorded and undone.
  var isSuppressed: Bool { suppressed != nil && suppressed != Self.undone }

  /// Recipe and branch with reason or error, or why it was not recorded.
  package var summary: String {
    if isSuppressed { return [reason, suppressed].compactMap(\.self).joined(separator: "  ") }
    let recipe = [slug, branch].compactMap(\.self).joined(separator: " · ")
    let words = [recipe, reason ?? error ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
    return (suppressed == nil ? "" : "undone: ") + words
  }

  var error: String? { reason == nil ? extra["error_string"]?.stringValue : nil }

  static let you = "you"
}

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
