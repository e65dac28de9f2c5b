import Testing
import VirgaSession
import VirgaTestSupport

@Suite("Turn to write a session") struct StoreTurnTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("comes only when no other program writes")
  func waiting() throws {
    let path = directory.path("a.virga")
    let store = try SessionStore(path)
    try store.perform { _ in
      #expect(!StoreTurn(at: path, atMost: 5).hasCome)
      return nil
    }
    #expect(StoreTurn(at: path, atMost: 5).hasCome)
    #expect(try store.integrity() == "ok")
  }

  @Test("comes immediately without a session, and creates none")
  func nothing() {
    #expect(StoreTurn(at: directory.path("none.virga"), atMost: 5).hasCome)
    #expect(GoldenText.read(directory.path("none.virga")) == nil)
  }
}
