import Testing
import VirgaJSON

@Suite("Names") struct NameTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  @Test("lookalike names are different")
  func equality() {
    #expect(Self.composed == Self.decomposed)
    #expect(Name(Self.composed) != Name(Self.decomposed))
    #expect(!Self.composed.isSameName(as: Self.decomposed))
    var names: Set<Name> = [Name(Self.composed)]
    #expect(names.contains(Self.composed))
    #expect(!names.contains(Self.decomposed))
    let isNew = [names.insert(Self.decomposed), names.insert(Self.decomposed)]
    #expect(isNew == [true, false])
    let removed = ["cafe", Self.composed, Self.composed].map { names.remove($0) }
    #expect(removed == [false, true, false])
    #expect(names == [Name(Self.decomposed)])
    #expect(names != [Name(Self.composed)])
  }

  @Test("names are sorted by their bytes")
  func order() {
    let sorted = Set(naming: ["b", "", "\u{1F600}", "a", "ab", "B", "\u{FB00}"]).sorted()
    #expect(sorted == ["", "B", "a", "ab", "b", "\u{FB00}", "\u{1F600}"])
    #expect(Name(Self.decomposed) < Name(Self.composed))
    #expect(!(Name("a") < Name("a")))
  }

  @Test("a displayed list is sorted as text, then by bytes")
  func listing() {
    #expect(
      Set(naming: ["b", Self.composed, Self.decomposed, "a"]).sortedTexts() == [
        "a", "b", Self.decomposed, Self.composed,
      ])
  }

  @Test("a dictionary keeps the first value of a name and finds it by text")
  func dictionary() {
    var values = Dictionary(naming: [Self.composed, Self.decomposed, Self.composed], by: \.self)
    #expect(values.count == 2)
    values[Self.composed] = "first"
    values["new", default: ""] += "second"
    #expect(
      values == [
        Name(Self.composed): "first", Name(Self.decomposed): Self.decomposed, "new": "second",
      ])
    #expect(Dictionary(naming: [("a", 1), ("a", 2)]) { $1 } == ["a": 2])
  }
}
