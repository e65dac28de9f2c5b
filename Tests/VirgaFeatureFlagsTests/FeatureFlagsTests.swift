import Dispatch
import Testing
import VirgaFeatureFlags
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

@Suite("Feature flags of an app", .timeLimit(.minutes(20)))
struct FeatureFlagsTests {
  private static let roast = #"{"features": [{"name": "Dark roast", "enabled": true}]}"#

  private func flags(
    _ configuration: String?, fallback: String? = nil, caching: FlagCaching = .none,
    timeout: Int = 5
  ) -> FeatureFlags {
    FeatureFlags(
      configuration: configuration, fallback: fallback, caching: caching,
      options: .init(
        isDebugBuild: false, reading: .urlSession(timeout: timeout),
        clock: { Instant(seconds: 1_700_000_000) },
        random: SeededRandom(seed: 1)))
  }

  @Test("are read from a file immediately")
  func file() throws {
    let folder = try TemporaryDirectory()
    folder.write(Self.roast, to: "features.json")
    let flags = flags("file://" + folder.path("features.json"))
    #expect(flags.isEnabled("Dark roast"))
    #expect(flags.load.used == .configuration)
    #expect(flags.load.time == Instant(seconds: 1_700_000_000))
  }

  @Test("yield their changes, and those of a test's variation")
  func changes() async throws {
    let flags = FeatureFlags(options: .init(isDebugBuild: false))
    flags.refreshWithData(Array(coffeeFlags.utf8))
    var changes = flags.changes(of: "Dark roast").makeAsyncIterator()
    var variations = flags.variationChanges(of: "Cup size").makeAsyncIterator()
    try flags.set("Dark roast", isEnabled: false)
    let change = await changes.next()
    #expect(change?.old == true)
    #expect(change?.new == false)
    try flags.set("Cup size", variation: "S")
    let variation = await variations.next()
    #expect(variation?.old == "L")
    #expect(variation?.new == "S")
  }

  @Test("yield that a flag under development is shown once the app is in development")
  func developmentChanges() async {
    let flags = FeatureFlags(options: .init(isDebugBuild: false))
    flags.refreshWithData(Array(coffeeFlags.utf8))
    var changes = flags.changes(of: "Robot barista").makeAsyncIterator()
    flags.isDevelopment = true
    let change = await changes.next()
    #expect(change?.old == false)
    #expect(change?.new == true)
  }

  @Test("yield changes of a test that another process made")
  func outsideChanges() async {
    let choices = OutsideChoices()
    let flags = FeatureFlags(options: .init(isDebugBuild: false, overrides: choices))
    flags.refreshWithData(Array(coffeeFlags.utf8))
    var changes = flags.changes(of: "Dark roast").makeAsyncIterator()
    choices.switchOff()
    #expect(await changes.next()?.new == false)
  }

  @Test("are read from the web only by a refresh")
  func web() async throws {
    let server = try LocalServer(["/f.json": .init(body: Self.roast)])
    defer { server.stop() }
    let flags = flags(server.url("/f.json"))
    #expect(!flags.isEnabled("Dark roast"))
    #expect(server.requests.isEmpty)
    let load = await flags.refreshed()
    #expect(load.used == .configuration && !load.isLoading)
    #expect(flags.isEnabled("Dark roast"))
  }

  @Test("report that they are loading") func loading() async throws {
    let server = try LocalServer(["/f.json": .init(isSilent: true)])
    defer { server.stop() }
    let flags = flags(server.url("/f.json"), timeout: 1)
    flags.refresh()
    #expect(flags.load.isLoading)
    #expect(flags.load.description.hasPrefix("loading; "))
    let load = await flags.refreshed()
    #expect(!load.isLoading)
  }

  @Test("report why loading failed") func timeout() async throws {
    let server = try LocalServer(["/f.json": .init(isSilent: true)])
    defer { server.stop() }
    let flags = flags(server.url("/f.json"), timeout: 1)
    let load = await flags.refreshed()
    #expect(load.failures.first?.reason.contains("timed out") == true)
  }

