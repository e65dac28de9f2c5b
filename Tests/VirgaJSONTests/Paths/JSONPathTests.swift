import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("JSON paths") struct JSONPathTests {
  @Test(
    "a path survives a round trip through its text",
    arguments: [
      TestRow("the empty path", ("", [])),
      TestRow(
        "keys with a hyphen and a dot between",
        ("sections-enabled.pocket", ["sections-enabled", "pocket"])),
      TestRow("an index and a key", ("items[2].icon", ["items", 2, "icon"])),
      TestRow("two indexes", ("[0][1]", [0, 1])),
      TestRow("a key with a dot", ("['a.b']", ["a.b"])),
      TestRow("an empty key", ("a['']", ["a", ""])),
      TestRow("a key with a single quote", ("a['it\\'s'].b", ["a", "it's", "b"])),
      TestRow("a key with a backslash and a line end", ("['a\\\\b\\n']", ["a\\b\n"])),
      TestRow("a key that looks like an index", ("['x[0]']", ["x[0]"])),
      TestRow("keys outside of ASCII", ("é.漢", ["é", "漢"])),
      TestRow("a key of a digit", ("a.1", ["a", "1"])),
      TestRow("a key with a blank", ("['a b']", ["a b"])),
      TestRow("a key with double quotes", ("['say \\\"hi\\\"']", ["say \"hi\""])),
      TestRow("keys with other signs", ("$ref.#id", ["$ref", "#id"])),
      TestRow("a key with a backslash alone", ("a\\b", ["a\\b"])),
    ] as [TestRow<(String, JSONPath)>])
  func roundTrip(_ row: TestRow<(String, JSONPath)>) throws {
    let (text, path) = row.values
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
      TestRow(
        "a dot at the end",
        ("a⟦.⟧", "expected a key; one with special characters is `['like this']`")),
      TestRow(
        "a dot at the start",
        ("⟦.⟧a", "expected a key; one with special characters is `['like this']`")),
      TestRow(
        "two dots", ("a⟦.⟧.b", "expected a key; one with special characters is `['like this']`")),
      TestRow(
        "a blank in a key", ("a⟦ ⟧b", "write a key with special characters as `['like this']`")),
      TestRow(
        "a bracket that was not opened",
        ("a⟦]⟧", "write a key with special characters as `['like this']`")),
      TestRow("a bracket that is not closed", ("a⟦[1⟧", "this bracket is not closed; add `]`")),
      TestRow("a bracket without an index", ("a⟦[⟧]", "expected an index or a quoted key")),
      TestRow("a negative index", ("a⟦[⟧-1]", "expected an index or a quoted key")),
      TestRow(
        "an index that is too large",
        ("a⟦[99999999999999999999⟧]", "expected an index or a quoted key")),
      TestRow("a quote that is not closed", ("a[⟦'b]⟧", "this key is not closed; add `'`")),
      TestRow(
        "a quote that an escape leaves open", ("a[⟦'b\\'⟧", "this key is not closed; add `'`")),
      TestRow("a key right after a bracket", ("a[0]⟦b⟧", "expected `.` or `[` after `]`")),
    ])
  func errors(_ row: TestRow<(String, String)>) throws {
    let (text, message) = row.values
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
