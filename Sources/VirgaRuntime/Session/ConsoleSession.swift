package import VirgaConsole
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
  private(set) var fileLossReason: String?
  /// The number of changes made since no file holds the session.
  private var lostCount = 0
  /// The session in a file that can no longer be written; nil if the file cannot be read either.
  private var sessionInFile: Session?
  /// The store's count of foreign changes when the console was last sent the session.
  private var seenChanges = 0
  /// The events that the console has; nil until it asks for events.
  private var followed: FollowedEvents?
  /// The connected apps that the console knows of.
  private var apps: [ConnectedApp] = []
  /// Changes that wait until the file can be used, oldest first.
  private var pending: [(SessionStore) throws -> Void] = []
  /// Why the file cannot be used for now; nil if it can.
  private var obstacle: StoreFailure?
  private var hasReportedLock = false
  /// Why the last pending change was refused; nil once it is reported.
  private var refusal: Refusal?
  /// How long a key waits for other writers, in milliseconds; commands wait for
  /// `SessionStore.defaultWriterTimeout`.
  private static let keyTimeout: Int32 = 20
  /// How long the end of the console waits for other writers, in milliseconds.
  private static let exitTimeout = SessionStore.defaultWriterTimeout

  /// Opens a session, in memory if the manifest's default file cannot be opened.
  ///
  /// - Throws: `StoreFailure` if a given file cannot be opened.
  package init(at location: SessionLocation, manifest: String?, isReadOnly: Bool) throws {
    title = location.title
    do {
      // The header and the name of the next undo need the operations, but not their changes.
      store = try location.open(manifest: manifest, isReadOnly: isReadOnly, history: .outlined)
    } catch {
      guard !location.isNamed else { throw error }
      fileLossReason = error.description
      store = try .memory()
    }
    firstFile = store.isInMemory ? nil : store.path
    // A file that cannot be written is only read; the session continues in memory, unless reading
    // it was all that was wanted.
    if let restriction = store.restriction, [.unwritable, .full].contains(restriction) {
      // What the file still has does not count as lost when the console ends.
      try? store.readHistory()
      sessionInFile = store.session
      try continueInMemory(
        store.session, because: "\(store.path) cannot be changed: \(restriction)")
    }
    seenChanges = store.foreignChangeCount
  }

  /// Shortens how long a key waits for a locked file; unsaved changes are saved later.
  func useShortTimeout() { store.setWriterTimeout(milliseconds: Self.keyTimeout) }

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

  /// The session and its connected apps, for a console that starts.
  func initialEvents() -> [Event] { [.session(store.session)] + appEvents() }

  /// Messages that a person must see about the session at the start.
  var openingReports: [Event] { fileLossReason.map { [.sessionLost($0)] } ?? [] }

  /// Why changes are not allowed; nil if they are.
  package var restriction: StoreRestriction? { store.restriction }

  var manifest: String? { store.manifest }

  /// Where an earlier console of the session was left; nil if the session does not say.
  package var place: ConsolePlace? {
    guard let state = try? store.consoleState() else { return nil }
    return ConsolePlace(state)
  }

  /// Stores where this console is left, if it writes to a file; a failure is not worth a message.
  func keep(_ place: ConsolePlace) {
    guard file != nil, restriction == nil else { return }
    try? store.storeConsoleState(place.json)
  }

  /// Returns a function that reads the whole session; run it on another thread.
  ///
  /// A session in memory is read at once.
  func exporting() -> @Sendable () throws -> SessionExport {
    if store.isInMemory {
      let export = Result { try store.export() }
      return { try export.get() }
    }
    let path = store.path
    return { try SessionStore(path, SessionStore.Options(isReadOnly: true)).export() }
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
  /// - Parameters:
  ///   - shown: The session as the console shows it, which continues in memory if the file is lost.
  ///   - countsAsUnsaved: Whether ``unsavedCount`` includes the change if it cannot be saved.
  func save(
    _ shown: Session, countsAsUnsaved: Bool = true,
    _ change: @escaping (SessionStore) throws -> Void
  ) -> [Event] {
    // A session that can only be read saves nothing.
    guard store.restriction == nil else { return [] }
    if fileLossReason != nil, countsAsUnsaved { lostCount += 1 }
    pending.append(change)
    return withStore(showing: shown) {
      // True, because the events in the file may have changed.
      try savePending()
      return true
    }
  }

  /// Applies changes by other processes and saves those that wait; returns the resulting events.
  ///
  /// - Parameter shown: The session as the console shows it, which continues in memory if the file
  ///   is lost.
  func refresh(_ shown: Session) -> [Event] {
    withStore(showing: shown) {
      let hasSaved = !pending.isEmpty
      try savePending()
      return try store.refresh() || hasSaved
    }
  }

  /// The number of changes that no file holds.
  var unsavedCount: Int { lostCount + pending.count }

  /// Tries once more to save pending changes; returns the lines of the exit message.
  func end(_ model: Model) -> [String] {
    if fileLossReason == nil, !pending.isEmpty {
      store.setWriterTimeout(milliseconds: Self.exitTimeout)
      do {
        try savePending()
      } catch {
        return [ExitMessage.unsaved(pending.count, because: "\(error)")]
      }
      if let refusal { return [refusal.description] }
    }
    guard fileLossReason == nil, let file else {
      let message = ExitMessage.lost(model, because: fileLossReason, sessionInFile: sessionInFile)
      return message.map { [$0] } ?? []
    }
    // Other events are only worth a message together with an exposure.
    let exposures =
      (try? store.eventCount(EventFilter(kinds: ["exposure"], isSuppressed: false))) ?? 0
    let events = exposures == 0 ? 0 : (try? store.eventCount()) ?? exposures
    return ExitMessage.saved(model, in: file, events: events, exposures: exposures)
  }

  /// Saves the pending changes in order; one that is refused is dropped, with its ``refusal``.
  ///
  /// - Throws: `StoreFailure` if the file cannot be used; the changes stay pending.
  private func savePending() throws {
    while let change = pending.first {
      do {
        try change(store)
      } catch let refusal as Refusal {
        self.refusal = refusal
      }
      pending.removeFirst()
    }
  }

  /// Uses the store, and returns the events for the console that result.
  ///
  /// If the file cannot be used for now, ``isLocked`` becomes true and there are no events. If it
  /// is lost, the session that the console shows continues in memory.
  ///
  /// - Parameter body: Reads or writes; returns whether the session's events may have changed.
  private func withStore(showing shown: Session, _ body: () throws -> Bool) -> [Event] {
    do {
      let isChanged = try body()
      obstacle = nil
      return try eventsAfterSuccess(isChanged: isChanged)
    } catch let failure as StoreFailure where failure.isTemporary {
      obstacle = failure
      return []
    } catch {
      let reason = "\(error)"
      switch error {
      case StoreFailure.full, StoreFailure.readOnly, StoreFailure.otherFormat:
        // The file can still be read: what it has does not count as lost in the message at the end.
        try? store.readHistory()
        sessionInFile = store.session
      default: sessionInFile = nil
      }
      // A database in memory cannot fail in this way.
      try? continueInMemory(shown, because: reason)
      return [.history(Array(store.session.operations), neededBy: nil), .sessionLost(reason)]
    }
  }

  /// The events after the store was used: changes by others, new events, apps, and reports.
  private func eventsAfterSuccess(isChanged: Bool) throws -> [Event] {
    var events: [Event] = []
    // The console already shows a change that was refused, so it is sent the session as it is.
    if refusal != nil { _ = try store.refresh() }
    let isChangedByOthers = seenChanges != store.foreignChangeCount
    if isChangedByOthers || refusal != nil {
      seenChanges = store.foreignChangeCount
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

  /// Replaces the store by one in memory with `session` and the events of the file.
  ///
  /// The session keeps its pending changes, but they are counted as lost, because the file never
  /// gets them.
  private func continueInMemory(_ session: Session, because reason: String) throws {
    let events = (try? store.events()) ?? []
    let manifest = store.manifest
    var session = session
    // Older operations are outlines, whose changes are read from the file on demand. In memory that
    // is not possible, so all are read now.
    try? store.readHistory()
    session.fillOutlines(from: store.session.operations)
    store = try .memory(session, events: events, manifest: manifest)
    fileLossReason = reason
    // A store in memory has no other writers, and nothing that keeps a change from being stored.
    seenChanges = store.foreignChangeCount
    obstacle = nil
    hasReportedLock = false
    lostCount += pending.count
    pending = []
    // From now on the console gets all events at once. Otherwise those before the latest ones would
    // be read from the file later.
    followed?.latestCount = .max
  }
}

// Connected apps.
extension ConsoleSession {
  var hasApps: Bool { !apps.isEmpty }

  /// The event with the connected apps if one came or went since the last call, else none.
  ///
  /// An app that crashed counts as gone.
  func appEvents() -> [Event] {
    guard let found = try? store.connectedApps(), found != apps else { return [] }
    apps = found
    return [.apps(found)]
  }
}

// Events, which a console shows in pages.
extension ConsoleSession {
  /// The id of the last event; 0 without events.
  package var lastEventID: Int64 { (try? store.events(limit: 1).last?.id) ?? 0 }

  /// Returns the event with the latest `latestCount` events; new ones follow with every change.
  func followEvents(latest latestCount: Int = .max) -> [Event] {
    followed = FollowedEvents(latest: store.isInMemory ? .max : latestCount)
    return newEvents()
  }

  /// Returns a function that reads earlier events on another thread; nil if there are none, or
  /// after the first call.
  func makeReaderOfEarlierEvents() -> (@Sendable () -> EarlierEvents)? {
    followed?.makeReaderOfEarlierEvents(of: store.path)
  }

  /// Adds earlier events, unless the list was replaced since their reading began; returns the
  /// events for the console.
  func add(_ earlier: EarlierEvents) -> [Event] {
    guard let event = followed?.add(earlier) else { return [] }
    if case .events = event { return [event] + newEvents() }
    return [event]
  }

  /// The event with what the console does not have yet, or why it cannot be read; none before
  /// ``followEvents(latest:)``.
  private func newEvents() -> [Event] {
    do {
      return try followed?.update(from: store).map { [$0] } ?? []
    } catch {
      return [.outcome(.cannotRead("events", error))]
    }
  }
}
