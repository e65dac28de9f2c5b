import Testing
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

@Suite("Loading flags", .timeLimit(.minutes(20)))
struct LoadedFlagsTests {
  private static let text = #"{"features": [{"name": "Cup", "test-variations": ["Red", "Green"]}]}"#
  private static let noon = Instant(seconds: 1_700_000_000)

  private func set(
    _ source: String?, fallback: String? = nil, caching: FlagCaching = .none, timeout: Int = 5
  ) -> LoadedFlags {
    var random = SeededRandom(seed: 1)
    let reading = ConfigurationReading.fromFilesAndWeb(timeout: timeout)
    let source = source.map(ConfigurationSource.init)
    var set = LoadedFlags(
      source: source, fallback: fallback.map(ConfigurationSource.init), caching: caching,
      reading: reading,
      random: &random)
    guard let source else { return set }
    set.apply(
      Result { () throws(FileFailure) in try reading.configuration(at: source) }, from: source,
      at: Self.noon,
      random: &random)
    return set
  }

  @Test("reads a file by its path and by its URL")
  func files() throws {
    let folder = try TemporaryDirectory()
    folder.write(Self.text, to: "my flags.json")
    let path = folder.path("my flags.json")
    #expect(ConfigurationSource("file://" + folder.path("my%20flags.json")) == .file(path))
    #expect(ConfigurationSource("file://localhost/a%2Fb%4") == .file("/a/b%4"))
    let load = set(path).loadResult
    #expect(load.used == .configuration)
    #expect(load.description == "read from \(path) of 2023-11-14T22:13:20Z")
  }

  @Test("reads the web") func web() throws {
    let server = try LocalServer(["/f.json": .init(body: Self.text)])
    defer { server.stop() }
    #expect(set(server.url("/f.json")).loadResult.used == .configuration)
  }

  @Test("uses its cache offline") func cache() throws {
    let folder = try TemporaryDirectory()
    let caching = FlagCaching.file(folder.path("caches/flags.json"))
    let server = try LocalServer(["/f.json": .init(body: Self.text)])
    let online = set(server.url("/f.json"), caching: caching)
    try caching.write(online.cache)
    server.stop()
    let offline = set(server.url("/f.json"), caching: caching)
    #expect(offline.loadResult.used == .cache)
    #expect(offline.loadResult.time == Self.noon)
    #expect(offline.loadResult.failures.map(\.path) == [server.url("/f.json")])
    #expect(offline.merged.drawsAndLocks == online.merged.drawsAndLocks)
    #expect(offline.merged.flags.map(\.origin) == [.cached])
  }

  @Test("can delete its cache twice") func deletedCache() throws {
    let folder = try TemporaryDirectory()
    let caching = FlagCaching.file(folder.path("caches/flags.json"))
    folder.write(Self.text, to: "features.json")
    try caching.write(set(folder.path("features.json"), caching: caching).cache)
    try caching.delete()
    try caching.delete()
    #expect(try caching.read() == nil)
  }

  @Test("times out and says so if a server never answers")
  func timeout() throws {
    let server = try LocalServer(["/f.json": .init(isSilent: true)])
    defer { server.stop() }
    let load = set(server.url("/f.json"), timeout: 1).loadResult
    #expect(load.used == .nothing)
    let reason = load.failures.first?.reason ?? ""
    #expect(reason.contains("timed out"), "\(reason)")
  }

