import Testing
import VirgaJSON
import VirgaSDK

@Suite("Mapping variables") struct DictionaryMappingTests {
  let numbers = ["one": 1, "two": 2]

  @Test("entries that transform to nil are dropped")
  func droppedEntries() {
    #expect(numbers.mapKeysNotNull { $0 == "one" ? 1 : nil } == [1: 1])
    #expect(numbers.mapValuesNotNull { $0 > 1 ? "\($0)" : nil } == ["two": "2"])
  }

  @Test("a map is merged over its defaults")
  func defaults() {
    #expect(numbers.mergeWith(["two": 9, "three": 3]) == ["one": 1, "two": 2, "three": 3])
    #expect(numbers.mergeWith(["two": 9]) { $0 * 10 + $1 } == ["one": 1, "two": 29])
  }

  @Test("an object is read as a map of each type")
  func objectMaps() {
    let variables = JSONVariables(["s": "x", "i": 1, "b": true, "d": 1.5, "o": ["n": 1]])
    #expect(variables.asStringMap() == ["s": "x"])
    #expect(variables.asIntMap() == ["i": 1])
    #expect(variables.asBoolMap() == ["b": true])
    #expect(variables.asVariablesMap()?.mapValues { $0.getInt("n") } == ["o": 1])
  }

  @Test("nil variables yield nil")
  func nilVariables() {
    let variables = NilVariables()
    #expect(variables.asStringMap() == nil && variables.asVariablesMap() == nil)
    #expect(variables.getInt("x") == nil && variables.getVariables("x") == nil)
  }

  @Test("a map keeps the last of two equivalent keys")
  func spellings() {
    let variables = JSONVariables([
      "m": ["caf\u{e9}": 1, "cafe\u{301}": 2], "n": ["caf\u{e9}": 1, "cafe\u{301}": "x"],
    ])
    #expect(variables.getIntMap("m").map(Array.init)?.map(\.value) == [2])
    #expect(variables.getMap("m") { $0.getInt($1) }.map(Array.init)?.map(\.value) == [2])
    #expect(variables.getIntMap("n").map(Array.init)?.map(\.value) == [1])
    #expect(variables.getMap("m") { $0.getInt($1) }?.mapKeysNotNull { $0 } == ["caf\u{e9}": 2])
  }

  @Test("the exact spelling of a key is read")
  func exactKey() {
    let variables = JSONVariables(["e\u{301}": 1, "\u{e9}": 2])
    #expect(variables.getInt("\u{e9}") == 2)
    #expect(variables.getInt("e\u{301}") == 1)
  }
}
