import Testing
import VirgaJSON

@Suite struct NameSetTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  @Test func namesThatOnlyLookAlikeAreTwo() {
    var names: NameSet = [Self.composed]
    #expect(names.contains(Self.composed))
    #expect(!names.contains(Self.decomposed))
    names.insert(Self.decomposed)
    #expect(names.count == 2)
    let taken = ["cafe", Self.composed, Self.composed].map { names.remove($0) }
    #expect(taken == [false, true, false])
    #expect(names == [Self.decomposed])
    #expect(names != [Self.composed])
  }

  @Test func setsAreJoinedAndParted() {
    var names = NameSet(["a", "b", "a"])
    #expect(names.count == 2)
    names.formUnion(["b", "c"])
    #expect(names.sorted() == ["a", "b", "c"])
    #expect(names.isSuperset(of: ["a", "c"]))
    #expect(!names.isSuperset(of: ["a", "d"]))
    names.subtract(["a", "d"])
    #expect(names.sorted() == ["b", "c"])
    names.subtract(["b", "c"])
    #expect(names.isEmpty)
    #expect(names == NameSet())
  }
}
