import Testing
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@Suite("Session with many writers")
struct SessionStoreWritersTests {
  private static let processes = 12
  /// The number of operations of each: `VIRGA_WRITES`, default eight.
  private static let writes = Repository.environment("VIRGA_WRITES").flatMap(Int.init) ?? 8

  @Test("loses no operation")
  func writers() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let watching = try SessionStore(path)
    let watcher = FileWatcher()
    watcher.watch([path])
    let writers = try (0..<Self.processes).map {
      try WritingProcess(path, name: "w\($0)", writes: Self.writes)
    }
    while watching.session.operations.count < Self.processes * Self.writes {
      try #require(!watcher.wait(milliseconds: Int32(Timeout.seconds * 1000)).isEmpty)
      _ = try watching.refresh()
    }
    for (index, writer) in writers.enumerated() {
      #expect(writer.lines() == (1...Self.writes).map { "w\(index)-\($0)" })
      writer.wait()
    }
    let session = watching.session
    #expect(session.names(of: .preference).count == Self.processes * Self.writes)
    #expect(session[.weights, "count"]?.integerValue == Int64(Self.processes * Self.writes))
    for index in 0..<Self.processes {
      #expect(session[.edit, "shared"]?["w\(index)"] == .string("w\(index)-\(Self.writes)"))
    }
    #expect(try SessionStore(path).session == session)
    #expect(try watching.integrityReport() == "ok")
  }
}
