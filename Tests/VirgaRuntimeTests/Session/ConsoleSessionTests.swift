import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Console session")
struct ConsoleSessionTests {
  private static func setting(_ name: String, by process: String) throws -> SessionOperation {
    let operation = SessionOperation(json: [
      "operation": 0, "label": .string("set \(name)"), "time": "2026-01-01T00:00:00Z",
      "process": .string(process),
      "changes": [["kind": "preference", "name": .string(name), "new": true]],
    ])
    return try #require(operation)
  }

  @Test("only undo and redo send all events again, with their marks")
  func events() throws {
    let directory = try TemporaryDirectory()
    let session = try ConsoleSession(
      at: SessionLocation(directory.path("a.virga"), on: .current), manifest: nil, isReadOnly: false
    )
    _ = session.followEvents()
    func heard(_ change: @escaping (SessionStore) throws -> Void) -> [String] {
      guard case .events(let events, let replacesAll, _)? = session.save(Session(), change).last
      else {
        return []
      }
      return [replacesAll ? "all" : "new"]
        + events.map { "\($0.kind) \($0.suppressed ?? "counts")" }
    }
    var operation = try Self.setting("a", by: "console")
    operation.events = [SessionEvent(time: .epoch, kind: "set", process: "console")]
    let change = operation
    #expect(heard { try $0.record(change.events) } == ["all", "set counts"])
    #expect(heard { try $0.perform(change) } == ["new", "set counts"])
    #expect(
      heard { try $0.undo(at: .epoch, by: "console") } == [
        "all", "set counts", "set undone", "undo counts",
      ])
    let again = heard { try $0.redo(at: .epoch, by: "console") }
    #expect(again == ["all", "set counts", "set counts", "undo counts", "redo counts"])
  }

  @Test("the last event of a session is known when it is opened") func lastEvent() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    func lastEventID() throws -> Int64 {
      let location = SessionLocation(path, on: .current)
      return try ConsoleSession(at: location, manifest: nil, isReadOnly: false).lastEventID
    }
    #expect(try lastEventID() == 0)
    let event = SessionEvent(time: .epoch, kind: "set", process: "virga 1")
    try SessionStore(path).record([event, event])
    #expect(try lastEventID() == 2)
  }

  @Test("the place of a console that writes to a file is kept for the next one") func place()
    throws
  {
    let directory = try TemporaryDirectory()
    func session(_ name: String = "a.virga", isReadOnly: Bool = false) throws -> ConsoleSession {
      let file = name == SessionStore.inMemory ? name : directory.path(name)
      return try ConsoleSession(
        at: SessionLocation(file, on: .current), manifest: nil, isReadOnly: isReadOnly)
    }
    let place = ConsolePlace(screen: .flags, feature: "search", filter: "new")
    let first = try session()
    #expect(first.place == nil)
    first.keep(place)
    try session(isReadOnly: true).keep(ConsolePlace(screen: .events, feature: nil, filter: ""))
    #expect(try session().place == place)
    let inMemory = try session(SessionStore.inMemory)
    inMemory.keep(place)
    #expect(inMemory.place == nil)
  }

  private static let app = ConnectedApp(
    process: "app 7", manifest: "cirrus", channel: "beta", hash: "1", since: .epoch)

  /// The lists of apps among events.
  private func apps(_ events: [Event]) -> [[ConnectedApp]] {
    events.compactMap { if case .apps(let apps) = $0 { apps } else { nil } }
  }

  @Test("connected apps are sent at the start") func connectedApp() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    try store.connect(Self.app, as: 1)
    let session = try ConsoleSession(
      at: SessionLocation(path, on: .current), manifest: nil, isReadOnly: true)
    #expect(apps(session.initialEvents()) == [[Self.app]])
    #expect(apps(session.refresh(Session())) == [])
    withExtendedLifetime(store) {}
  }

  @Test("connected apps are sent again when one goes") func disconnectedApp() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    try store.connect(Self.app, as: 1)
    let session = try ConsoleSession(
      at: SessionLocation(path, on: .current), manifest: nil, isReadOnly: true)
    _ = session.initialEvents()
    try store.disconnect(1)
    #expect(apps(session.refresh(Session())) == [[]])
  }

  @Test("an undo refused because of another process shows the session as it is")
  func undoAfterAnother() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let session = try ConsoleSession(
      at: SessionLocation(path, on: .current), manifest: nil, isReadOnly: false)
    var shown = Session()
    let mine = shown.perform(try Self.setting("a", by: "console"))
    _ = session.save(shown) { try $0.perform(mine) }
    try SessionStore(path).perform(try Self.setting("b", by: "script"))
    _ = shown.undo()
    let events = session.save(shown) { try $0.undo(mine, at: .epoch, by: "console") }
    guard case .session(let truth) = events.first, case .outcome(let outcome) = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(truth.names(of: .preference) == ["a", "b"])
    #expect(outcome == .refusal("not undone: set a; script has since done: set b"))
    let next = try Self.setting("c", by: "console")
    #expect(session.save(truth) { try $0.perform(next) }.isEmpty)
    #expect(try SessionStore(path).session.names(of: .preference) == ["a", "b", "c"])
  }

  @Test("a change waits until the folder can be read") func unreachable() throws {
    let directory = try TemporaryDirectory()
    directory.makeDirectory("in")
    let path = directory.path("in/a.virga")
    let session = try ConsoleSession(
      at: SessionLocation(path, on: .current), manifest: nil, isReadOnly: false)
    var shown = Session()
    let mine = shown.perform(try Self.setting("a", by: "console"))
    directory.rename("in", to: "away")
    directory.link("in", to: "in")
    #expect(session.save(shown) { try $0.perform(mine) }.isEmpty)
    #expect(session.isLocked && session.unsavedCount == 1)
    func messages(_ events: [Event]) -> [StatusMessage] {
      events.compactMap { if case .outcome(let message) = $0 { message } else { nil } }
    }
    let failure = StoreFailure.unreachable(path, reason: "Too many levels of symbolic links")
    #expect(messages([session.reportLock()]) == [.locked(failure, waiting: 1)])
    directory.remove("in")
    directory.rename("away", to: "in")
    #expect(messages(session.refresh(shown)) == [.unlocked])
    #expect(!session.isLocked && session.unsavedCount == 0)
    #expect(try SessionStore(path).session.names(of: .preference) == ["a"])
  }

  @Test("a pending undo that is refused at exit is reported with the reason")
  func undoAtTheEnd() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let session = try ConsoleSession(
      at: SessionLocation(path, on: .current), manifest: nil, isReadOnly: false)
    session.useShortTimeout()
    var shown = Session()
    let mine = shown.perform(try Self.setting("a", by: "console"))
    _ = session.save(shown) { try $0.perform(mine) }
    _ = shown.undo()
    try SessionStore(path).perform { _ in
      _ = session.save(shown) { try $0.undo(mine, at: .epoch, by: "console") }
      return try Self.setting("b", by: "script")
    }
    #expect(session.isLocked)
    let message = session.end(Model(size: Size(columns: 80, rows: 24)))
    #expect(message == ["not undone: set a; script has since done: set b"])
  }
}
