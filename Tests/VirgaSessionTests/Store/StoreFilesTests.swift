import CVirgaPlatform
import Testing
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@Suite("A session that loses one of its files", .timeLimit(.minutes(20)))
struct StoreFilesTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("a.virga") }

  init() throws { directory = try TemporaryDirectory() }

  private static func setting(_ name: String) -> SessionOperation {
    let change = EntryChange(EntryKey(.preference, name), from: nil, to: true)
    return SessionOperation("set \(name)", changes: [change], time: .epoch, process: "tests 1")
  }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0
  }

  /// In bytes; the file is not opened, because closing it would release SQLite's locks.
  private func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Removes a file while two processes write and two others start, and expects everything that was
  /// acknowledged.
  @Test("keeps what was acknowledged when its index is removed under load", arguments: 0..<4)
  func removedUnderLoad(_ round: Int) throws {
    let early = try (0..<2).map { try WritingProcess(path, name: "early\($0)") }
    for writer in early { writer.waitForFirst() }
    directory.remove("a.virga-shm")
    let late = try (0..<2).map { try WritingProcess(path, name: "late\($0)", writes: 40) }
    var acknowledged: Set<String> = []
    var refusals: [String] = []
    // The early ones end themselves: they notice what they lost.
    for writer in early + late {
      let lines = writer.lines()
      writer.wait()
      refusals += lines.filter { $0.hasPrefix("failed: ") }
      acknowledged.formUnion(lines.filter { !$0.hasPrefix("failed: ") })
    }
    #expect(
      refusals.count == 2 && refusals.allSatisfy { $0.hasPrefix("failed: \(path)-shm was ") },
      "\(refusals)")
    #expect(acknowledged.filter { $0.hasPrefix("late") }.count == 80)
    let store = try SessionStore(path)
    #expect(try store.integrityReport() == "ok")
    #expect(acknowledged.subtracting(store.session.names(of: .preference)) == [])
  }

  @Test("keeps what was acknowledged when its log is removed under load", arguments: 0..<4)
  func removedLog(_ round: Int) throws {
    let writers = try (0..<2).map { try WritingProcess(path, name: "w\($0)") }
    for writer in writers { writer.waitForFirst() }
    directory.remove("a.virga-wal")
    let lines = writers.flatMap { $0.lines() }
    for writer in writers { writer.wait() }
    let refusals = lines.filter { $0.hasPrefix("failed: ") }
    #expect(refusals == Array(repeating: "failed: \(StoreFailure.gone(path + "-wal"))", count: 2))
    let store = try SessionStore(path)
    #expect(try store.integrityReport() == "ok")
    #expect(
      Set(lines).subtracting(refusals).subtracting(store.session.names(of: .preference)) == [])
  }

  @Test("keeps what was acknowledged when it is closed after its log was removed")
  func closingWithoutLog() throws {
    var store: SessionStore? = try SessionStore(path)
    try store?.perform(Self.setting("a"))
    directory.remove("a.virga-wal")
    store = nil
    #expect(try SessionStore(path).session.names(of: .preference) == ["a"])
  }

  @Test(
    "refuses every change once the index or the log is gone or another one",
    arguments: ["-shm", "-wal"])
  func noticed(_ ending: String) throws {
    let store = try SessionStore(path)
    try store.perform(Self.setting("a"))
    directory.remove("a.virga\(ending)")
    #expect(throws: StoreFailure.gone(path + ending)) { try store.perform(Self.setting("b")) }
    #expect(throws: StoreFailure.gone(path + ending)) { try store.refresh() }
    directory.write("", to: "a.virga\(ending)")
    #expect(throws: StoreFailure.replaced(path + ending)) {
      try store.undo(at: .epoch, by: "tests 1")
    }
    #expect(store.session.names(of: .preference) == ["a"])
  }

  @Test("refuses a change whose files are lost while it is made")
  func lostDuringAChange() throws {
    let store = try SessionStore(path)
    #expect(throws: StoreFailure.gone(path + "-shm")) {
      try store.perform { _ in
        directory.remove("a.virga-shm")
        return Self.setting("a")
      }
    }
    #expect(store.session.names(of: .preference) == [])
  }

  @Test("is not opened with a lost index, which this process still has open")
  func openedInTheSameProcess() throws {
    var store: SessionStore? = try SessionStore(path)
    try store?.perform(Self.setting("a"))
    directory.remove("a.virga-shm")
    #expect(throws: StoreFailure.gone(path + "-shm")) { try SessionStore(path) }
    store = nil
    let after = try SessionStore(path)
    #expect(after.session.names(of: .preference) == ["a"])
    #expect(try after.integrityReport() == "ok")
  }

  @Test("leaves the log to others when it is closed after losing its index")
  func closing() throws {
    var store: SessionStore? = try SessionStore(path)
    try store?.perform(Self.setting("a"))
    directory.remove("a.virga-shm")
    let writer = try WritingProcess(path, name: "w", writes: 3)
    #expect(writer.lines() == ["w-1", "w-2", "w-3"])
    writer.wait()
    withExtendedLifetime(store) {}
    store = nil
    let after = try SessionStore(path)
    #expect(after.session.names(of: .preference) == ["a", "w-1", "w-2", "w-3"])
    #expect(try after.integrityReport() == "ok")
  }

  @Test(
    "is private through a link to nothing, whose target has the log",
    arguments: ["inner/b.virga", "link"])
  func danglingLink(_ target: String) throws {
    directory.makeDirectory("inner")
    #expect(symlink("inner/b.virga", directory.path("link")) == 0)
    #expect(symlink(target, directory.path("a.virga")) == 0)
    let store = try SessionStore(path)
    try store.perform(Self.setting("a"))
    for ending in ["", "-wal", "-shm"] {
      #expect(mode(directory.path("inner/b.virga\(ending)")) == 0o600)
    }
    directory.remove("inner/b.virga-shm")
    #expect(throws: StoreFailure.self) { try store.perform(Self.setting("b")) }
  }

  /// A session in a folder of its own, with one preference.
  private func storeInFolder() throws -> SessionStore {
    directory.makeDirectory("in")
    let store = try SessionStore(directory.path("in/a.virga"))
    try store.perform(Self.setting("a"))
    return store
  }

  /// Replaces the folder with a link to itself: no system says whether the file is there, not even
  /// to an administrator.
  private func hideFolder() {
    directory.rename("in", to: "away")
    directory.link("in", to: "in")
  }

  @Test("reports a folder that cannot be read") func unreachable() throws {
    let store = try storeInFolder()
    hideFolder()
    let path = directory.path("in/a.virga")
    let failure = StoreFailure.unreachable(path, reason: "Too many levels of symbolic links")
    #expect(throws: failure) { try store.perform(Self.setting("b")) }
    #expect(throws: failure) { try store.refresh() }
    #expect(throws: failure) { try SessionStore(path) }
    #expect(throws: failure) { try SessionStore(path, .init(isReadOnly: true)) }
    #expect(!WriteLockWait(at: path, atMost: 0).isLockFree)
  }

  @Test("continues once its folder can be read again") func reachableAgain() throws {
    let store = try storeInFolder()
    hideFolder()
    #expect(throws: StoreFailure.self) { try store.perform(Self.setting("b")) }
    directory.remove("in")
    directory.rename("away", to: "in")
    #expect(try !store.refresh())
    try store.perform(Self.setting("b"))
    #expect(store.session.names(of: .preference) == ["a", "b"])
    #expect(WriteLockWait(at: directory.path("in/a.virga"), atMost: 0).isLockFree)
  }

  @Test("stays when a process that did not use it removes it")
  func removingAUsedFile() throws {
    let unused = try SessionStore(path)
    let other = try SessionStore(path)
    try other.perform(Self.setting("a"))
    unused.removeFile()
    try other.perform(Self.setting("b"))
    #expect(try SessionStore(path).session.names(of: .preference) == ["a", "b"])
  }

  @Test("copies a long log to the file while it is in use")
  func longLog() throws {
    let store = try SessionStore(path)
    let size = size(path)
    for number in 0..<600 { try store.perform(Self.setting("a\(number)")) }
    #expect(self.size(path) > size)
  }
}
