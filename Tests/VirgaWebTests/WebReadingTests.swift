import CVirgaPlatform
import Dispatch
import Testing
import VirgaFiles
import VirgaSource
import VirgaTestSupport
import VirgaWeb

@Suite("Web reading", .timeLimit(.minutes(20))) struct WebReadingTests {
  @Test("a text is read")
  func reading() throws {
    let server = try LocalServer(["/a.yaml": .init(body: "features: {}\n")])
    defer { server.stop() }
    let bytes = try WebReading().answer(
      server.url("/a.yaml"), headers: ["Authorization: Bearer secret"]
    ).bytes
    #expect(String(decoding: bytes, as: UTF8.self) == "features: {}\n")
    #expect(server.requests.count == 1)
    #expect(server.requests.first?.contains("Authorization: Bearer secret\r\n") == true)
  }

  @Test("an HTTP error is a failure")
  func httpError() throws {
    let server = try LocalServer([:])
    defer { server.stop() }
    #expect { try WebReading().read(server.url("/missing")) } throws: { error in
      "\(error)".contains("404") && "\(error)".hasPrefix(server.url("/missing"))
    }
  }

  @Test("a text that is too large is refused")
  func sizeLimit() throws {
    let server = try LocalServer(["/big": .init(body: String(repeating: "x", count: 5000))])
    defer { server.stop() }
    #expect { try WebReading(maxBytes: 1000).read(server.url("/big")) } throws: {
      "\($0)".contains("larger than 1000")
    }
  }

  @Test("a redirect to plain HTTP is not followed")
  func redirect() throws {
    let target = try LocalServer(["/t": .init(body: "no")])
    let server = try LocalServer([
      "/r": .init(status: "302 Found", headers: ["Location: \(target.url("/t"))"])
    ])
    defer {
      server.stop()
      target.stop()
    }
    #expect(throws: FileFailure.self) { try WebReading().read(server.url("/r")) }
    #expect(target.requests.isEmpty)
  }

  @Test(
    "other servers are contacted only over https",
    arguments: [
      "http://example.com/a", "file:///etc/passwd", "ftp://127.0.0.1/a", "https://exa mple.com",
      "-o/tmp/x", "",
      "http://127.0.0.1@example.com/", "http://localhost.example.com/", "HTTP://example.com",
    ])
  func httpsOnly(_ url: String) {
    #expect(
      throws: FileFailure(path: url, reason: "is not an https URL; only https URLs can be fetched")
    ) {
      try WebReading().read(url)
    }
  }

  @Test("an unchanged text is not sent again")
  func etag() throws {
    let server = try LocalServer([
      "/a": .init(headers: ["ETag: \"one\""], body: "HTTP/1.1 is a text"),
      "/b": .init(status: "304 Not Modified", headers: ["etag: W/\"two\""]),
    ])
    defer { server.stop() }
    let first = try WebReading().answer(server.url("/a"))
    #expect(first == WebAnswer(Array("HTTP/1.1 is a text".utf8), etag: "\"one\""))
    let second = try WebReading().answer(server.url("/b"), ifNoneMatch: "\"one\"")
    #expect(second == WebAnswer([], etag: "W/\"two\"", isUnchanged: true))
    #expect(server.requests.last?.contains("If-None-Match: \"one\"\r\n") == true)
  }

  @Test("a server that does not answer is waited for once, until the timeout")
  func budget() throws {
    let servers = try (0..<2).map { _ in
      try LocalServer(["/a": .init(isSilent: true), "/b": .init(body: "b")])
    }
    defer { for server in servers { server.stop() } }
    let budget = WebTimeBudget(seconds: 1)
    let reading = WebReading(budget: budget)
    let time = ContinuousClock().measure {
      #expect { try reading.read(servers[0].url("/a")) } throws: { "\($0)".contains("timed out") }
    }
    #expect(time < .seconds(10))
    let again = FileFailure(
      path: servers[0].url("/b"),
      reason: "cannot be fetched: its server did not answer an earlier request")
    #expect(throws: again) { try reading.read(servers[0].url("/b")) }
    #expect(servers[0].requests.count == 1)
    let other = FileFailure(
      path: servers[1].url("/b"), reason: "cannot be fetched: other servers did not answer for 1 s")
    #expect(throws: other) { try reading.read(servers[1].url("/b")) }
    #expect(servers[1].requests.isEmpty)
    budget.reset()
    #expect(try reading.read(servers[0].url("/b")) == Array("b".utf8))
  }

  @Test("cancelling ends the curl process")
  func cancelling() throws {
    let server = try LocalServer(["/a": .init(isSilent: true)])
    defer { server.stop() }
    let (cancellation, url) = (Cancellation(), server.url("/a"))
    let answer = Locked<Result<[UInt8], FileFailure>?>(nil)
    DispatchQueue.global().async {
      let result = Cancellation.$current.withValue(cancellation) {
        Result { () throws(FileFailure) in try WebReading().read(url) }
      }
      answer.withLock { $0 = result }
    }
    try Timeout.wait { !server.requests.isEmpty }
    cancellation.cancel()
    let failure = FileFailure(path: url, reason: "was not read: reading was canceled")
    try Timeout.wait { answer.withLock { $0 } != nil }
    #expect(answer.withLock { $0 } == .failure(failure))
  }

  private func mode(_ name: String, in directory: TemporaryDirectory) -> mode_t {
    var status = stat()
    lstat(directory.path(name), &status)
    return status.st_mode & 0o7777
  }

  @Test("cached files are private, with a hash as their name")
  func privateCache() throws {
    let directory = try TemporaryDirectory()
    let url = "https://user:secret@example.com/a"
    let cache = WebCache(folder: directory.path("one/cache"))
    try cache.store(.init(Array("text".utf8), etag: nil, checkedAt: 7), for: url)
    let hash = WebCache.hash(of: url)
    #expect(hash.utf8.count == 64 && hash.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) })
    let folders = ["one", "one/cache"].map { mode($0, in: directory) }
    #expect(folders == [0o700, 0o700])
    let files = ["u", "n"].map { mode("one/cache/\($0)\(hash)", in: directory) }
    #expect(files == [0o600, 0o600])
  }

  @Test("a cached file is never written through a link")
  func linkedFile() throws {
    let directory = try TemporaryDirectory()
    let url = "https://user:secret@example.com/a"
    let cache = WebCache(folder: directory.path("one/cache"))
    try cache.store(.init(Array("text".utf8), etag: nil, checkedAt: 7), for: url)
    let hash = WebCache.hash(of: url)
    directory.write("precious", to: "victim")
    directory.remove("one/cache/u\(hash)")
    directory.link("one/cache/u\(hash)", to: "victim")
    #expect(chmod(directory.path("one/cache"), 0o755) == 0)
    try cache.store(.init(Array("newer".utf8), etag: nil, checkedAt: 8), for: url)
    #expect(GoldenText.read(directory.path("victim")) == "precious")
    #expect(cache.entry(of: url)?.bytes == Array("newer".utf8))
    #expect(mode("one/cache", in: directory) == 0o700)
  }

  @Test("a cache is never written through a link to its folder")
  func linkedFolder() throws {
    let directory = try TemporaryDirectory()
    let url = "https://user:secret@example.com/a"
    directory.makeDirectory("cache")
    directory.link("link", to: "cache")
    let linked = FileFailure(
      path: directory.path("link"), reason: "Is a symbolic link; name the folder itself")
    #expect(throws: linked) {
      try WebCache(folder: directory.path("link")).store(
        .init([], etag: nil, checkedAt: 9), for: url)
    }
  }

  @Test("two URLs never share a cached file")
  func cacheNames() throws {
    let folder = try TemporaryDirectory()
    let cache = WebCache(folder: folder.root)
    let long = "https://example.com/" + String(repeating: "l/", count: 300)
    let urls = [
      "https://example.com/a", "https://example.com/A", "https://example.com/a/",
      "https://example.com/a%2f", long,
      long + "x", long + "..", "https://example.com/../a",
    ]
    for url in urls { try cache.store(.init(Array(url.utf8), etag: url, checkedAt: 7), for: url) }
    for url in urls {
      #expect(cache.entry(of: url) == .init(Array(url.utf8), etag: url, checkedAt: 7))
    }
    #expect(cache.entry(of: "https://example.com/b") == nil)
  }
}
