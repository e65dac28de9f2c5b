import Testing
import VirgaJSON

@testable import VirgaFlags

@Suite("A flag defined in Swift") struct FlagDefinitionTests {
  @Test("has the same debug key as in a catalogue file") func debugKey() throws {
    let flag = FlagDefinition("menu", .bool, reading: .boolean(FeaturePath("f", ["enabled"])))
    let file = FlagCatalogue.read(
      json: #"{"flags": [{"id": "menu", "feature": "f", "path": "enabled"}]}"#)
    #expect(flag.debugKey == "menuDebugKey")
    #expect(try #require(file["menu"]).debugKey == flag.debugKey)
  }

  @Test("can have another debug key or none")
  func otherDebugKeys() {
    #expect(FlagDefinition("menu", .bool) { $0.debugKey = "k" }.debugKey == "k")
    #expect(FlagDefinition("menu", .bool) { $0.debugKey = nil }.debugKey == nil)
  }

  @Test("has no debug key if it is of another kind")
  func otherKinds() {
    let kinds = FlagKind.allCases.filter { $0 != .bool }
    #expect(kinds.allSatisfy { FlagDefinition("menu", $0).debugKey == nil })
  }
}