  @Test("keep draws and locks across restarts, also offline")
  func restart() async throws {
    let folder = try TemporaryDirectory()
    let caching = FlagCaching.file(folder.path("caches/Features.json"))
    let server = try LocalServer(["/f.json": .init(body: coffeeFlags)])
    let first = flags(server.url("/f.json"), caching: caching)
    await first.refreshed()
    #expect(first.unlock("Latte art"))
    server.stop()
    let second = flags(server.url("/f.json"), caching: caching)
    #expect(second.load.used == .cache)
    #expect(second.choices(for: "Cup colour").draw == first.choices(for: "Cup colour").draw)
    #expect(second["Latte art"]?.isUnlocked() == true)
    let load = await second.refreshed()
    #expect(load.used == .cache)
    #expect(load.failures.count == 1)
    #expect(second["Latte art"]?.isUnlocked() == true)
    try second.deleteCache()
    #expect(flags(nil, caching: caching).all.isEmpty)
  }

  @Test("keep the draw of the first start")
  func firstDraw() throws {
    let folder = try TemporaryDirectory()
    folder.write(#"[{"name": "Cup", "test-variations": ["Red", "Green"]}]"#, to: "bundled.json")
    let caching = FlagCaching.file(folder.path("Features.json"))
    let first = flags(nil, fallback: folder.path("bundled.json"), caching: caching)
    let draw = try #require(first.choices(for: "Cup").draw)
    let second = FeatureFlags(
      fallback: folder.path("bundled.json"), caching: caching,
      options: .init(random: SeededRandom(seed: 2)))
    #expect(second.choices(for: "Cup").draw == draw)
    #expect(second.all.map(\.origin) == [.fallback])
  }

  @Test("stay unchanged if data is invalid") func brokenData() {
    let flags = flags(nil)
    let calls = Locked(0)
    flags.refreshWithData(Array(Self.roast.utf8)) { calls.withLock { $0 += 1 } }
    flags.refreshWithData(Array("{".utf8)) { calls.withLock { $0 += 1 } }
    #expect(calls.withLock { $0 } == 2)
    #expect(flags.isEnabled("Dark roast"))
    #expect(flags.load.used == .cache)
  }

  @Test("report where data is invalid") func positionInData() {
    let flags = flags(nil)
    flags.refreshWithData(Array(Self.roast.utf8))
    flags.refreshWithData(Array("{".utf8))
    #expect(
      flags.load.failures.first?.reason == "the object is not closed; add `}` (line 1, column 1)")
  }