  @Test("says where a downloaded text is wrong") func unreadable() throws {
    let server = try LocalServer(["/f.json": .init(body: "{\"features\":\n 7}")])
    defer { server.stop() }
    #expect(
      set(server.url("/f.json")).loadResult.failures.map(\.reason) == [
        "Write a list of flags, not the number 7 (line 2, column 2)"
      ])
  }

  @Test("says how a server refused the download") func refused() throws {
    let server = try LocalServer(["/g.json": .init(status: "500 No")])
    defer { server.stop() }
    #expect(set(server.url("/g.json")).loadResult.failures.first?.reason.contains("500") == true)
  }

  @Test("fetches only https URLs") func insecureURL() {
    #expect(
      set("http://example.com/f.json").loadResult.failures.first?.reason
        == "is not an https URL; only https URLs can be fetched")
  }

  @Test("falls back to the bundled file") func fallback() throws {
    let folder = try TemporaryDirectory()
    folder.write(Self.text, to: "bundled.json")
    let load = set(folder.path("none.json"), fallback: folder.path("bundled.json")).loadResult
    #expect(load.used == .fallback)
    #expect(
      load.description
        == "from the bundled fallback; \(folder.path("none.json")): No such file or directory")
  }

  @Test("reports that the bundled file failed too") func missingFallback() throws {
    let folder = try TemporaryDirectory()
    let nothing = set(folder.path("none.json"), fallback: folder.path("nor.json")).loadResult
    #expect(nothing.used == .nothing)
    #expect(nothing.failures.map(\.path) == [folder.path("none.json"), folder.path("nor.json")])
  }

  @Test("ignores a broken cache and says so")
  func brokenCache() throws {
    let folder = try TemporaryDirectory()
    folder.write("{", to: "cache.json")
    let load = set(nil, caching: .file(folder.path("cache.json"))).loadResult
    #expect(load.used == .nothing)
    #expect(load.failures.map(\.reason) == ["Not a cache of flags; it is ignored"])
  }

  @Test(
    "sets aside an empty or broken cache and uses the one before it",
    arguments: ["", "{", #"{"draws": 7}"#])
  func previousCache(_ text: String) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("cache.json")
    folder.write(Self.text, to: "f.json")
    let first = set(folder.path("f.json"), caching: .file(path))
    for _ in 0..<2 { try FlagCaching.file(path).write(first.cache) }
    folder.write(text, to: "cache.json")
    let second = set(nil, caching: .file(path))
    #expect(second.loadResult.used == .cache)
    #expect(
      second.loadResult.failures == [
        FileFailure(path: path, reason: "Not a cache of flags; it is ignored")
      ])
    #expect(second.merged.drawsAndLocks == first.merged.drawsAndLocks)
    #expect(second.storedCache == nil)
    #expect(GoldenText.read(path + ".broken") == text)
    #expect(set(nil, caching: .file(path)).merged.drawsAndLocks == first.merged.drawsAndLocks)
    try FlagCaching.file(path).delete()
    #expect(set(nil, caching: .file(path)).loadResult.used == .nothing)
  }

  @Test("does not fetch a fallback from the web until told to") func webFallback() throws {
    let server = try LocalServer(["/f.json": .init(body: Self.text)])
    defer { server.stop() }
    let set = set(nil, fallback: server.url("/f.json"))
    #expect(server.requests.isEmpty)
    #expect(set.loadResult.used == .nothing && set.loadResult.failures == [])
    #expect(set.unfetchedFallback == .web(server.url("/f.json")))
  }

  @Test("reports the failure of a fallback from the web once") func failedWebFallback() {
    var set = set(nil, fallback: "https://example.com/f.json")
    var random = SeededRandom(seed: 2)
    let failure = FileFailure(path: "f", reason: "away")
    for _ in 0..<2 { set.apply(fallback: .failure(failure), random: &random) }
    #expect(set.loadResult.failures == [failure])
  }

  @Test("uses a fallback from the web after a failure") func fetchedWebFallback() {
    var set = set(nil, fallback: "https://example.com/f.json")
    var random = SeededRandom(seed: 2)
    set.apply(fallback: .failure(FileFailure(path: "f", reason: "away")), random: &random)
    set.apply(fallback: .success(FlagConfiguration(Self.text)), random: &random)
    #expect(set.loadResult.used == .fallback && set.loadResult.failures == [])
    #expect(set.unfetchedFallback == nil)
    #expect(set.merged.flags.map(\.name) == ["Cup"])
  }

  @Test("keeps locks that were stored after the cache was read")
  func newState() throws {
    let folder = try TemporaryDirectory()
    folder.write(#"[{"name": "Art", "enabled": true, "unlocked": false}]"#, to: "f.json")
    var set = set(folder.path("f.json"))
    set.merged.drawsAndLocks.isUnlockedByName["Art"] = true
    var random = SeededRandom(seed: 2)
    set.apply(
      .failure(FileFailure(path: "f", reason: "gone")), from: nil, at: Self.noon, random: &random)
    #expect(set.merged.drawsAndLocks.isUnlockedByName == ["Art": true])
    #expect(set.loadResult.used == .cache)
  }
}
