import Testing
import VirgaTestSupport

@testable import VirgaGenerate

@Suite("ASCII names") struct PlainNameTests {
  @Test("are split into the same words as any other name")
  func splitting() {
    var random = SeededRandom(seed: 5)
    let signs = Array("abcXYZ01-_ .")
    for _ in 0..<3000 {
      let name = String(
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in signs[Int.random(in: 0..<signs.count, using: &random)] }
      )
      let words = Casing.words(of: name)
      let upper = words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
      #expect(PlainName.camel(name, capitalisesFirst: true) == upper.joined(), "\(name)")
      let lower = words.prefix(1).map { $0.lowercased() } + upper.dropFirst()
      #expect(PlainName.camel(name, capitalisesFirst: false) == lower.joined(), "\(name)")
      let shouted = words.map { $0.uppercased() }.joined(separator: "_")
      #expect(PlainName.joined(name, inCapitals: true) == shouted, "\(name)")
      #expect(PlainName.joined(name, inCapitals: false) == shouted.lowercased(), "\(name)")
    }
    #expect(PlainName.camel("é", capitalisesFirst: true) == nil)
    #expect(PlainName.joined("é", inCapitals: true) == nil)
  }
}
