import Testing
import VirgaJSON

@testable import VirgaFlags

@Suite("Refusals of flag operations") struct FlagResolverRefusalTests {
  /// The configured flag of each kind, enabled.
  private static func configured(_ kind: FlagKind) -> ConfiguredFlag? {
    guard kind.isConfigured else { return nil }
    var flag = ConfiguredFlag(name: "f", kind: kind, isEnabled: true)
    if kind == .unlock { flag.unlocked = false }
    if kind.isTest { flag.variations = ["Enabled", "Disabled"] }
    return flag
  }

  private static let operations: [(name: String, operation: FlagOperation, kinds: Set<FlagKind>)] =
    [
      ("set preference", .set(.preference, true), [.bool, .flag]),
      ("choose option", .set(.preference, "a"), [.options]),
      ("clear preference", .unset(.preference), [.bool, .options, .flag]),
      ("set debug", .set(.debug, true), [.bool, .flag, .featureAB, .ab, .mvt]),
      ("force variation", .set(.debug, "Enabled"), [.featureAB, .ab, .mvt]),
      ("clear debug", .unset(.debug), [.bool, .flag, .featureAB, .ab, .mvt]),
      ("lock", .set(.lock, false), [.unlock]), ("unlock", .set(.lock, true), [.unlock]),
      ("clear lock", .unset(.lock), [.unlock]),
      ("set draw", .set(.draw, 15), [.featureAB, .ab, .mvt]),
      ("re-draw", .redraw, [.featureAB, .ab, .mvt]),
      ("clear draw", .unset(.draw), [.featureAB, .ab, .mvt]),
      ("set weights", .set(.weights, [40, 60]), [.featureAB, .ab, .mvt]),
      ("clear weights", .unset(.weights), [.featureAB, .ab, .mvt]),
      ("simulate", .simulate, [.featureAB, .ab, .mvt]),
      ("jump", .jump, [.bool, .options]),
      ("test override", .setTestOverride(true), [.bool, .flag]),
    ]

  @Test("an operation applies only to the kinds in the table", arguments: FlagKind.allCases)
  func table(_ kind: FlagKind) {
    let row = Self.row(kind)
    for (name, operation, kinds) in Self.operations {
      let refusal = FlagResolver.refusal(
        of: operation, for: row, Self.configured(kind), in: FlagEnvironment(channel: "beta"))
      #expect((refusal == nil) == kinds.contains(kind), "\(name)")
    }
  }

  @Test("a refusal says why and what would help")
  func reasons() throws {
    let beta = FlagEnvironment(channel: "beta")
    var bare = FlagDefinition("menu", .bool) { $0.debugKey = nil }
    func reason(
      _ operation: FlagOperation, _ row: FlagDefinition, in place: FlagEnvironment? = nil
    ) -> FlagError? {
      FlagResolver.refusal(of: operation, for: row, Self.configured(row.kind), in: place ?? beta)
    }
    #expect(reason(.set(.preference, true), bare)?.reason == .noPreferenceKey)
    #expect(reason(.set(.debug, true), bare)?.reason == .noDebugKey)
    bare.debugKey = "menuDebugKey"
    let onRelease = try #require(
      reason(.set(.debug, true), bare, in: FlagEnvironment(channel: "release")))
    #expect(onRelease.reason == .wrongChannel)
    #expect(
      onRelease.message
        == "the channel release ignores debug overrides; they count in beta, developer, nightly")
    #expect(reason(.unset(.debug), bare, in: FlagEnvironment(channel: "release")) == nil)
    #expect(reason(.set(.preference, "zebra"), Self.row(.options))?.hint == nil)
    #expect(reason(.set(.preference, "aa"), Self.row(.options))?.hint == "did you mean `ab`?")
    var unlisted = Self.row(.options)
    unlisted.options = []
    #expect(
      reason(.set(.preference, "aa"), unlisted)?.message
        == "the options of \(unlisted.id) are unknown, so `aa` cannot be checked")
    #expect(reason(.set(.debug, "enable"), Self.row(.ab))?.hint == "did you mean `Enabled`?")
    #expect(
      reason(.set(.weights, [50, 40]), Self.row(.ab))?.message
        == "the weights must add up to 100, not 90")
    #expect(reason(.set(.weights, [100]), Self.row(.ab))?.reason == .wrongValue)
    #expect(reason(.set(.draw, 101), Self.row(.ab))?.reason == .wrongValue)
  }

  @Test("a hint is in the words of the place in which the flag is defined")
  func wordsOfHints() throws {
    let file = FlagCatalogue.read(
      json: #"{"flags": [{"id": "menu", "feature": "f", "path": "p", "debug-key": null}]}"#)
    let code = FlagDefinition("menu", .bool) { $0.debugKey = nil }
    let written = try #require(file["menu"])
    func hints(_ row: FlagDefinition) -> [String?] {
      [FlagOperation.set(.preference, true), .set(.debug, true)].map { operation in
        let beta = FlagEnvironment(channel: "beta")
        return FlagResolver.refusal(of: operation, for: row, in: beta)?.hint
      }
    }
    #expect(
      hints(written) == ["give its row a `preference-key`", "give its row a `debug-key`"])
    #expect(
      hints(code) == [
        "set `preferenceKey` in its `FlagDefinition`", "set `debugKey` in its `FlagDefinition`",
      ])
  }

  @Test("a flag can be unlocked only if it is enabled and not hidden")
  func unlocking() {
    let row = Self.row(.unlock)
    func refusal(_ flag: ConfiguredFlag, _ environment: FlagEnvironment) -> FlagError.Reason? {
      FlagResolver.refusal(of: .set(.lock, true), for: row, flag, in: environment)?.reason
    }
    let release = FlagEnvironment(channel: "release")
    #expect(refusal(ConfiguredFlag(name: "f", kind: .unlock), release) == .notEnabled)
    var developed = ConfiguredFlag(name: "f", kind: .unlock, isEnabled: true)
    developed.isDevelopment = true
    #expect(refusal(developed, release) == .notEnabled)
    #expect(
      refusal(
        developed,
        FlagEnvironment(channel: "release", developmentGate: DevelopmentGate(isDebugBuild: true)))
        == nil)
  }

  private static func row(_ kind: FlagKind) -> FlagDefinition {
    var row = FlagDefinition("f", kind)
    row.preferenceKey = "p"
    row.debugKey = "d"
    row.options = ["a", "ab", "c"]
    if kind == .bool || kind == .options {
      row.reading = .boolean(FeaturePath("feature", ["enabled"]))
    }
    return row
  }
}
