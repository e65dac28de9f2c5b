import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("Located JSON texts") struct LocatedTextTests {
  @Test("every node has its range")
  func nodeRanges() throws {
    let marked = MarkedText(
      "⟦{\n  ⟦\"é\"⟧: ⟦[⟦12⟧, ⟦-0.5⟧, ⟦\"x\\n\"⟧, ⟦true⟧, ⟦null⟧]⟧,\n  ⟦\"b\"⟧: ⟦{ }⟧\n}⟧\n")
    let document = LocatedText.json(marked.text, name: "config.json")
    let root = try #require(document.written)
    let members = Array(root.members)
    #expect(document.problems.isEmpty)
    #expect(members.map(\.key) == ["é", "b"])
    let first = try #require(members.first)
    let second = try #require(members.last)
    let values =
      [root, first.keyNode, first.value] + Array(first.value.elements) + [
        second.keyNode, second.value,
      ]
    #expect(values.map(\.location?.range) == marked.ranges)
    #expect(first.value.elements.map(\.kind) == [.integer, .number, .string, .boolean, .null])
    #expect(first.value.json == [12, -0.5, "x\n", true, .null])
    #expect(root.location?.description == "config.json:1:1")
    #expect(root.count == 2 && first.value.count == 5)
  }

  @Test("a value is found by path")
  func valuePaths() {
    let marked = MarkedText(#"⟦{"a": [1, oops, {"b": ⟦2⟧}], "c": 3, "c": ⟦4⟧, "d": ⟦bad⟧}⟧"#)
    let document = LocatedText.json(marked.text)
    let paths: [JSONPath] = [[], ["a", 1, "b"], ["c"], ["d"]]
    #expect(paths.map { document.range(at: $0) } == marked.ranges)
    #expect(document.json?[["a", 1, "b"]] == 2)
    let missing: [JSONPath] = [["a", 2], ["a", -1], ["a", "b"], ["c", 0]]
    #expect(missing.allSatisfy { document.range(at: $0) == nil })
    #expect(LocatedText.json("").range(at: []) == nil)
  }

  @Test("invalid values are reported and not in the value")
  func invalidValues() throws {
    let document = LocatedText.json(#"{"a": , "b": oops, : 3}"#)
    let root = try #require(document.written)
    #expect(root.members.map(\.key).isEmpty)
    #expect(root.keysOfUnreadableValues.map(\.text) == ["b"])
    #expect(document.json == [:])
    #expect(document.range(at: ["a"])?.start.column == 6)
    #expect(document.range(at: [""]) == nil)
  }

  @Test("an unreadable element is left out of an array, whose next ones count from it")
  func unreadableElements() throws {
    let marked = MarkedText(#"[1, oops, ⟦"x\n"⟧, , 1e999, ⟦null⟧]"#)
    let text = LocatedText.json(marked.text)
    let root = try #require(text.written)
    #expect(root.elements.map(\.json) == [1, "x\n", .null])
    #expect(text.json == [1, "x\n", .null])
    #expect([1, 2].map { text.range(at: [.index($0)]) } == marked.ranges)
  }

  @Test("a repeated key names the one before it, however it is spelled")
  func repeatedKeys() throws {
    let text = LocatedText.json(#"{"a": 1, "\u0061": 2, "b": 3, "a": 4}"#)
    let places = text.problems.map { "\($0.location?.range.start.description ?? "") \($0.message)" }
    #expect(places == ["1:10 duplicate key `\\u0061`", "1:31 duplicate key `a`"])
    let hints = ["remove it or the one at 1:2", "remove it or the one at 1:10"]
    #expect(text.problems.map(\.hint) == hints)
    #expect(text.json == ["a": 4, "b": 3])
    #expect(text.range(at: ["a"])?.start.column == 36)
  }

  @Test("keys with escapes, mistakes and typographic quotes are found by their text")
  func decodedKeys() {
    let text = LocatedText.json("{\"\\u00e9\": 1, 'b': 2, “c”: 3, d: 4, \"e\\q\": 5}")
    #expect(text.json == ["é": 1, "b": 2, "c": 3, "d": 4, "eq": 5])
    let keys = ["é", "b", "c", "d", "eq"]
    #expect(keys.map { text.written?[$0]?.json } == [1, 2, 3, 4, 5])
  }

  @Test("a position follows any line ending and non-ASCII text")
  func positions() {
    let marked = MarkedText("{\"ä\": 1,\r\n \"漢😀\": 2,\n\t\"c\": ⟦oops⟧}")
    #expect(LocatedText.json(marked.text).problems.map(\.location?.range) == [marked.ranges.first])
  }
}
