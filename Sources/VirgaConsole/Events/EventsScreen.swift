package import VirgaSession
import VirgaSource

/// Screen 5: the events of the session, oldest first.
package struct EventsScreen: Sendable {
  /// The events of the kinds that are not hidden, up to the one after which the list is paused.
  var list = ListModel<LoggedEvent>()
  var perFeature = ListModel<FeatureCount>()
  private(set) var hiddenKinds: Set<String> = []
  /// All kinds, most frequent first.
  private(set) var kinds: [String] = []
  /// The number of processes that recorded events.
  private(set) var processCount = 0
  /// Whether the events were requested; they are loaded when they are first needed.
  var isRequested = false
  /// A command that runs once the events are loaded.
  var awaiting: Invocation?
  /// The name of this console's process.
  var own = ""

  /// All events, by id.
  private var all: [LoggedEvent] = []
  /// The id of the last shown event; nil if new events are shown as they come.
  private var pausedAfter: Int64?

  package init() {}

  /// The number of events, shown or not.
  var count: Int { all.count }
  /// The events in the list, from top to bottom.
  package var shown: [SessionEvent] { list.shown.map(\.event) }
  var selected: SessionEvent? { list.selected?.event }
  var isPaused: Bool { pausedAfter != nil }
  /// Whether the cursor moves to each new event: it is on the last one, in sight.
  var isFollowing: Bool { !isPaused && list.scroll.cursor >= list.count - 1 && !list.scroll.isAway }
  /// How many events came since the list was paused.
  var waitingCount: Int {
    guard let last = pausedAfter else { return 0 }
    return all.reversed().prefix { $0.id > last }.count
  }

  /// The marked events, or else all that are shown.
  var subjects: [SessionEvent] {
    list.marked.isEmpty ? shown : all.filter { list.marked.contains($0.id) }.map(\.event)
  }

  /// Adds events, which are sorted by id: either all newer than the known ones, or all older.
  ///
  /// - Parameters:
  ///   - isWhole: Whether they replace all events.
  ///   - first: Events with a smaller id are removed, because the session no longer has them.
  package mutating func add(_ new: [SessionEvent], isWhole: Bool, from first: Int64 = .min) {
    // Read before the list gets longer, after which the cursor is no longer on the last event.
    let follows = isFollowing
    if isWhole {
      all = []
      // A paused list shows all events that replace the old ones, and none that come later.
      pausedAfter = pausedAfter.map { new.last?.id ?? $0 }
    }
    all.removeFirst(all.prefix { $0.id < first }.count)
    // Older events go before the known ones, newer ones after them.
    let newest = new.last?.id ?? .max
    let index = all.partitioningIndex { $0.id > newest }
    all.insert(contentsOf: new.map { LoggedEvent(event: $0, isOwn: $0.process == own) }, at: index)
    refresh(follows: follows)
  }

  /// Shows the events that a text matches.
  package mutating func filter(by text: String) {
    list.filter.field = TextField(text)
    list.refilter()
  }

  /// Pauses the list, or shows new events again.
  mutating func togglePause() {
    let idBeforeAllEvents: Int64 = 0
    pausedAfter = isPaused ? nil : all.last?.id ?? idBeforeAllEvents
    refresh(follows: !isPaused)
  }

  /// Hides a kind, or shows it again; nil shows all kinds.
  mutating func toggleKind(_ kind: String?) {
    hiddenKinds = kind.map { hiddenKinds.symmetricDifference([$0]) } ?? []
    refresh(follows: false)
  }

  /// Computes the list, the kinds and the number of processes again.
  ///
  /// - Parameter follows: Whether the cursor moves to the last event.
  private mutating func refresh(follows: Bool) {
    let last = pausedAfter ?? .max
    list.show(all.filter { $0.id <= last && !hiddenKinds.contains($0.event.shownKind) })
    if follows { list.scroll.cursor = max(list.count - 1, 0) }
    let counts = Dictionary(all.map { ($0.event.shownKind, 1) }, uniquingKeysWith: +)
    // The most frequent first, equally frequent ones by name.
    kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    processCount = Set(all.lazy.map(\.process)).count
  }
}
