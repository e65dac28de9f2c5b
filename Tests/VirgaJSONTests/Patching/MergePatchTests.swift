import Testing
import VirgaJSON

@Suite("JSON merge patch") struct MergePatchTests {
  /// The rows of RFC 7396, appendix A.
  @Test(
    "an example of RFC 7396 is merged as it says",
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
      (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
      (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
      (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
      ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
  func standardExamples(_ original: String, _ patch: String, _ result: String) throws {
    let merged = try JSONValue.parse(original).merging(patch: try JSONValue.parse(patch))
    #expect(merged.compact == result)
  }

  @Test("members keep their order")
  func memberOrder() {
    let value: JSONValue = ["a": 1, "b": ["c": 1, "d": 2], "e": 3]
    #expect(
      value.merging(patch: ["z": 9, "b": ["d": .null, "y": 1], "a": 2]).compact
        == #"{"a":2,"b":{"c":1,"y":1},"e":3,"z":9}"#)
    #expect(value.merging(patch: [:]).isIdentical(to: value))
  }
}
