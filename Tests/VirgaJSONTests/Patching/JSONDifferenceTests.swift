import Testing

@testable import VirgaJSON

@Suite("JSON differences") struct JSONDifferenceTests {
  @Test("differences are listed in document order")
  func documentOrder() throws {
    let old = try JSONValue.parse(#"{"a":1,"b":{"c":[1,2,3],"d":null},"e":"x","g":{"h":1}}"#)
    let new = try JSONValue.parse(#"{"new":0,"e":"x","b":{"c":[1,5],"k":{}},"a":1.0,"g":[]}"#)
    #expect(
      old.differences(to: new) == [
        JSONDifference(path: ["b", "c", 1], old: 2, new: 5),
        JSONDifference(path: ["b", "c", 2], old: 3, new: nil),
        JSONDifference(path: ["b", "d"], old: .null, new: nil),
        JSONDifference(path: ["b", "k"], old: nil, new: [:]),
        JSONDifference(path: ["g"], old: ["h": 1], new: []),
        JSONDifference(path: ["new"], old: nil, new: 0),
      ])
    #expect(
      old.differences(to: new).map(\.kind) == [
        .changed, .removed, .removed, .added, .changed, .added,
      ])
    #expect(
      JSONValue.array([1]).differences(to: [1, 2]) == [JSONDifference(path: [1], old: nil, new: 2)])
  }

  @Test("spelling and key order are not differences")
  func spellingAndOrder() {
    let value: JSONValue = ["a": 1, "b": 2.50]
    #expect(value.differences(to: ["b": 2.5, "a": 1.0]).isEmpty)
    #expect(JSONValue.integer(1).differences(to: 2) == [JSONDifference(path: [], old: 1, new: 2)])
  }
}
