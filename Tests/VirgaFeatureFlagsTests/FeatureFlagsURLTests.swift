import Foundation
import Testing
import VirgaBundle
import VirgaFeatureFlags
import VirgaFiles
import VirgaFlags
import VirgaSDK
import VirgaSource
import VirgaTestSupport

extension Feature.Name {
  fileprivate static let banner: Feature.Name = "Shared banner"
  fileprivate static let colour: Feature.Name = "Shared colour"
  fileprivate static let hidden: Feature.Name = "Shared hidden"
}

extension FeatureFlagsSharedTests {
  @Suite("JSON-configured flags that an app shares")
  final class Configured {
    private let folder: TemporaryDirectory
    private static let banner = #"{"features": [{"name": "Shared banner", "enabled": true}]}"#

    init() throws {
      folder = try TemporaryDirectory()
      FeatureFlags.forgetSetup()
      FeatureFlags.cacheFolder = URL(fileURLWithPath: folder.path("caches"))
    }

    deinit { FeatureFlags.forgetSetup() }

    private func url(_ text: String, _ name: String = "features.json") -> URL {
      folder.write(text, to: name)
      return URL(fileURLWithPath: folder.path(name))
    }

    @Test("answer on every thread and queue") func threads() async {
      FeatureFlags.configurationURL = url(Self.banner)
      #expect(
        await FeatureFlagsSharedTests.everywhere { Feature.isEnabled(.banner) } == [
          true, true, true, true,
        ])
    }

