import ArgumentParser
import VirgaConsole
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaSource

/// The session of a console: the store that keeps it, as long as that works, and memory from then on.
final class ConsoleSession {
  /// The file that kept it at the beginning; nil where there was none.
  let firstFile: String?
  /// What the header calls it; empty where it is the usual one of the manifest.
  let name: String
  private var store: SessionStore
  /// Why no file keeps the session any longer; nil as long as one does, or if none ever did.
  private(set) var loss: String?
  private var lostCount = 0
  /// What the file still holds that cannot be written any more; nil where it holds nothing, or is gone.
  private var left: Session?
  private var seenChanges = 0
  private var hasRemarked = false
  private var followed: FollowedEvents?
  /// What could not be kept yet, because another program keeps the file locked.
  private var waiting: [(SessionStore) throws -> Void] = []
  /// Whether another program kept the file locked at the last attempt to read or write it.
  private(set) var isLocked = false
  private var saidLocked = false
  /// Why the last change was not kept: another program did something that does not go with it.
  private var refused: Refusal?
  /// How long a key waits for other programs that are writing, and how long a person who leaves, in milliseconds.
  private static let patience = (key: Int32(20), leaving: Int32(1_000))

  /// Opens the session that the options name.
  ///
  /// A file that was named and cannot be opened ends the program; where the usual one cannot, the console does without.
  init(_ options: SessionOptions, manifest: String?, isReadOnly: Bool, _ machine: Machine) throws {
    name = options.session.map { $0 == SessionStore.inMemory ? "in memory" : FilePath.name(of: $0) } ?? ""
    do {
      // The first line counts what was changed of the client, and undo names what it takes back: outlines are enough.
      store = try options.open(manifest: manifest, isReadOnly: isReadOnly, history: .outlined, machine)
    } catch {
      guard options.session == nil else {
        Output.remark("error: \(error)")
        throw ExitCode.couldNotRun
      }
      loss = error.description
      store = try .memory()
    }
    firstFile = store.isInMemory ? nil : store.path
    if let restriction = store.restriction, [.unwritable, .full].contains(restriction) {
      try? store.readHistory()
      left = store.session
      try goOn(store.session, without: "\(store.path) cannot be changed: \(restriction)")
    }
    seenChanges = store.foreignChanges
  }

  /// Keeps no key waiting from now on: what cannot be kept at once is kept when ``turn()`` says so.
  func waitElsewhere() { store.wait(atMost: Self.patience.key) }

  /// What waits for other programs to end their writing, to run elsewhere.
  func turn() -> @Sendable () -> StoreTurn {
    let path = store.path
    return { StoreTurn(at: path) }
  }

  /// Reports that another program does not release the file.
  ///
  /// - Parameter isLastAttempt: whether nothing tries again later, because this refusal ends the console.
  func remarkLocked(isLastAttempt: Bool = false) -> Event {
    saidLocked = true
    let changes = waiting.count.counted("change")
    if isLastAttempt, !waiting.isEmpty {
      return .outcome(.failure("\(changes) \(Self.notKept) \(StoreFailure.locked(store.path))"))
    }
    let rest = waiting.isEmpty ? "" : "; \(changes) made here \(waiting.count == 1 ? "is" : "are") kept once it is free"
    return .outcome(.failure("\(StoreFailure.locked(store.path))\(rest)"))
  }

  /// What the console is to hear before anything else.
  var beginning: Event { .session(store.session) }

  /// What a person has to know of the session, once: when there is something on the screen.
  func takeRemarks() -> [Event] {
    guard !hasRemarked else { return [] }
    hasRemarked = true
    var events: [Event] = []
    if let loss { events.append(.sessionLost(loss)) }
    if case .tooNew = store.restriction, let restriction = store.restriction {
      events.append(.outcome(.refusal("the session cannot be changed: \(restriction)")))
    }
    return events
  }

  /// Whether nothing may be changed.
  var isReadOnly: Bool { restriction != nil }

  /// Why nothing may be changed; nil where everything may.
  var restriction: StoreRestriction? { store.restriction }

  /// The manifest that the session belongs to; nil where it belongs to none.
  var manifest: String? { store.manifest }

  /// What reads the whole session, to run elsewhere; one that no file keeps is read at once.
  func exporting() throws -> @Sendable () throws -> SessionExport {
    guard store.isInMemory else {
      let path = store.path
      return { try SessionStore(path, SessionStore.Options(isReadOnly: true)).export() }
    }
    let export = try store.export()
    return { export }
  }

  /// The file to watch; nil where there is none.
  var file: String? { store.isInMemory ? nil : store.path }

  /// Keeps what was done to the session that the console shows, and gives what it has to hear about that.
  ///
  /// Where another program keeps the file locked, ``isLocked`` says so, and it is kept at a later call.
  ///
  /// - Parameter counts: Whether ``unkeptCount`` counts it if no file keeps it.
  func keep(
    _ shown: Session, counts: Bool = true, _ change: @escaping (SessionStore) throws -> Void
  ) -> [Event] {
    guard store.restriction == nil else { return [] }
    if loss != nil, counts { lostCount += 1 }
    waiting.append(change)
    return trying(shown) {
      try keepWaiting()
      return true
    }
  }

  /// What writes a draft elsewhere; nil where it has to be kept here, like anything else.
  func draftWriting(of feature: String) -> DraftWriting? { waiting.isEmpty ? store.draftWriting(of: feature) : nil }

  /// Takes in a draft that was written elsewhere.
  func take(draft text: String, of feature: String, over edit: JSONValue?, at revision: Int64) {
    store.take(draft: text, of: feature, over: edit, at: revision)
  }

