import VirgaConsole
import VirgaSession

/// The events that a console has, to send it only new ones.
struct FollowedEvents {
  /// The number of events to send first; earlier ones follow.
  var latestCount: Int
  /// The ids of the console's events, ascending.
  private var ids: [Int64] = []
  /// The id of the first sent event, if earlier ones are still unread; nil otherwise.
  private var unreadBefore: Int64?

  init(latest latestCount: Int) { self.latestCount = latestCount }

  /// Returns a function that reads earlier events on another thread; nil if there are none, or
  /// after the first call.
  mutating func makeReaderOfEarlierEvents(of path: String) -> (@Sendable () -> EarlierEvents)? {
    // The first event that the console has; those before it were not read.
    guard let first = unreadBefore else { return nil }
    unreadBefore = nil
    return {
      let read = Result { () throws(StoreFailure) -> [SessionEvent] in
        try SessionStore(path, SessionStore.Options(isReadOnly: true)).events(before: first)
      }
      return EarlierEvents(before: first, events: read)
    }
  }

  /// The event that adds earlier events; nil if the list has been replaced since they were read.
  mutating func add(_ earlier: EarlierEvents) -> Event? {
    // A list that was replaced begins with another event.
    guard ids.first == earlier.before else { return nil }
    switch earlier.events {
    case .success(let events):
      ids.insert(contentsOf: events.map(\.id), at: 0)
      return .events(events, replacesAll: false)
    case .failure(let failure): return .outcome(.cannotRead("earlier events", failure))
    }
  }

  /// The event that brings the console's list up to date; nil if it is up to date.
  ///
  /// Sends only new events if the console's list can be extended by them, else the latest ones as a
  /// new list.
  ///
  /// - Throws: ``StoreFailure``.
  mutating func update(from store: SessionStore) throws(StoreFailure) -> Event? {
    // Without any stored event, all those of the console count as deleted.
    let firstStored = try store.firstEventID() ?? .max
    if let last = ids.last {
      let new = try store.events(after: last)
      let deletedCount = ids.prefix { $0 < firstStored }.count
      ids.removeFirst(deletedCount)
      ids += new.map(\.id)
      if let first = ids.first, try isExtension(new, from: first, in: store) {
        let isUpToDate = deletedCount == 0 && new.isEmpty
        return isUpToDate ? nil : .events(new, replacesAll: false, first: first)
      }
    }
    let page = try store.events(limit: latestCount)
    ids = page.map(\.id)
    // Events before this page are read later, on another thread.
    let hasEarlier = page.first.map { firstStored < $0.id } ?? false
    unreadBefore = hasEarlier ? page.first?.id : nil
    return .events(page, replacesAll: true)
  }

  /// Whether the console only lacks `new`: then ``ids`` has all events that are stored from `first`
  /// on.
  ///
  /// False after an undo or redo, which also marks earlier events as undone, or no longer so.
  private func isExtension(
    _ new: [SessionEvent], from first: Int64, in store: SessionStore
  ) throws(StoreFailure) -> Bool {
    let marksOthers = new.contains {
      [SessionEvent.undoKind, SessionEvent.redoKind].contains($0.kind)
    }
    if marksOthers { return false }
    // `after` excludes the event with this id, but `first` itself counts.
    return try store.eventCount(after: first - 1) == ids.count
  }
}

/// The events that were left out at first, because a person waited.
struct EarlierEvents: Sendable {
  /// The id of the first event that the console had when they were requested.
  let before: Int64
  /// The events, oldest first, or why they could not be read.
  let events: Result<[SessionEvent], StoreFailure>
}
