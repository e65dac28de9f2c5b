import Testing
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Overwriting a session file in place")
struct OverwrittenFileTests {
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
    let stream = try #require(fopen(directory.path(file), "w"))
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

  @Test("is detected if it writes another session, with or without a checkpoint", arguments: [false, true])
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
  private func expectCopy(_ bytes: [UInt8]) throws {
    let copy = try SessionStore(directory.path("a.virga"))
    #expect(copy.session.names(of: .preference) == ["b"] && copy.session.operations.map(\.label) == ["set b"])
    #expect(try copy.integrity() == "ok")
    #expect(try FileReading.disk().read(directory.path("a.virga")) == bytes)
    try write(["c"], to: "a.virga")
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

  @Test("moves the log of a killed program aside if the session was closed")
  func logOfKilledProgram() throws {
    try write(["b"], to: "b.virga")
    let bytes = try FileReading.disk().read(directory.path("b.virga"))
    let log: [UInt8]
    do {
      let store = try SessionStore(directory.path("a.virga"))
      try write(["a"], to: "a.virga")
      #expect(try store.refresh())
      log = try FileReading.disk().read(directory.path("a.virga-wal"))
    }
    try overwrite("a.virga", with: bytes)
    try overwrite("a.virga-wal", with: log)
    try expectCopy(bytes)
    #expect(try FileReading.disk().read(directory.path("a.virga-wal.stale")) == log)
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
    #expect(try store.integrity() == "ok")
  }
}