    @Test("yield to flags of a test") func flagsOfATest() {
      FeatureFlags.configurationURL = url(Self.banner)
      #expect(Feature.isEnabled(.banner))
      FeatureFlags.$current.withValue(FeatureFlags()) { #expect(!Feature.isEnabled(.banner)) }
    }

    @Test("yield to flags that the app shares later") func sharedLater() {
      FeatureFlags.configurationURL = url(Self.banner)
      #expect(Feature.isEnabled(.banner))
      FeatureFlags.shared = FeatureFlags()
      #expect(Feature.named(.banner) == nil)
    }

    @Test("come from the fallback if the configuration cannot be read")
    func fallback() {
      FeatureFlags.configurationURL = URL(fileURLWithPath: folder.path("none.json"))
      FeatureFlags.localFallbackConfigurationURL = url(Self.banner)
      #expect(Feature.isEnabled(.banner))
      #expect(FeatureFlags.shared.load.used == .fallback)
      #expect(FeatureFlags.configurationURL?.path == folder.path("none.json"))
      #expect(FeatureFlags.localFallbackConfigurationURL?.path == folder.path("features.json"))
    }

    @Test("are read again after the URL changes")
    func anotherURL() {
      FeatureFlags.configurationURL = url(Self.banner)
      #expect(Feature.isEnabled(.banner))
      FeatureFlags.configurationURL = url(#"[{"name": "Shared colour"}]"#, "other.json")
      #expect(Feature.named(.colour) != nil)
      FeatureFlags.configurationURL = URL(string: "https://example.com/features.json")
      #expect(FeatureFlags.configurationURL?.absoluteString == "https://example.com/features.json")
    }

    @Test("are read without a lock: others never wait for a slow file", .timeLimit(.minutes(20)))
    func slowFile() throws {
      let isAsked = Locked(false)
      let mayAnswer = Locked(false)
      let reading = ConfigurationReading(
        files: FileReading(
          read: { _ in
            isAsked.withLock { $0 = true }
            try? Timeout.wait { mayAnswer.withLock { $0 } }
            return Array(Self.banner.utf8)
          }, canonical: { $0 }), web: { _ in [] })
      FeatureFlags.configure { settings in
        settings.configuration = "/features.json"
        settings.options.reading = reading
      }
      let answer = Locked<Bool?>(nil)
      BackgroundThread.run {
        let isEnabled = Feature.isEnabled(.banner)
        answer.withLock { $0 = isEnabled }
      }
      try Timeout.wait { isAsked.withLock { $0 } }
      FeatureFlags.isDevelopment = true
      #expect(FeatureFlags.isDevelopment)
      #expect(FeatureFlags.configurationURL?.path == "/features.json")
      mayAnswer.withLock { $0 = true }
      try Timeout.wait { answer.withLock { $0 } == true }
      #expect(FeatureFlags.shared.isDevelopment)
    }

    @Test("are one object for all threads that read them first")
    func firstReaders() async {
      FeatureFlags.configurationURL = url(Self.banner)
      let all = await withTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<16 { group.addTask { ObjectIdentifier(FeatureFlags.shared) } }
        return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
      }
      #expect(all == [ObjectIdentifier(FeatureFlags.shared)])
    }

    @Test("never wait for a fallback on the web, which is used once it is there")
    func webFallback() throws {
      let server = try LocalServer(["/f.json": .init(isSilent: true)])
      defer { server.stop() }
      FeatureFlags.localFallbackConfigurationURL = URL(string: server.url("/f.json"))
      #expect(!Feature.isEnabled(.banner))
      try Timeout.wait { server.requests.count == 1 }
      FeatureFlags.forgetSetup()
      server.answer(["/f.json": .init(body: Self.banner)])
      FeatureFlags.cacheFolder = URL(fileURLWithPath: folder.path("caches"))
      FeatureFlags.localFallbackConfigurationURL = URL(string: server.url("/f.json"))
      try Timeout.wait { Feature.isEnabled(.banner) }
      #expect(FeatureFlags.shared.load.used == .fallback)
    }

    @Test("keep their draws in the cache folder")
    func cache() throws {
      let test = #"[{"name": "Shared colour", "test-variations": ["Red", "Green"]}]"#
      FeatureFlags.configurationURL = url(test)
      let draw = try #require(FeatureFlags.shared.choices(for: .colour).draw)
      #expect(FileManager.default.fileExists(atPath: folder.path("caches/Features.json")))
      FeatureFlags.forgetSetup()
      FeatureFlags.configurationURL = url(test)
      #expect(FeatureFlags.shared.choices(for: .colour).draw == draw)
    }

    @Test("show flags under development when the app is in development")
    func development() {
      let hidden = #"[{"name": "Shared hidden", "development": true, "enabled": true}]"#
      FeatureFlags.shared = FeatureFlags(options: .init(isDebugBuild: false))
      FeatureFlags.refreshWithData(Data(hidden.utf8))
      #expect(!FeatureFlags.isDevelopment && !Feature.isEnabled(.hidden))
      FeatureFlags.isDevelopment = true
      #expect(FeatureFlags.isDevelopment && Feature.isEnabled(.hidden))
      FeatureFlags.forgetSetup()
      FeatureFlags.isDevelopment = true
      FeatureFlags.refreshWithData(Data(hidden.utf8))
      #expect(Feature.isEnabled(.hidden))
    }

    @Test("are refreshed from their source or from data")
    func refresh() async {
      FeatureFlags.configurationURL = url(#"[{"name": "Shared banner"}]"#)
      #expect(!Feature.isEnabled(.banner))
      folder.write(Self.banner, to: "features.json")
      await withCheckedContinuation { continuation in FeatureFlags.refresh { continuation.resume() }
      }
      #expect(Feature.isEnabled(.banner))
      await withCheckedContinuation { continuation in
        FeatureFlags.refreshWithData(Data(#"[{"name": "Shared colour"}]"#.utf8)) {
          continuation.resume()
        }
      }
      #expect(Feature.named(.colour) != nil)
    }

    @Test("report once that they were read before setup, in debug builds only")
    func reminder() {
      FeatureFlags.forgetSetup()
      let sentences = FeatureFlagsSharedTests.said {
        #expect(!Feature.isEnabled(.banner))
        #expect(ABTest(rawValue: .colour) == nil)
      }
      let expected =
        "the flag `Shared banner` was read before `FeatureFlags.shared` or `FeatureFlags.configurationURL` was set; "
        + "until then every flag is off"
      #expect(sentences == (DebugBuild.isThisOne ? [expected] : []))
      FeatureFlags.refreshWithData(Data(Self.banner.utf8))
      let afterwards = FeatureFlagsSharedTests.said { #expect(Feature.isEnabled(.banner)) }
      #expect(afterwards == [])
    }
  }
}
