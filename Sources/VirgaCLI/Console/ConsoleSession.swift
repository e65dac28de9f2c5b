import ArgumentParser
import VirgaConsole
import VirgaSession
import VirgaSource

/// The session of a console: the store that keeps it, as long as that works, and memory from then on.
final class ConsoleSession {
  /// What the header calls it; empty where it is the usual one of the manifest.
  let name: String
  private var store: SessionStore
  private var loss: String?
  private var seenChanges = 0
  private var hasRemarked = false
  private var followed: (count: Int, last: Int64)?

  /// Opens the session that the options name.
  ///
  /// A file that was named and cannot be opened ends the program; where the usual one cannot, the console does without.
  init(_ options: SessionOptions, manifest: String?, isReadOnly: Bool, _ machine: Machine) throws {
    name = options.session.map { $0 == SessionStore.inMemory ? "in memory" : FilePath.name(of: $0) } ?? ""
    do {
      store = try options.open(manifest: manifest, isReadOnly: isReadOnly, machine)
    } catch {
      guard options.session == nil else {
        Output.remark("error: \(error)")
        throw ExitCode.couldNotRun
      }
      loss = error.description
      store = try .memory()
    }
    if store.restriction == .unwritable {
      try goOn(store.session, without: "\(store.path) cannot be changed: it or its folder is read-only")
    }
    seenChanges = store.foreignChanges
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
  var isReadOnly: Bool { store.restriction != nil }

  /// The file to watch; nil where there is none.
  var file: String? { store.isInMemory ? nil : store.path }

  /// Keeps what was done to the session that the console shows, and gives what it has to hear about that.
  func keep(_ shown: Session, _ change: (SessionStore) throws -> Void) -> [Event] {
    guard store.restriction == nil else { return [] }
    return trying(shown) {
      try change(store)
      return true
    }
  }

  /// Takes in what other processes did.
  func refresh(_ shown: Session) -> [Event] { trying(shown) { try store.refresh() } }

  /// Gives all events, and with every change from then on those that came with it.
  func followEvents() -> [Event] {
    followed = (count: 0, last: 0)
    return newEvents()
  }

  /// What happened since the last call; everything where an undo took events away.
  private func newEvents() -> [Event] {
    guard let followed else { return [] }
    do {
      let new = try store.events(after: followed.last)
      let count = try store.eventCount()
      let isWhole = followed.count + new.count != count || followed.last == 0
      let shown = isWhole && followed.last > 0 ? try store.events() : new
      self.followed = (count, shown.last?.id ?? (isWhole ? 0 : followed.last))
      return isWhole || !shown.isEmpty ? [.events(shown, isWhole: isWhole)] : []
    } catch {
      return [.outcome(.failure("the events cannot be read: \(error)"))]
    }
  }

  private func trying(_ shown: Session, _ body: () throws -> Bool) -> [Event] {
    do {
      guard try body() else { return [] }
      guard seenChanges != store.foreignChanges else { return newEvents() }
      seenChanges = store.foreignChanges
      return [.session(store.session)] + newEvents()
    } catch {
      let reason = "\(error)"
      // What is shown goes on; a database in memory asks nothing of the machine.
      try? goOn(shown, without: reason)
      return [.sessionLost(reason)]
    }
  }

  private func goOn(_ session: Session, without reason: String) throws {
    let events = (try? store.events()) ?? []
    let manifest = store.manifest
    store = try .memory(session, events: events, manifest: manifest)
    seenChanges = store.foreignChanges
    loss = reason
  }

  /// What becomes of the overrides when the console is left; nil where there are none.
  func farewell(_ shown: Session) -> String? {
    let count = shown.overrideCount
    guard count > 0 else { return nil }
    let overrides = count == 1 ? "1 override" : "\(count) overrides"
    if let loss { return "\(overrides) could not be kept: \(loss)" }
    guard let file else { return nil }
    return "\(overrides) \(count == 1 ? "stays" : "stay") active in \(file)"
  }
}
