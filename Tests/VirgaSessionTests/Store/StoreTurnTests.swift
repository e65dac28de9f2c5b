import Testing
import VirgaSession
import VirgaTestSupport

@Suite("The turn to write a session") struct StoreTurnTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("does not come while another program writes, and comes after")
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

  @Test("is not waited for if there is no session, and makes none")
  func nothing() {
    #expect(StoreTurn(at: directory.path("none.virga"), atMost: 5).hasCome)
    #expect(GoldenText.read(directory.path("none.virga")) == nil)
  }
}
