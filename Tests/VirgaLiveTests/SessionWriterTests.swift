import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaLive
@testable import VirgaSDK
@testable import VirgaSession

@Suite("A live session while another program writes", .timeLimit(.minutes(20)))
struct SessionWriterTests {
  private let folder: TemporaryDirectory
  private let path: String
  private let console: SessionStore
  private let live: LiveSession

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path("try.virga")
    console = try SessionStore(path)
    live = try LiveSession(path, process: "app 7")
  }

  /// Runs `body` while this thread holds the file's lock: waiting for the file would deadlock.
  ///
  /// Nothing is committed, so nobody is notified when the lock is released.
  private func whileLocked(_ body: () throws -> Void) throws {
    struct Rollback: Error {}
    do {
      try console.perform { (_: Session) -> SessionOperation? in
        try body()
        throw Rollback()
      }
    } catch is Rollback {}
  }

  /// A console's change of preferences.
  private func theirs(_ keys: String..., to value: JSONValue) -> SessionOperation {
    let changes = keys.map { EntryChange(EntryKey(.preference, $0), from: nil, to: value) }
    return SessionOperation("set \(keys)", changes: changes, time: .epoch, process: "virga 1")
  }

  private var locked: String { "\(StoreFailure.locked(path))" }

  private func exposure(_ slug: String) -> SessionEvent {
    SessionEvent(time: .epoch, kind: "exposure", process: "app 7") { $0.slug = slug }
  }

  /// Records events and makes choices of every kind; the last choice clears a preference.
  private func makeCalls(_ client: FeatureClient) throws {
    try live.setPreference(1, forKey: "a")
    live.record([exposure("e1")])
    live.record([exposure("e2")])
    try live.setPreference(2, forKey: "a")
    client.recordEvent("menu_opened", count: 2)
    try live.setDebugOverride(true, forKey: "b")
    #expect(live.setLock("c", isUnlocked: true))
    try live.setPreference(nil, forKey: "a")
    live.record([exposure("e3")])
  }

  @Test("reads its own writes immediately") func ownWrites() throws {
    let client = FeatureClient(session: live)
    try whileLocked {
      try makeCalls(client)
      #expect(live.preference(forKey: "a") == nil)
      #expect(live.debugOverride(forKey: "b") == true)
      #expect(live.session[.lock, "c"] == true)
      #expect(live.session.names(of: .behavior) == ["menu_opened"])
      try Timeout.wait { live.failure == "\(locked); 4 events and 5 choices not written yet" }
      #expect(live.debugOverride(forKey: "b") == true)
    }
    try live.flush()
  }

  @Test("writes everything in order after the lock") func order() throws {
    let client = FeatureClient(session: live)
    try whileLocked { try makeCalls(client) }
    try live.flush()
    #expect(live.failure == nil)
    _ = try console.refresh()
    let labels = [
      "set a = 1", "set a = 2", "record menu_opened ×2", "set debug override b = true", "unlock c",
      "clear a",
    ]
    #expect(console.session.operations.map(\.label) == labels)
    let events = try console.events().map { $0.slug ?? $0.reason ?? "" }
    #expect(events == [labels[0], "e1", "e2"] + labels[1...] + ["e3"])
    #expect(live.session.keys == console.session.keys)
    #expect(live.session.operations.isEmpty)
  }

  @Test("notifies observers when a lock begins and ends") func lock() throws {
    let failures = Locked<[String?]>([])
    live.whenChanged { [weak live] in failures.withLock { $0.append(live?.failure) } }
    try whileLocked {
      live.record([exposure("e1")])
      try Timeout.wait { failures.withLock { $0 } == ["\(locked); 1 event not written yet"] }
    }
    try Timeout.wait { failures.withLock { $0 } == ["\(locked); 1 event not written yet", nil] }
  }

  @Test("keeps its pending choice over a foreign commit, which undo restores")
  func rebasing() throws {
    let seen = Locked<[JSONValue?]>([])
    live.whenChanged { [weak live] in seen.withLock { $0.append(live?.preference(forKey: "a")) } }
    try console.perform { (_: Session) -> SessionOperation? in
      try live.setPreference("first", forKey: "c")
      try live.setPreference("own", forKey: "a")
      return theirs("a", "b", to: "theirs")
    }
    try live.flush()
    #expect(live.preference(forKey: "a") == "own")
    #expect(live.preference(forKey: "b") == "theirs")
    _ = try console.refresh()
    #expect(console.session[.preference, "a"] == "own")
    _ = try console.undo(at: .epoch, by: "tests 1")
    try Timeout.wait { live.preference(forKey: "a") == "theirs" }
    try Timeout.wait { seen.withLock { $0.last } == "theirs" }
    #expect(seen.withLock { $0 } == [nil, "own", "own", "theirs"])
  }

  @Test("writes a choice that changes nothing here, because the file may differ")
  func unchangedChoice() throws {
    try live.setPreference(true, forKey: "a")
    try live.flush()
    try console.perform { (_: Session) -> SessionOperation? in
      try live.setPreference(true, forKey: "a")
      return theirs("a", to: false)
    }
    try live.flush()
    _ = try console.refresh()
    #expect(console.session[.preference, "a"] == true)
    #expect(live.preference(forKey: "a") == true)
  }

  @Test("notifies observers once per change") func observers() throws {
    let calls = Locked(0)
    live.whenChanged { calls.withLock { $0 += 1 } }
    try whileLocked {
      try live.setPreference(true, forKey: "a")
      #expect(calls.withLock { $0 } == 1)
      try live.setPreference(true, forKey: "a")
    }
    try live.flush()
    let seen = Locked<[JSONValue?]>([])
    live.whenChanged { [weak live] in seen.withLock { $0.append(live?.preference(forKey: "b")) } }
    try console.perform(theirs("b", to: true))
    try Timeout.wait { seen.withLock { $0 } == [true] }
    #expect(calls.withLock { $0 } == 2)
  }

  @Test("lets observers wait for the file") func waitingObserver() throws {
    try live.setPreference(true, forKey: "a")
    try live.flush()
    let flushed = Locked<[JSONValue?]>([])
    live.whenChanged { [weak live] in
      try? live?.setPreference(true, forKey: "a")
      try? live?.flush()
      live?.refreshChanges()
      flushed.withLock { $0.append(live?.preference(forKey: "b")) }
    }
    try console.perform(theirs("b", to: true))
    try Timeout.wait { flushed.withLock { $0 } == [true] }
  }

  @Test("writes pending changes after the app releases it")
  func release() throws {
    var short: LiveSession? = try LiveSession(path, process: "app 8")
    try whileLocked {
      try short?.setPreference(true, forKey: "a")
      short = nil
    }
    try Timeout.wait {
      _ = try console.refresh()
      return console.session[.preference, "a"] == true
    }
  }

  @Test("keeps what is pending when flush times out") func timeout() throws {
    try whileLocked {
      try live.setPreference(true, forKey: "a")
      #expect(throws: StoreFailure.locked(path)) { try live.flush(timeout: .zero) }
      #expect(live.failure == "\(locked); 1 choice not written yet")
    }
    try live.flush()
    _ = try console.refresh()
    #expect(console.session[.preference, "a"] == true)
  }

  /// Runs `body` while this thread holds the file's lock and one event more than fit is pending.
  private func whileFull(_ body: () throws -> Void) throws {
    try whileLocked {
      for number in 0..<10_001 { live.record([exposure("\(number)")]) }
      try body()
    }
  }

  @Test("keeps 10,000 calls while the file is locked") func bound() throws {
    try whileFull {}
    try live.flush()
    #expect(try console.events().map(\.slug) == (0..<10_000).map { "\($0)" })
  }

  @Test("counts events beyond 10,000 calls as lost") func lostEvents() throws {
    try whileFull {
      try Timeout.wait { live.failure == "\(locked); 10000 events not written yet; 1 event lost" }
    }
    try live.flush()
    #expect(live.failure == "1 event lost")
  }

  @Test("refuses choices beyond 10,000 calls") func refusedChoice() throws {
    try whileFull {
      #expect(throws: StoreFailure.self) { try live.setPreference(true, forKey: "a") }
      #expect(live.preference(forKey: "a") == nil)
    }
    try live.flush()
  }

  /// Deletes the file while a choice is pending.
  private func deleteFile() throws {
    try whileLocked {
      try live.setPreference(true, forKey: "a")
      folder.remove("try.virga")
    }
    try Timeout.wait { live.failure == "\(StoreFailure.gone(path)); 1 choice not written yet" }
  }

  @Test("keeps a pending choice when the file is deleted") func loss() throws {
    try deleteFile()
    #expect(live.preference(forKey: "a") == true)
  }

  @Test("cannot write a pending choice to a deleted file") func flushAfterLoss() throws {
    try deleteFile()
    #expect(throws: StoreFailure.gone(path)) { try live.flush() }
  }

  @Test("refuses further choices when the file is deleted") func choicesAfterLoss() throws {
    try deleteFile()
    #expect(throws: StoreFailure.gone(path)) { try live.setPreference(false, forKey: "a") }
    #expect(!live.setLock("c", isUnlocked: true))
    #expect(live.preference(forKey: "a") == true)
  }

  @Test("writes pending events when the file is moved back")
  func returning() throws {
    folder.rename("try.virga", to: "away")
    live.record([exposure("e1")])
    try Timeout.wait { live.failure == "\(StoreFailure.gone(path)); 1 event not written yet" }
    folder.rename("away", to: "try.virga")
    try Timeout.wait { live.failure == nil }
    #expect(try console.events().map(\.slug) == ["e1"])
  }

  @Test(
    "writes pending choices when a full disk has space again",
    .enabled(if: SmallFileSystem.isPossible))
  func fullDisk() throws {
    let disk = try SmallFileSystem(folder, kibibytes: 1024)
    let live = try LiveSession(disk.path("a.virga"), process: "app 8")
    disk.fill()
    try live.setPreference(.string(String(repeating: "x", count: 100_000)), forKey: "a")
    try Timeout.wait {
      live.failure == "\(StoreFailure.full(disk.path("a.virga"))); 1 choice not written yet"
    }
    disk.clear()
    try Timeout.wait { live.failure == nil }
    #expect(try SessionStore(disk.path("a.virga")).session[.preference, "a"] != nil)
  }

  /// Makes the file refuse what is called `refused`, as it would something too large.
  private func refuse() throws {
    try Database(path, .writeExisting, timeout: 1_000).execute(
      """
      CREATE TRIGGER refuse_event BEFORE INSERT ON event WHEN new.slug = 'refused'
      BEGIN SELECT RAISE(ABORT, 'not this one'); END;
      CREATE TRIGGER refuse_choice BEFORE INSERT ON entry WHEN new.name = 'refused'
      BEGIN SELECT RAISE(ABORT, 'not this one'); END;
      """)
  }

  /// Makes calls of which the file refuses an event and a choice.
  private func makeRefusedCalls() throws {
    try refuse()
    try whileLocked {
      for slug in ["e1", "refused", "e2"] { live.record([exposure(slug)]) }
      try live.setPreference(1, forKey: "refused")
      #expect(live.preference(forKey: "refused") == 1)
      try live.setPreference(2, forKey: "a")
      live.record([exposure("e3")])
    }
    #expect(throws: StoreFailure.unusable(path, reason: "not this one")) { try live.flush() }
  }

  @Test("gives up a choice that the file refuses for good") func refusedCalls() throws {
    try makeRefusedCalls()
    #expect(live.preference(forKey: "refused") == nil && live.preference(forKey: "a") == 2)
  }

  @Test("counts calls that the file refuses for good as lost") func countOfRefusedCalls() throws {
    try makeRefusedCalls()
    #expect(live.failure == "1 event and 1 choice lost (\(path): not this one)")
  }

  @Test("writes all calls but those that the file refuses for good") func otherCalls() throws {
    try makeRefusedCalls()
    try live.flush()
    _ = try console.refresh()
    #expect(console.session.preferences == ["a": 2])
    #expect(try console.events().map { $0.slug ?? $0.reason } == ["e1", "e2", "set a = 2", "e3"])
  }

  @Test("refuses choices on a read-only file", .enabled(if: SmallFileSystem.isPossible))
  func readOnly() throws {
    let disk = try SmallFileSystem(folder, kibibytes: 1024)
    _ = try SessionStore(disk.path("a.virga"))
    try disk.makeReadOnly()
    let live = try LiveSession(disk.path("a.virga"), process: "app 8")
    let reason = StoreFailure.readOnly(
      disk.path("a.virga"), reason: "the file or its folder is read-only")
    #expect(throws: reason) { try live.setPreference(true, forKey: "a") }
    #expect(live.preference(forKey: "a") == nil)
    #expect(live.failure == nil)
  }

  @Test("keeps choices in memory without a file")
  func inMemory() throws {
    let live = try LiveSession(SessionStore.inMemory)
    try live.setPreference(true, forKey: "a")
    try live.flush()
    #expect(live.preference(forKey: "a") == true)
  }

  @Test("reads the app's clock outside all locks")
  func clock() throws {
    let known = Locked<FeatureClient?>(nil)
    let asking = try LiveSession(path, process: "app 8") {
      _ = known.withLock { $0 }?.getVariables("app-menu")
      return .epoch
    }
    let client = FeatureClient(session: asking)
    known.withLock { $0 = client }
    try asking.setPreference(true, forKey: "a")
    client.connect(MenuManifest())
    client.recordEvent("menu_opened")
    #expect(asking.session.names(of: .behavior) == ["menu_opened"])
  }
}
