import Testing
import VirgaSession
import VirgaTestSupport

@Suite("Turn to write a session") struct WriteLockWaitTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("comes only when no other program writes")
  func waiting() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    try store.perform { _ in
      #expect(!WriteLockWait(at: path, atMost: 5).isLockFree)
      return nil
    }
    #expect(WriteLockWait(at: path, atMost: 5).isLockFree)
    #expect(try store.integrityReport() == "ok")
  }

  @Test("comes immediately without a session, which it does not create")
  func nothing() {
    #expect(WriteLockWait(at: directory.path("none.virga"), atMost: 5).isLockFree)
    #expect(GoldenText.read(directory.path("none.virga")) == nil)
  }
}
