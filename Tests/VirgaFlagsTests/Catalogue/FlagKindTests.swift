import Testing
import VirgaFlags

@Suite("Flag kinds")
struct FlagKindTests {
  @Test("are spelled as in the catalogue")
  func spelling() {
    let words = FlagKind.allCases.map(\.rawValue)
    #expect(words == ["core", "bool", "options", "flag", "unlock", "feature-ab", "ab", "mvt"])
  }
}
