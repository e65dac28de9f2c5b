import Testing
import VirgaFeatureFlags
import VirgaFlags
import VirgaSDK
import VirgaSource
import VirgaTestSupport

extension Feature.Name {
  fileprivate static let darkRoast = Feature.Name(rawValue: "Dark roast")
  fileprivate static let cupColour = Feature.Name(rawValue: "Cup colour")
  fileprivate static let oatMilk: Feature.Name = "Oat milk"
  fileprivate static let cupSize: Feature.Name = "Cup size"
  fileprivate static let latteArt: Feature.Name = "Latte art"
  fileprivate static let robot: Feature.Name = "Robot barista"
}

extension VirgaFeatureFlags.Test.Variation {
  fileprivate static let red = VirgaFeatureFlags.Test.Variation(rawValue: "Red cup")
}

@Suite("Features of a JSON configuration")
struct FeatureTests {
  private let flags: FeatureFlags = {
    let flags = FeatureFlags(options: .init(isDebugBuild: false, random: SeededRandom(seed: 1)))
    flags.refreshWithData(Array(coffeeFlags.utf8))
    return flags
  }()

  @Test("are on as configured")
  func questions() {
    #expect(Feature.isEnabled(.darkRoast, in: flags))
    #expect(!Feature.isEnabled(.oatMilk, in: flags))
    let roast = flags[.darkRoast]
    #expect(roast?.testVariation() == .enabled)
    #expect(roast?.label(.enabled) == "roast-on")
    #expect(roast?.isUnlocked() == false)
  }

  @Test("are off if unknown")
  func unknown() {
    #expect(!Feature.isEnabled("dark roast", in: flags))
    #expect(Feature.named("nothing", in: flags) == nil)
  }

  @Test("give every question about a user the same variation")
  func variations() throws {
    let cup = try #require(Feature(named: .cupColour, in: flags))
    #expect(cup.isTestVariation(.red) && cup.isTestVariation("RED CUP"))
    #expect(cup.testVariation().rawValue == "Red cup")
    #expect(cup.label(.red) == "r")
    let test = try #require(ABTest(rawValue: .cupColour, in: flags))
    #expect(test.isGroupA() && !test.isGroupB())
    #expect(VirgaFeatureFlags.Test(rawValue: .cupSize, in: flags)?.variation() == "L")
  }

  @Test("are A/B tests or multivariate tests by their kind")
  func kinds() throws {
    #expect(ABTest(rawValue: .oatMilk, in: flags) == nil)
    #expect(flags.addFeature(ConfiguredFlag(name: "Without groups", kind: .ab, isEnabled: true)))
    let empty = try #require(ABTest(rawValue: "Without groups", in: flags))
    #expect(!empty.isGroupA() && !empty.isGroupB())
    #expect(ABTest(rawValue: .cupSize, in: flags) == nil)
    #expect(VirgaFeatureFlags.Test(rawValue: .oatMilk, in: flags)?.variation() == .disabled)
    #expect(VirgaFeatureFlags.Test(rawValue: .darkRoast, in: flags) == nil)
    #expect(flags[.robot]?.kind == .flag)
  }

  @Test("stay hidden while under development unless the app is in development")
  func development() {
    #expect(!Feature.isEnabled(.robot, in: flags))
    #expect(!Feature.isEnabled(.darkRoast, isDevelopment: true, in: flags))
    #expect(Feature.named(.darkRoast, isDevelopment: true, in: flags) == nil)
    flags.isDevelopment = true
    #expect(Feature.isEnabled(.robot, in: flags))
    #expect(Feature.named(.darkRoast, isDevelopment: true, in: flags)?.isEnabled() == true)
  }

  @Test("can be locked and unlocked if they are unlock flags")
  func locks() throws {
    let art = try #require(flags[.latteArt])
    #expect(!art.isUnlocked())
    #expect(art.unlock() && art.isUnlocked())
    flags.refreshWithData(Array(coffeeFlags.utf8))
    #expect(art.isUnlocked())
    #expect(art.lock() && !art.isUnlocked())
    #expect(flags[.darkRoast]?.unlock() == false)
    #expect(flags[.darkRoast]?.lock() == false)
    try flags.set(.latteArt, isEnabled: false)
    #expect(!art.unlock() && art.lock())
  }

  @Test("default to the flags of the running task")
  func taskFlags() async {
    #expect(!Feature.isEnabled(.darkRoast))
    FeatureFlags.$current.withValue(flags) {
      #expect(Feature.isEnabled(.darkRoast))
      #expect(ABTest(rawValue: .cupColour)?.isGroupA() == true)
    }
    #expect(Feature.named(.darkRoast) == nil)
  }

  @Test("keep a developer's choice until the next refresh")
  func toggles() throws {
    let changes = Locked(0)
    let token = flags.whenChanged { changes.withLock { $0 += 1 } }
    try flags.set(.darkRoast, isEnabled: false)
    try flags.set(.cupColour, variation: "green CUP")
    #expect(!flags.isEnabled(.darkRoast))
    #expect(flags[.cupColour]?.testVariation() == "Green cup")
    flags.refreshWithData(Array(coffeeFlags.utf8))
    #expect(flags.isEnabled(.darkRoast))
    #expect(flags[.cupColour]?.testVariation() == .red)
    #expect(changes.withLock { $0 } == 3)
    token.cancel()
    flags.refreshWithData(Array(coffeeFlags.utf8))
    #expect(changes.withLock { $0 } == 3)
    let unknown = #expect(throws: FlagError.self) { try flags.set(.cupColour, variation: "Blue") }
    #expect(
      unknown?.description
        == "`Cup colour` has no variation `Blue`; choose `Red cup` or `Green cup`")
    let reasons = [
      { try flags.set(.cupColour, variation: "Blue") },
      { try flags.set(.darkRoast, variation: "Blue") },
      { try flags.set("x", isEnabled: true) },
    ].map { attempt in #expect(throws: FlagError.self) { try attempt() }?.reason }
    #expect(reasons == [.unknownOption, .notApplicable, .unknownFlag])
  }

  @Test("are listed with draws that are not rounded up")
  func listing() {
    #expect(
      flags.listing.hasPrefix("Dark roast: enabled\nCup colour: enabled\nOat milk: disabled\n"))
    #expect(
      flags.extendedListing.split(separator: "\n")[1...3] == [
        "Cup colour: on; Red cup 80 %, Green cup 20 %; draw 79.5 → Red cup",
        "Oat milk: control; Enabled 50 %, Disabled 50 %; draw 60 → Disabled",
        "Cup size: on; S 33.33 %, M 33.33 %, L 33.33 %; draw 99.99 → L",
      ])
    flags.refreshWithData(
      Array(
        """
        {"features": [{"name": "a", "test-variations": ["b", "c"], "test-biases": [0.29, 99.71],
          "test-variation-assignment": 0.57}]}
        """.utf8))
    #expect(flags.extendedListing.hasPrefix("a: on; b 0.29 %, c 99.71 %; draw 0.57 → c"))
  }

  @Test("are found by section and kind") func filters() {
    #expect(flags.sections() == ["Coffee", "Milk"])
    #expect(flags.filter(section: "Milk").map(\.name) == ["Oat milk"])
    #expect(flags.filter(.unlock).map(\.name) == ["Latte art"])
  }
}
