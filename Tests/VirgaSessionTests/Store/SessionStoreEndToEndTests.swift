import CVirgaPlatform
import Testing
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@Suite("Session with killed writers", .ownThread)
struct SessionStoreEndToEndTests {
  /// `VIRGA_KILLED_FILES=10` tries more of them.
  private static let files = Repository.environment("VIRGA_KILLED_FILES").flatMap(Int.init) ?? 3
  private static let killsPerFile = 100

  @Test("keeps every acknowledged operation whole", arguments: 0..<files)
  func killing(_ file: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    var random = SeededRandom(seed: UInt64(file))
    var acknowledged: Set<String> = []
    // Open during several kills so that the log grows and is checkpointed; then opened again.
    var store: SessionStore?
    for kill in 0..<Self.killsPerFile {
      let writer = try WritingProcess(path, name: "w\(kill)")
      if !kill.isMultiple(of: 4) { writer.waitForFirst() }
      // Sleeps instead of waiting for a condition: the kill may happen at any moment.
      usleep(UInt32.random(in: 0..<(kill.isMultiple(of: 4) ? 25_000 : 8_000), using: &random))
      writer.kill()
      acknowledged.formUnion(writer.lines())
      let reader = try store ?? SessionStore(path)
      store = kill % 10 == 9 ? nil : reader
      _ = try reader.refresh()
      try expect(acknowledged, in: reader)
    }
    #expect(acknowledged.count > Self.killsPerFile / 2)
  }

  private func expect(_ acknowledged: Set<String>, in store: SessionStore) throws {
    #expect(try store.integrityReport() == "ok")
    let session = store.session
    let names = Set(session.names(of: .preference))
    #expect(acknowledged.subtracting(names) == [])
    // An operation is stored completely or not at all.
    let count = session.operations.count
    #expect(session.operations.map(\.id) == Array(0..<Int64(count)).map { $0 + 1 })
    #expect(names.count == count)
    #expect(session[.weights, "count"]?.integerValue ?? 0 == Int64(count))
    #expect(try store.eventCount() == count)
  }
}
