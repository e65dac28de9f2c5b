import Testing
import VirgaJSON

@Suite("JSON objects") struct JSONObjectTests {
  @Test("keys are sorted by their bytes at every level") func sortedKeys() {
    let value: JSONValue = ["b": ["z": 1, "Z": 2], "a": [["d": 3, "c": 4], 1], "é": .null]
    #expect(
      value.sortingKeys.compact == #"{"a":[{"c":4,"d":3},1],"b":{"Z":2,"z":1},"é":null}"#)
  }

  @Test("members keep their order")
  func memberOrder() {
    var object: JSONObject = ["b": 1, "a": 2]
    object["c"] = 3
    object["b"] = 4
    #expect(object.description == #"{"b":4,"a":2,"c":3}"#)
    object["a"] = nil
    #expect(object.keys == ["b", "c"])
    #expect(object.values == [4, 3])
    object["d"] = .null
    #expect(object.contains(key: "d"))
    #expect(!object.contains(key: "a"))
  }

  @Test("append moves a member to the end, update keeps its place")
  func appendAndUpdate() {
    var object: JSONObject = ["a": 1, "b": 2]
    object.append("a", 3)
    #expect(object.keys == ["b", "a"])
    let earlier = [
      object.update("b", to: 5), object.update("c", to: 6), object.remove("a"), object.remove("a"),
    ]
    #expect(earlier == [2, nil, 3, nil])
    #expect(object.description == #"{"b":5,"c":6}"#)
  }

  @Test("iteration yields keys and values")
  func iteration() {
    let object: JSONObject = ["x": 1, "y": [2]]
    #expect(object.map { "\($0.key)=\($0.value)" } == ["x=1", "y=[2]"])
    #expect(object.count == 2)
    #expect(object.last?.key == "y")
    #expect(JSONObject().isEmpty)
  }

  @Test("a repeated key keeps its first place and last value")
  func repeatedKeys() {
    #expect(JSONObject([("a", 1), ("b", 2), ("a", 3)]).description == #"{"a":3,"b":2}"#)
  }

  @Test("lookalike keys are two keys")
  func lookalikeKeys() {
    let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test("a member is found among thousands")
  func manyMembers() {
    let object = JSONObject((0..<5000).map { ("key-\($0)", .integer($0)) })
    #expect(object["key-4321"] == 4321)
    #expect(object == JSONObject((0..<5000).reversed().map { ("key-\($0)", .integer($0)) }))
  }
}
