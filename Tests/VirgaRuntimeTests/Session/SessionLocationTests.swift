import Testing
import VirgaFiles
import VirgaSession
import VirgaTestSupport
import VirgaWeb

@testable import VirgaRuntime

@Suite("Session location")
struct SessionLocationTests {
  @Test("a session stores its manifest's URL without the password") func identity() {
    #expect(
      SessionLocation.identity(
        ofManifest: "https://user:secret@example.com/app.fml.yaml", on: .current)
        == "https://***@example.com/app.fml.yaml")
  }

  @Test("a URL without its password cannot be fetched") func maskedURL() {
    let failure = FileFailure(
      path: "https://user:secret@example.com/app.fml.yaml",
      reason: "cannot be fetched: the secrets in it were not stored; enter the whole URL again")
    #expect(throws: failure) { try WebReading().read("https://***@example.com/app.fml.yaml") }
  }

  @Test("neither the identity nor the file of a session holds the values of a query")
  func query() {
    let url = "https://example.com/app.fml.yaml?token=secret"
    let identity = SessionLocation.identity(ofManifest: url, on: .current)
    #expect(identity == "https://example.com/app.fml.yaml?token=***")
    #expect(SessionFolder.fileName(manifest: identity ?? "") == "app.virga")
    let failure = FileFailure(
      path: url,
      reason: "cannot be fetched: the secrets in it were not stored; enter the whole URL again")
    #expect(throws: failure) { try WebReading().read(identity ?? "") }
  }

  @Test("a new session file belongs to the demo") func newFile() throws {
    let directory = try TemporaryDirectory()
    let location = SessionLocation(directory.path("a.virga"), on: .current)
    #expect(location.identity(ofManifest: nil, mayCreate: true) == SessionLocation.demo)
    #expect(location.identity(ofManifest: nil, mayCreate: false) == nil)
  }

  @Test("a session file keeps its own manifest") func ownManifest() throws {
    let directory = try TemporaryDirectory()
    let location = SessionLocation(directory.path("a.virga"), on: .current)
    _ = try location.open(manifest: "/a.fml.yaml", isReadOnly: false)
    #expect(location.identity(ofManifest: nil, mayCreate: true) == nil)
    #expect(try location.open(manifest: nil, isReadOnly: true).manifest == "/a.fml.yaml")
  }
}
