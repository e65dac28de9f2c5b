import Testing
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@Suite(
  "Session on a failing disk",
  .enabled(if: SmallFileSystem.isPossible, "only an administrator can make such disks"),
  .timeLimit(.minutes(20)))
struct StoreFailureTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static func setting(_ name: String, size: Int = 1) -> SessionOperation {
    let value = JSONValue.string(String(repeating: "v", count: size))
    let change = EntryChange(EntryKey(.context, name), from: nil, to: value)
    return SessionOperation("set \(name)", changes: [change], time: .epoch, process: "tests 1")
  }

  /// Fills the disk and then a session on it, until a change is refused.
  ///
  /// - Returns: The names that the session has.
  private func fill(_ store: SessionStore, on disk: SmallFileSystem) throws -> Set<String> {
    try store.perform(Self.setting("first"))
    disk.fill()
    var done: Set<String> = ["first"]
    #expect(throws: StoreFailure.full(disk.path("a.virga"))) {
      for number in 0..<1000 {
        try store.perform(Self.setting("a\(number)", size: 5000))
        done.insert("a\(number)")
      }
    }
    return done
  }

  @Test("refuses what does not fit on a full disk") func full() throws {
    let disk = try SmallFileSystem(directory, kibibytes: 1024)
    let store = try SessionStore(disk.path("a.virga"))
    let done = try fill(store, on: disk)
    #expect(throws: StoreFailure.full(disk.path("a.virga"))) {
      try store.perform(Self.setting("large", size: 500_000))
    }
    #expect(Set(store.session.names(of: .context)) == done)
  }

  @Test("continues once a full disk has space") func spaceAgain() throws {
    let disk = try SmallFileSystem(directory, kibibytes: 1024)
    let store = try SessionStore(disk.path("a.virga"))
    let done = try fill(store, on: disk)
    disk.clear()
    try store.perform(Self.setting("last"))
    let after = try SessionStore(disk.path("a.virga"))
    #expect(Set(after.session.names(of: .context)) == done.union(["last"]))
    #expect(try after.integrityReport() == "ok")
  }

  @Test("cannot be created on a full disk")
  func fullAtTheStart() throws {
    let disk = try SmallFileSystem(directory, kibibytes: 64)
    disk.fill()
    let path = disk.path("a.virga")
    #expect(throws: StoreFailure.full(path)) { try SessionStore(path) }
    for ending in ["", "-wal", "-shm"] { #expect(!FileWriting.exists(path + ending)) }
  }

  @Test("is shown read-only on a full disk, including its log", arguments: [false, true])
  func fullAtOpening(hasLog: Bool) throws {
    let disk = try SmallFileSystem(directory, kibibytes: 1024)
    let path = disk.path("a.virga")
    if hasLog {
      let writer = try WritingProcess(path, name: "w")
      writer.waitForFirst()
      writer.kill()
      try FileWriting.remove(path + "-shm")
    } else {
      try SessionStore(path).perform(Self.setting("w-1"))
    }
    disk.fill()
    for isReadOnly in [true, false] {
      let store = try SessionStore(path, .init(isReadOnly: isReadOnly))
      #expect(store.session.operations.first?.label == "set w-1")
      #expect(store.restriction == (isReadOnly ? .readOnlyRequested : .full))
      #expect(throws: StoreFailure.self) { try store.perform(Self.setting("second")) }
    }
    disk.clear()
    let store = try SessionStore(path)
    try store.perform(Self.setting("second"))
    #expect(try store.integrityReport() == "ok")
  }

  /// A read-only file system with the session `a.virga`.
  private func readOnlyDisk() throws -> SmallFileSystem {
    let disk = try SmallFileSystem(directory, kibibytes: 1024)
    try SessionStore(disk.path("a.virga")).perform(Self.setting("first"))
    try disk.makeReadOnly()
    return disk
  }

  @Test("is shown from a read-only file system") func shownReadOnly() throws {
    let disk = try readOnlyDisk()
    let store = try SessionStore(disk.path("a.virga"))
    #expect(store.session.names(of: .context) == ["first"])
    withExtendedLifetime(disk) {}
  }

  @Test("cannot be changed on a read-only file system") func readOnly() throws {
    let disk = try readOnlyDisk()
    let store = try SessionStore(disk.path("a.virga"))
    #expect(store.restriction == .unwritable)
    #expect(throws: StoreFailure.self) { try store.perform(Self.setting("second")) }
    withExtendedLifetime(disk) {}
  }

  @Test("cannot be created on a read-only file system") func createdReadOnly() throws {
    let disk = try readOnlyDisk()
    #expect(
      throws: StoreFailure.readOnly(disk.path("b.virga"), reason: "the file system is read-only")
    ) {
      try SessionStore(disk.path("b.virga"))
    }
  }
}
