import Testing
import VirgaJSON
import VirgaSource

@Suite("Hostile JSON") struct JSONParserHostileInputTests {
  @Test(
    "a colon after a closed object does not multiply its nodes",
    arguments: [(#"[{"a": "b"}"#, ": "), (#"{"x": {"a": "b"}"#, ": ")])
  func extraColons(_ open: String, _ colon: String) throws {
    let text = String(repeating: open + colon, count: 30)
    let root = try #require(LocatedText.json(text).written)
    var nodes = 0
    var waiting = [root]
    while let node = waiting.popLast(), nodes < 1_000 {
      nodes += 1
      waiting += Array(node.elements) + node.members.map(\.value)
    }
    #expect(nodes < 1_000)
  }

  @Test("deep nesting is one problem", arguments: [257, 100_000, 1_000_000])
  func deepNesting(_ depth: Int) throws {
    for opener in ["[", "{\"a\":"] {
      let document = LocatedText.json(String(repeating: opener, count: depth))
      #expect(document.problems.map(\.code) == ["json-too-deep"])
      #expect(document.problems.first?.location?.range.start.column == 256 * opener.utf8.count + 1)
      #expect(document.json != nil)
    }
    let balanced = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let problems = try #require(throws: Problems.self) { try JSONValue.parse(balanced) }
    #expect(problems.all.map(\.code) == ["json-too-deep"])
  }

  @Test("a value of the maximum depth is read")
  func maximumDepth() throws {
    let text = String(repeating: #"[{"a":"#, count: 128) + "1" + String(repeating: "}]", count: 128)
    let value = try JSONValue.parse(text)
    #expect(value == (try JSONValue.parse(value.pretty())))
    #expect(value.compact == text)
    #expect(Set([value, value]).count == 1)
    #expect(value.merging(patch: value) == value)
    #expect(value.differences(to: value).isEmpty)
    #expect(LocatedText.json(text).cursorContext(at: 128 * 6).containerPath.components.count == 255)
  }

  @Test("a text of four megabytes is read")
  func largeText() throws {
    var bytes = Array("[\"".utf8)
    bytes += repeatElement(UInt8(ascii: "a"), count: 4 << 20)
    bytes += Array("\", 1, {\"k\": [true]}]".utf8)
    let value = try JSONValue.parse(bytes)
    #expect(value[0]?.stringValue?.utf8.count == 4 << 20)
    #expect(value[2] == ["k": [true]])
  }

  @Test("the depth limit can be lowered")
  func depthLimit() {
    let limits = JSONLimits(depth: 1)
    #expect(throws: Problems.self) { try JSONValue.parse(Array("[[1]]".utf8), limits: limits) }
    #expect(throws: Never.self) { try JSONValue.parse(Array("[1]".utf8), limits: limits) }
    #expect(
      LocatedText.json(SourceText(name: "x", text: "[]"), limits: JSONLimits(depth: 0)).problems
        .count == 1)
  }

  @Test("the number of problems is limited")
  func problemLimit() throws {
    let document = LocatedText.json("[" + String(repeating: "x,", count: 10_000) + "1]")
    #expect(document.problems.count == 101)
    #expect(document.problems.last?.code == "json-too-many-problems")
    #expect(document.problems.last?.message == "too many problems; the rest was not read")
    let few = LocatedText.json(
      SourceText(name: "x", text: "[x, y, z]"), limits: JSONLimits(problems: 2))
    #expect(
      few.problems.map(\.code) == ["json-bare-word", "json-bare-word", "json-too-many-problems"])
  }

  @Test(
    "long runs of any token are read to the end",
    arguments: [
      "[", "]", "{", "}", ",", ":", "\"", "'", "\\", "/", "/*", "//", "#", "-", "1e", ".", "\"a\":",
      "[1,", "{\"a\":[",
      "[}",
      "{]", "\"a\" ", "a ", "\"a", "\"\\", "\"\\u", "\"\\ud800", "\u{0}", "\u{FEFF}", "\u{A0}",
      "\n\"", "\"a\n", "'a\n",
      "{a",
      "{\"a\" 1", "a:", "=", ";", "x\"", "\"\"x", "\"a, \"b", "[\"a\":", "{\"a\":\"b\":", "true",
      "nullx", "}]", "{,",
      "[:",
    ])
  func longRuns(_ piece: String) {
    let text = String(repeating: piece, count: 20_000)
    for prefix in ["", "[", "{", "{\"a\":", "\""] {
      let document = LocatedText.json(prefix + text)
      #expect(document.problems.count <= 101)
      #expect(!document.problems.isEmpty)
      _ = document.json?.compact
    }
  }

  @Test("every prefix of a document is read")
  func prefixes() {
    let bytes = Array(
      #"{"a": [1, -2.5e3, "x\u00e9\ud83d\ude00\n", true], "é": {"b": null, "c": [[], {}]}} "#.utf8)
    for count in 0..<bytes.count - 1 {
      let document = LocatedText.json(SourceText(name: "x", bytes: Array(bytes[..<count])))
      #expect(count == bytes.count - 2 || !document.problems.isEmpty)
      #expect(document.problems.count <= 4)
      for offset in 0...count { _ = document.cursorContext(at: offset) }
    }
  }

  @Test("repeated keys are found among 20,000 members")
  func manyMembers() throws {
    let members = (0..<20_000).map { "\"key \($0)\":\($0)" }
    let value = try JSONValue.parse("{" + members.joined(separator: ",") + "}")
    #expect(value["key 19999"] == 19_999)
    let repeated = LocatedText.json(
      "{" + (members + members.prefix(3)).joined(separator: ",") + "}")
    #expect(
      repeated.problems.map(\.code) == [
        "json-duplicate-key", "json-duplicate-key", "json-duplicate-key",
      ])
  }
}
