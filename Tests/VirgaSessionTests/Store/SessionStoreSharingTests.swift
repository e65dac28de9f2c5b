import Testing
import VirgaFiles
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@Suite("Session that several programs have open")
struct SessionStoreSharingTests {
  @Test("sees each operation that another connection commits")
  func others() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    let watcher = FileWatcher()
    watcher.watch([path])
    let other = try SessionStore(path)
    for number in 1...20 {
      let change = EntryChange(EntryKey(.preference, "a\(number)"), from: nil, to: true)
      let operation = SessionOperation("set", changes: [change], time: .epoch, process: "tests 1")
      try other.perform(operation)
      while store.session.operations.count < number {
        try #require(!watcher.wait(milliseconds: Int32(Timeout.seconds * 1000)).isEmpty)
        _ = try store.refresh()
      }
      #expect(store.session.names(of: .preference).count == number)
    }
  }

  @Test("sees the last operation of a killed writer")
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
      try #require(!watcher.wait(milliseconds: Int32(Timeout.seconds * 1000)).isEmpty)
      _ = try store.refresh()
    }
  }
}
