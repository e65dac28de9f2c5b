import VirgaConsole
import VirgaSession

/// The events that a console has, to send it only new ones.
struct FollowedEvents {
  /// The number of events to send first; earlier ones follow.
  var latest: Int
  /// The ids of the console's events, ascending.
  private var ids: [Int64] = []
  private var missing: Int64?

  init(latest: Int) { self.latest = latest }

  /// Returns a function that reads earlier events on another thread; nil if there are none, or
  /// after the first call.
  mutating func nextEarlierReading(of path: String) -> (@Sendable () -> EarlierEvents)? {
    defer { missing = nil }
    guard let missing else { return nil }
    return {
      let read = Result { () throws(StoreFailure) -> [SessionEvent] in
        try SessionStore(path, SessionStore.Options(isReadOnly: true)).events(before: missing)
      }
      return EarlierEvents(before: missing, events: read)
    }
  }

  /// The event that adds earlier events; nil if the reading is older than the list.
  mutating func add(_ earlier: EarlierEvents) -> Event? {
    guard ids.first == earlier.before else { return nil }
    switch earlier.events {
    case .success(let events):
      ids.insert(contentsOf: events.map(\.id), at: 0)
      return .events(events, isWhole: false)
    case .failure(let failure): return .outcome(.cannotRead("earlier events", failure))
    }
  }

  /// The event with new events, or with all if an undo or redo marked some.
  ///
  /// - Throws: ``StoreFailure``.
  mutating func update(from store: SessionStore) throws(StoreFailure) -> Event? {
    let first = try store.firstEventID() ?? .max
    if let last = ids.last {
      let new = try store.events(after: last)
      let gone = ids.prefix { $0 < first }.count
      ids.removeFirst(gone)
      ids += new.map(\.id)
      let marksOthers = new.contains {
        [SessionEvent.undoKind, SessionEvent.redoKind].contains($0.kind)
      }
      if !marksOthers, let oldest = ids.first, try store.eventCount(after: oldest - 1) == ids.count
      {
        return gone > 0 || !new.isEmpty ? .events(new, isWhole: false, first: oldest) : nil
      }
    }
    let page = try store.events(limit: latest)
    ids = page.map(\.id)
    missing = page.first.flatMap { first < $0.id ? $0.id : nil }
    return .events(page, isWhole: true)
  }
}

struct EarlierEvents: Sendable {
  let before: Int64
  /// The events, oldest first, or why they could not be read.
  let events: Result<[SessionEvent], StoreFailure>
}
