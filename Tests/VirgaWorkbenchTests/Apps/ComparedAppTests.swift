import Testing
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@Suite("A connected app, compared with the session") struct ComparedAppTests {
  private static let hash = Sample.manifest.hash(in: "release")

  private static func app(
    _ manifest: String = "app", channel: String? = "release", hash: String = hash,
    process: String = "app 7"
  ) -> ConnectedApp {
    ConnectedApp(process: process, manifest: manifest, channel: channel, hash: hash, since: .epoch)
  }

  private static func compared(_ apps: ConnectedApp...) -> [ComparedApp] {
    ComparedApp.all(apps, with: Sample.manifest)
  }

  @Test("differs if its channel or its manifest does")
  func differences() {
    let same = Self.compared(Self.app())[0]
    #expect(!same.differs(from: "release") && same.differences(from: "release").isEmpty)
    #expect(same.json(in: "release")["differs"] == nil)
    #expect(same.differences(from: "nightly") == ["the session is in nightly"])
    #expect(same.json(in: "nightly")["differs"] == ["channel"])
    let other = Self.compared(Self.app(hash: "1"))[0]
    #expect(other.differences(from: "release") == ["its code is from another manifest or version"])
    #expect(other.json(in: "nightly")["differs"] == ["channel", "manifest"])
  }

  @Test("is compared by the hash of its own channel, whatever its manifest is called")
  func ownChannel() {
    let nightly = Self.app("renamed", channel: "nightly", hash: Sample.manifest.hash(in: "nightly"))
    #expect(!Self.compared(nightly)[0].hasOtherManifest)
    #expect(Self.compared(Self.app(channel: "nightly"))[0].hasOtherManifest)
  }

  @Test("may have a further manifest besides the one that is shown")
  func furtherManifest() {
    let further = Self.app("messaging", channel: "production", hash: "1")
    #expect(
      Self.compared(Self.app(), further).map { $0.differs(from: "release") } == [false, false])
    #expect(Self.compared(further)[0].differs(from: "release"))
    let process = Self.app(process: "other 8")
    #expect(Self.compared(process, further).map { $0.differs(from: "release") } == [false, true])
  }

  @Test("has no other manifest if none is known") func unknownManifest() {
    #expect(!ComparedApp.all([Self.app(hash: "1")], with: nil)[0].hasOtherManifest)
  }

  @Test("has no other manifest if only a part of it is known") func incompleteManifest() throws {
    let incomplete = try Sample.load("includes: [missing.yaml]\nfeatures: {}")
    #expect(!ComparedApp.all([Self.app(hash: "1")], with: incomplete)[0].hasOtherManifest)
  }
}
