import Synchronization
import Testing
import VirgaSource
import VirgaTestSupport

@testable import VirgaCLI

@Suite struct RemoteFilesTests {
  private static let raw = "https://raw.githubusercontent.com/owner/name/main/a/b.yaml"
  private static let question = "https://api.github.com/repos/owner/name/contents/a/b.yaml?ref=main"

  @Test func withoutATokenAFileIsReadAsItIs() throws {
    let web = Web([Self.raw: "text"])
    #expect(try RemoteFiles(read: web.read).read(Self.raw) == Array("text".utf8))
    #expect(web.asked == [Self.raw])
  }

  @Test func aTokenOpensRepositoriesThroughTheirIndex() throws {
    let web = Web([
      Self.question: #"{"download_url": "https://raw.githubusercontent.com/x?token=1"}"#,
      "https://raw.githubusercontent.com/x?token=1": "text",
    ])
    #expect(try RemoteFiles(token: "t", read: web.read).read(Self.raw) == Array("text".utf8))
    #expect(web.asked == ["\(Self.question) Authorization: Bearer t", "https://raw.githubusercontent.com/x?token=1"])
  }

  @Test func aTokenIsNotShownToOtherServers() throws {
    let web = Web(["https://example.com/a": "text"])
    _ = try RemoteFiles(token: "t", read: web.read).read("https://example.com/a")
    #expect(web.asked == ["https://example.com/a"])
  }

  @Test func anAnswerWithoutAnAddressIsAFailure() {
    let web = Web([Self.question: "{}"])
    #expect { try RemoteFiles(token: "t", read: web.read).read(Self.raw) } throws: {
      "\($0)".contains("no download_url")
    }
  }

  @Test func whatIsInTheCacheNeedsNoNetwork() throws {
    let folder = try TemporaryDirectory()
    let web = Web([Self.raw: "text"])
    var files = RemoteFiles(cache: WebCache(folder: folder.root), read: web.read)
    _ = try files.read(Self.raw)
    files.isOffline = true
    #expect(try files.read(Self.raw) == Array("text".utf8))
    #expect(throws: FileFailure.self) { try files.read("https://example.com/other") }
    #expect(web.asked == [Self.raw])
  }
}

/// Texts on the web, and what was asked for them.
private final class Web: Sendable {
  private let texts: [String: String]
  private let log = Mutex<[String]>([])

  init(_ texts: [String: String]) { self.texts = texts }

  var asked: [String] { log.withLock { $0 } }

  var read: RemoteFiles.Read {
    { url, headers throws(FileFailure) in
      self.log.withLock { $0.append(([url] + headers.prefix(1)).joined(separator: " ")) }
      guard let text = self.texts[url] else { throw FileFailure(path: url, reason: "404") }
      return Array(text.utf8)
    }
  }
}
