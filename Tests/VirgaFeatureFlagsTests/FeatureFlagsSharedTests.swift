import Foundation
import Testing
import VirgaBundle
import VirgaFeatureFlags
import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTestSupport

/// Tests that change shared state, run one at a time.
@Suite("Flags that an app shares", .serialized)
enum FeatureFlagsSharedTests {
  /// The results of `body` on a queue, on a thread, in a task and in place.
  static func everywhere(_ body: @escaping @Sendable () -> Bool) async -> [Bool] {
    let onQueue = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
    let onThread = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
    return [onQueue, onThread, await Task.detached { body() }.value, body()]
  }

  /// What debug builds print on standard error while `body` runs.
  static func said(_ body: () -> Void) -> [String] {
    let sentences = Locked<[String]>([])
    SetupReminder.$listener.withValue(
      { sentence in sentences.withLock { $0.append(sentence) } }, operation: body)
    return sentences.withLock { $0 }
  }
}

extension FeatureFlagsSharedTests {
  @Suite("Flags of the flag manager")
  final class Manager {
    private struct Model: FeatureFlaggable {
      var isOn: Bool { featureFlags.isFeatureEnabled("sharedFlag", checking: .buildAndUser) }
    }

    private static func manager(isOn: JSONValue) -> FeatureFlagManager {
      let row = FlagDefinition(
        "sharedFlag", .bool, reading: .boolean(FeaturePath("shared", ["enabled"])))
      return FeatureFlagManager(catalogue: FlagCatalogue([row]), channel: "beta") { _ in
        ["enabled": isOn]
      }
    }

    private static let nothing = FeatureFlagManager(catalogue: FlagCatalogue(), channel: nil) { _ in
      nil
    }

    deinit { FeatureFlagManager.shared = Self.nothing }

    @Test("answer on every thread and queue")
    func threads() async {
      FeatureFlagManager.shared = Self.manager(isOn: true)
      LegacyFeatureFlagsManager.shared.initializeDeveloperFeatures(with: StoredPreferences())
      #expect(
        await FeatureFlagsSharedTests.everywhere { Model().isOn } == [true, true, true, true])
    }

    @Test("yield to the flags of a test, for its task")
    func override() async {
      FeatureFlagManager.shared = Self.manager(isOn: true)
      FeatureFlagManager.shared.initializeDeveloperFeatures(with: StoredPreferences())
      let flags = Self.manager(isOn: false)
      flags.initializeDeveloperFeatures(with: StoredPreferences())
      FeatureFlagManager.$current.withValue(flags) { #expect(!Model().isOn) }
      await FeatureFlagManager.$current.withValue(flags) {
        #expect(await !Task { Model().isOn }.value)
      }
      #expect(Model().isOn)
    }

    @Test("report once that they were read before setup, in debug builds only")
    func reminder() {
      FeatureFlagManager.shared = FeatureFlagManager(catalogue: FlagCatalogue(), channel: nil) {
        _ in nil
      }
      let unset = FeatureFlagsSharedTests.said {
        #expect(!Model().isOn)
        #expect(!FeatureFlagManager.shared.isCoreFeatureEnabled("core"))
      }
      let first =
        "the flag `sharedFlag` was read before `FeatureFlagManager.shared` was set; until then every flag is off"
      #expect(unset == (DebugBuild.isThisOne ? [first] : []))
      FeatureFlagManager.shared = Self.manager(isOn: true)
      let withoutChoices = FeatureFlagsSharedTests.said {
        for _ in 0..<3 { #expect(!Model().isOn) }
      }
      let second =
        "the flag `sharedFlag` was read before `initializeDeveloperFeatures(with:)`; until then every flag is off"
      #expect(withoutChoices == (DebugBuild.isThisOne ? [second] : []))
      FeatureFlagManager.shared.initializeDeveloperFeatures(with: StoredPreferences())
      let afterwards = FeatureFlagsSharedTests.said { #expect(Model().isOn) }
      #expect(afterwards == [])
    }
  }
}
