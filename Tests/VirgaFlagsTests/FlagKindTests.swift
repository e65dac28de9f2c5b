import Testing
import VirgaFlags

@Suite("Flag kinds")
struct FlagKindTests {
  @Test("are spelt as the catalogue spells them")
  func spelling() {
    let words = FlagKind.allCases.map(\.rawValue)
    #expect(words == ["core", "bool", "options", "flag", "unlock", "feature-ab", "ab", "mvt"])
  }
}
