import Testing
import VirgaJSON

@Suite("Values at JSON paths") struct JSONValuePathsTests {
  let value: JSONValue = ["a": ["b": [1, ["c": 2]]], "n": .null]

  @Test("a value is found by path")
  func reading() {
    #expect(value[[]] == value)
    #expect(value[["a", "b", 1, "c"]] == 2)
    #expect(value[["a", "b", 2]] == nil)
    #expect(value[["a", "b", -1]] == nil)
    #expect(value[["a", 0]] == nil)
    #expect(value[["n"]] == .null)
    #expect(value[["n", "x"]] == nil)
  }

  @Test(
    "setting a value creates what is missing",
    arguments: [
      (["a", "b", 0], #"{"a":{"b":[9,{"c":2}]},"n":null}"#),
      (["a", "b", 2], #"{"a":{"b":[1,{"c":2},9]},"n":null}"#),
      (["x", "y"], #"{"a":{"b":[1,{"c":2}]},"n":null,"x":{"y":9}}"#),
      (["n", "y"], #"{"a":{"b":[1,{"c":2}]},"n":{"y":9}}"#),
      (["n", 0], #"{"a":{"b":[1,{"c":2}]},"n":[9]}"#), ([], "9"),
    ] as [(JSONPath, String)])
  func setting(_ path: JSONPath, _ expected: String) {
    var changed = value
    let isSet = changed.set(9, at: path)
    #expect(isSet)
    #expect(changed.compact == expected)
  }

  @Test(
    "setting at an impossible path changes nothing",
    arguments: [
      ["a", "b", 3], ["a", "b", -1], ["a", 0], ["a", "b", "c"], ["a", "b", 0, "x"], ["x", 1],
      JSONPath(Array(repeating: .key("k"), count: 257)),
    ] as [JSONPath])
  func impossiblePath(_ path: JSONPath) {
    var changed = value
    let isSet = changed.set(9, at: path)
    #expect(!isSet)
    #expect(changed.isIdentical(to: value))
  }

  @Test("removing returns the old value")
  func removing() {
    var changed = value
    let paths: [JSONPath] = [["a", "b", 0], ["a", "b", 0, "c"], ["n"], ["n"], []]
    let removed = paths.map { changed.remove(at: $0) }
    #expect(removed == [1, 2, .some(.null), nil, nil])
    #expect(changed.compact == #"{"a":{"b":[{}]}}"#)
  }
}
