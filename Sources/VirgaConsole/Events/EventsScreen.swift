package import VirgaSession
import VirgaSource

/// Screen 5: the events of the session, oldest first.
package struct EventsScreen: Sendable {
  /// The events of the kinds that are not hidden, up to the one after which the list is paused.
  var list = ListModel<LoggedEvent>()
  var featureCounts = ListModel<FeatureCount>()
  /// All kinds, in a fixed order.
  private(set) var kinds: [String] = []
  /// The number of processes that recorded events.
  private(set) var processCount = 0
  /// Whether the events were requested; they are loaded when they are first needed.
  var isRequested = false
  /// A command that runs once the events are loaded.
  var commandAwaitingEvents: Invocation?
  /// The name of this console's process.
  var ownProcess = ""
  /// The id of the last event from before this console started; 0 without one.
  var lastEarlierEventID: Int64 = 0

  /// All events, by id.
  private var all: [LoggedEvent] = []
  /// The kinds that are hidden if there are any.
  private var kindsToHide = EventKinds.hiddenAtFirst
  /// The ids of the operations' events whose nested events are visible.
  private var unfoldedIDs: Set<Int64> = []
  /// Whether what an operation caused is listed below it, where it can be folded; else each event
  /// is listed by itself.
  private var nestsEvents = true
  /// The events of what this console did at its start, as they were before they were stored.
  private var setupEvents: Set<SessionEvent> = []
  /// The id of the last shown event; nil if new events are shown as they come.
  private var pausedAfter: Int64?

  package init() {}

  /// The number of events, shown or not.
  var count: Int { all.count }
  /// The events in the list, from top to bottom.
  package var shown: [SessionEvent] { list.shownItems.map(\.event) }
  /// The events in the list, and those folded in it; a filter folds none, but lists each event that
  /// matches.
  var listedAndFolded: [SessionEvent] {
    list.filter.text.isEmpty ? list.items.map(\.event) : shown
  }
  var selected: SessionEvent? { list.selected?.event }
  /// The kinds of the session's events that are hidden.
  var hiddenKinds: Set<String> { kindsToHide.intersection(kinds) }
  /// Whether a person hid a kind, besides those that are hidden at first.
  var hidesMoreThanAtFirst: Bool { !kindsToHide.isSubset(of: EventKinds.hiddenAtFirst) }
  var isPaused: Bool { pausedAfter != nil }
  /// Whether the cursor moves to each new event: it is on the last one, in sight.
  var isFollowing: Bool {
    !isPaused && list.scroll.cursor >= list.count - 1 && !list.scroll.isScrolledAway
  }
  /// How many events came since the list was paused.
  var waitingCount: Int {
    all.reversed().prefix { isWaiting($0) }.count
  }

  /// Whether an event came since the list was paused, so that it is not shown yet.
  private func isWaiting(_ event: LoggedEvent) -> Bool { event.id > (pausedAfter ?? .max) }

  /// The marked events with those folded in them or, without marks, all that the filter matches,
  /// folded or not.
  ///
  /// Without marks, events of kinds that a person hid are left out, and those that wait while the
  /// list is paused.
  var markedOrMatching: [SessionEvent] {
    guard list.marked.isEmpty else { return events(inLinesOf: list.marked) }
    let filter = Filter(list.filter.field.typed)
    // Events of kinds that are hidden at first are not left out.
    let hiddenByPerson = kindsToHide.subtracting(EventKinds.hiddenAtFirst)
    let matching = all.filter { event in
      let canMatch = !isWaiting(event) && !hiddenByPerson.contains(event.listedKind)
      guard canMatch else { return false }
      // An event that does not match has no rank.
      return filter.isEmpty || event.rank(filter, fuzzy: false) != nil
    }
    return matching.map(\.event)
  }

  /// The events with some ids, and those that the folded ones among them caused, which have no
  /// lines of their own.
  func events(inLinesOf ids: Set<Int64>) -> [SessionEvent] {
    let folded = nestsEvents ? ids.subtracting(unfoldedIDs) : []
    let events = all.filter { event in
      let hasFoldedCause = event.causeID.map { folded.contains($0) } ?? false
      return ids.contains(event.id) || hasFoldedCause
    }
    return events.map(\.event)
  }

  /// Lists each event by itself, of all kinds, because output without a screen leaves nothing out.
  mutating func listAll() {
    nestsEvents = false
    kindsToHide = []
  }

  /// Remembers the events of what the console does to the session at its start, to tell them from
  /// those of the person's actions.
  mutating func addSetup(_ events: [SessionEvent]) {
    // An event is listed with the id that its store gave it, so it is compared without.
    setupEvents.formUnion(events.map(\.beforeStoring))
  }

  /// Adds events, which are sorted by id: either all newer than the known ones, or all older.
  ///
  /// - Parameters:
  ///   - replacesAll: Whether they replace all events.
  ///   - first: Events with a smaller id are removed, because the session no longer has them.
  ///   - changeCounts: How many values operations changed, by the event that records each.
  package mutating func add(
    _ new: [SessionEvent], replacesAll: Bool, from first: Int64 = .min,
    changeCounts: [SessionEvent: Int] = [:]
  ) {
    // Read before the list gets longer, after which the cursor is no longer on the last event.
    let follows = isFollowing
    if replacesAll {
      all = []
      // A paused list shows all events that replace the old ones, and none that come later.
      if isPaused, let last = new.last { pausedAfter = last.id }
    }
    all.removeFirst(all.prefix { $0.id < first }.count)
    insert(new.map { logged($0, changeCounts) })
    refresh(movesToLast: follows)
  }

  /// Inserts events before the known ones if they are older, and after them if they are newer; then
  /// finds for each event the operation that caused it.
  private mutating func insert(_ new: [LoggedEvent]) {
    let lastNewID = new.last?.id ?? .max
    let index = all.partitioningIndex { $0.id > lastNewID }
    all.insert(contentsOf: new, at: index)
    all.findCauses()
  }

  /// An event as the list has it, before its cause is known: with its author, whether this console
  /// recorded it at its start (`isSetup`), and how many values its operation changed.
  private func logged(_ event: SessionEvent, _ changeCounts: [SessionEvent: Int]) -> LoggedEvent {
    let isOwn = event.process == ownProcess
    // Of events from before the start, another console is named `an earlier console`.
    let author = Author.name(
      of: event.process, ownProcess: ownProcess, isEarlier: event.id <= lastEarlierEventID)
    // `setupEvents` and `changeCounts` know the events as they were when they had no ids yet.
    var logged = LoggedEvent(
      event: event, author: author, isSetup: isOwn && setupEvents.contains(event.beforeStoring))
    if event.kind == SessionEvent.operationKind {
      logged.changeCount = changeCounts[event.beforeStoring] ?? 0
    }
    return logged
  }

  /// Shows the events that a text matches.
  package mutating func filter(by text: String) {
    list.filter.field = TextField(text)
    list.refilter()
  }

  /// Pauses the list, or shows new events again, with the cursor on the last one.
  mutating func togglePause() {
    let resumes = isPaused
    let idBeforeAllEvents: Int64 = 0
    // Events with greater ids wait.
    pausedAfter = resumes ? nil : all.last?.id ?? idBeforeAllEvents
    refresh(movesToLast: resumes)
  }

  /// Hides a kind, or shows it again; nil shows all kinds.
  mutating func toggleKind(_ kind: String?) {
    kindsToHide = kind.map { kindsToHide.symmetricDifference([$0]) } ?? []
    refresh(movesToLast: false)
  }

  /// Shows or hides the events that the operation under the cursor caused; does nothing if there
  /// are none.
  mutating func toggleFold() {
    guard let event = list.selected, event.hasNested else { return }
    unfoldedIDs.formSymmetricDifference([event.id])
    refresh(movesToLast: false)
  }

  /// Computes the list again, without events of hidden kinds and those that came after the list was
  /// paused; also the kinds and the number of processes of all events, listed or not.
  ///
  /// Events are nested below the operation that caused them (`nestsEvents`), except in plain mode.
  ///
  /// - Parameter movesToLast: Whether the cursor moves to the last event.
  private mutating func refresh(movesToLast: Bool) {
    var visible = all.filter { !isWaiting($0) && !kindsToHide.contains($0.listedKind) }
    if nestsEvents { visible.nest(unfolded: unfoldedIDs) }
    list.show(visible)
    if movesToLast { list.scroll.cursor = max(list.count - 1, 0) }
    kinds = EventKinds.sorted(Set(all.lazy.map(\.listedKind)))
    processCount = Set(all.lazy.map(\.event.process)).count
  }
}
