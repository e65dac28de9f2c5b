import Testing
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("A session that others have open")
struct LiveTests {
  @Test("shows what another connection commits within 100 ms")
  func latency() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let watcher = FileWatcher()
    watcher.watch([path])
    let other = try SessionStore(path)
    let clock = ContinuousClock()
    var number = 0
    let latency = try TypicalTime.median {
      number += 1
      let change = EntryChange(EntryKey(.preference, "a\(number)"), from: nil, to: true)
      let operation = VirgaSession.Operation("set", changes: [change], time: .epoch, process: "tests 1")
      let start = clock.now
      try other.perform(operation)
      while store.session.operations.count < number {
        try #require(!watcher.wait(milliseconds: Int32(Patience.seconds * 1000)).isEmpty)
        _ = try store.refresh()
      }
      return clock.now - start
    }
    #expect(latency < .milliseconds(100))
  }

  @Test("is told of the last operation of a writer that was killed")
  func killed() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let watcher = FileWatcher()
    watcher.watch([path])
    let writer = try WritingProcess(path, name: "w")
    writer.waitForFirst()
    writer.kill()
    let acknowledged = Set(writer.lines())
    while !acknowledged.isSubset(of: store.session.names(of: .preference)) {
      try #require(!watcher.wait(milliseconds: Int32(Patience.seconds * 1000)).isEmpty)
      _ = try store.refresh()
    }
  }
}
