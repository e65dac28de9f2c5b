import Testing
import VirgaFiles
import VirgaSDK
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaLive
@testable import VirgaSession

@Suite("An app on a session", .timeLimit(.minutes(20)))
struct ConnectionTests {
  private let folder: TemporaryDirectory
  private let console: SessionStore

  init() throws {
    folder = try TemporaryDirectory()
    console = try SessionStore(folder.path("try.virga"))
  }

  private func live(_ process: String = "app 7") throws -> LiveSession {
    try LiveSession(folder.path("try.virga"), process: process, clock: { Instant(seconds: 100) })
  }

  private let app = ConnectedApp(
    process: "app 7", manifest: "cirrus", channel: "release", hash: "1797fed7",
    since: Instant(seconds: 100))

  @Test("reports its manifest, channel and hash with its process, until the session is released")
  func reports() throws {
    var live: LiveSession? = try live()
    let client = try FeatureClient(session: #require(live))
    client.connect(GeneratedManifest())
    try live?.flush()
    #expect(try console.connectedApps() == [app])
    #expect(console.session.operations.isEmpty)
    live = nil
    #expect(try console.connectedApps() == [app], "the client has the session open")
    withExtendedLifetime(client) {}
  }

  @Test("is gone when the session is released")
  func released() throws {
    do {
      let live = try live()
      FeatureClient(session: live).connect(GeneratedManifest())
      try live.flush()
      #expect(try console.connectedApps() == [app])
    }
    try Timeout.wait { try console.connectedApps().isEmpty }
  }

  @Test("reports nothing for code that was not generated for this SDK")
  func handWritten() throws {
    let live = try live()
    FeatureClient(session: live).connect(MenuManifest())
    try live.flush()
    #expect(try console.connectedApps() == [])
  }

  @Test("cannot open a session in the format of another version")
  func otherFormat() throws {
    try Database(console.path, .writeExisting, timeout: 1_000).execute("PRAGMA user_version = 99")
    #expect(throws: StoreFailure.otherFormat(console.path, version: 99)) { try live() }
  }

  @Test("is reported once a locked file is free, without waiting for it")
  func locked() throws {
    struct Rollback: Error {}
    let live = try live()
    #expect(throws: Rollback.self) {
      try console.perform { (_: Session) -> SessionOperation? in
        // Waiting for the file would deadlock.
        FeatureClient(session: live).connect(GeneratedManifest())
        throw Rollback()
      }
    }
    try live.flush()
    #expect(try console.connectedApps() == [app])
  }
}

/// Code that says where it comes from, as generated code does.
private final class GeneratedManifest: FeatureManifestInterface {
  static let manifestName: String? = "cirrus"
  static let channel: String? = "release"
  static let manifestHash: String? = "1797fed7"
  let features = 0

  func initialize(with getSdk: @escaping GetSdk) {}
  func invalidateCachedValues() {}
  func getFeature(featureId: String) -> FeatureHolderAny? { nil }
  func getCoenrollingFeatureIds() -> [String] { [] }
}