  /// Takes in what other processes did.
  func refresh(_ shown: Session) -> [Event] {
    trying(shown) {
      let hasWaited = !waiting.isEmpty
      try keepWaiting()
      return try store.refresh() || hasWaited
    }
  }

  /// What follows the number of the changes that no file has, before the reason.
  static let notKept = "could not be kept:"

  /// How many changes no file has.
  var unkeptCount: Int { lostCount + waiting.count }

  private func keepWaiting() throws {
    while let change = waiting.first {
      do {
        try change(store)
      } catch let refusal as Refusal {
        refused = refusal
      }
      waiting.removeFirst()
    }
  }

  /// The whole history, which is read if that was not done yet.
  ///
  /// - Throws: ``StoreFailure``.
  func history() throws(StoreFailure) -> [SessionOperation] {
    try store.readHistory()
    return store.session.operations
  }

  /// Gives the latest events, and with every change from then on those that came with it.
  func followEvents(latest: Int = .max) -> [Event] {
    followed = FollowedEvents(latest: store.isInMemory ? .max : latest)
    return newEvents()
  }

  /// What reads the events before the latest ones, to run elsewhere; nil where there are none, or it was taken.
  func takeEarlierReading() -> (@Sendable () -> EarlierEvents)? {
    guard let before = followed?.takeMissing() else { return nil }
    let path = store.path
    return { EarlierEvents(in: path, before: before) }
  }

  /// Takes in what a reading of earlier events found; one that began before the list did says nothing any more.
  func take(_ earlier: EarlierEvents) -> [Event] {
    guard followed?.ids.first == earlier.before else { return [] }
    switch earlier.events {
    case .success(let events):
      followed?.ids.insert(contentsOf: events.map(\.id), at: 0)
      return [.earlierEvents(events)] + newEvents()
    case .failure(let failure): return [.outcome(.failure("the earlier events cannot be read: \(failure)"))]
    }
  }

  /// What happened since the last call.
  private func newEvents() -> [Event] {
    do {
      return try followed?.news(in: store).map { [$0] } ?? []
    } catch {
      return [.outcome(.failure("the events cannot be read: \(error)"))]
    }
  }

  private func trying(_ shown: Session, _ body: () throws -> Bool) -> [Event] {
    do {
      let isChanged = try body()
      isLocked = false
      var events: [Event] = []
      if refused != nil { _ = try store.refresh() }
      if seenChanges != store.foreignChanges || refused != nil {
        seenChanges = store.foreignChanges
        events.append(.session(store.session))
      }
      if isChanged { events += newEvents() }
      if saidLocked { events.append(.outcome(.mended("the session is free again, and everything is kept"))) }
      saidLocked = false
      if let refused { events.append(.outcome(.refusal(refused.description))) }
      refused = nil
      return events
    } catch StoreFailure.locked {
      isLocked = true
      return []
    } catch {
      let reason = "\(error)"
      switch error {
      case StoreFailure.full, StoreFailure.readOnly:
        try? store.readHistory()
        left = store.session
      default: left = nil
      }
      // What is shown goes on; a database in memory asks nothing of the machine.
      try? goOn(shown, without: reason)
      return [.history(store.session.operations, then: nil), .sessionLost(reason)]
    }
  }

  private func goOn(_ session: Session, without reason: String) throws {
    let events = (try? store.events()) ?? []
    let manifest = store.manifest
    var session = session
    try? store.readHistory()
    session.fillOutlines(from: store.session.operations)
    store = try .memory(session, events: events, manifest: manifest)
    seenChanges = store.foreignChanges
    loss = reason
    lostCount += waiting.count
    waiting = []
    followed?.latest = .max
  }

  /// What becomes of what the session holds when the console is left, in one line or two; nil where it holds nothing.
  func farewell(_ state: State) -> String? {
    if loss == nil, !waiting.isEmpty {
      store.wait(atMost: Self.patience.leaving)
      do {
        try keepWaiting()
      } catch {
        return "\(waiting.count.counted("change")) \(Self.notKept) \(error)"
      }
      if let refused { return "\(refused)" }
    }
    if loss == nil, let file { return farewell(state.holdings(), keptIn: file) }
    let held = state.holdings(besides: left ?? state.toured)
    if !held.isEmpty, let file = state.writtenFile {
      return "\(held.words) \(held.isOne ? "was" : "were") written to \(file), which session-import reads"
    }
    guard let loss else {
      let lost = "\(held.isOne ? "was" : "were") discarded: the session was kept in memory only"
      return held.isEmpty ? nil : "\(held.words) \(lost)"
    }
    guard held.isEmpty else { return "\(held.words) could not be kept: \(loss)" }
    return left == nil || left == state.session ? nil : "what was done since could not be kept: \(loss)"
  }

  /// What stays in a file: first what counts in the app from now on, then what is only there to go on with.
  private func farewell(_ held: Holdings, keptIn file: String) -> String? {
    let exposures = (try? store.eventCount(EventFilter(kinds: ["exposure"], isSuppressed: false))) ?? 0
    let events = exposures == 0 ? 0 : (try? store.eventCount()) ?? exposures
    let areExposures = exposures == events
    let share = areExposures ? "" : ", \(exposures) of them \(exposures == 1 ? "an exposure" : "exposures")"
    let kept = Holdings.listed([
      (held.drafts, "draft", "drafts"),
      areExposures ? (exposures, "exposure", "exposures") : (events, "event", "events"),
    ])
    let lines = [
      held.active.isEmpty ? "" : "\(held.active) \(held.isOneActive ? "stays" : "stay") active in \(file)",
      kept.isEmpty ? "" : "\(held.active.isEmpty ? file : "it also") keeps \(kept)\(share)",
    ]
    let said = lines.filter { !$0.isEmpty }
    return said.isEmpty ? nil : said.joined(separator: "\n")
  }
}
