import Testing
import VirgaFiles
import VirgaSource
import VirgaTestSupport
import VirgaWeb

@testable import VirgaRuntime

@Suite("Remote files") struct RemoteFilesTests {
  private static let raw = "https://raw.githubusercontent.com/owner/name/main/a/b.yaml"
  private static let question = "https://api.github.com/repos/owner/name/contents/a/b.yaml?ref=main"

  @Test("a file is downloaded directly without a token") func withoutToken() throws {
    let web = Web([Self.raw: "text"])
    #expect(try files(web).read(Self.raw) == Array("text".utf8))
    #expect(web.asked == [Self.raw])
  }

  @Test("a token opens repositories through the contents API") func withToken() throws {
    let web = Web([
      Self.question: #"{"download_url": "https://raw.githubusercontent.com/x?token=1"}"#,
      "https://raw.githubusercontent.com/x?token=1": "text",
    ])
    #expect(try files(web, token: "t").read(Self.raw) == Array("text".utf8))
    #expect(
      web.asked == [
        "\(Self.question) Authorization: Bearer t", "https://raw.githubusercontent.com/x?token=1",
      ])
  }

  @Test("characters that would end a query parameter are encoded")
  func queryEncoding() {
    let start = "https://raw.githubusercontent.com/owner/name/"
    let contents = "https://api.github.com/repos/owner/name/contents/"
    #expect(
      RemoteFiles.contentsRequest(for: start + "a&b+c/d%3Fe.yaml") == contents
        + "d%3Fe.yaml?ref=a%26b%2Bc")
    #expect(
      RemoteFiles.contentsRequest(for: start + "main/a.yaml?token=1#x") == contents
        + "a.yaml?ref=main")
  }

  @Test("a token is not sent to other servers") func otherServers() throws {
    let web = Web(["https://example.com/a": "text"])
    _ = try files(web, token: "t").read("https://example.com/a")
    #expect(web.asked == ["https://example.com/a"])
  }

  @Test("an answer without a download URL is a failure") func missingURL() {
    let web = Web([Self.question: "{}"])
    #expect { try files(web, token: "t").read(Self.raw) } throws: {
      "\($0)".contains("no download_url")
    }
  }

  @Test("a cached file is read offline") func offline() throws {
    let folder = try TemporaryDirectory()
    let web = Web([Self.raw: "text"])
    var files = files(web, cache: WebCache(folder: folder.root))
    _ = try files.read(Self.raw)
    files.isOffline = true
    files.now = { 1_000_000 }
    #expect(try files.read(Self.raw) == Array("text".utf8))
    #expect(throws: FileFailure.self) { try files.read("https://example.com/other") }
    #expect(web.asked == [Self.raw])
  }

  @Test("a cached file is revalidated once it is old") func revalidation() throws {
    let folder = try TemporaryDirectory()
    let web = Web([Self.raw: "text"])
    var files = files(web, cache: WebCache(folder: folder.root))
    func read(at second: Int64) throws -> String {
      files.now = { second }
      return String(decoding: try files.read(Self.raw), as: UTF8.self)
    }
    #expect(try read(at: 1000) == "text")
    #expect(try read(at: 1299) == "text")
    #expect(web.asked == [Self.raw])
    #expect(try read(at: 1300) == "text")
    #expect(web.asked == [Self.raw, "\(Self.raw) unless text"])
    // Revalidated without a change, it is fresh again.
    web.texts.withLock { $0[Self.raw] = "newer" }
    #expect(try read(at: 1599) == "text")
    #expect(try read(at: 1600) == "newer")
    #expect(try read(at: 1601) == "newer")
    #expect(web.asked.count == 3)
  }

  @Test("a cached file is used if the server fails") func serverFailure() throws {
    let folder = try TemporaryDirectory()
    let web = Web([Self.raw: "text", "https://example.com/a": "a"])
    let remarks = Locked<[String]>([])
    func reading(at second: Int64) -> RemoteFiles {
      var files = files(web, cache: WebCache(folder: folder.root))
      files.now = { second }
      files.remark = { remark in remarks.withLock { $0.append(remark) } }
      return files
    }
    for url in [Self.raw, "https://example.com/a"] { _ = try reading(at: 0).read(url) }
    web.texts.withLock { $0 = [:] }
    let later = reading(at: 5000)
    #expect(try later.read(Self.raw) == Array("text".utf8))
    #expect(try later.read("https://example.com/a") == Array("a".utf8))
    #expect(web.asked.count == 3)
    #expect(
      remarks.withLock { $0 } == ["\(Self.raw): 404; using the cached copy, which may be outdated"])
  }

  @Test("a file of a commit is never downloaded again") func commits() throws {
    let folder = try TemporaryDirectory()
    let commit = String(repeating: "0123456789", count: 4)
    let url = "https://raw.githubusercontent.com/owner/name/\(commit)/a.yaml"
    let web = Web([url: "text"])
    var files = files(web, cache: WebCache(folder: folder.root))
    _ = try files.read(url)
    files.now = { 1_000_000 }
    _ = try files.read(url)
    #expect(web.asked == [url])
    #expect(!RemoteFiles.isFixed(Self.raw))
    #expect(!RemoteFiles.isFixed("https://example.com/owner/name/\(commit)/a.yaml"))
  }

  private func files(_ web: Web, cache: WebCache? = nil, token: String? = nil) -> RemoteFiles {
    var files = RemoteFiles(cache: cache, token: token)
    files.read = web.read
    files.now = { 0 }
    return files
  }
}

/// Texts on the web, each serving as its own ETag, and a log of the requests.
private final class Web: Sendable {
  let texts: Locked<[String: String]>
  private let log = Locked<[String]>([])

  init(_ texts: [String: String]) { self.texts = Locked(texts) }

  var asked: [String] { log.withLock { $0 } }

  var read: RemoteFiles.Read {
    { url, headers, etag throws(FileFailure) in
      let words = [url] + headers.prefix(1) + (etag.map { ["unless \($0)"] } ?? [])
      self.log.withLock { $0.append(words.joined(separator: " ")) }
      guard let text = self.texts.withLock({ $0[url] }) else {
        throw FileFailure(path: url, reason: "404")
      }
      return text == etag
        ? WebAnswer([], etag: text, isUnchanged: true) : WebAnswer(Array(text.utf8), etag: text)
    }
  }
}
