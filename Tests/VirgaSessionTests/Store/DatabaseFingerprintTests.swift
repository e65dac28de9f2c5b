import CVirgaPlatform
import Testing
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@Suite("Overwriting a session file in place")
struct DatabaseFingerprintTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Performs operations on a session and closes it.
  private func write(_ names: [String], to file: String) throws {
    let store = try SessionStore(directory.path(file))
    for name in names {
      let change = EntryChange(EntryKey(.preference, name), from: nil, to: true)
      try store.perform(
        SessionOperation("set \(name)", changes: [change], time: .epoch, process: "tests 1"))
    }
  }

  /// Copies a file over another one, like `cp`.
  private func overwrite(_ file: String, with bytes: [UInt8]) throws {
    let stream = try #require(fopen(SystemPath.bytes(of: directory.path(file)), "w"))
    defer { fclose(stream) }
    #expect(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
  }

  private func expectReplaced(_ store: SessionStore) {
    #expect(throws: StoreFailure.replaced(directory.path("a.virga"))) { try store.refresh() }
    #expect(throws: StoreFailure.replaced(directory.path("a.virga"))) {
      try store.record([
        .init(
          time: .epoch, kind: "x", process: "tests 1")
      ])
    }
  }

  @Test(
    "is detected if it writes another session, with or without a checkpoint",
    arguments: [false, true])
  func otherSession(isNew: Bool) throws {
    if !isNew { try write(["a"], to: "a.virga") }
    try write(["b"], to: "b.virga")
    let store = try SessionStore(directory.path("a.virga"))
    #expect(try !store.refresh())
    try overwrite("a.virga", with: FileReading.disk().read(directory.path("b.virga")))
    expectReplaced(store)
  }

  @Test("is detected if it writes an earlier state")
  func earlierState() throws {
    try write(["a"], to: "a.virga")
    let earlier = try FileReading.disk().read(directory.path("a.virga"))
    try write(["b"], to: "a.virga")
    let store = try SessionStore(directory.path("a.virga"))
    #expect(try !store.refresh())
    try overwrite("a.virga", with: earlier)
    expectReplaced(store)
  }

  @Test("is detected if it writes something else")
  func somethingElse() throws {
    let store = try SessionStore(directory.path("a.virga"))
    directory.write("features: {}\n", to: "a.virga")
    expectReplaced(store)
  }

  /// Expects only the session of `b.virga` in the file that it was copied over.
  private func expectCopy(_ bytes: [UInt8], in file: String = "a.virga") throws {
    let copy = try SessionStore(directory.path(file))
    #expect(
      copy.session.names(of: .preference) == ["b"]
        && copy.session.operations.map(\.label) == ["set b"])
    #expect(try copy.integrityReport() == "ok")
    #expect(try FileReading.disk().read(directory.path(file)) == bytes)
    try write(["c"], to: file)
    #expect(try copy.refresh() && copy.session.names(of: .preference) == ["b", "c"])
  }

  @Test("does not mix in the log of the old session")
  func staleLog() throws {
    try write(["b"], to: "b.virga")
    let bytes = try FileReading.disk().read(directory.path("b.virga"))
    do {
      try write(["a"], to: "a.virga")
      let store = try SessionStore(directory.path("a.virga"))
      try write(["d", "e"], to: "a.virga")
      try overwrite("a.virga", with: bytes)
      expectReplaced(store)
      #expect(store.session.names(of: .preference) == ["a"])
    }
    try expectCopy(bytes)
  }

  @Test(
    "moves the log of a killed program aside if the session was closed, whatever the bytes of its path",
    arguments: ["", SystemPath.text([0x63, 0x61, 0x66, 0xE9]) + "/"])
  func logOfKilledProgram(_ folder: String) throws {
    // Some file systems accept only UTF-8.
    guard (try? FileWriting.makeFolder(directory.path(folder))) != nil else { return }
    let (file, other) = (folder + "a.virga", folder + "b.virga")
    try write(["b"], to: other)
    let bytes = try FileReading.disk().read(directory.path(other))
    let log: [UInt8]
    do {
      let store = try SessionStore(directory.path(file))
      try write(["a"], to: file)
      #expect(try store.refresh())
      log = try FileReading.disk().read(directory.path(file + "-wal"))
    }
    try overwrite(file, with: bytes)
    try overwrite(file + "-wal", with: log)
    try expectCopy(bytes, in: file)
    #expect(try FileReading.disk().read(directory.path(file + "-wal.stale")) == log)
  }

  @Test("is not suspected when other programs write and checkpoint the log")
  func othersWrite() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let writer = try WritingProcess(path, name: "w", writes: 300)
    while store.session.count(of: .preference) < 300 {
      _ = try store.refresh()
      sched_yield()
    }
    writer.wait()
    #expect(try store.integrityReport() == "ok")
  }
}
