import VirgaConsole
package import VirgaSession

/// The session of a console, in a store or, if that fails, in memory.
///
/// Changes are queued while another program locks the file, or while it cannot be reached.
package final class ConsoleSession {
  /// The file of the session at the start; nil if it was in memory.
  package let firstFile: String?
  /// The name in the header; empty for the manifest's default session.
  package let title: String
  private var store: SessionStore
  /// Why no file holds the session any longer; nil while one does.
  private(set) var loss: String?
  private var lostCount = 0
  /// The session in a file that can no longer be written.
  private var written: Session?
  private var seenChanges = 0
  private var followed: FollowedEvents?
  /// The connected apps that the console knows of.
  private var apps: [ConnectedApp] = []
  private var pending: [(SessionStore) throws -> Void] = []
  /// Why the file cannot be used for now; nil if it can.
  private var obstacle: StoreFailure?
  private var hasReportedLock = false
  private var refusal: Refusal?
  /// The wait for other writers, per key and when leaving, in milliseconds.
  private static let timeout = (key: Int32(20), leaving: SessionStore.writerWait)

  /// Opens a session, in memory if the manifest's default file cannot be opened.
  ///
  /// - Throws: `StoreFailure` if a given file cannot be opened.
  package init(at location: SessionLocation, manifest: String?, isReadOnly: Bool) throws {
    title = location.title
    do {
      // Outlines are enough for the number of changes in the header and the name of the next undo.
      store = try location.open(manifest: manifest, isReadOnly: isReadOnly, history: .outlined)
    } catch {
      guard !location.isNamed else { throw error }
      loss = error.description
      store = try .memory()
    }
    firstFile = store.isInMemory ? nil : store.path
    if let restriction = store.restriction, [.unwritable, .full].contains(restriction) {
      try? store.readHistory()
      written = store.session
      try continueInMemory(
        store.session, because: "\(store.path) cannot be changed: \(restriction)")
    }
    seenChanges = store.foreignChanges
  }

  /// Shortens how long a key waits for a locked file; unsaved changes are saved later.
  func useShortTimeout() { store.wait(atMost: Self.timeout.key) }

  /// Whether changes wait for the file.
  var isLocked: Bool { obstacle != nil }

  /// The event that reports that another program locks the file, or that it cannot be reached.
  ///
  /// - Parameter isLastAttempt: Whether there is no later attempt, because this refusal ends the
  ///   console.
  func reportLock(isLastAttempt: Bool = false) -> Event {
    hasReportedLock = true
    let failure = obstacle ?? .locked(store.path)
    if isLastAttempt, !pending.isEmpty {
      return .outcome(.notKept(pending.count, because: "\(failure)"))
    }
    return .outcome(.locked(failure, waiting: pending.count))
  }

  func initialEvents() -> [Event] { [.session(store.session)] + appEvents() }

  /// Messages that a person must see about the session at the start.
  var openingReports: [Event] {
    var events: [Event] = []
    if let loss { events.append(.sessionLost(loss)) }
    return events
  }

  /// Why changes are not allowed; nil if they are.
  package var restriction: StoreRestriction? { store.restriction }

  var manifest: String? { store.manifest }

  /// Returns a function that reads the whole session; run it on another thread.
  ///
  /// A session in memory is read at once.
  func exporting() -> @Sendable () throws -> SessionExport {
    let (path, export) = (store.path, store.isInMemory ? Result { try store.export() } : nil)
    return {
      try export?.get() ?? SessionStore(path, SessionStore.Options(isReadOnly: true)).export()
    }
  }

  /// The file to watch; nil if the session is in memory.
  package var file: String? { store.isInMemory ? nil : store.path }

  /// The whole history, read on the first call.
  ///
  /// - Throws: ``StoreFailure``.
  func history() throws(StoreFailure) -> [SessionOperation] {
    try store.readHistory()
    return Array(store.session.operations)
  }
}

// Saving changes.
extension ConsoleSession {
  /// Saves a change of the session that the console shows; returns the resulting events.
  ///
  /// If another program locks the file, or if it cannot be reached, ``isLocked`` becomes true and
  /// the change waits for a later call.
  ///
  /// - Parameter counts: Whether ``unsavedCount`` includes the change if it cannot be saved.
  func keep(
    _ shown: Session, counts: Bool = true, _ change: @escaping (SessionStore) throws -> Void
  ) -> [Event] {
    guard store.restriction == nil else { return [] }
    if loss != nil, counts { lostCount += 1 }
    pending.append(change)
    return attempt(shown) {
      try keepPending()
      return true
    }
  }

