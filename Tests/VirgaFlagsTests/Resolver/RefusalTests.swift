import Testing
import VirgaFlags
import VirgaJSON

@Suite("Refusals of flag operations") struct RefusalTests {
  /// The configured flag of each kind, enabled.
  private static func configured(_ kind: FlagKind) -> ConfiguredFlag? {
    guard kind.isConfigured else { return nil }
    var flag = ConfiguredFlag(name: "f", kind: kind, isEnabled: true)
    if kind == .unlock { flag.unlocked = false }
    if kind.isTest { flag.variations = ["Enabled", "Disabled"] }
    return flag
  }

  private static let operations: [(name: String, operation: FlagOperation, kinds: Set<FlagKind>)] = [
    ("set preference", .setPreference(true), [.bool, .flag]),
    ("choose option", .setPreference("a"), [.options]),
    ("clear preference", .clearPreference, [.bool, .options, .flag]),
    ("set debug", .setDebug(true), [.bool, .flag, .featureAB, .ab, .mvt]),
    ("force variation", .setDebug("Enabled"), [.featureAB, .ab, .mvt]),
    ("clear debug", .clearDebug, [.bool, .flag, .featureAB, .ab, .mvt]),
    ("lock", .lock, [.unlock]), ("unlock", .unlock, [.unlock]), ("clear lock", .clearLock, [.unlock]),
    ("set draw", .setDraw(15), [.featureAB, .ab, .mvt]), ("re-draw", .redraw, [.featureAB, .ab, .mvt]),
    ("clear draw", .clearDraw, [.featureAB, .ab, .mvt]),
    ("set weights", .setWeights([40, 60]), [.featureAB, .ab, .mvt]),
    ("clear weights", .clearWeights, [.featureAB, .ab, .mvt]), ("simulate", .simulate, [.featureAB, .ab, .mvt]),
    ("jump", .jump, [.bool, .options]), ("test override", .setTestOverride(true), [.bool, .flag]),
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
    var bare = FlagDefinition("menu", .bool)
    func reason(_ operation: FlagOperation, _ row: FlagDefinition, in place: FlagEnvironment? = nil) -> FlagError? {
      FlagResolver.refusal(of: operation, for: row, Self.configured(row.kind), in: place ?? beta)
    }
    #expect(reason(.setPreference(true), bare)?.reason == .noPreferenceKey)
    #expect(reason(.setDebug(true), bare)?.reason == .noDebugKey)
    bare.debugKey = "menuDebugKey"
    let onRelease = try #require(reason(.setDebug(true), bare, in: FlagEnvironment(channel: "release")))
    #expect(onRelease.reason == .wrongChannel)
    #expect(
      onRelease.message == "the channel release ignores debug overrides; they count in beta, developer, nightly")
    #expect(reason(.clearDebug, bare, in: FlagEnvironment(channel: "release")) == nil)
    #expect(reason(.setPreference("zebra"), Self.row(.options))?.hint == nil)
    #expect(reason(.setPreference("aa"), Self.row(.options))?.hint == "did you mean `ab`?")
    var unlisted = Self.row(.options)
    unlisted.options = []
    #expect(
      reason(.setPreference("aa"), unlisted)?.message
        == "the options of \(unlisted.id) are unknown, so `aa` cannot be checked")
    #expect(reason(.setDebug("enable"), Self.row(.ab))?.hint == "did you mean `Enabled`?")
    #expect(
      reason(.setWeights([50, 40]), Self.row(.ab))?.message == "the weights must add up to 100, not 90")
    #expect(reason(.setWeights([100]), Self.row(.ab))?.reason == .wrongValue)
    #expect(reason(.setDraw(101), Self.row(.ab))?.reason == .wrongValue)
  }

  @Test("a flag can be unlocked only if it is enabled and not hidden")
  func unlocking() {
    let row = Self.row(.unlock)
    func refusal(_ flag: ConfiguredFlag, _ environment: FlagEnvironment) -> FlagError.Reason? {
      FlagResolver.refusal(of: .unlock, for: row, flag, in: environment)?.reason
    }
    let release = FlagEnvironment(channel: "release")
    #expect(refusal(ConfiguredFlag(name: "f", kind: .unlock), release) == .notEnabled)
    var developed = ConfiguredFlag(name: "f", kind: .unlock, isEnabled: true)
    developed.isDevelopment = true
    #expect(refusal(developed, release) == .notEnabled)
    #expect(refusal(developed, FlagEnvironment(channel: "release", isDebugBuild: true)) == nil)
  }

  private static func row(_ kind: FlagKind) -> FlagDefinition {
    var row = FlagDefinition("f", kind)
    row.preferenceKey = "p"
    row.debugKey = "d"
    row.options = ["a", "ab", "c"]
    if kind == .bool || kind == .options { row.reading = .boolean(FeaturePath("feature", ["enabled"])) }
    return row
  }
}
