import Testing
import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Flags from other screens") struct FlagCommandsTests {
  private static let key = EntryKey(.preference, "feature3OnUserPrefsKey")
  private var console: ConsoleDriver

  init() throws { console = try Self.shown(300) }

  private static func manifest(features: Int, from first: Int = 0) throws -> Manifest {
    let features = (first..<features).map { number in
      """
        feature-\(number):
          description: d
          variables: { on: { description: d, type: Boolean, default: true } }
          defaults: [{ channel: release, value: { on: false } }]
      """
    }
    return try ConsoleDriver.manifest(
      "channels: [nightly, release]\nfeatures:\n\(features.joined(separator: "\n"))\n")
  }

  /// A console that shows this number of features.
  private static func shown(_ features: Int) throws -> ConsoleDriver {
    try ConsoleOpenings.console("\(features) features") {
      try ConsoleDriver(
        ConsoleDriver.defaultSize, manifest: manifest(features: features), channel: "nightly")
    }
  }

  @Test("the cursor stays on its flag if a reload leaves fewer flags", arguments: [0..<8, 5..<60])
  mutating func fewer(rest: Range<Int>) throws {
    console = try Self.shown(60)
    console.run("flags", "go feature7On", "features")
    console.load(try Self.manifest(features: rest.upperBound, from: rest.lowerBound))
    console.act(":", "'x", "Esc", ":", "Esc 2")
    #expect(console.flags.listedMatchCount == rest.count && console.selectedFlag == "feature7On")
  }

  @Test("a flag can be gone to from any screen")
  mutating func anyScreen() {
    console.act(":go feature7On") { $0.selectedFlag == "feature7On" && $0.focus == .flags }
    console.run("features", "select-flag feature999On")
    #expect(
      console.message == .unknown("flag", "feature999On", among: console.knownFlags))
  }

  @Test("the answers follow preferences, edits and the channel") mutating func following() {
    console.run("flag set feature3On off", "select feature-4", "set on false", "flags")
    #expect(console.session[Self.key] == false && console.flags.matchCount(.on) == 298)
    console.act(":channel release") { $0.flags.matchCount(.on) == 0 }
  }

  /// Stores a preference as another process would, and returns its event.
  private mutating func storePreference() throws -> SessionEvent {
    try console.elsewhere { try $0.setPreference(Self.key.name, to: false) }
    return try #require(console.session.operations.last?.events.first)
  }

  @Test("drop-flags says that no flag is overridden") mutating func nothingToDrop() {
    console.act(":features", ":drop-flags", says: .info("no flag is overridden"))
  }

  @Test("drop-flags asks on any screen") mutating func asking() throws {
    console.run("features")
    _ = try storePreference()
    console.act(":drop-flags") { $0.picker?.title == "Drop overrides of all flags" }
  }

  @Test("drop-flags drops the overrides of all flags") mutating func dropping() throws {
    console.run("features")
    _ = try storePreference()
    console.act(":drop-flags yes") { $0.session.overrideCount == 0 }
  }

  @Test("an event leads to its flag") mutating func event() throws {
    console.send(.events([try storePreference()], replacesAll: true))
    console.act(":events") {
      $0.title(ofCommand: "go-to-event") == "go to the flag"
    }
    console.act("Enter") { $0.screen == .flags && $0.selectedFlag == "feature3On" }
  }

  @Test("an argument lists the first 200 matching names") mutating func arguments() {
    console.act(":", "'select feature") { $0.titles.count == 200 }
    console.act("'-299") { $0.titles == ["select feature-299"] }
  }
}