  /// Applies changes by other processes; returns the resulting events.
  func refresh(_ shown: Session) -> [Event] {
    attempt(shown) {
      let hasWaited = !pending.isEmpty
      try keepPending()
      return try store.refresh() || hasWaited
    }
  }

  var unsavedCount: Int { lostCount + pending.count }

  /// Tries once more to save pending changes; returns the lines of the exit message.
  func end(_ model: Model) -> [String] {
    if loss == nil, !pending.isEmpty {
      store.wait(atMost: Self.timeout.leaving)
      do {
        try keepPending()
      } catch {
        return [ExitMessage.unkept(pending.count, because: "\(error)")]
      }
      if let refusal { return [refusal.description] }
    }
    guard loss == nil, let file else {
      return ExitMessage.lost(model, because: loss, written: written).map { [$0] } ?? []
    }
    let exposures =
      (try? store.eventCount(EventFilter(kinds: ["exposure"], isSuppressed: false))) ?? 0
    let events = exposures == 0 ? 0 : (try? store.eventCount()) ?? exposures
    return ExitMessage.kept(model, in: file, events: events, exposures: exposures)
  }

  private func keepPending() throws {
    while let change = pending.first {
      do {
        try change(store)
      } catch let refusal as Refusal {
        self.refusal = refusal
      }
      pending.removeFirst()
    }
  }

  private func attempt(_ shown: Session, _ body: () throws -> Bool) -> [Event] {
    do {
      let isChanged = try body()
      obstacle = nil
      return try eventsAfter(isChanged: isChanged)
    } catch let failure as StoreFailure where failure.isTemporary {
      obstacle = failure
      return []
    } catch {
      let reason = "\(error)"
      switch error {
      case StoreFailure.full, StoreFailure.readOnly, StoreFailure.otherFormat:
        try? store.readHistory()
        written = store.session
      default: written = nil
      }
      // A database in memory cannot fail in this way.
      try? continueInMemory(shown, because: reason)
      return [.history(Array(store.session.operations), then: nil), .sessionLost(reason)]
    }
  }

  private func eventsAfter(isChanged: Bool) throws -> [Event] {
    var events: [Event] = []
    if refusal != nil { _ = try store.refresh() }
    if seenChanges != store.foreignChanges || refusal != nil {
      seenChanges = store.foreignChanges
      events.append(.session(store.session))
    }
    if isChanged { events += newEvents() }
    events += appEvents()
    if hasReportedLock { events.append(.outcome(.unlocked)) }
    hasReportedLock = false
    if let refusal { events.append(.outcome(.refusal(refusal))) }
    refusal = nil
    return events
  }

  private func continueInMemory(_ session: Session, because reason: String) throws {
    let events = (try? store.events()) ?? []
    let manifest = store.manifest
    var session = session
    try? store.readHistory()
    session.fillOutlines(from: store.session.operations)
    store = try .memory(session, events: events, manifest: manifest)
    seenChanges = store.foreignChanges
    loss = reason
    (obstacle, hasReportedLock) = (nil, false)
    lostCount += pending.count
    pending = []
    followed?.latest = .max
  }
}

// Connected apps.
extension ConsoleSession {
  var hasApps: Bool { !apps.isEmpty }

  /// The event with the connected apps if one came or went, even one that ended without saying so.
  func appEvents() -> [Event] {
    guard let found = try? store.connectedApps(), found != apps else { return [] }
    apps = found
    return [.apps(found)]
  }
}

// Events, which a console shows in pages.
extension ConsoleSession {
  /// Returns the latest events; new ones follow with every change.
  func followEvents(latest: Int = .max) -> [Event] {
    followed = FollowedEvents(latest: store.isInMemory ? .max : latest)
    return newEvents()
  }

  /// Returns a function that reads earlier events on another thread; nil if there are none, or
  /// after the first call.
  func nextEarlierReading() -> (@Sendable () -> EarlierEvents)? {
    followed?.nextEarlierReading(of: store.path)
  }

  /// Adds events that were read; ignores a reading that is older than the list.
  func add(_ earlier: EarlierEvents) -> [Event] {
    guard let event = followed?.add(earlier) else { return [] }
    if case .events = event { return [event] + newEvents() }
    return [event]
  }

  private func newEvents() -> [Event] {
    do {
      return try followed?.update(from: store).map { [$0] } ?? []
    } catch {
      return [.outcome(.cannotRead("events", error))]
    }
  }
}
