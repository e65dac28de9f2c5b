import Testing
import VirgaSource
import VirgaTestSupport

@Suite(.timeLimit(.minutes(2))) struct WebReadingTests {
  @Test func aTextIsRead() throws {
    let server = try LocalServer(["/a.yaml": .init(body: "features: {}\n")])
    defer { server.stop() }
    let bytes = try WebReading().answer(server.url("/a.yaml"), headers: ["Authorization: Bearer secret"]).bytes
    #expect(String(decoding: bytes, as: UTF8.self) == "features: {}\n")
    #expect(server.requests.count == 1)
    #expect(server.requests.first?.contains("Authorization: Bearer secret\r\n") == true)
  }

  @Test func anAnswerThatIsAnErrorIsAFailure() throws {
    let server = try LocalServer([:])
    defer { server.stop() }
    #expect { try WebReading().read(server.url("/missing")) } throws: { error in
      "\(error)".contains("404") && "\(error)".hasPrefix(server.url("/missing"))
    }
  }

  @Test func aTextThatIsTooLargeIsRefused() throws {
    let server = try LocalServer(["/big": .init(body: String(repeating: "x", count: 5000))])
    defer { server.stop() }
    #expect { try WebReading(limit: 1000).read(server.url("/big")) } throws: { "\($0)".contains("larger than 1000") }
  }

  @Test func aRedirectToPlainHTTPIsNotFollowed() throws {
    let target = try LocalServer(["/t": .init(body: "no")])
    let server = try LocalServer(["/r": .init(status: "302 Found", headers: ["Location: \(target.url("/t"))"])])
    defer {
      server.stop()
      target.stop()
    }
    #expect(throws: FileFailure.self) { try WebReading().read(server.url("/r")) }
    #expect(target.requests.isEmpty)
  }

  @Test(arguments: [
    "http://example.com/a", "file:///etc/passwd", "ftp://127.0.0.1/a", "https://exa mple.com", "-o/tmp/x", "",
    "http://127.0.0.1@example.com/", "http://localhost.example.com/", "HTTP://example.com",
  ])
  func onlyHTTPSIsSpokenToOthers(_ url: String) {
    #expect(throws: FileFailure(path: url, reason: "is no https URL; nothing else is fetched")) {
      try WebReading().read(url)
    }
  }

  @Test func aTextThatStillHasItsMarkIsNotSentAgain() throws {
    let server = try LocalServer([
      "/a": .init(headers: ["ETag: \"one\""], body: "HTTP/1.1 is a text"),
      "/b": .init(status: "304 Not Modified", headers: ["etag: W/\"two\""]),
    ])
    defer { server.stop() }
    let first = try WebReading().answer(server.url("/a"))
    #expect(first == WebAnswer(Array("HTTP/1.1 is a text".utf8), mark: "\"one\""))
    let second = try WebReading().answer(server.url("/b"), unlessMarked: "\"one\"")
    #expect(second == WebAnswer([], mark: "W/\"two\"", isUnchanged: true))
    #expect(server.requests.last?.contains("If-None-Match: \"one\"\r\n") == true)
  }

  @Test func twoURLsNeverShareAFile() throws {
    let folder = try TemporaryDirectory()
    let cache = WebCache(folder: folder.root)
    let long = "https://example.com/" + String(repeating: "l/", count: 300)
    let urls = [
      "https://example.com/a", "https://example.com/A", "https://example.com/a/", "https://example.com/a%2f", long,
      long + "x", long + "..", "https://example.com/../a",
    ]
    for url in urls { try cache.keep(.init(Array(url.utf8), mark: url, checked: 7), for: url) }
    for url in urls { #expect(cache.text(of: url) == .init(Array(url.utf8), mark: url, checked: 7)) }
    #expect(cache.text(of: "https://example.com/b") == nil)
  }
}
