import Testing
import VirgaConsole
import VirgaTestSupport

@Suite("Many names, looked through at once") struct PackedNamesTests {
  private static let names = ["homescreen", "app-menu", "home-menu", "Über-menü", "", "a", "tabGroups"]
  private let names = PackedNames(Self.names)

  @Test("every name is there as it was, and no other") func keeping() {
    #expect((0..<names.count).map { names[$0] } == Self.names)
    #expect(Self.names.allSatisfy(names.contains))
    #expect(!names.contains("home") && !names.contains("Home-menu") && !names.contains("menua"))
  }

  @Test("what holds a word comes in order, and no more than is wanted") func holding() {
    let places = 0..<names.count
    #expect(names.places(holding: Filter("men"), among: places) == [1, 2, 3])
    #expect(names.places(holding: Filter("men"), among: places, atMost: 2) == [1, 2])
    #expect(names.places(holding: Filter("men"), among: [3, 1]) == [3, 1])
    #expect(names.places(holding: Filter("home menu"), among: places) == [2])
    #expect(names.places(holding: Filter("G"), among: places) == [6])
  }

  @Test("names that only hold the letters are given where none holds the word") func first() {
    #expect(names.first(5, fitting: "home") == ["homescreen", "home-menu"])
    #expect(names.first(5, fitting: "hmn") == ["homescreen", "home-menu"])
    #expect(names.first(1, fitting: "hmn") == ["homescreen"])
    #expect(names.first(5, fitting: "xyz") == [])
    #expect(names.first(2, fitting: "a") == ["a", "app-menu"], "what was typed as it is comes first")
  }

  @Test("the bits that names share never hide a name that fits") func bits() {
    var random = SeededRandom(seed: 7)
    let letters = Array("abcdefgzABZ019-_.éß漢 ")
    func word(_ count: ClosedRange<Int>) -> String {
      String((0..<Int.random(in: count, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    let many = (0..<2_000).map { _ in word(0...12) }
    let packed = PackedNames(many)
    for _ in 0..<300 {
      let wanted = Filter(word(1...3))
      #expect(
        packed.places(holding: wanted, among: many.indices) == many.indices.filter { wanted.containsWhole(many[$0]) })
      #expect(
        packed.places(scattering: wanted, among: many.indices) == many.indices.filter { wanted.score(many[$0]) != nil })
    }
  }
}
