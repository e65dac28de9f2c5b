import CVirgaPlatform
import Testing
import VirgaFiles
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaSession

@Suite("Session file")
struct StoreOpeningTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static func setting(_ name: String) -> SessionOperation {
    let change = EntryChange(EntryKey(.preference, name), from: nil, to: true)
    return SessionOperation("set \(name)", changes: [change], time: .epoch, process: "tests 1")
  }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0
  }

  private func bytes(_ path: String) throws -> [UInt8] { try FileReading.disk().read(path) }

  @Test("is readable only by its owner")
  func permissions() throws {
    let path = directory.path("one/two/a.virga")
    #expect(
      throws: StoreFailure.unusable(
        path, reason: "the folder \(directory.path("one/two")) does not exist")
    ) {
      try SessionStore(path)
    }
    var options = SessionStore.Options()
    options.makesFolders = true
    let store = try SessionStore(path, options)
    try store.perform(Self.setting("a"))
    #expect(mode(directory.path("one")) == 0o700)
    #expect(mode(directory.path("one/two")) == 0o700)
    for ending in ["", "-wal", "-shm"] { #expect(mode(path + ending) == 0o600) }
  }

  @Test("becomes readable only by its owner if it was empty")
  func emptyFile() throws {
    let path = directory.path("a.virga")
    directory.write("", to: "a.virga")
    try #require(chmod(path, 0o644) == 0)
    let store = try SessionStore(path, .init(manifest: "/m"))
    try store.perform(Self.setting("a"))
    for ending in ["", "-wal", "-shm"] { #expect(mode(path + ending) == 0o600) }
    #expect(try SessionStore(path).manifest == "/m")
  }

  @Test("has a path of its own for each of two manifests with the same name")
  func defaultPlace() throws {
    let environment = ["XDG_STATE_HOME": directory.root, "HOME": "/nowhere"]
    let first = try SessionFolder.open(manifest: "/a/nimbus.fml.yaml", environment: environment)
    let second = try SessionFolder.open(manifest: "/b/nimbus.fml.yaml", environment: environment)
    let again = try SessionFolder.open(manifest: "/a/nimbus.fml.yaml", environment: environment)
    #expect(first.path == directory.path("virga/nimbus.virga"))
    #expect(second.path == directory.path("virga/nimbus-2.virga"))
    #expect(again.path == first.path)
    #expect(again.manifest == "/a/nimbus.fml.yaml")
  }

  @Test("is in the folder that XDG names for state")
  func stateFolder() {
    #expect(
      SessionFolder.folder(environment: ["HOME": "/h", "XDG_STATE_HOME": "x"])
        == "/h/.local/state/virga")
    #expect(SessionFolder.folder(environment: [:]) == nil)
  }

  @Test("belongs to one manifest")
  func otherManifest() throws {
    let path = directory.path("a.virga")
    _ = try SessionStore(path, .init(manifest: "/m"))
    #expect(try SessionStore(path).manifest == "/m")
    #expect(throws: StoreFailure.otherManifest(path, its: "/m", wanted: "/n")) {
      try SessionStore(path, .init(manifest: "/n"))
    }
  }

  @Test("is left alone if it is not a session")
  func foreignFiles() throws {
    for text in ["x", "name: app\n", String(repeating: "no database ", count: 1000)] {
      directory.write(text, to: "other")
      let path = directory.path("other")
      #expect(throws: StoreFailure.notADatabase(path)) { try SessionStore(path) }
      #expect(try bytes(path) == Array(text.utf8))
    }
    directory.makeDirectory("folder")
    let folder = directory.path("folder")
    #expect(throws: StoreFailure.unusable(folder, reason: "it is a folder")) {
      try SessionStore(folder)
    }
    let pipe = directory.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: StoreFailure.unusable(pipe, reason: "it is not a regular file")) {
      try SessionStore(pipe)
    }
    directory.write("\n{ \"virga-session\": 1, \"entries\": {}}", to: "hand.json")
    #expect(throws: StoreFailure.exported(directory.path("hand.json"))) {
      try SessionStore(directory.path("hand.json"))
    }
  }

  @Test("reports why its folder cannot be created")
  func unwritableFolder() throws {
    directory.write("a file", to: "file")
    let place = ["XDG_STATE_HOME": directory.path("file")]
    let reason = "the folder cannot be made: Not a directory"
    #expect(throws: StoreFailure.unusable(directory.path("file/virga"), reason: reason)) {
      try SessionFolder.open(manifest: "/a", environment: place)
    }
  }

  @Test("is not created if the options forbid it")
  func noFile() throws {
    var options = SessionStore.Options(manifest: "/m")
    options.makesFile = false
    let store = try SessionStore(directory.path("a.virga"), options)
    #expect(store.isInMemory)
    try store.perform(Self.setting("a"))
    #expect(access(directory.path("a.virga"), F_OK) != 0)
  }

  @Test(
    "in the format of another version is refused unchanged",
    arguments: [(1, "an earlier"), (99, "a later")])
  func otherFormat(version: UInt8, author: String) throws {
    let path = directory.path("a.virga")
    try SessionStore(path).perform(Self.setting("a"))
    // The format is at byte 60 of an SQLite file, in four bytes.
    var other = try bytes(path)
    other[63] = version
    try FileWriting.write(other, to: path)
    let failure = StoreFailure.otherFormat(path, version: Int64(version))
    for isReadOnly in [false, true] {
      #expect(throws: failure) { try SessionStore(path, .init(isReadOnly: isReadOnly)) }
    }
    let said = "\(path) was written by \(author) virga (format \(version), this one has 2); "
    #expect(failure.description.hasPrefix(said))
    #expect(try bytes(path) == other)
  }

  @Test("whose format another version changes while it is open is not written any longer")
  func formatChanged() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    try store.perform(Self.setting("a"))
    try Database(path, .writeExisting, timeout: 1_000).execute("PRAGMA user_version = 99")
    #expect(throws: StoreFailure.otherFormat(path, version: 99)) {
      try store.perform(Self.setting("b"))
    }
    #expect(store.session.names(of: .preference) == ["a"])
  }

  /// What SQLite has on the disk before it turns an empty file into one with a write-ahead log: the
  /// header of a journal of no pages.
  private static var journalOfEmptyFile: [UInt8] {
    var header: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    // The number of pages, a random number, and the number of pages that the file had before.
    header += [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0]
    // The sizes of a sector, which the header fills, and of a page: 512 and 4096 bytes.
    header += [0, 0, 2, 0, 0, 0, 16, 0]
    return header + [UInt8](repeating: 0, count: 512 - header.count)
  }

  /// Makes the files that a program leaves if it is killed while it makes a session.
  private func leaveUnfinishedSession(at path: String) throws {
    do {
      let killed = try Database(path, .write, timeout: 1_000)
      try killed.run(StoreSchema.useWriteAheadLog)
    }
    #expect(try bytes(path).count == 4096)
    try FileWriting.write(Self.journalOfEmptyFile, to: path + "-journal")
  }

  @Test("can be opened by several after a program was killed while it made the file")
  func killedCreator() throws {
    let path = directory.path("a.virga")
    try leaveUnfinishedSession(at: path)
    let first = try SessionStore(path)
    try first.perform(Self.setting("a"))
    var options = SessionStore.Options()
    options.timeout = 200
    let second = try SessionStore(path, options)
    #expect(second.session.names(of: .preference) == ["a"])
    #expect(!StoreFiles.exists(path + "-journal"))
  }

  @Test("is empty again when opened read-only after a program was killed while making it")
  func killedCreatorReadOnly() throws {
    let path = directory.path("a.virga")
    try leaveUnfinishedSession(at: path)
    let empty = try SessionStore(path, .init(isReadOnly: true))
    #expect(empty.isInMemory && empty.session == Session())
    #expect(try bytes(path) == [])
  }

  @Test("is left unchanged if another program writes for longer than it waits")
  func locked() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let other = try SessionStore(path)
    store.setWriterTimeout(milliseconds: 200)
    let start = ContinuousClock.now
    try other.perform { _ in
      #expect(throws: StoreFailure.locked(path)) { try store.perform(Self.setting("a")) }
      return Self.setting("b")
    }
    #expect(start.duration(to: .now) >= .milliseconds(200))
    _ = try store.refresh()
    #expect(store.session.names(of: .preference) == ["b"])
  }

  @Test("refuses every change if it was opened read-only") func readOnly() throws {
    let path = directory.path("a.virga")
    try SessionStore(path).perform(Self.setting("a"))
    let store = try SessionStore(path, .init(isReadOnly: true))
    #expect(store.session[.preference, "a"] == true)
    #expect(throws: StoreFailure.readOnly(path, reason: "it was opened read-only")) {
      try store.perform(Self.setting("b"))
    }
    #expect(throws: StoreFailure.self) { try store.undo(at: .epoch, by: "tests 1") }
  }

  @Test("follows other writers if it was opened read-only") func followedReadOnly() throws {
    let path = directory.path("a.virga")
    try SessionStore(path).perform(Self.setting("a"))
    let store = try SessionStore(path, .init(isReadOnly: true))
    try SessionStore(path).perform(Self.setting("c"))
    #expect(try store.refresh())
    #expect(store.session[.preference, "c"] == true)
  }

  @Test("is not created when it is opened read-only") func missingReadOnly() throws {
    let missing = try SessionStore(directory.path("missing"), .init(isReadOnly: true))
    #expect(missing.isInMemory)
    #expect(access(directory.path("missing"), F_OK) != 0)
  }

  @Test("stays empty when it is opened read-only") func emptyReadOnly() throws {
    // As a full disk leaves it.
    directory.write("", to: "empty")
    let empty = try SessionStore(directory.path("empty"), .init(isReadOnly: true))
    #expect(empty.isInMemory && empty.session == Session())
    #expect(try bytes(directory.path("empty")) == [])
  }

  @Test("is refused unchanged if it is damaged") func corrupt() throws {
    let path = directory.path("a.virga")
    try SessionStore(path).perform(Self.setting("a"))
    var damaged = try bytes(path)
    for place in 100..<damaged.count { damaged[place] = UInt8(truncatingIfNeeded: place &* 31) }
    try FileWriting.write(damaged, to: path)
    do {
      _ = try SessionStore(path)
      Issue.record("a damaged file was opened")
    } catch {
      guard case .corrupt = error else { throw error }
      #expect("\(error)".contains("is damaged"))
    }
    #expect(try bytes(path) == damaged)
  }

  @Test("is reported as missing if it is deleted while open") func deleted() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    try store.perform(Self.setting("a"))
    directory.rename("a.virga", to: "b.virga")
    #expect(throws: StoreFailure.gone(path)) { try store.perform(Self.setting("b")) }
    #expect(throws: StoreFailure.gone(path)) { try store.refresh() }
  }

  @Test("is reported as replaced if another file has its name") func replaced() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    try store.perform(Self.setting("a"))
    directory.rename("a.virga", to: "b.virga")
    directory.write("another file", to: "a.virga")
    #expect(throws: StoreFailure.replaced(path)) { try store.undo(at: .epoch, by: "tests 1") }
    #expect(try bytes(path) == Array("another file".utf8))
  }

  @Test("notifies its watchers of every commit")
  func notifiesWatchers() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let other = try SessionStore(path)
    let watcher = FileWatcher()
    watcher.watch([path])
    _ = watcher.changes()
    for number in 1...20 {
      try other.perform(Self.setting("a\(number)"))
      #expect(watcher.wait(milliseconds: Int32(Timeout.seconds * 1000)) == [path])
      #expect(try store.refresh())
      #expect(store.session == other.session)
    }
  }
}