  @Test("ignore a slow read that ends after a newer one")
  func order() throws {
    let isAsked = Locked(false)
    let mayAnswer = Locked(false)
    let reading = ConfigurationReading(
      files: .memory([:]),
      web: { _ in
        isAsked.withLock { $0 = true }
        try? Timeout.wait { mayAnswer.withLock { $0 } }
        return Array(#"[{"name": "old"}]"#.utf8)
      })
    let flags = FeatureFlags(
      configuration: "https://example.com/f.json", options: .init(reading: reading))
    let isDone = Locked(false)
    flags.refresh { isDone.withLock { $0 = true } }
    try Timeout.wait { isAsked.withLock { $0 } }
    flags.refreshWithData(Array(#"[{"name": "new"}]"#.utf8))
    mayAnswer.withLock { $0 = true }
    try Timeout.wait { isDone.withLock { $0 } }
    #expect(flags.all.map(\.name) == ["new"])
    #expect(!flags.load.isLoading)
  }

  @Test(
    "are fetched once by refreshes at the same time, without holding a thread",
    .timeLimit(.minutes(20)))
  func joining() throws {
    typealias Completion = @Sendable (Result<[UInt8], FileFailure>) -> Void
    let waiting = Locked<[Completion]>([])
    let reading = ConfigurationReading(
      files: .memory([:]), web: { _ in [] },
      fetch: { _, completion in waiting.withLock { $0.append(completion) } })
    func answer() {
      let completion = waiting.withLock { $0.removeFirst() }
      completion(.success(Array(Self.roast.utf8)))
    }
    let flags = FeatureFlags(
      configuration: "https://example.com/f.json", options: .init(reading: reading))
    let calls = Locked(0)
    for _ in 0..<500 { flags.refresh { calls.withLock { $0 += 1 } } }
    try Timeout.wait { waiting.withLock { $0.count } == 1 }
    #expect(flags.load.isLoading)
    // It joined after the data, so that what it reads counts.
    flags.refreshWithData(Array("[]".utf8))
    flags.refresh()
    #expect(flags.load.isLoading)
    answer()
    try Timeout.wait { calls.withLock { $0 } == 500 }
    #expect(flags.isEnabled("Dark roast"))
    #expect(!flags.load.isLoading)
    #expect(waiting.withLock { $0.count } == 0)
    flags.refresh()
    try Timeout.wait { waiting.withLock { $0.count } == 1 }
    answer()
    try Timeout.wait { !flags.load.isLoading }
  }

  @Test("run the app's random generator outside the lock")
  func drawing() throws {
    let asking = AskingGenerator()
    let flags = FeatureFlags(options: .init(random: asking))
    asking.flags.withLock { $0 = flags }
    flags.refreshWithData(Array(#"[{"name": "Cup", "test-variations": ["Red", "Green"]}]"#.utf8))
    var size = ConfiguredFlag(name: "Size", kind: .ab)
    size.variations = [Variation(rawValue: "S"), Variation(rawValue: "L")]
    size.weights = VariationWeights(nil, count: 2)
    #expect(flags.addFeature(size))
    #expect(flags.choices(for: "Cup").draw != nil && flags.choices(for: "Size").draw != nil)
    asking.flags.withLock { $0 = nil }
  }

  @Test("do not write a cache that is the same as before")
  func unchangedCache() throws {
    let written = Locked(0)
    let folder = try TemporaryDirectory()
    var caching = FlagCaching.file(folder.path("Features.json"))
    let write = caching.write
    caching.write = { cache throws(FileFailure) in
      written.withLock { $0 += 1 }
      try write(cache)
    }
    flags(nil, caching: caching).refreshWithData(Array(coffeeFlags.utf8))
    let before = written.withLock { $0 }
    let second = flags("https://example.com/f.json", caching: caching)
    #expect(written.withLock { $0 } == before)
    #expect(second.unlock("Latte art"))
    #expect(written.withLock { $0 } == before + 1)
  }

  @Test("are cached again after a failure, without another change")
  func cachedLater() throws {
    let isFull = Locked(true)
    let written = Locked<[FlagCache]>([])
    let caching = FlagCaching(
      read: { () throws(FileFailure) in nil },
      write: { cache throws(FileFailure) in
        if isFull.withLock({ $0 }) { throw FileFailure(path: "cache", reason: "is full") }
        written.withLock { $0.append(cache) }
      }, delete: { () throws(FileFailure) in })
    let flags = flags(nil, caching: caching)
    flags.refreshWithData(Array(Self.roast.utf8))
    #expect(flags.load.failures.map(\.reason) == ["is full"])
    isFull.withLock { $0 = false }
    try Timeout.wait { written.withLock { $0.last?.flags.map(\.name) } == ["Dark roast"] }
  }

  /// Flags of a file with one flag, to which another was added.
  private func flagsWithExtra() throws -> FeatureFlags {
    let folder = try TemporaryDirectory()
    folder.write(Self.roast, to: "features.json")
    let flags = flags(folder.path("features.json"))
    withExtendedLifetime(folder) {}
    #expect(flags.addFeature(ConfiguredFlag(name: "Extra", isEnabled: true)))
    return flags
  }

  @Test("can be added") func adding() throws {
    #expect(try flagsWithExtra().isEnabled("Extra"))
  }

  @Test("cannot be added with the name of another") func addingAgain() throws {
    let flags = try flagsWithExtra()
    #expect(!flags.addFeature(ConfiguredFlag(name: "Dark roast")))
  }

  @Test("can be deleted") func deleting() throws {
    let flags = try flagsWithExtra()
    flags.deleteFeature("Dark roast")
    #expect(flags["Dark roast"] == nil)
  }

  @Test("return with the next refresh after they were deleted") func deletedAndRefreshed() throws {
    let flags = try flagsWithExtra()
    flags.deleteFeature("Dark roast")
    flags.refreshWithData(Array(Self.roast.utf8))
    #expect(flags.all.map(\.name) == ["Dark roast", "Extra"])
  }

  @Test("never wait for a slow cache, which still gets the last change", .timeLimit(.minutes(20)))
  func slowCache() throws {
    let written = Locked<[FlagCache]>([])
    let mayWrite = Locked(true)
    let caching = FlagCaching(
      read: { () throws(FileFailure) in nil },
      write: { cache throws(FileFailure) in
        written.withLock { $0.append(cache) }
        try? Timeout.wait { mayWrite.withLock { $0 } }
      }, delete: { () throws(FileFailure) in })
    let flags = FeatureFlags(caching: caching)
    flags.refreshWithData(Array(coffeeFlags.utf8))
    mayWrite.withLock { $0 = false }
    let before = written.withLock { $0.count }
    let isUnlocked = Locked<Bool?>(nil)
    DispatchQueue.global().async {
      let result = flags.unlock("Latte art")
      isUnlocked.withLock { $0 = result }
    }
    try Timeout.wait { written.withLock { $0.count } == before + 1 }
    #expect(flags.isEnabled("Dark roast"))
    #expect(flags["Latte art"]?.isUnlocked() == true)
    #expect(flags.lock("Latte art"))
    #expect(written.withLock { $0.count } == before + 1)
    mayWrite.withLock { $0 = true }
    try Timeout.wait { isUnlocked.withLock { $0 } != nil }
    #expect(isUnlocked.withLock { $0 } == true)
    #expect(
      written.withLock { $0.map { $0.drawsAndLocks.isUnlockedByName["Latte art"] } }.suffix(2) == [
        true, false,
      ])
  }

  @Test("can be read while the cache writes") func askingCache() {
    let flags = Locked<FeatureFlags?>(nil)
    let answers = Locked<[Bool]>([])
    let caching = FlagCaching(
      read: { () throws(FileFailure) in nil },
      write: { _ throws(FileFailure) in
        guard let flags = flags.withLock({ $0 }) else { return }
        answers.withLock { $0.append(flags.isEnabled("Dark roast")) }
      }, delete: { () throws(FileFailure) in })
    let made = FeatureFlags(caching: caching)
    flags.withLock { $0 = made }
    made.refreshWithData(Array(Self.roast.utf8))
    #expect(answers.withLock { $0 } == [true])
    flags.withLock { $0 = nil }
  }

  @Test("report that the cache could not be written") func failingCache() {
    let caching = FlagCaching(
      read: { () throws(FileFailure) in nil },
      write: { _ throws(FileFailure) in throw FileFailure(path: "cache", reason: "is full") },
      delete: { () throws(FileFailure) in })
    let flags = FeatureFlags(caching: caching)
    flags.refreshWithData(Array(Self.roast.utf8))
    #expect(flags.load.failures.map(\.reason) == ["is full"])
  }

  @Test("can be read and changed from many threads")
  func threads() async {
    let flags = flags(nil)
    flags.refreshWithData(Array(coffeeFlags.utf8))
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            if index % 2 == 0 { flags.unlock("Latte art") } else { flags.lock("Latte art") }
            _ = flags.isEnabled("Oat milk")
          }
          flags.refreshWithData(Array(coffeeFlags.utf8))
        }
      }
    }
    #expect(flags.all.count == 6)
    #expect(flags.unlock("Latte art") && flags.choices(for: "Latte art").lock == true)
    #expect(flags.lock("Latte art") && flags.choices(for: "Latte art").lock == false)
  }
}

/// A generator that reads the flags while it draws.
private final class AskingGenerator: RandomNumberGenerator, Sendable {
  let flags = Locked<FeatureFlags?>(nil)

  func next() -> UInt64 {
    _ = flags.withLock { $0 }?.all
    return 7
  }
}

/// Choices made outside the app, such as in a console's session.
private final class OutsideChoices: FlagOverrides {
  private let isOff = Locked(false)
  private let observers = Observers()

  func switchOff() {
    isOff.withLock { $0 = true }
    observers.notify()
  }

  func choices(for flag: ConfiguredFlag) -> ConfiguredFlagOverrides {
    var choices = ConfiguredFlagOverrides()
    if isOff.withLock({ $0 }) { choices.isEnabled = false }
    return choices
  }

  func setLock(_ flag: String, isUnlocked: Bool) -> Bool { false }

  func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken? {
    observers.add(action)
  }
}
