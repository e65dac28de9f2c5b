import Testing
import VirgaJSON
import VirgaTestSupport

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
    "setting a value replaces it or creates what is missing",
    arguments: [
      TestRow("an element is replaced", (["a", "b", 0], #"{"a":{"b":[9,{"c":2}]},"n":null}"#)),
      TestRow("an element is appended", (["a", "b", 2], #"{"a":{"b":[1,{"c":2},9]},"n":null}"#)),
      TestRow(
        "an object is created", (["x", "y"], #"{"a":{"b":[1,{"c":2}]},"n":null,"x":{"y":9}}"#)),
      TestRow("a null becomes an object", (["n", "y"], #"{"a":{"b":[1,{"c":2}]},"n":{"y":9}}"#)),
      TestRow("a null becomes an array", (["n", 0], #"{"a":{"b":[1,{"c":2}]},"n":[9]}"#)),
      TestRow("the whole value is replaced", ([], "9")),
    ] as [TestRow<(JSONPath, String)>])
  func setting(_ row: TestRow<(JSONPath, String)>) {
    let (path, expected) = row.values
    var changed = value
    let isSet = changed.set(9, at: path)
    #expect(isSet)
    #expect(changed.compact == expected)
  }

  @Test(
    "setting at an impossible path changes nothing",
    arguments: [
      TestRow("an index after the end", ["a", "b", 3]),
      TestRow("a negative index", ["a", "b", -1]),
      TestRow("an index in an object", ["a", 0]),
      TestRow("a key in an array", ["a", "b", "c"]),
      TestRow("a key in a number", ["a", "b", 0, "x"]),
      TestRow("an index in an object that is missing", ["x", 1]),
      TestRow("a path that is too long", JSONPath(Array(repeating: .key("k"), count: 257))),
    ] as [TestRow<JSONPath>])
  func impossiblePath(_ row: TestRow<JSONPath>) {
    let path = row.values
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
