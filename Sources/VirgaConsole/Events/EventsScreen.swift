package import VirgaSession
import VirgaSource

/// Screen 5: the events of the session, oldest first.
package struct EventsScreen: Sendable {
  /// Of the shown kinds, up to where the list is paused.
  var list = ListModel<LoggedEvent>()
  var perFeature = ListModel<FeatureCount>()
  private(set) var hiddenKinds: Set<String> = []
  /// All kinds, most frequent first.
  private(set) var kinds: [String] = []
  /// The number of processes that recorded events.
  private(set) var processCount = 0
  var isRequested = false
  /// A command that runs once the events are there.
  var awaiting: Invocation?
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
  var waitingCount: Int {
    pausedAfter.map { last in all.reversed().prefix { $0.id > last }.count } ?? 0
  }

  /// The marked events, or else all that are shown.
  var subjects: [SessionEvent] {
    list.marked.isEmpty ? shown : all.filter { list.marked.contains($0.id) }.map(\.event)
  }

  /// Adds consecutive events by id: after all known ones, or before them.
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
    let index = new.last.map { last in all.partitioningIndex { $0.id > last.id } } ?? all.endIndex
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
    pausedAfter = isPaused ? nil : all.last?.id ?? 0
    refresh(follows: !isPaused)
  }

  /// Nil shows all kinds.
  mutating func toggleKind(_ kind: String?) {
    hiddenKinds = kind.map { hiddenKinds.symmetricDifference([$0]) } ?? []
    refresh(follows: false)
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
