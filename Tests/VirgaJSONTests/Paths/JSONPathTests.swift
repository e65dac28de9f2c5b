import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("JSON paths") struct JSONPathTests {
  @Test(
    "a path survives a round trip through its text",
    arguments: [
      ("", []), ("sections-enabled.pocket", ["sections-enabled", "pocket"]),
      ("items[2].icon", ["items", 2, "icon"]),
      ("[0][1]", [0, 1]), ("['a.b']", ["a.b"]), ("a['']", ["a", ""]),
      ("a['it\\'s'].b", ["a", "it's", "b"]),
      ("['a\\\\b\\n']", ["a\\b\n"]), ("['x[0]']", ["x[0]"]), ("é.漢", ["é", "漢"]),
      ("a.1", ["a", "1"]),
      ("['a b']", ["a b"]), ("['say \\\"hi\\\"']", ["say \"hi\""]), ("$ref.#id", ["$ref", "#id"]),
      ("a\\b", ["a\\b"]),
    ] as [(String, JSONPath)])
  func roundTrip(_ text: String, _ path: JSONPath) throws {
    #expect(try JSONPath.parse(text) == path)
    #expect(path.description == text)
  }

  @Test("every key survives a round trip through a path", arguments: HostileText.all)
  func everyKeyIsReadBack(_ key: String) throws {
    let path = JSONPath([.key("m"), .key(key), .index(1), .key(key)])
    #expect(try JSONPath.parse(path.description) == path)
  }

  @Test("double quotes are allowed too")
  func doubleQuotes() throws {
    #expect(try JSONPath.parse(#"a["b.c"]"#) == ["a", "b.c"])
  }

  @Test(
    "an error has a position and a message",
    arguments: [
      ("a⟦.⟧", "expected a key; one with special characters is `['like this']`"),
      ("⟦.⟧a", "expected a key; one with special characters is `['like this']`"),
      ("a⟦.⟧.b", "expected a key; one with special characters is `['like this']`"),
      ("a⟦ ⟧b", "write a key with special characters as `['like this']`"),
      ("a⟦]⟧", "write a key with special characters as `['like this']`"),
      ("a⟦[1⟧", "this bracket is not closed; add `]`"),
      ("a⟦[⟧]", "expected an index or a quoted key"),
      ("a⟦[⟧-1]", "expected an index or a quoted key"),
      ("a⟦[99999999999999999999⟧]", "expected an index or a quoted key"),
      ("a[⟦'b]⟧", "this key is not closed; add `'`"),
      ("a[⟦'b\\'⟧", "this key is not closed; add `'`"),
      ("a[0]⟦b⟧", "expected `.` or `[` after `]`"),
    ])
  func errors(_ text: String, _ message: String) throws {
    let marked = MarkedText(text)
    let problems = try #require(throws: Problems.self) { try JSONPath.parse(marked.text) }
    let problem = try #require(problems.all.first)
    #expect(problem.code == "json-bad-path")
    #expect(problem.message == message)
    #expect(problem.location?.range == marked.ranges.first)
  }

  @Test("the length is limited")
  func lengthLimit() throws {
    let longest = Array(repeating: "a", count: JSONPath.maxComponents).joined(separator: ".")
    #expect(try JSONPath.parse(longest).components.count == JSONPath.maxComponents)
    #expect(throws: Problems.self) { try JSONPath.parse(longest + ".a") }
  }

  @Test("components are appended and removed")
  func components() {
    let path = JSONPath.root.appending(key: "a").appending(index: 1)
    #expect(path == ["a", 1])
    #expect(path.parent == ["a"])
    #expect(JSONPath.root.parent == nil)
    #expect(JSONPath.root.isRoot)
    #expect(JSONPath([.key("\u{E9}")]) != JSONPath([.key("e\u{301}")]))
  }

  @Test("a quote before a combining mark is escaped")
  func combiningMarks() throws {
    let path: JSONPath = ["m", "a'\u{301}b", "c\"\u{200D}"]
    #expect(try JSONPath.parse(path.description) == path)
    #expect(
      JSONPath(["a'\u{301}b"]).description.unicodeScalars.elementsEqual(
        "['a\\'\u{301}b']".unicodeScalars))
  }
}
