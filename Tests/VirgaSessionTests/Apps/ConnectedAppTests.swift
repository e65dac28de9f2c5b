import CVirgaPlatform
import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaSession

@Suite("Connected apps")
struct ConnectedAppTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let store: SessionStore

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("a.virga")
    store = try SessionStore(path)
  }

  private func app(
    _ process: String = "app 7", _ manifest: String = "cirrus", since: Int64 = 100
  ) -> ConnectedApp {
    ConnectedApp(
      process: process, manifest: manifest, channel: "release", hash: "1797fed7",
      since: Instant(seconds: since))
  }

  private static func setting(_ name: String) -> SessionOperation {
    let change = EntryChange(EntryKey(.preference, name), from: nil, to: true)
    return SessionOperation("set \(name)", changes: [change], time: .epoch, process: "tests 1")
  }

  private var rows: Int64 {
    get throws { try Database(path, .read, timeout: 1_000).number("SELECT count(*) FROM app") ?? 0 }
  }

  @Test("are seen by other processes until they disconnect, in the order in which they came")
  func connecting() throws {
    let other = try SessionStore(path, .init(isReadOnly: true))
    #expect(try other.connectedApps() == [])
    try store.connect(app("late 8", since: 300), as: 2)
    try store.connect(app(), as: 1)
    try store.connect(app("app 7", "messaging", since: 200), as: 1)
    #expect(
      try other.connectedApps() == [
        app(), app("app 7", "messaging", since: 200), app("late 8", since: 300),
      ])
    #expect(try other.refresh())
    try store.disconnect(1)
    #expect(try other.connectedApps() == [app("late 8", since: 300)])
  }

  @Test("replace what the same connection reported of a manifest")
  func replacing() throws {
    try store.connect(app(since: 100), as: 1)
    try store.connect(app(since: 200), as: 1)
    #expect(try store.connectedApps() == [app(since: 200)])
  }

  private static let endedProcesses = [
    TestRow(
      "a process that began at another time",
      RunningProcess(host: RunningProcess.own.host, id: RunningProcess.own.id, start: 1)),
    TestRow(
      "a process that cannot exist",
      RunningProcess(host: RunningProcess.own.host, id: 0, start: nil)),
  ]

  @Test("are gone if their process is", arguments: endedProcesses)
  func ended(_ row: TestRow<RunningProcess>) throws {
    try store.connect(app("dead 6"), as: 1, of: row.values)
    #expect(try store.connectedApps() == [])
  }

  @Test("are removed by the next writer if their process is gone", arguments: endedProcesses)
  func removed(_ row: TestRow<RunningProcess>) throws {
    try store.connect(app("dead 6"), as: 1, of: row.values)
    #expect(try store.connectedApps() == [])
    #expect(try rows == 1)
    try store.perform(Self.setting("a"))
    #expect(try rows == 0)
  }

  @Test("are gone when their process was killed, even before its parent notices")
  func killed() throws {
    let child = try WritingProcess(["/bin/sleep", "600"])
    let start = RunningProcess.start(of: child.id)
    try store.connect(
      app(), as: 1, of: RunningProcess(host: RunningProcess.own.host, id: child.id, start: start))
    #expect(try store.connectedApps() == [app()])
    try #require(kill(child.id, SIGKILL) == 0)
    try Timeout.wait { try store.connectedApps() == [] }
    child.kill()
  }

  /// Connects an app of another machine, and then writes.
  private func connectElsewhere() throws {
    try store.connect(app(), as: 1, of: RunningProcess(host: "other.example", id: 7, start: nil))
    try store.perform(Self.setting("a"))
  }

  @Test("of another machine are not shown") func otherHost() throws {
    try connectElsewhere()
    #expect(try store.connectedApps() == [])
  }

  @Test("of another machine are not removed") func keptForOtherHost() throws {
    try connectElsewhere()
    #expect(try rows == 1)
  }

  @Test("are not part of the session, its history and its exports")
  func notExported() throws {
    try store.perform(Self.setting("a"))
    let before = try store.export()
    try store.connect(app(), as: 1)
    #expect(try store.export() == before)
    #expect(try store.undo(at: .epoch, by: "tests 1")?.label == "set a")
    #expect(try store.connectedApps() == [app()])
  }

  @Test("leave the number of the format as it is")
  func format() throws {
    try store.connect(app(), as: 1)
    #expect(
      try Database(path, .read, timeout: 1_000).number("PRAGMA user_version") == StoreSchema.version
    )
  }

  @Test(
    "are summarized with the largest unit of time",
    arguments: [
      TestRow("less than a minute", (159, "< 1 min")),
      TestRow("minutes", (220, "2 min")),
      TestRow("almost an hour", (3_699, "59 min")),
      TestRow("an hour", (3_700, "1 h")),
      TestRow("a day", (86_500, "1 d")),
      TestRow("a clock that was set back", (50, "< 1 min")),
    ] as [TestRow<(Int64, String)>])
  func summary(_ row: TestRow<(Int64, String)>) {
    let (now, duration) = row.values
    #expect(app().summary(at: Instant(seconds: now)) == "cirrus, release, \(duration)")
  }

  @Test("have JSON with the name of the program")
  func json() {
    #expect(
      app("my app 7").json == [
        "name": "my app", "manifest": "cirrus", "channel": "release", "hash": "1797fed7",
        "process": "my app 7",
        "since": "1970-01-01T00:01:40Z",
      ])
    #expect(app("app").json["name"] == "app")
  }
}
