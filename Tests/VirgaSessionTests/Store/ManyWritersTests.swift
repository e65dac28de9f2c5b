import Testing
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTestSupport

@Suite("A session that many processes write to")
struct ManyWritersTests {
  /// How long they write: `VIRGA_WRITING_SECONDS`, else a second.
  private static let milliseconds = (Repository.environment("VIRGA_WRITING_SECONDS").flatMap(Int.init) ?? 1) * 1000

  @Test("loses nothing, and lets nobody fail")
  func writers() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let watching = try SessionStore(path)
    let watcher = FileWatcher()
    watcher.watch([path])
    let writers = try (0..<12).map { try WritingProcess(path, name: "w\($0)", milliseconds: Self.milliseconds) }
    let end = ContinuousClock.now + .milliseconds(Self.milliseconds + 20_000)
    var refreshes = 0
    while ContinuousClock.now < end, refreshes == 0 || !watcher.wait(milliseconds: 500).isEmpty {
      if try watching.refresh() { refreshes += 1 }
    }
    for writer in writers { writer.wait() }
    _ = try watching.refresh()
    let lines = writers.map { $0.lines() }
    #expect(lines.joined().filter { $0.hasPrefix("failed") } == [])
    let empty = lines.filter(\.isEmpty).count
    #expect(empty == 0)
    #expect(refreshes > 0)
    let acknowledged = Set(lines.joined())
    let session = watching.session
    #expect(Set(session.names(of: .preference)) == acknowledged)
    #expect(session[.weights, "count"]?.integerValue == Int64(acknowledged.count))
    for (index, own) in lines.enumerated() {
      #expect(session[.edit, "shared"]?["w\(index)"] == own.last.map { .string($0) })
    }
    #expect(try SessionStore(path).session == session)
    #expect(try watching.integrity() == "ok")
    print("\(acknowledged.count) operations of 12 processes, seen in \(refreshes) looks")
  }
}
